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
    guard writing.apply(event), feed != nil,
      let content = writing.content(of: request, contentID)
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
