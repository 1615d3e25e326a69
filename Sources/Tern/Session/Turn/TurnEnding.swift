/// What ends a turn.
enum TurnEnding: Sendable {
  /// Its work has ended.
  case finished(Result<TurnOutcome, any Error>)
  /// Nobody reads the stream any more.
  case abandoned
  /// The task that reads the stream was cancelled.
  case cancelled
}

extension LanguageModelSession {
  /// Ends a turn, if the session is still busy with it; every turn ends here.
  ///
  /// The session is free at once; what the model or a tool still says for the turn does not count.
  /// - Returns: How the turn has ended; `nil` where it had ended before.
  @discardableResult
  func end(_ id: TurnID, _ ending: TurnEnding) -> Result<TurnOutcome, any Swift.Error>? {
    // Observers of a session hear nothing of what comes too late.
    guard read({ $0.turn?.id == id }) else { return nil }
    let ended: EndedTurn? = changeTurn { $0.end(id, ending) }
    guard let ended else { return nil }
    if case .finished = ending {} else { ended.cancel?() }
    ended.feed?.finish(ended.result)
    return ended.result
  }
}

/// What is left of a turn.
private struct EndedTurn: Sendable {
  var result: Result<TurnOutcome, any Error>
  var feed: ResponseFeed?
  /// Cancels the work.
  var cancel: (@Sendable () -> Void)?
}

extension SessionState {
  /// Ends the turn: settles the transcript, counts its tokens, and lets go of it.
  fileprivate mutating func end(_ id: TurnID, _ ending: TurnEnding) -> EndedTurn? {
    guard let turn, turn.id == id else { return nil }
    let result = settle(turn, ending)
    usage = usage.adding(turn.usage).adding(turn.live.usage)
    self.turn = nil
    return EndedTurn(result: result, feed: turn.feed, cancel: turn.cancel)
  }

  /// Leaves the transcript as the turn's end demands; gives the result of the request.
  ///
  /// An answer that is complete stays, and is the result unless an error has come after it.
  private mutating func settle(
    _ turn: ActiveTurn, _ ending: TurnEnding
  ) -> Result<TurnOutcome, any Error> {
    let error = turn.error(of: ending)
    if let outcome = turn.outcome { return error.map { .failure($0) } ?? .success(outcome) }
    if error == nil, let outcome = keepAnswer(of: turn) { return .success(outcome) }
    if (errorHandlingPolicy ?? turn.errorHandlingPolicy)?.preserves == true {
      transcript.append(contentsOf: turn.live.transcriptEntries)
    } else {
      transcript = turn.before
    }
    return .failure(error ?? CancellationError())
  }

  /// Ends the transcript with the last answer that the turn has, even one that is not complete; `nil`
  /// where there is none.
  ///
  /// Calls of tools that have not answered are left out, and all that follows them.
  private mutating func keepAnswer(of turn: ActiveTurn) -> TurnOutcome? {
    let entries = transcript.entries(from: turn.start) + turn.liveEntries
    guard let last = entries.lastAnswer, case .response(let response) = entries[last] else {
      return nil
    }
    let isLive = response.id == turn.live.response?.id
    transcript.replaceSubrange(turn.start..., with: entries[...last])
    return TurnOutcome(
      content: isLive ? turn.content ?? response.content : response.content,
      entries: transcript.entries(from: turn.start), usage: turn.usage.adding(turn.live.usage))
  }
}

extension ActiveTurn {
  /// The error with which a turn ends; `nil` where it ends with what there is of the answer.
  fileprivate func error(of ending: TurnEnding) -> (any Error)? {
    if isDisturbed { return LanguageModelSession.Error.transcriptMutationWhileResponding }
    switch ending {
    case .finished(.success), .abandoned: return nil
    case .finished(.failure(let error)): return error
    case .cancelled: return outcome == nil ? CancellationError() : nil
    }
  }

  /// What the model is writing, as entries; an answer that says nothing yet is none.
  fileprivate var liveEntries: [Transcript.Entry] {
    let answer = live.response
    return live.entries.compactMap { entry in
      guard entry.kind == .response else { return entry.entry }
      guard !entry.text.isEmpty else { return nil }
      guard entry.id == answer?.id else { return entry.entry }
      return content.map { request.entry(of: entry, content: $0) }
    }
  }
}

extension Transcript.Response {
  /// The value that the answer holds, or its text.
  fileprivate var content: GeneratedContent {
    for case .structure(let structure) in segments { return structure.content }
    return GeneratedContent(segments.map(\.description).joined())
  }
}

extension ArraySlice<Transcript.Entry> {
  /// The place of the last answer that no call without an output comes before.
  fileprivate var lastAnswer: Int? {
    var open = 0
    var last: Int?
    for (index, entry) in zip(indices, self) {
      switch entry {
      case .toolCalls(let calls): open += calls.count
      case .toolOutput: open -= 1
      case .response: if open == 0 { last = index }
      default: break
      }
    }
    return last
  }
}
