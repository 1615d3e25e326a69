import Tern
import TernJSON

/// An answer of `tern respond` in a session that returns the calls which the model makes: the tools
/// are only declared.
struct ReturnedAnswer {
  private let arguments: RespondArguments
  private let printsJSON: Bool
  private let display: AnswerDisplay
  private let listed: [ListedTool]
  private let choice: CalledTools
  private let options: GenerationOptions
  private let transcript: Transcript

  init(_ arguments: RespondArguments, _ listed: [ListedTool]) throws {
    self.arguments = arguments
    self.listed = listed
    printsJSON = arguments.session.printsJSON
    display = AnswerDisplay(writes: !printsJSON)
    let form = try arguments.constraint.constraint(.generation)
    var options = try arguments.options(hasForm: form != nil)
    options.local?.promptListener = display.promptListener
    options.local?.constraint = form.map { TextConstraint($0) }
    if form != nil { options.local?.spelling = arguments.constraint.spelling(.generation) }
    var transcript = try arguments.conversation()
    choice = try arguments.calledTools(listed)
    choice.apply(to: &options)
    if arguments.showsSchema, let schema = try arguments.constraint.schema() {
      transcript.tell(SchemaListing(schema).request)
    }
    self.options = options
    self.transcript = transcript
  }

  func run() async throws {
    let (model, figures) = try await arguments.session.openModel()
    if !printsJSON { figures.tellLoad() }
    let tools = try await declaredTools(model)
    let session = LanguageModelSession(
      model: model, tools: tools, transcript: transcript.offering(tools))
    session.ternOptions.toolExecution = .returned
    let usage = try await display.answer(session, keepsStopped: true) { [display, options] in
      try await display.show(session.streamContinuation(options: options))
    }
    guard printsJSON else {
      try display.endAnswer()
      return figures.tell(usage.details?.figures)
    }
    try Output.write(
      display.entries.document.merging(usage.details?.document ?? [:])
        .merging(figures.document(usage.details?.figures)))
  }

  /// The tools that can be called; others are left out, and people are told.
  private func declaredTools(_ model: LocalLanguageModel) async throws -> [DeclaredTool] {
    var tools: [DeclaredTool] = []
    var reasons: [(name: String, reason: String)] = []
    for tool in listed {
      do { tools.append(DeclaredTool(try tool.transcriptDefinition)) } catch {
        reasons.append((tool.definition.name, CommandFailure(error).message))
      }
    }
    let uncallable = try await model.uncallable(tools.map { Transcript.ToolDefinition(tool: $0) })
    reasons += uncallable.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    for (name, reason) in reasons {
      switch choice {
      case .required where reasons.count == listed.count, .named(name):
        throw CommandFailure.failed("the tool \(name) cannot be called: \(reason)")
      default: Output.note("tern: respond: tool \(name) is left out: \(reason)")
      }
    }
    return tools.filter { uncallable[$0.name] == nil }
  }
}

extension Transcript {
  /// Adds to what the user said last.
  fileprivate mutating func tell(_ text: String) {
    let last = lastIndex { if case .prompt = $0 { true } else { false } }
    guard let last, case .prompt(var prompt) = self[last] else {
      return append(.prompt(.init(segments: [.text(.init(content: text))])))
    }
    // An empty line stands between.
    prompt.segments.append(.text(.init(content: prompt.segments.isEmpty ? text : "\n" + text)))
    self[last] = .prompt(prompt)
  }
}
