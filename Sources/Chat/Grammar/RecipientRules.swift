import TernGrammar

/// Answers that are messages to recipients, of which the user is one.
extension AnswerRule {
  /// Messages in channels: of reasoning, of text before calls, and of answers.
  func channelsRule(_ frame: Dialect.Channels) -> GrammarRule {
    let thinking = GrammarRule.freeText(until: printer.dialect.specialTexts)
    func message(_ channel: String, _ text: GrammarRule) -> [GrammarRule] {
      [printer.rule(frame.channel + channel + frame.text), text]
    }
    let next = printer.rule(frame.end + frame.start + frame.role)
    let thought = GrammarRule.sequence(message(frame.reasoning, thinking) + [next])
    let final = GrammarRule.sequence(
      message(frame.answer, text ?? printer.freeText()) + [printer.rule(frame.answerEnd).orNothing])
    let most: Int? =
      switch reasoningScope {
      case .free: nil
      case .once: startsInReasoning ? 0 : 1
      case .none: 0
      }
    var reasoning = [GrammarRule.repeated(thought, minimum: 0, maximum: most)]
    if startsInReasoning { reasoning = [thinking, next] + reasoning }
    switch choice {
    case .required, .named: return .sequence(reasoning + [section])
    case .automatic where !calls.isEmpty:
      let preamble = GrammarRule.sequence(message(frame.preamble, printer.freeText()) + [next])
      let called = GrammarRule.sequence([preamble.orNothing, section])
      return whole(reasoning + [.anyOf([called, final])])
    case .automatic, .none: return whole(reasoning + [final])
    }
  }

  /// Parts that are addressed on a line of their own; the first mark may belong to the prompt.
  func addressedRule(_ frame: Dialect.Addressed) -> GrammarRule {
    let first = GrammarRule.text(frame.mark).orNothing
    // A mark that follows must not seem to begin before it does.
    let ends = MarkupPatterns.escaped(String(frame.mark.suffix(1))) + "$"
    let content = printer.freeText(without: [ends])
    let all = GrammarRule.text(frame.user + "\n")
    switch choice {
    case .required, .named: return .sequence([first, section])
    case .automatic where !calls.isEmpty:
      let called = GrammarRule.sequence([all, content, .text(frame.mark), section])
      let told = GrammarRule.sequence([all, text ?? printer.freeText()])
      return perhaps(.sequence([first, .anyOf([section, called, told])]))
    case .automatic, .none:
      return perhaps(.sequence([first, all, text ?? printer.freeText()]))
    }
  }

  /// An answer may be empty, but for reasoning that must be ended.
  private func whole(_ rules: [GrammarRule]) -> GrammarRule {
    startsInReasoning ? .sequence(rules) : perhaps(.sequence(rules))
  }

  /// Where any text will do, none does too.
  private func perhaps(_ rule: GrammarRule) -> GrammarRule { text == nil ? rule.orNothing : rule }
}
