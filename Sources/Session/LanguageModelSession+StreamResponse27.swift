extension LanguageModelSession {
  /// Answers with text, snapshot by snapshot.
  public func streamResponse(
    to prompt: Prompt,
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> sending ResponseStream<String> {
    stream(
      TurnRequest(
        text: prompt, options: options, contextOptions: contextOptions, metadata: metadata))
  }

  /// Answers with text, snapshot by snapshot.
  @_disfavoredOverload
  public func streamResponse(
    to prompt: String,
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> sending ResponseStream<String> {
    stream(
      TurnRequest(
        text: Prompt(prompt), options: options, contextOptions: contextOptions, metadata: metadata))
  }

  /// Answers with text, snapshot by snapshot.
  public func streamResponse(
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(),
    metadata: [String: any ConvertibleToGeneratedContent] = [:],
    @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<String> {
    stream(
      TurnRequest(
        text: try prompt(), options: options, contextOptions: contextOptions, metadata: metadata))
  }

  /// Answers with a value of a schema, snapshot by snapshot.
  @_disfavoredOverload
  public func streamResponse(
    to prompt: Prompt,
    schema: GenerationSchema,
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> sending ResponseStream<GeneratedContent> {
    stream(
      TurnRequest(
        prompt, schema: schema, options: options, contextOptions: contextOptions, metadata: metadata
      ))
  }

  /// Answers with a value of a schema, snapshot by snapshot.
  @_disfavoredOverload
  public func streamResponse(
    to prompt: String,
    schema: GenerationSchema,
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> sending ResponseStream<GeneratedContent> {
    stream(
      TurnRequest(
        Prompt(prompt), schema: schema, options: options, contextOptions: contextOptions,
        metadata: metadata))
  }

  /// Answers with a value of a schema, snapshot by snapshot.
  @_disfavoredOverload
  public func streamResponse(
    schema: GenerationSchema,
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:],
    @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<GeneratedContent> {
    stream(
      TurnRequest(
        try prompt(), schema: schema, options: options, contextOptions: contextOptions,
        metadata: metadata))
  }

  /// Answers with a value of a type, snapshot by snapshot.
  public func streamResponse<Content: Generable>(
    to prompt: Prompt,
    generating type: Content.Type = Content.self,
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> sending ResponseStream<Content> {
    stream(
      TurnRequest(
        prompt, generating: type, options: options, contextOptions: contextOptions,
        metadata: metadata))
  }

  /// Answers with a value of a type, snapshot by snapshot.
  @_disfavoredOverload
  public func streamResponse<Content: Generable>(
    to prompt: String,
    generating type: Content.Type = Content.self,
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:]
  ) -> sending ResponseStream<Content> {
    stream(
      TurnRequest(
        Prompt(prompt), generating: type, options: options, contextOptions: contextOptions,
        metadata: metadata))
  }

  /// Answers with a value of a type, snapshot by snapshot.
  public func streamResponse<Content: Generable>(
    generating type: Content.Type = Content.self,
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions(includeSchemaInPrompt: true),
    metadata: [String: any ConvertibleToGeneratedContent] = [:],
    @PromptBuilder prompt: () throws -> Prompt
  ) rethrows -> sending ResponseStream<Content> {
    stream(
      TurnRequest(
        try prompt(), generating: type, options: options, contextOptions: contextOptions,
        metadata: metadata))
  }
}
