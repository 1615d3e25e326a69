import TernGrammar

/// Puts the rule of an answer together from the rules of its calls.
struct AnswerRule {
  let shape: CallShape
  let calls: [GrammarRule]
  let choice: ToolChoice
  /// How many calls there may be; `nil` any number.
  let maximumCalls: Int?
  let startsInReasoning: Bool
  let reasoningScope: ReasoningScope
  /// What an answer without calls is; any text where there is none.
  let text: GrammarRule?

  /// The rule of the whole answer; without calls where there must be one, nothing satisfies it.
  var rule: GrammarRule {
    if let text { return guided(text) }
    switch choice {
    case .none: return .sequence([reasoning, content(thenCalls: [])])
    case .automatic:
      if calls.isEmpty { return .sequence([reasoning, content(thenCalls: [])]) }
      if shape.isBare { return .sequence([reasoning, gap, .anyOf([section, shape.freeText()])]) }
      return .sequence([reasoning, content(thenCalls: [section])])
    case .required, .named:
      let wrapper = shape.answerHoldsCalls ? [opened(shape.answer)].compactMap(\.self) : []
      return .sequence([reasoning, gap] + wrapper.map { maybe($0) } + [section])
    }
  }

  /// Calls, or an answer of a kind.
  private func guided(_ text: GrammarRule) -> GrammarRule {
    var answer = GrammarRule.sequence([gap, text])
    if let wrapper = shape.answer, let open = opened(wrapper) {
      answer = .anyOf([answer, .sequence([open, text, shape.rule(wrapper.close)])])
    }
    switch choice {
    case .none: return .sequence([reasoning, answer])
    case .automatic:
      return .sequence([
        reasoning, .anyOf(calls.isEmpty ? [answer] : [answer, .sequence([gap, section])]),
      ])
    case .required, .named: return .sequence([reasoning, gap, section])
    }
  }

  /// All calls, with what stands around them.
  var section: GrammarRule {
    let call = GrammarRule.anyOf(calls)
    let separator = shape.rule(shape.separator)
    let all: GrammarRule =
      switch shape.isParallel ? maximumCalls : 1 {
      case nil: .joined(call, separator: separator)
      case .some(let most) where most > 1:
        .sequence([
          call, .repeated(.sequence([separator, call]), minimum: 0, maximum: most - 1),
        ])
      default: call
      }
    return .sequence([shape.rule(shape.opening), all, shape.rule(shape.closing)])
  }

  // MARK: reasoning

  /// Reasoning, where the family has it: needed to its end where the answer begins in it.
  private var reasoning: GrammarRule {
    guard let thought = shape.thought, let open = opened(thought) else { return .text("") }
    let rest = [GrammarRule.freeText(until: [thought.close]), shape.rule(thought.close)]
    if startsInReasoning { return .sequence(rest) }
    return reasoningScope == .none ? .text("") : maybe(.sequence([open] + rest))
  }

  private func opened(_ thought: CallShape.Thought?) -> GrammarRule? {
    thought.map { shape.rule($0.open + $0.lead) }
  }

  /// The line ends between reasoning and a call.
  private var gap: GrammarRule {
    shape.thought == nil ? .text("") : .choices(["", "\n", "\n\n"])
  }

  // MARK: text

  /// Text, as it is or as the family wraps it, and perhaps calls behind it.
  private func content(thenCalls section: [GrammarRule]) -> GrammarRule {
    let calls = section.map { call in
      maybe(shape.hasTextAfter ? .sequence([call, shape.freeText()]) : call)
    }
    let plain = GrammarRule.sequence([shape.freeText()] + calls)
    guard let answer = shape.answer, let open = opened(answer) else { return plain }
    let wrapped = [shape.freeText(), shape.rule(answer.close)]
    let inside =
      shape.answerHoldsCalls
      ? [GrammarRule.anyOf([.sequence(wrapped)] + section)] : wrapped + calls
    return .anyOf([plain, .sequence([.choices(["", "\n", "\n\n"]), open] + inside)])
  }

  private func maybe(_ rule: GrammarRule) -> GrammarRule {
    .repeated(rule, minimum: 0, maximum: 1)
  }
}
