/// What a session is asked.
struct TurnRequest: Sendable {
  var prompt: Transcript.Prompt
  /// Whether the transcript ends with what is answered already, so that the prompt is none of its
  /// entries.
  var isContinuation = false
  /// What the answer must satisfy; `nil` for text.
  var schema: GenerationSchema?
  /// Tries whether an answer is a value of the type that is asked for.
  var check: @Sendable (GeneratedContent) throws -> Void

  /// A request for text.
  init(
    text prompt: Prompt, options: GenerationOptions, contextOptions: ContextOptions,
    metadata: [String: any ConvertibleToGeneratedContent]
  ) {
    self.prompt = Transcript.Prompt(
      metadata: metadata, segments: prompt.segments, options: options,
      contextOptions: contextOptions)
    check = { _ in }
  }

  /// A request for a value of a schema.
  init(
    _ prompt: Prompt, schema: GenerationSchema, options: GenerationOptions,
    contextOptions: ContextOptions, metadata: [String: any ConvertibleToGeneratedContent],
    check: @escaping @Sendable (GeneratedContent) throws -> Void = { _ in }
  ) {
    self.prompt = Transcript.Prompt(
      metadata: metadata, segments: prompt.segments, options: options,
      responseFormat: Transcript.ResponseFormat(schema: schema), contextOptions: contextOptions)
    self.schema = schema
    self.check = check
  }

  /// A request for a value of a type; strings are asked for as text.
  init<Content: Generable>(
    _ prompt: Prompt, generating type: Content.Type, options: GenerationOptions,
    contextOptions: ContextOptions, metadata: [String: any ConvertibleToGeneratedContent]
  ) {
    if type == String.self {
      self.init(text: prompt, options: options, contextOptions: contextOptions, metadata: metadata)
    } else {
      self.init(
        prompt, schema: Content.generationSchema, options: options,
        contextOptions: contextOptions, metadata: metadata, check: { _ = try Content($0) })
    }
  }
}
