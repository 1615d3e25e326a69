/// Counts the tokens of an answer, and tells which of them are reasoning.
///
/// The engine tells where in the text each token begins, and the parser tells later which parts of
/// the text are reasoning, and leaves markers out. A token is reasoning where it begins within such a
/// part; one without text also at the part's end.
package struct TokenLedger {
  /// All tokens so far.
  package private(set) var total = 0
  /// Those that are known to be reasoning, and those that are known not to be.
  package private(set) var reasoning = 0
  package private(set) var others = 0
  /// The bytes of the text that each token has added, where the parser has not told yet what they are.
  private var pending: [Range<Int>] = []
  /// The bytes of the text so far.
  private var end = 0
  /// Where the last part ends that is reasoning.
  private var reasoningEnd: Int?

  package init() {}

  /// Adds tokens up to a number of all; `textBytes` is the length of their text.
  package mutating func add(to count: Int, textBytes: Int) {
    while total < count {
      pending.append(end..<max(end, textBytes))
      end = max(end, textBytes)
      total += 1
    }
  }

  /// Takes note of what the text is up to a place: reasoning in some parts, and something else
  /// between.
  ///
  /// Cost: O(tokens) where there are parts, otherwise O(tokens up to the place).
  package mutating func settle(upTo place: Int, reasoning parts: [Range<Int>] = []) {
    if !parts.isEmpty {
      let count = pending.count
      pending.removeAll { token in parts.contains { Self.isReasoning(token, $0) } }
      reasoning += count - pending.count
      reasoningEnd = parts.last?.upperBound
    }
    var settled = 0
    while settled < pending.count {
      let token = pending[settled]
      if token.isEmpty, token.lowerBound == reasoningEnd {
        reasoning += 1
      } else if token.lowerBound < place {
        others += 1
      } else {
        break
      }
      settled += 1
    }
    pending.removeFirst(settled)
  }

  private static func isReasoning(_ token: Range<Int>, _ part: Range<Int>) -> Bool {
    part.contains(token.lowerBound) || token.isEmpty && token.lowerBound == part.upperBound
  }
}
