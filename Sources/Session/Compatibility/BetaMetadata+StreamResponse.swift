// Requests with metadata as betas 3 and 4 of FoundationModels 27 had it.

extension LanguageModelSession {
  /// Answers with text, snapshot by snapshot; metadata of any type.
  @available(*, deprecated, message: "values are ConvertibleToGeneratedContent")
  @_disfavoredOverload
  public func streamResponse(
    to prompt: some PromptRepresentable,
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any Sendable & Codable & Equatable]?
  ) -> sending ResponseStream<String> {
    streamResponse(
      to: Prompt(prompt), options: options, contextOptions: contextOptions,
      metadata: metadata.contents)
  }

  /// Answers with text, snapshot by snapshot; metadata of any type.
  @available(*, deprecated, message: "values are ConvertibleToGeneratedContent")
  @_disfavoredOverload
  public func streamResponse(
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any Sendable & Codable & Equatable]?,
    @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<String> {
    streamResponse(
      to: try prompt(), options: options, contextOptions: contextOptions,
      metadata: metadata.contents)
  }

  /// Answers with a value of a schema, snapshot by snapshot; metadata of any type.
  @available(*, deprecated, message: "values are ConvertibleToGeneratedContent")
  @_disfavoredOverload
  public func streamResponse(
    to prompt: some PromptRepresentable,
    schema: GenerationSchema,
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any Sendable & Codable & Equatable]?
  ) -> sending ResponseStream<GeneratedContent> {
    streamResponse(
      to: Prompt(prompt), schema: schema, options: options, contextOptions: contextOptions,
      metadata: metadata.contents)
  }

  /// Answers with a value of a schema, snapshot by snapshot; metadata of any type.
  @available(*, deprecated, message: "values are ConvertibleToGeneratedContent")
  @_disfavoredOverload
  public func streamResponse(
    schema: GenerationSchema,
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any Sendable & Codable & Equatable]?,
    @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<GeneratedContent> {
    streamResponse(
      to: try prompt(), schema: schema, options: options, contextOptions: contextOptions,
      metadata: metadata.contents)
  }

  /// Answers with a value of a type, snapshot by snapshot; metadata of any type.
  @available(*, deprecated, message: "values are ConvertibleToGeneratedContent")
  @_disfavoredOverload
  public func streamResponse<Content: Generable>(
    to prompt: some PromptRepresentable,
    generating type: Content.Type = Content.self,
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any Sendable & Codable & Equatable]?
  ) -> sending ResponseStream<Content> {
    streamResponse(
      to: Prompt(prompt), generating: type, options: options, contextOptions: contextOptions,
      metadata: metadata.contents)
  }

  /// Answers with a value of a type, snapshot by snapshot; metadata of any type.
  @available(*, deprecated, message: "values are ConvertibleToGeneratedContent")
  @_disfavoredOverload
  public func streamResponse<Content: Generable>(
    generating type: Content.Type = Content.self,
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any Sendable & Codable & Equatable]?,
    @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<Content> {
    streamResponse(
      to: try prompt(), generating: type, options: options, contextOptions: contextOptions,
      metadata: metadata.contents)
  }
}
