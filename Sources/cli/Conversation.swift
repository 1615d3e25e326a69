import TernChat
import TernDecode
import TernJSON

/// A conversation with a model through its chat template.
struct Conversation {
  private let engine: Engine
  private let template: ChatTemplate
  private let encoder: PromptEncoder
  private let printsJSON: Bool
  private var options: GenerationOptions
  private var request: ChatRequest
  /// How many turns at the beginning stay: the instructions.
  private let fixed: Int

  /// Opens the model that the command line names.
  init(_ arguments: Arguments) async throws {
    options = try arguments.generationOptions()
    let engineOptions = try arguments.engineOptions(keptSequences: 1)
    let instructions = arguments.string("--instructions")
    let path = try arguments.modelPath()
    request = ChatRequest(
      instructions.map { [ChatMessage(.system, $0)] } ?? [], now: try arguments.clock())
    request.variables = try arguments.templateVariables()
    fixed = request.messages.count
    printsJSON = arguments.has("--json")
    engine = try await Verb.openEngine(path, engineOptions)
    template = try ChatTemplate(engine.file, engine.tokenizer)
    encoder = PromptEncoder(engine.tokenizer, dialect: template.dialect)
    options.shownTokens = template.dialect.tokens(of: engine.tokenizer)
  }

  /// Forgets everything but the instructions.
  mutating func reset() {
    request.messages.removeSubrange(fixed...)
  }

  /// Streams the answer to a message; an interrupted one is kept as far as it came.
  ///
  /// A message that is too long by itself is told, and forgotten.
  mutating func answer(_ message: String, _ interrupts: Interrupts) async throws {
    request.messages.append(ChatMessage(.user, message))
    guard let prompt = try await fittingPrompt() else {
      request.messages.removeLast()
      return
    }
    let writer = AnswerWriter(
      parser: ToolCallParser(
        template.dialect, tools: [],
        beginsInReasoning: template.dialect.beginsInReasoning(prompt: prompt.text)),
      streams: !printsJSON)
    let (engine, options) = (engine, options)
    let answer = try await interrupts.stopping {
      var writer = writer
      for try await event in engine.stream(prompt.tokens, options: options) {
        try writer.take(event)
      }
      return try writer.finish()
    }
    request.messages.append(ChatMessage(.assistant, answer.content))
    if printsJSON { try Output.write(answer.document) } else { try Output.write("\n") }
  }

  /// The prompt, after its oldest turns are forgotten as far as needed; a quarter of the context, or
  /// what the answer may take, is left for the answer.
  private mutating func fittingPrompt() async throws -> Prompt? {
    let context = await engine.contextLength
    let room = min(options.maximumTokens ?? context, context / 4)
    var forgotten = 0
    while true {
      let prompt = encoder.encode(try template.render(request))
      if prompt.tokens.count + room <= context {
        if forgotten > 0 { Output.note("(the oldest \(forgotten) turns are forgotten)") }
        return prompt
      }
      guard request.messages.count > fixed + 1 else {
        let limit =
          "the message takes \(prompt.tokens.count) tokens, but the context has \(context)"
        Output.note("tern: chat: \(limit)")
        return nil
      }
      // A user's turn and the answer to it.
      let count = min(2, request.messages.count - fixed - 1)
      request.messages.removeSubrange(fixed..<fixed + count)
      forgotten += count
    }
  }
}

/// Shows an answer while it is written, and keeps it.
private struct AnswerWriter: Sendable {
  var parser: ToolCallParser
  let streams: Bool
  private var answer = ToolAnswer()
  private var figures: JSON = [:]

  init(parser: ToolCallParser, streams: Bool) {
    self.parser = parser
    self.streams = streams
  }

  mutating func take(_ event: GenerationEvent) throws {
    switch event {
    case .text(let text): try add(parser.push(text))
    case .finished(let completion): figures = Verb.report(completion)
    }
  }

  /// The rest, the whole answer and, where it came to its end, its figures.
  mutating func finish() throws -> (content: String, document: JSON) {
    try add(parser.finish())
    return (answer.content, answer.document.merging(figures))
  }

  private mutating func add(_ events: [ChatEvent]) throws {
    for event in events { answer.add(event) }
    if streams { try Verb.show(events) }
  }
}
