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
    var schema: JSON?
    var startsInReasoning: Bool
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

  private func compile(_ request: Request) throws(GrammarError) -> Constraint? {
    if request.tools.isEmpty, !request.startsInReasoning, !template.dialect.framesAnswers,
      let schema = request.schema
    {
      return try Constraint(.schema(schema), options: .generation)
    }
    // Without tools the rule keeps the model from writing what would be read as calls.
    let spelling = template.features.spelling
    let (rule, failures) = template.dialect.rule(
      request.tools, choice: request.choice, startsInReasoning: request.startsInReasoning,
      spelling: spelling, answer: request.schema.map { .schema($0) })
    // A tool that cannot be called is an error: the application counts on it.
    if let failure = failures.min(by: { $0.key < $1.key }) { throw failure.value }
    return try Constraint(rule, options: template.dialect.callOptions(spelling))
  }
}
