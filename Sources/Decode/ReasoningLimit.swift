import TernTokens

/// Counts the tokens of reasoning in a generated text, and says what ends it when they are used up.
struct ReasoningLimit {
  private var watch: AnswerWatch
  /// Tokens of reasoning that may come; `nil` any number.
  private let limit: Int?
  /// Tokens that stand wholly in reasoning, without its marks.
  private(set) var count = 0
  /// Tokens more that a mark may take which the model has begun.
  private static let patience = 32
  /// For each kind of reasoning the tokens that end it, and those of the bare mark.
  private let endings: [[[Int32]]]

  /// - Throws: ``EngineError/badOption(name:value:)`` for a negative limit.
  init(
    _ marks: AnswerMarks, _ limit: Int?, _ tokenizer: Tokenizer
  ) throws(EngineError) {
    if let limit, limit < 0 { throw .badOption(name: "maximum reasoning tokens", value: limit) }
    self.limit = limit
    watch = AnswerWatch(marks)
    endings =
      limit == nil
      ? []
      : marks.reasoning.map { reasoning in
        (reasoning.ending == reasoning.close
          ? [reasoning.close] : [reasoning.ending, reasoning.close]).map { text in
            tokenizer.encode(prompt: Array(text.utf8), data: [], continuing: true)
          }
      }
  }

  /// Goes on with the text of a token; whether all of it is text, neither reasoning nor a call.
  mutating func push(_ piece: String) -> Bool {
    let before = watch.part
    watch.push(piece)
    if case .reasoning = before, watch.part == before { count += 1 }
    return before == .text && watch.part == .text
  }

  /// What may be written now to end reasoning that has used up its tokens, the best first; `nil` where
  /// nothing is to be ended.
  var dueEndings: [[Int32]]? {
    guard let limit, count >= limit, case .reasoning(let index) = watch.part else { return nil }
    // The model may be about to end it by itself.
    if watch.isClosing, count < limit + Self.patience { return nil }
    return endings[index]
  }
}
