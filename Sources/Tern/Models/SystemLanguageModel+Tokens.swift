extension SystemLanguageModel {
  /// The tokens of a prompt.
  public func tokenCount(for prompt: some PromptRepresentable) async throws -> Int {
    let prompt = Transcript.Prompt(segments: prompt.promptRepresentation.segments)
    return try await engine.model().runtime.tokenCount(of: [.prompt(prompt)])
  }

  /// The tokens of instructions.
  public func tokenCount(for instructions: Instructions) async throws -> Int {
    try await engine.model().runtime.tokenCount(of: [
      .instructions(.init(segments: instructions.segments, toolDefinitions: []))
    ])
  }

  /// The tokens that the declarations of tools take in the context.
  public func tokenCount(for tools: [any Tool]) async throws -> Int {
    try await engine.model().runtime.tokenCount(of: [
      .instructions(
        .init(segments: [], toolDefinitions: tools.map { Transcript.ToolDefinition(tool: $0) }))
    ])
  }

  /// The tokens that a schema takes in the context.
  public func tokenCount(for schema: GenerationSchema) async throws -> Int {
    try await engine.model().runtime.tokenCount(of: schema)
  }

  /// The tokens of entries of a transcript.
  public func tokenCount(
    for transcriptEntries: some Collection<Transcript.Entry>
  ) async throws -> Int {
    try await engine.model().runtime.tokenCount(of: Array(transcriptEntries))
  }
}
