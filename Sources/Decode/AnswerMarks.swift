/// The texts by which a model marks the parts of an answer that are not its words: reasoning, and
/// calls of tools.
package struct AnswerMarks: Sendable, Equatable {
  /// What encloses reasoning.
  package struct Reasoning: Sendable, Equatable {
    package var open: String
    package var close: String
    /// Whether it begins only where nothing but white space comes before it, or behind other reasoning.
    package var isAtStart: Bool
    /// What is written for the model where reasoning must end: `close` is part of it.
    package var ending: String

    package init(open: String, close: String, isAtStart: Bool = true, ending: String? = nil) {
      self.open = open
      self.close = close
      self.isAtStart = isAtStart
      self.ending = ending ?? close
    }
  }

  package var reasoning: [Reasoning]
  /// The place in ``reasoning`` of what the prompt has opened already.
  package var opened: Int?
  /// Texts by which calls begin: what follows the first of them is no text.
  package var calls: [String]

  package init(reasoning: [Reasoning] = [], opened: Int? = nil, calls: [String] = []) {
    self.reasoning = reasoning
    self.opened = opened
    self.calls = calls
  }
}

/// Follows a generated text, and tells which part of an answer its end is in.
///
/// Cost: for each byte a comparison with the last byte of each mark that may come; a mark's length
/// where that fits.
struct AnswerWatch {
  enum Part: Equatable {
    case text
    /// Reasoning, with its place in ``AnswerMarks/reasoning``.
    case reasoning(Int)
    case calls
  }

  private struct Mark {
    var bytes: [UInt8]
    /// How many of its bytes are not white space.
    var visible: Int

    init(_ text: String) {
      bytes = Array(text.utf8)
      visible = bytes.count { !AnswerWatch.isSpace($0) }
    }
  }

  private let openings: [(mark: Mark, isAtStart: Bool)]
  private let closings: [Mark]
  private let calls: [Mark]
  private(set) var part = Part.text
  /// The end of the text, long enough for every mark.
  private var recent: [UInt8] = []
  private let kept: Int
  /// The bytes of the present part that are not white space.
  private var visible = 0

  init(_ marks: AnswerMarks) {
    openings = marks.reasoning.map { (Mark($0.open), $0.isAtStart) }
    closings = marks.reasoning.map { Mark($0.close) }
    calls = marks.calls.map { Mark($0) }
    kept = (openings.map(\.mark) + closings + calls).reduce(1) { max($0, $1.bytes.count) }
    recent.reserveCapacity(2 * kept)
    if let opened = marks.opened, marks.reasoning.indices.contains(opened) {
      part = .reasoning(opened)
    }
  }

  /// Goes on with a piece of text.
  mutating func push(_ piece: String) {
    for byte in piece.utf8 { push(byte) }
  }

  private mutating func push(_ byte: UInt8) {
    if recent.count == 2 * kept { recent.removeFirst(kept) }
    recent.append(byte)
    if !Self.isSpace(byte) { visible += 1 }
    switch part {
    case .calls: break
    case .reasoning(let index): if ends(with: closings[index]) { begin(.text) }
    case .text:
      for (index, opening) in openings.enumerated() where ends(with: opening.mark) {
        if opening.isAtStart, visible > opening.mark.visible { continue }
        return begin(.reasoning(index))
      }
      if calls.contains(where: { ends(with: $0) }) { begin(.calls) }
    }
  }

  private mutating func begin(_ next: Part) {
    part = next
    visible = 0
    recent.removeAll(keepingCapacity: true)
  }

  private func ends(with mark: Mark) -> Bool {
    guard let last = mark.bytes.last, recent.last == last else { return false }
    return recent.count >= mark.bytes.count
      && recent[(recent.count - mark.bytes.count)...].elementsEqual(mark.bytes)
  }

  /// Whether the text ends with the beginning of what would close the reasoning that it is in.
  var isClosing: Bool {
    guard case .reasoning(let index) = part else { return false }
    let close = closings[index].bytes
    return (1..<max(1, close.count)).contains { length in
      recent.count >= length && recent[(recent.count - length)...].elementsEqual(close[..<length])
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
