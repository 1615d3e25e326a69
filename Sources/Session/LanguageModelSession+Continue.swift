/// Going on with a transcript that ends with a prompt or with outputs of tools.
extension LanguageModelSession {
  /// Answers what the transcript ends with, a prompt or outputs of tools, with text.
  ///
  /// For sessions that return calls (``TernSessionOptions/toolExecution``), and for transcripts that
  /// come from elsewhere. No prompt is added.
  ///
  /// ```swift
  /// for call in response.toolCalls {
  ///   let text = Transcript.Segment.text(.init(content: try await result(of: call)))
  ///   session.transcript.append(
  ///     .toolOutput(.init(id: call.id, toolName: call.toolName, segments: [text])))
  /// }
  /// let answer = try await session.continueResponse()
  /// ```
  /// - Throws: ``TernSessionError/nothingToAnswer`` where the transcript ends with something else.
  @discardableResult
  nonisolated(nonsending)
    public func continueResponse(
      options: GenerationOptions = GenerationOptions(),
      contextOptions: ContextOptions = ContextOptions()
    ) async throws -> Response<String>
  {
    try await answer(
      continuation(.init(text: Self.noPrompt, options, contextOptions)))
  }

  /// Answers what the transcript ends with, a prompt or outputs of tools, with a value of a schema.
  ///
  /// - Throws: As ``continueResponse(options:contextOptions:)``.
  @discardableResult
  nonisolated(nonsending)
    public func continueResponse(
      schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
      contextOptions: ContextOptions = ContextOptions()
    ) async throws -> Response<GeneratedContent>
  {
    try await answer(
      continuation(
        TurnRequest(
          Self.noPrompt, schema: schema, options: options, contextOptions: contextOptions,
          metadata: [:])))
  }

  /// Answers what the transcript ends with, a prompt or outputs of tools, with a value of a type.
  ///
  /// - Throws: As ``continueResponse(options:contextOptions:)``.
  @discardableResult
  nonisolated(nonsending)
    public func continueResponse<Content: Generable>(
      generating type: Content.Type, options: GenerationOptions = GenerationOptions(),
      contextOptions: ContextOptions = ContextOptions()
    ) async throws -> Response<Content>
  {
    try await answer(
      continuation(
        TurnRequest(
          Self.noPrompt, generating: type, options: options, contextOptions: contextOptions,
          metadata: [:])))
  }

  /// Streams the answer to what the transcript ends with, a prompt or outputs of tools.
  ///
  /// Reading the stream throws ``TernSessionError/nothingToAnswer`` where the transcript ends with
  /// something else.
  public func streamContinuation(
    options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions()
  ) -> ResponseStream<String> {
    streamContinuation(.init(text: Self.noPrompt, options, contextOptions))
  }

  /// Streams a value of a schema as the answer to what the transcript ends with.
  ///
  /// Reading the stream throws as that of ``streamContinuation(options:contextOptions:)``.
  public func streamContinuation(
    schema: GenerationSchema, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions()
  ) -> ResponseStream<GeneratedContent> {
    streamContinuation(
      TurnRequest(
        Self.noPrompt, schema: schema, options: options, contextOptions: contextOptions,
        metadata: [:]))
  }

  /// Streams a value of a type as the answer to what the transcript ends with.
  ///
  /// Reading the stream throws as that of ``streamContinuation(options:contextOptions:)``.
  public func streamContinuation<Content: Generable>(
    generating type: Content.Type, options: GenerationOptions = GenerationOptions(),
    contextOptions: ContextOptions = ContextOptions()
  ) -> ResponseStream<Content> {
    streamContinuation(
      TurnRequest(
        Self.noPrompt, generating: type, options: options, contextOptions: contextOptions,
        metadata: [:]))
  }

  private static var noPrompt: Prompt { Prompt(joining: []) }

  private func streamContinuation<Content: Generable>(
    _ request: TurnRequest
  ) -> ResponseStream<Content> {
    do { return stream(try continuation(request)) } catch {
      let feed = ResponseFeed()
      feed.finish(.failure(error))
      return ResponseStream(source: ResponseSource(feed: feed))
    }
  }

  /// The request as one that adds no prompt.
  private func continuation(_ request: TurnRequest) throws -> TurnRequest {
    let isOpen = read { state in
      // Whether the session is busy is another error.
      if state.turn != nil { return true }
      switch state.transcript.last {
      case .prompt, .toolOutput: return true
      default: return false
      }
    }
    guard isOpen else { throw TernSessionError.nothingToAnswer }
    var request = request
    request.isContinuation = true
    return request
  }
}

extension TurnRequest {
  fileprivate init(
    text prompt: Prompt, _ options: GenerationOptions, _ contextOptions: ContextOptions
  ) {
    self.init(text: prompt, options: options, contextOptions: contextOptions, metadata: [:])
  }
}
