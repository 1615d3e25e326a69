import TernGrammar

/// Puts the rule of an answer together from the rules of its calls.
struct AnswerRule {
  let printer: DialectPrinter
  let calls: [GrammarRule]
  let choice: ToolChoice
  /// How many calls there may be; `nil` any number.
  let maximumCalls: Int?
  let startsInReasoning: Bool
  let reasoningScope: ReasoningScope
  /// What an answer without calls is; any text where there is none.
  let text: GrammarRule?

  /// What text to the user may stand in.
  private var wrapper: Dialect.Wrapper? {
    if case .wrapper(let wrapper) = printer.dialect.frame { wrapper } else { nil }
  }

  /// What the family reasons in.
  private var thought: Dialect.ReasoningMarks? {
    printer.dialect.reasoning.first { !$0.isAtStart }
  }

  /// The rule of the whole answer; without calls where there must be one, nothing satisfies it.
  var rule: GrammarRule {
    switch printer.dialect.frame {
    case .addressed(let frame): return addressedRule(frame)
    case .channels(let frame): return channelsRule(frame)
    case .wrapper(let wrapper) where wrapper.precedesCalls: return framed(by: wrapper)
    case .none, .wrapper: break
    }
    if let text { return guided(text) }
    switch choice {
    case .none: return .sequence([reasoning, content(thenCalls: [])])
    case .automatic:
      if calls.isEmpty { return .sequence([reasoning, content(thenCalls: [])]) }
      if printer.dialect.reading.isBare {
        return .sequence([reasoning, gap, .anyOf([section, printer.freeText()])])
      }
      return .sequence([reasoning, content(thenCalls: [section])])
    case .required, .named:
      let opened = wrapper.flatMap { $0.holdsCalls ? [printer.rule($0.open).orNothing] : nil } ?? []
      return .sequence([reasoning, gap] + opened + [section])
    }
  }

  /// Text in a frame that stands before calls too.
  private func framed(by wrapper: Dialect.Wrapper) -> GrammarRule {
    let open = printer.rule(wrapper.open).orNothing
    let (close, end) = (printer.rule(wrapper.close), printer.rule(wrapper.end).orNothing)
    let called = [GrammarRule.sequence([open, close]).orNothing, section, end]
    switch choice {
    case .required, .named: return .sequence([reasoning] + called)
    case .none, .automatic:
      let hasCalls = choice == .automatic && !calls.isEmpty
      if let text {
        let told = GrammarRule.sequence([open, text, GrammarRule.sequence([close, end]).orNothing])
        return .sequence([reasoning, hasCalls ? .anyOf([told, .sequence(called)]) : told])
      }
      let rest = [close] + (hasCalls ? [section.orNothing] : []) + [end]
      return .sequence([reasoning, open, printer.freeText(), GrammarRule.sequence(rest).orNothing])
    }
  }

  /// Calls, or an answer of a kind.
  private func guided(_ text: GrammarRule) -> GrammarRule {
    var answer = GrammarRule.sequence([gap, text])
    if let wrapper {
      let (open, close) = (printer.rule(wrapper.open), printer.rule(wrapper.close))
      answer = .anyOf([answer, .sequence([open, text, close])])
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
    let section = printer.dialect.section
    let separator = printer.separator
    let all: GrammarRule =
      switch section.isParallel ? maximumCalls : 1 {
      case nil: .joined(call, separator: separator)
      case .some(let most) where most > 1:
        .sequence([
          call, .repeated(.sequence([separator, call]), minimum: 0, maximum: most - 1),
        ])
      default: call
      }
    return .sequence([printer.rule(section.open), all, printer.rule(section.close)])
  }

  // MARK: reasoning

  /// Reasoning, where the family has it: needed to its end where the answer begins in it.
  private var reasoning: GrammarRule {
    guard let thought else { return .text("") }
    let open = printer.rule(thought.open + thought.lead)
    let rest = [GrammarRule.freeText(until: [thought.close]), printer.rule(thought.close)]
    if startsInReasoning { return .sequence(rest) }
    let none = thought.mayBeLeftOut ? printer.rule(thought.close).orNothing : .text("")
    return reasoningScope == .none ? none : .anyOf([none, .sequence([open] + rest)])
  }

  /// The line ends between reasoning and a call.
  private var gap: GrammarRule {
    thought == nil ? .text("") : .choices(["", "\n", "\n\n"])
  }

  // MARK: text

  /// Text, as it is or as the family wraps it, and perhaps calls behind it.
  private func content(thenCalls section: [GrammarRule]) -> GrammarRule {
    let calls = section.map { call in
      (printer.dialect.section.hasTextAfter ? .sequence([call, printer.freeText()]) : call)
        .orNothing
    }
    let plain = GrammarRule.sequence([printer.freeText()] + calls)
    guard let wrapper else { return plain }
    let open = printer.rule(wrapper.open)
    let wrapped = [printer.freeText(), printer.rule(wrapper.close)]
    let inside =
      wrapper.holdsCalls
      ? [GrammarRule.anyOf([.sequence(wrapped)] + section)] : wrapped + calls
    return .anyOf([plain, .sequence([.choices(["", "\n", "\n\n"]), open] + inside)])
  }
}
