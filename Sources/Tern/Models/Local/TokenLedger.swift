/// Counts the tokens of an answer, and tells which of them are reasoning.
///
/// A model's text comes in pieces of known numbers of tokens; the parser tells later which parts of it
/// are reasoning, and leaves markers out. A token is reasoning where it begins within such a part, or
/// within white space between a marker and such a part.
package struct TokenLedger {
  /// All tokens so far.
  package private(set) var total = 0
  /// The tokens between markers of reasoning.
  package private(set) var reasoning = 0
  /// What the parser has not told yet.
  private var pending: [UInt8] = []
  /// Where pieces of it begin, and their tokens.
  private var pieces: [(start: Int, tokens: Int)] = []
  /// Whether the parser has told reasoning last.
  private var isReasoning = false

  package init() {}

  /// Adds a piece of the model's text.
  package mutating func add(_ text: String, tokens: Int) {
    total += tokens
    pieces.append((pending.count, tokens))
    pending.append(contentsOf: text.utf8)
  }

  /// Takes note that a part of the text is reasoning; gives its tokens.
  package mutating func takeReasoning(_ text: String) -> Int {
    isReasoning = true
    var part = place(of: Array(text.utf8))
    while part.lowerBound > 0, Self.isSpace(pending[part.lowerBound - 1]) {
      part = part.lowerBound - 1..<part.upperBound
    }
    return take(part)
  }

  /// Takes note that what is pending is no reasoning, but for white space behind reasoning.
  package mutating func takeOthers() {
    if isReasoning {
      let end = pending.firstIndex { !Self.isSpace($0) } ?? pending.count
      _ = take(0..<end)
    }
    isReasoning = false
    pending.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
  }

  /// Where a part is that the parser has told; all that is pending where the parser has changed it.
  ///
  /// What comes before it are markers, and what comes behind it may become one.
  private func place(of part: [UInt8]) -> Range<Int> {
    guard part.count <= pending.count else { return 0..<pending.count }
    for start in stride(from: pending.count - part.count, through: 0, by: -1)
    where pending[start..<start + part.count].elementsEqual(part) {
      return start..<start + part.count
    }
    return 0..<pending.count
  }

  /// Counts the tokens that begin within a range as reasoning, and forgets all up to its end.
  private mutating func take(_ part: Range<Int>) -> Int {
    var tokens = 0
    for piece in pieces where part.contains(piece.start) { tokens += piece.tokens }
    reasoning += tokens
    pieces.removeAll { $0.start < part.upperBound }
    for index in pieces.indices { pieces[index].start -= part.upperBound }
    pending.removeFirst(part.upperBound)
    return tokens
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
