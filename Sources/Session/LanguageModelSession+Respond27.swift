extension LanguageModelSession {
  /// Answers with text.
  @discardableResult
  nonisolated(nonsending)
    public func respond(
      to prompt: Prompt,
      options: GenerationOptions = GenerationOptions(),
      contextOptions: ContextOptions = ContextOptions(),
      metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<String>
  {
    try await answer(
      TurnRequest(
        text: prompt, options: options, contextOptions: contextOptions, metadata: metadata))
  }

  /// Answers with text.
  @_disfavoredOverload
  @discardableResult
  nonisolated(nonsending)
    public func respond(
      to prompt: String,
      options: GenerationOptions = GenerationOptions(),
      contextOptions: ContextOptions = ContextOptions(),
      metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<String>
  {
    try await answer(
      TurnRequest(
        text: Prompt(prompt), options: options, contextOptions: contextOptions, metadata: metadata))
  }

  /// Answers with text.
  @discardableResult
  nonisolated(nonsending)
    public func respond(
      options: GenerationOptions = GenerationOptions(),
      contextOptions: ContextOptions = ContextOptions(),
      metadata: [String: any ConvertibleToGeneratedContent] = [:],
      @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<String>
  {
    try await answer(
      TurnRequest(
        text: try prompt(), options: options, contextOptions: contextOptions, metadata: metadata))
  }

  /// Answers with a value of a schema.
  @_disfavoredOverload
  @discardableResult
  nonisolated(nonsending)
    public func respond(
      to prompt: Prompt,
      schema: GenerationSchema,
      options: GenerationOptions = GenerationOptions(),
      contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
      metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<GeneratedContent>
  {
    try await answer(
      TurnRequest(
        prompt, schema: schema, options: options, contextOptions: contextOptions, metadata: metadata
      ))
  }

  /// Answers with a value of a schema.
  @_disfavoredOverload
  @discardableResult
  nonisolated(nonsending)
    public func respond(
      to prompt: String,
      schema: GenerationSchema,
      options: GenerationOptions = GenerationOptions(),
      contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
      metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<GeneratedContent>
  {
    try await answer(
      TurnRequest(
        Prompt(prompt), schema: schema, options: options, contextOptions: contextOptions,
        metadata: metadata))
  }

  /// Answers with a value of a schema.
  @_disfavoredOverload
  @discardableResult
  nonisolated(nonsending)
    public func respond(
      schema: GenerationSchema,
      options: GenerationOptions = GenerationOptions(),
      contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
      metadata: [String: any ConvertibleToGeneratedContent] = [:],
      @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<GeneratedContent>
  {
    try await answer(
      TurnRequest(
        try prompt(), schema: schema, options: options, contextOptions: contextOptions,
        metadata: metadata))
  }

  /// Answers with a value of a type.
  @discardableResult
  nonisolated(nonsending)
    public func respond<Content: Generable>(
      to prompt: Prompt,
      generating type: Content.Type = Content.self,
      options: GenerationOptions = GenerationOptions(),
      contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
      metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<Content>
  {
    try await answer(
      TurnRequest(
        prompt, generating: type, options: options, contextOptions: contextOptions,
        metadata: metadata))
  }

  /// Answers with a value of a type.
  @_disfavoredOverload
  @discardableResult
  nonisolated(nonsending)
    public func respond<Content: Generable>(
      to prompt: String,
      generating type: Content.Type = Content.self,
      options: GenerationOptions = GenerationOptions(),
      contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
      metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) async throws -> Response<Content>
  {
    try await answer(
      TurnRequest(
        Prompt(prompt), generating: type, options: options, contextOptions: contextOptions,
        metadata: metadata))
  }

  /// Answers with a value of a type.
  @discardableResult
  nonisolated(nonsending)
    public func respond<Content: Generable>(
      generating type: Content.Type = Content.self,
      options: GenerationOptions = GenerationOptions(),
      contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
      metadata: [String: any ConvertibleToGeneratedContent] = [:],
      @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<Content>
  {
    try await answer(
      TurnRequest(
        try prompt(), generating: type, options: options, contextOptions: contextOptions,
        metadata: metadata))
  }
}
