import TernChat
import TernJSON
import TernSession

extension ModelRuntime {
  /// The tokens that entries of a transcript take in a prompt.
  ///
  /// Some templates want a user's turn, so what one takes by itself is subtracted.
  package func tokenCount(of entries: [Transcript.Entry]) async throws -> Int {
    guard !entries.isEmpty else { return 0 }
    let model = try await loaded()
    var request = try model.conversation.request(Transcript(entries: entries))
    request.addsGenerationPrompt = false
    let hasTurns = request.messages.contains { $0.role != .system }
    if !hasTurns { request.messages.append(ChatMessage(.user, "x")) }
    let count = try model.prompt(of: request).tokens.count
    if hasTurns { return count }
    var bare = ChatRequest([ChatMessage(.user, "x")], now: request.now)
    bare.addsGenerationPrompt = false
    return max(0, count - (try model.prompt(of: bare).tokens.count))
  }

  /// The tokens of the prompt with which the model goes on with a transcript.
  func promptTokenCount(of transcript: Transcript) async throws -> Int {
    let model = try await loaded()
    return try model.prompt(of: try model.conversation.request(transcript)).tokens.count
  }

  /// The tokens of what a prompt says of a schema.
  package func tokenCount(of schema: GenerationSchema) async throws -> Int {
    let model = try await loaded()
    return model.engine.tokenizer.encode(SchemaListing(try schema.documents().json).request).count
  }
}

extension LocalLanguageModel {
  /// The tokens that entries of a transcript take; loads the model.
  public func tokenCount(
    for transcriptEntries: some Collection<Transcript.Entry>
  ) async throws -> Int {
    try await runtime.tokenCount(of: Array(transcriptEntries))
  }

  /// The tokens of the prompt that the model reads before it goes on with `transcript`; loads the
  /// model.
  package func promptTokenCount(for transcript: Transcript) async throws -> Int {
    try await runtime.promptTokenCount(of: transcript)
  }

  /// The tools that cannot be called, and why; loads the model.
  package func uncallable(
    _ tools: [Transcript.ToolDefinition]
  ) async throws -> [String: String] {
    let tools = try tools.map { try $0.ruleTool() }
    return try await runtime.loaded().rules.uncallable(tools).mapValues { "\($0)" }
  }

  /// The tokens of a text by itself; loads the model.
  public func tokenCount(for text: String) async throws -> Int {
    try await runtime.engine().tokenizer.encode(text).count
  }
}
