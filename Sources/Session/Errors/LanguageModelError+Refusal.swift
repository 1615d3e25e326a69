extension LanguageModelError {
  /// The model declined.
  public struct Refusal: Sendable {
    /// What happened, in detail.
    public var debugDescription: String
    /// Metadata that the model adds.
    public var metadata: [String: any Sendable]
    let text: String

    /// A refusal with what the model says about it.
    public init(
      explanation: String, debugDescription: String, metadata: [String: any Sendable] = [:]
    ) {
      text = explanation
      self.debugDescription = debugDescription
      self.metadata = metadata
    }

    /// What the model says about it.
    public var explanation: LanguageModelSession.Response<String> {
      get async throws { try await explanationStream.collect() }
    }

    /// What the model says about it, as a stream.
    public var explanationStream: LanguageModelSession.ResponseStream<String> {
      LanguageModelSession.ResponseStream(text: text, entries: [])
    }
  }
}
