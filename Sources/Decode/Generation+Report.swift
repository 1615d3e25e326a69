/// What a generation computes so that it can tell of its tokens.
extension Generation {
  /// How many tokens of the sequence must be computed, that of an ended one only to tell of it.
  var computedLength: Int { isEnded ? sequence.count - 1 : sequence.count }

  /// How many tokens at the beginning of the sequence may come from a cache, with the one after them:
  /// what follows has logits that are wanted.
  var reusableTokens: Int { min(completion.promptTokens, report.next) }

  /// Whether the logits after a position are wanted, to choose from or to tell of.
  func wantsLogits(at position: Int) -> Bool {
    position == sequence.count - 1 && !isEnded || report.wantsLogits(at: position)
  }

  /// Takes the logits after a position that is not the last one.
  mutating func tell(at position: Int, _ logits: some Collection<Float>) {
    report.tell(at: position, logits)
  }

  /// What the generation gave.
  var result: Completion {
    var result = completion
    result.choices = report.choices
    return result
  }
}
