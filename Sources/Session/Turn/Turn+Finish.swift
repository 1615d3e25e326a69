/// What ends a turn.
enum TurnEnding: Sendable {
  /// Its work has ended.
  case finished(Result<TurnOutcome, any Error>)
  /// Nobody reads the stream any more.
  case abandoned
  /// The task that reads the stream was cancelled.
  case cancelled
}

extension Turn {
  /// Ends the turn: leaves the transcript as the ending demands, and gives the result of the request.
  ///
  /// An answer that is complete stays, and is the result unless an error has come after it.
  /// - Parameter policy: What the session says of the entries of failed requests.
  func finish(
    _ ending: TurnEnding, in transcript: inout Transcript, policy: TranscriptErrorHandlingPolicy?
  ) -> Result<TurnOutcome, any Error> {
    let error = error(of: ending)
    if case .committed(let outcome) = phase {
      return error.map { .failure($0) } ?? .success(outcome)
    }
    if error == nil, let outcome = keepAnswer(in: &transcript) { return .success(outcome) }
    if (policy ?? errorHandlingPolicy)?.preserves == true {
      transcript.append(contentsOf: live.transcriptEntries)
    } else {
      transcript = before
    }
    return .failure(error ?? CancellationError())
  }

  /// The error with which the turn ends; `nil` where it ends with what there is of the answer.
  private func error(of ending: TurnEnding) -> (any Error)? {
    if isDisturbed { return LanguageModelSession.Error.transcriptMutationWhileResponding }
    switch ending {
    case .finished(.success), .abandoned: return nil
    case .finished(.failure(let error)): return error
    case .cancelled:
      if case .committed = phase { return nil }
      return CancellationError()
    }
  }

  /// Ends the transcript with the last answer that the turn has, even one that is not complete; `nil`
  /// where there is none.
  ///
  /// Calls of tools that have not answered are left out, and all that follows them.
  private func keepAnswer(in transcript: inout Transcript) -> TurnOutcome? {
    let entries = transcript.entries(from: start) + liveEntries
    guard let last = entries.lastAnswer, case .response(let response) = entries[last] else {
      return nil
    }
    let isLive = response.id == live.response?.id
    transcript.replaceSubrange(start..., with: entries[...last])
    return TurnOutcome(
      content: isLive ? content ?? response.content : response.content,
      entries: transcript.entries(from: start), usage: wholeUsage)
  }

  /// The answer that is being written; `nil` before anything of it is known.
  private var content: GeneratedContent? {
    switch phase {
    case .asking(let writing), .written(let writing): writing.content(of: request, contentID)
    case .preparing, .runningTools, .committed: nil
    }
  }

  /// What the model is writing, as entries; an answer that says nothing yet is none.
  private var liveEntries: [Transcript.Entry] {
    let live = live
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
