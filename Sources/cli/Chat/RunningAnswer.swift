import Tern
import TernJSON

/// An answer of `tern respond` in a session that runs the tools which the model calls.
struct RunningAnswer {
  private let arguments: RespondArguments
  private let printsJSON: Bool
  private let display: AnswerDisplay
  private let tools: [CommandTool]
  private let options: GenerationOptions
  private let transcript: Transcript
  /// What is asked.
  private let prompt: Prompt
  private let schema: GenerationSchema?

  init(_ arguments: RespondArguments, _ listed: [ListedTool]) throws {
    if let option = arguments.constraint.givenBesideSchema.first {
      throw CommandFailure.usage("\(option) and tools that run exclude each other")
    }
    self.arguments = arguments
    printsJSON = arguments.session.printsJSON
    var options = try arguments.options(hasForm: arguments.constraint.schemaOption.isGiven)
    var transcript = try arguments.conversation()
    prompt = try Self.finalPrompt(&transcript)
    self.transcript = transcript
    schema = try arguments.constraint.schema().map { document in
      do { return try GenerationSchema(document: document) } catch {
        throw CommandFailure.failed("the schema cannot be used: \(CommandFailure(error).message)")
      }
    }
    display = AnswerDisplay(writes: !printsJSON)
    options.local?.promptListener = display.promptListener
    tools = try listed.commandTools(display)
    try arguments.calledTools(listed).apply(to: &options)
    self.options = options
  }

  /// What the model is to answer: the last message, which is taken out of the conversation.
  private static func finalPrompt(_ transcript: inout Transcript) throws(CommandFailure) -> Prompt {
    guard case .prompt(let last)? = transcript.popLast() else {
      throw .usage("the conversation ends with a tool's result, and tools run: give PROMPT")
    }
    return Prompt("\(last)")
  }

  func run() async throws {
    let (model, figures) = try await arguments.session.openModel()
    if !printsJSON { figures.tellLoad() }
    let session = LanguageModelSession(
      model: model, tools: tools, transcript: transcript.offering(tools))
    let usage = try await display.answer(session, keepsStopped: false) {
      [display, options, prompt, schema, isInPrompt = arguments.showsSchema] in
      guard let schema else {
        return try await display.show(session.streamResponse(to: prompt, options: options))
      }
      // What an object is so far is no text that only grows: it is shown when it is whole.
      let response = try await session.respond(
        to: prompt, schema: schema, includeSchemaInPrompt: isInPrompt, options: options)
      try display.show(response.transcriptEntries)
    }
    guard printsJSON else {
      try display.endAnswer()
      return figures.tell(usage.details?.figures)
    }
    let transcript: JSON = ["transcript": try session.transcript.document]
    try Output.write(
      display.entries.document.merging(usage.details?.document ?? [:])
        .merging(figures.document(usage.details?.figures)).merging(transcript))
  }
}

extension AnswerDisplay {
  /// Lets a session answer, until a signal stops it, and with it the programs of its tools; what was
  /// used.
  ///
  /// - Parameter keepsStopped: Whether an answer that ends because the context is full is one, as far
  ///   as it came.
  func answer(
    _ session: LanguageModelSession, keepsStopped: Bool,
    _ work: @escaping @Sendable () async throws -> Void
  ) async throws -> LanguageModelSession.Usage {
    begin(session)
    let interrupts = Interrupts(isConversation: false)
    do { try await interrupts.stopping(work) } catch {
      if keepsStopped, error.isContextOverflow, !entries.stoppedTurn.isEmpty {
        return session.usage
      }
      try endLine()
      interrupts.endIfAsked()
      throw CommandFailure(error)
    }
    return session.usage
  }

  /// Shows a text while it is written.
  func show(_ stream: LanguageModelSession.ResponseStream<String>) async throws {
    for try await snapshot in stream { try show(snapshot.transcriptEntries) }
    let response = try await stream.collect()
    try show(response.transcriptEntries)
    for call in response.toolCalls { called(call.toolName, call.arguments.json) }
  }
}
