import TernChat
import TernGrammar
import TernJSON

/// What answers must be, compiled; the last few are kept, because an application's requests are alike.
///
/// Any thread may use it.
final class AnswerRules: Sendable {
  /// What an answer depends on.
  struct Request: Sendable, Equatable {
    var tools: [TernChat.ToolDefinition]
    var choice: ToolChoice
    /// How many calls there may be; `nil` any number.
    var maximumCalls: Int?
    /// What an answer without calls is; `nil` any text.
    var form: AnswerForm?
    var startsInReasoning: Bool
    var reasoningScope: ReasoningScope
    /// Whether an answer with a form may begin with reasoning, although the prompt opens none.
    var mayReason: Bool
    /// How JSON is spelled; `nil` as the model's template spells it.
    var spelling: MachineOptions?
  }

  /// What an answer without calls must be.
  enum AnswerForm: Sendable, Equatable {
    case schema(JSON)
    case text(TextConstraint)

    var rule: GrammarRule {
      switch self {
      case .schema(let schema): .schema(schema)
      case .text(let constraint): constraint.compiled.rule
      }
    }
  }

  private struct Entry: Sendable {
    var request: Request
    var constraint: Constraint?
  }

  /// How many are kept.
  private static let capacity = 32

  private let template: ChatTemplate
  private let entries = Locked<[Entry]>([])

  init(template: ChatTemplate) { self.template = template }

  /// What holds the answer to a request; `nil` where anything may be said.
  ///
  /// Cost: a millisecond or some, the first time.
  func constraint(_ request: Request) throws(GrammarError) -> Constraint? {
    let known = entries.withLock { entries -> Entry? in
      guard let place = entries.firstIndex(where: { $0.request == request }) else { return nil }
      let entry = entries.remove(at: place)
      entries.append(entry)
      return entry
    }
    if let known { return known.constraint }
    let constraint = try compile(request)
    entries.withLock { entries in
      entries.append(Entry(request: request, constraint: constraint))
      if entries.count > Self.capacity { entries.removeFirst() }
    }
    return constraint
  }

  /// Whether nothing but the answer's form may come: neither calls, nor reasoning, nor a frame.
  func isBare(_ request: Request) -> Bool {
    request.form != nil && request.tools.isEmpty && !request.startsInReasoning
      && !request.mayReason && !template.dialect.framesAnswers
  }

  /// The tools that cannot be called, and why.
  func uncallable(_ tools: [TernChat.ToolDefinition]) -> [String: GrammarError] {
    template.dialect.rule(tools, choice: .automatic, spelling: template.features.spelling).failures
  }

  private func compile(_ request: Request) throws(GrammarError) -> Constraint? {
    if isBare(request), let form = request.form {
      if case .text(let constraint) = form { return constraint.compiled }
      return try Constraint(form.rule, options: request.spelling ?? .generation)
    }
    // Without tools the rule keeps the model from writing what would be read as calls.
    let spelling = template.features.spelling
    let (rule, failures) = template.dialect.rule(
      request.tools, choice: request.choice, maximumCalls: request.maximumCalls,
      startsInReasoning: request.startsInReasoning, reasoningScope: request.reasoningScope,
      spelling: spelling, answer: request.form?.rule)
    // A tool that cannot be called is an error: the application counts on it.
    if let failure = failures.min(by: { $0.key < $1.key }) { throw failure.value }
    return try Constraint(
      rule, options: request.spelling ?? template.dialect.callOptions(spelling))
  }
}
