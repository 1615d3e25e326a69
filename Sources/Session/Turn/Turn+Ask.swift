import TernJSON

extension Turn {
  /// `preparing → asking`: gives the number of the request that begins, or `nil` where none may.
  mutating func ask() -> Int? {
    guard case .preparing = phase, !isDisturbed else { return nil }
    requests += 1
    let showsValue = request.schema != nil && feed != nil
    phase = .asking(
      Writing(number: requests, showsValue: showsValue, value: showsValue ? PartialJSON() : nil))
    return requests
  }

  /// `asking → written`.
  mutating func endRequest() {
    if case .asking(let writing) = phase { phase = .written(writing) }
  }

  /// Takes an event of a request; gives the state that readers are to see, if the answer has grown.
  ///
  /// `finished` are the turn's entries in the transcript.
  mutating func receive(
    _ event: LanguageModelExecutorGenerationChannel.Event, of number: Int,
    finished: ArraySlice<Transcript.Entry>
  ) -> ResponseState? {
    guard case .asking(var writing) = phase, writing.number == number else { return nil }
    // Moved out and back, so that texts grow in place.
    phase = .preparing
    defer { phase = .asking(writing) }
    let isShown = writing.apply(event) || returnsCalls && event.isPartOfCall
    guard isShown, feed != nil,
      let content = writing.content(of: request, contentID)
        ?? (returnsCalls ? request.emptyContent(contentID) : nil)
    else { return nil }
    return ResponseState(
      content: content, finished: finished, live: writing.live, earlierUsage: usage)
  }
}

extension Turn.Writing {
  /// Takes an event; whether the answer has grown.
  fileprivate mutating func apply(
    _ event: LanguageModelExecutorGenerationChannel.Event
  ) -> Bool {
    guard let change = live.apply(event) else { return false }
    do {
      switch change {
      case .appended(let text): try value?.push(text)
      case .replaced(let bytes):
        guard showsValue else { break }
        value = PartialJSON()
        try value?.push(bytes.array.span)
      }
    } catch {
      value = nil
    }
    return true
  }

  /// The answer so far; `nil` before anything of it is known.
  func content(of request: TurnRequest, _ id: GenerationID) -> GeneratedContent? {
    guard request.schema == nil else {
      return value?.value.map { GeneratedContent(partial: $0, id: id) }
    }
    return (live.response?.text).map { GeneratedContent(partial: .string($0), id: id) }
  }
}

extension TurnRequest {
  /// An answer of which nothing is known yet.
  fileprivate func emptyContent(_ id: GenerationID) -> GeneratedContent {
    GeneratedContent(
      partial: schema == nil ? .string(GrowingList()) : .object(GrowingList(), next: nil), id: id)
  }
}

extension LanguageModelExecutorGenerationChannel.Event {
  /// Whether the event adds to a call or takes one back.
  fileprivate var isPartOfCall: Bool {
    guard case .toolCalls(let calls) = kind else { return false }
    switch calls.action.kind {
    case .toolCall, .removeToolCall: return true
    case .updateMetadata, .updateUsage: return false
    }
  }
}
