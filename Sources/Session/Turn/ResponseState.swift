import TernJSON

/// An answer as it is at one moment; cheap to copy, and made into a snapshot when somebody looks.
struct ResponseState: Sendable {
  /// The answer so far.
  var content: GeneratedContent
  /// Entries of the turn that are finished.
  var finished: ArraySlice<Transcript.Entry>
  /// Entries that the model is writing.
  var live: EntryAssembler
  /// Tokens of the turn's earlier requests.
  var earlierUsage: LanguageModelSession.Usage

  /// All entries of the turn so far.
  var transcriptEntries: ArraySlice<Transcript.Entry> { finished + live.transcriptEntries }

  /// All tokens of the turn so far.
  var usage: LanguageModelSession.Usage { earlierUsage.adding(live.usage) }
}

/// The end of a turn.
struct TurnOutcome: Sendable {
  /// The answer.
  var content: GeneratedContent
  /// All entries of the turn.
  var entries: ArraySlice<Transcript.Entry>
  /// All tokens of the turn.
  var usage: LanguageModelSession.Usage
  /// The calls that ended the turn; none where an answer did.
  var calls: [Transcript.ToolCall] = []
}
