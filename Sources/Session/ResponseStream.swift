import TernJSON

extension LanguageModelSession {
  /// An answer while it is being written: a sequence of snapshots, each with everything written so
  /// far.
  ///
  /// A reader that falls far behind the model gets only some of the snapshots, but always the last.
  /// The request begins when the stream is made. It stops when the stream is dropped, when the loop
  /// over it is left (the text so far stays in the transcript), and when the task that reads it is
  /// cancelled (then the transcript is what the error policy says).
  public struct ResponseStream<Content: Generable> {
    let source: ResponseSource

    /// The answer as far as it is known.
    public struct Snapshot {
      /// What is known of the value.
      public var content: Content.PartiallyGenerated
      /// What the model has given so far.
      public var rawContent: GeneratedContent
      /// The entries of the request so far.
      public var transcriptEntries: ArraySlice<Transcript.Entry>
      /// The tokens of the request so far.
      public var usage: Usage
      /// The calls that the model is writing, where the session returns them
      /// (``TernSessionOptions/toolExecution``).
      public var toolCalls: [ToolCallProgress]
    }
  }
}

extension LanguageModelSession.ResponseStream: AsyncSequence {
  /// The answer as far as it is known.
  public typealias Element = Snapshot

  /// Reads the snapshots from the first one.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: ResponseReader(source)) }

  /// Waits for the whole answer; may be called whether or not snapshots were read.
  ///
  /// After a loop that was left early, it gives the text so far, if that is a complete value.
  nonisolated(nonsending)
    public func collect() async throws -> sending LanguageModelSession.Response<Content>
  {
    let outcome = try await source.outcome()
    do { return try LanguageModelSession.Response(outcome) } catch {
      if error is TernSessionError { throw error }
      throw source.translate(GeneratedContent.ParsingError(decoding: outcome.content, error))
    }
  }

  /// Reads snapshots, one after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    /// What is read.
    public typealias Element = Snapshot

    let reader: ResponseReader
    private var position = 0

    init(reader: ResponseReader) { self.reader = reader }

    /// The next snapshot, once there is one; `nil` after the last.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> Snapshot? {
      while let next = try await reader.source.state(after: position, isolation: actor) {
        position = next.position
        if let snapshot = try Snapshot(next.state) { return snapshot }
      }
      return nil
    }
  }
}

extension LanguageModelSession.ResponseStream.Snapshot {
  /// The snapshot of a state; `nil` where nothing of the value can be said yet.
  init?(_ state: ResponseState) throws {
    do { content = try Content.PartiallyGenerated(state.content) } catch {
      if state.content.isComplete { throw error }
      return nil
    }
    rawContent = state.content
    transcriptEntries = state.transcriptEntries
    usage = state.usage
    toolCalls = state.live.callProgress
  }
}

extension LanguageModelSession {
  /// A call of a tool as far as it is written.
  public struct ToolCallProgress: Sendable, Identifiable, Equatable {
    /// Identifies the call; the entry of the transcript has the same id.
    public var id: String
    /// The name of the tool.
    public var toolName: String
    /// The text of the arguments so far: the beginning of a JSON object.
    ///
    /// Later snapshots of the call begin with this text.
    public var arguments: String
  }
}

extension LanguageModelSession.ResponseStream<String> {
  /// A stream of a text that is known.
  init(text: String, entries: [Transcript.Entry]) {
    let state = ResponseState(
      content: GeneratedContent(text), finished: entries[...], live: EntryAssembler(),
      earlierUsage: .none)
    let outcome = TurnOutcome(content: state.content, entries: entries[...], usage: .none)
    self.init(source: ResponseSource(feed: ResponseFeed(state: state, outcome: outcome)))
  }
}
