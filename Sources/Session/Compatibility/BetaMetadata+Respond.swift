// Requests with metadata as betas 3 and 4 of FoundationModels 27 had it.

extension LanguageModelSession {
  /// Answers with text; metadata of any type.
  @available(*, deprecated, message: "values are ConvertibleToGeneratedContent")
  @_disfavoredOverload
  @discardableResult
  nonisolated(nonsending)
    public func respond(
      to prompt: some PromptRepresentable,
      options: GenerationOptions = GenerationOptions(),
      contextOptions: ContextOptions = ContextOptions(),
      metadata: [String: any Sendable & Codable & Equatable]?
    ) async throws -> Response<String>
  {
    try await respond(
      to: Prompt(prompt), options: options, contextOptions: contextOptions,
      metadata: metadata.contents)
  }

  /// Answers with text; metadata of any type.
  @available(*, deprecated, message: "values are ConvertibleToGeneratedContent")
  @_disfavoredOverload
  @discardableResult
  nonisolated(nonsending)
    public func respond(
      options: GenerationOptions = GenerationOptions(),
      contextOptions: ContextOptions = ContextOptions(),
      metadata: [String: any Sendable & Codable & Equatable]?,
      @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<String>
  {
    try await respond(
      to: try prompt(), options: options, contextOptions: contextOptions,
      metadata: metadata.contents)
  }

  /// Answers with a value of a schema; metadata of any type.
  @available(*, deprecated, message: "values are ConvertibleToGeneratedContent")
  @_disfavoredOverload
  @discardableResult
  nonisolated(nonsending)
    public func respond(
      to prompt: some PromptRepresentable,
      schema: GenerationSchema,
      options: GenerationOptions = GenerationOptions(),
      contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
      metadata: [String: any Sendable & Codable & Equatable]?
    ) async throws -> Response<GeneratedContent>
  {
    try await respond(
      to: Prompt(prompt), schema: schema, options: options, contextOptions: contextOptions,
      metadata: metadata.contents)
  }

  /// Answers with a value of a schema; metadata of any type.
  @available(*, deprecated, message: "values are ConvertibleToGeneratedContent")
  @_disfavoredOverload
  @discardableResult
  nonisolated(nonsending)
    public func respond(
      schema: GenerationSchema,
      options: GenerationOptions = GenerationOptions(),
      contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
      metadata: [String: any Sendable & Codable & Equatable]?,
      @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<GeneratedContent>
  {
    try await respond(
      to: try prompt(), schema: schema, options: options, contextOptions: contextOptions,
      metadata: metadata.contents)
  }

  /// Answers with a value of a type; metadata of any type.
  @available(*, deprecated, message: "values are ConvertibleToGeneratedContent")
  @_disfavoredOverload
  @discardableResult
  nonisolated(nonsending)
    public func respond<Content: Generable>(
      to prompt: some PromptRepresentable,
      generating type: Content.Type = Content.self,
      options: GenerationOptions = GenerationOptions(),
      contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
      metadata: [String: any Sendable & Codable & Equatable]?
    ) async throws -> Response<Content>
  {
    try await respond(
      to: Prompt(prompt), generating: type, options: options, contextOptions: contextOptions,
      metadata: metadata.contents)
  }

  /// Answers with a value of a type; metadata of any type.
  @available(*, deprecated, message: "values are ConvertibleToGeneratedContent")
  @_disfavoredOverload
  @discardableResult
  nonisolated(nonsending)
    public func respond<Content: Generable>(
      generating type: Content.Type = Content.self,
      options: GenerationOptions = GenerationOptions(),
      contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
      metadata: [String: any Sendable & Codable & Equatable]?,
      @PromptBuilder prompt: () throws -> Prompt
    ) async throws -> Response<Content>
  {
    try await respond(
      to: try prompt(), generating: type, options: options, contextOptions: contextOptions,
      metadata: metadata.contents)
  }
}
