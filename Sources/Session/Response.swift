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
    /// The calls that ended the request, none of which has been run; empty where an answer did.
    ///
    /// There are some only where ``TernSessionOptions/toolExecution`` is
    /// ``TernSessionOptions/ToolExecution/returned``. `content` is then the text that the model wrote
    /// beside them.
    public let toolCalls: [Transcript.ToolCall]

    /// The answer that ended a turn.
    ///
    /// - Throws: What `Content` throws when the answer is none of its values, and
    ///   ``TernSessionError/toolCallsReturned(_:)`` for calls in the place of a value.
    init(_ outcome: TurnOutcome) throws {
      if !outcome.calls.isEmpty, Content.self != String.self {
        throw TernSessionError.toolCallsReturned(outcome.calls)
      }
      toolCalls = outcome.calls
      content = try Content(outcome.content)
      rawContent = outcome.content
      transcriptEntries = outcome.entries
      usage = outcome.usage
    }
  }
}

extension LanguageModelSession.Response: Sendable where Content: Sendable {}
