import TernGrammar

/// Answers that are messages to recipients, of which the user is one.
extension AnswerRule {
  /// gpt-oss: reasoning in `analysis`, text before calls in `commentary`, answers in `final`.
  var harmonyRule: GrammarRule {
    let thinking = GrammarRule.freeText(until: shape.messageEnds)
    func message(_ channel: String, _ text: GrammarRule) -> [GrammarRule] {
      [shape.rule("<|channel|>\(channel)<|message|>"), text]
    }
    let next = shape.rule("<|end|><|start|>assistant")
    let thought = GrammarRule.sequence(message("analysis", thinking) + [next])
    let final = GrammarRule.sequence(
      message("final", text ?? shape.freeText()) + [optional(shape.rule("<|return|>"))])
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
      let preamble = GrammarRule.sequence(message("commentary", shape.freeText()) + [next])
      let called = GrammarRule.sequence([optional(preamble), section])
      return whole(reasoning + [.anyOf([called, final])])
    case .automatic, .none: return whole(reasoning + [final])
    }
  }

  /// Functionary 3.2: each part is addressed on a line of its own; the first `>>>` may belong to the
  /// prompt.
  var addressedRule: GrammarRule {
    let first = optional(.text(">>>"))
    // A mark that follows must not seem to begin before it does.
    let content = shape.freeText(without: [">$"])
    let all = GrammarRule.text("all\n")
    switch choice {
    case .required, .named: return .sequence([first, section])
    case .automatic where !calls.isEmpty:
      let called = GrammarRule.sequence([all, content, .text(">>>"), section])
      let told = GrammarRule.sequence([all, text ?? shape.freeText()])
      return perhaps(.sequence([first, .anyOf([section, called, told])]))
    case .automatic, .none:
      return perhaps(.sequence([first, all, text ?? shape.freeText()]))
    }
  }

  /// An answer may be empty, but for reasoning that must be ended.
  private func whole(_ rules: [GrammarRule]) -> GrammarRule {
    startsInReasoning ? .sequence(rules) : perhaps(.sequence(rules))
  }

  /// Where any text will do, none does too.
  private func perhaps(_ rule: GrammarRule) -> GrammarRule { text == nil ? optional(rule) : rule }

  private func optional(_ rule: GrammarRule) -> GrammarRule {
    .repeated(rule, minimum: 0, maximum: 1)
  }
}
