/// What changes while a session lives.
struct SessionState: Sendable {
  /// The entries that are finished.
  var transcript: Transcript
  /// The turn that the session is busy with.
  var turn: Turn?
  /// Tokens of all turns that are over.
  var usage = LanguageModelSession.Usage.none
  var errorHandlingPolicy: TranscriptErrorHandlingPolicy?
  /// What the last turn had written and its error took back; feedback tells of it.
  private(set) var rejectedEntries: [Transcript.Entry] = []
  var options: TernSessionOptions
  private var turns: UInt64 = 0

  init(transcript: Transcript, options: TernSessionOptions) {
    self.transcript = transcript
    self.options = options
  }

  /// The transcript with what is being written.
  var visibleTranscript: Transcript {
    guard let turn, !turn.live.entries.isEmpty else { return transcript }
    var transcript = transcript
    transcript.append(contentsOf: turn.live.transcriptEntries)
    return transcript
  }

  /// Begins a turn, unless there is one.
  mutating func begin(_ request: TurnRequest, feed: ResponseFeed?) -> TurnID? {
    guard turn == nil else { return nil }
    turns &+= 1
    let id = TurnID(number: turns)
    turn = Turn(
      id: id, request: request, before: transcript, start: transcript.count, feed: feed,
      returnsCalls: options.toolExecution == .returned)
    if !request.isContinuation { transcript.append(.prompt(request.prompt)) }
    return id
  }

  /// Makes a transition of a turn if the session is still busy with it; `nil` where it is not.
  mutating func update<Value>(
    _ id: TurnID, _ change: (inout Turn, inout Transcript) throws -> Value
  ) rethrows -> Value? {
    guard var current = turn, current.id == id else { return nil }
    // The turn is moved out and back, so that its texts grow in place.
    turn = nil
    defer { turn = current }
    return try change(&current, &transcript)
  }

  /// Ends a turn: settles the transcript, counts its tokens, and lets go of it; `nil` where the
  /// session is not busy with it.
  mutating func end(_ id: TurnID, _ ending: TurnEnding) -> EndedTurn? {
    guard let turn, turn.id == id else { return nil }
    let written = transcript.entries(from: turn.start) + turn.live.transcriptEntries
    let result = turn.finish(ending, in: &transcript, policy: errorHandlingPolicy)
    rejectedEntries = transcript.count > turn.start ? [] : Array(written)
    usage = usage.adding(turn.wholeUsage)
    self.turn = nil
    return EndedTurn(result: result, feed: turn.feed, cancel: turn.cancel)
  }

  /// Puts instructions at the beginning of the transcript.
  mutating func setInstructions(_ instructions: Transcript.Instructions) {
    let number = transcript.count
    transcript.setInstructions(instructions)
    turn?.start += transcript.count - number
  }
}

/// What is left of a turn.
struct EndedTurn: Sendable {
  var result: Result<TurnOutcome, any Error>
  var feed: ResponseFeed?
  /// Cancels the work.
  var cancel: (@Sendable () -> Void)?
}

extension Transcript {
  /// Puts instructions at the beginning, in the place of those that are there.
  mutating func setInstructions(_ instructions: Instructions) {
    guard let first = first?.instructions else {
      if instructions.segments.isEmpty, instructions.toolDefinitions.isEmpty { return }
      insert(.instructions(instructions), at: startIndex)
      return
    }
    var instructions = instructions
    instructions.id = first.id
    self[startIndex] = .instructions(instructions)
  }
}
