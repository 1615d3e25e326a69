/// What changes while a session lives.
struct SessionState: Sendable {
  /// The entries that are finished.
  var transcript: Transcript
  /// The turn that the session is busy with.
  var turn: ActiveTurn?
  /// Tokens of all turns that are over.
  var usage = LanguageModelSession.Usage.none
  var errorHandlingPolicy: TranscriptErrorHandlingPolicy?
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
    turn = ActiveTurn(
      id: id, request: request, before: transcript, start: transcript.count, feed: feed)
    transcript.append(.prompt(request.prompt))
    return id
  }

  /// Changes a turn if the session is still busy with it; `nil` where it is not.
  mutating func update<Value>(
    _ id: TurnID, _ change: (inout ActiveTurn, inout Transcript) throws -> Value
  ) rethrows -> Value? {
    guard turn?.id == id, var current = turn else { return nil }
    // The turn is moved out and back, so that its texts grow in place.
    turn?.live = EntryAssembler()
    turn?.value = nil
    defer { turn = current }
    return try change(&current, &transcript)
  }

  /// Puts instructions at the beginning of the transcript.
  mutating func setInstructions(_ instructions: Transcript.Instructions) {
    let number = transcript.count
    transcript.setInstructions(instructions)
    turn?.start += transcript.count - number
  }
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
