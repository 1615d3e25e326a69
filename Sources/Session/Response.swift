extension LanguageModelSession {
  /// The answer to a request.
  public struct Response<Content: Generable> {
    /// The answer.
    public let content: Content
    /// The answer as the model gave it.
    public let rawContent: GeneratedContent
    /// The entries that the request has added to the transcript: the prompt, calls and outputs of
    /// tools, and the answer.
    public let transcriptEntries: ArraySlice<Transcript.Entry>
    /// The tokens of the request.
    public let usage: Usage

    /// The answer that ended a turn.
    ///
    /// - Throws: What `Content` throws when the answer is none of its values.
    init(_ outcome: TurnOutcome) throws {
      content = try Content(outcome.content)
      rawContent = outcome.content
      transcriptEntries = outcome.entries
      usage = outcome.usage
    }
  }
}

extension LanguageModelSession.Response: Sendable where Content: Sendable {}
