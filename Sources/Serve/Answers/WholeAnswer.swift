import TernLocal

/// An answer that is put together before it is told.
struct WholeAnswer: Sendable, Equatable {
  struct Call: Sendable, Equatable {
    var id: String
    var name: String
    var arguments = ""
  }

  var text = ""
  var reasoning = ""
  var calls: [Call] = []
  var tokens: [TokenReport] = []
  var end: AnswerEnd?

  mutating func add(_ part: AnswerPart) {
    switch part {
    case .taken, .began, .callEnded: break
    case .text(let text, let tokens):
      self.text += text
      self.tokens += tokens
    case .reasoning(let text): reasoning += text
    case .call(_, let id, let name): calls.append(Call(id: id, name: name))
    case .arguments(let index, let text):
      if calls.indices.contains(index) { calls[index].arguments += text }
    case .finished(let end): self.end = end
    }
  }

  /// The answers to a request, in the order of their numbers.
  static func all(
    of choices: RunningChoices, _ narrators: [AnswerNarrator]
  ) async throws(ServerError) -> [WholeAnswer] {
    var narrators = narrators
    var answers = narrators.map { _ in WholeAnswer() }
    var pacer = Pacer()
    while let (choice, event) = try await choices.next() {
      await pacer.step()
      for part in narrators[choice].take(event) { answers[choice].add(part) }
    }
    return answers
  }
}
