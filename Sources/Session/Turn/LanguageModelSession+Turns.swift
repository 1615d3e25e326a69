import Foundation

extension LanguageModelSession {
  /// Begins a turn.
  ///
  /// - Throws: The error of concurrent requests where the session is busy; nothing changes then.
  func begin(_ request: TurnRequest, feed: ResponseFeed? = nil) throws -> TurnID {
    // A request that comes too late must not disturb the one that is under way, nor its observers.
    let errors = ternOptions.errors
    guard read({ $0.turn == nil }),
      let turn = changeTurn({ $0.begin(request, feed: feed) })
    else { throw errors.concurrentRequests }
    return turn
  }

  /// Does the work of a turn that has begun, and ends it.
  @concurrent
  func run(_ turn: TurnID) async throws -> TurnOutcome {
    let result: Result<TurnOutcome, any Swift.Error>
    do {
      result = .success(
        try await SessionPropertyValues.$current.withValue(properties) { try await perform(turn) })
    } catch {
      result = .failure(ternOptions.errors.translate(error))
    }
    return try (end(turn, .finished(result)) ?? result).get()
  }

  /// Answers a request, and waits until its work has ended.
  ///
  /// The work has a task of its own, so that it can be cancelled by others than the caller too.
  nonisolated(nonsending)
    func answer<Content: Generable>(_ request: TurnRequest) async throws -> Response<Content>
  {
    try Task.checkCancellation()
    let turn = try begin(request)
    let work = Task { try await self.run(turn) }
    setCancellation(of: turn) { work.cancel() }
    let outcome = try await withTaskCancellationHandler {
      try await work.value
    } onCancel: {
      work.cancel()
    }
    return try Response(outcome)
  }

  /// Answers a request in a task of its own, which ends when nobody reads the stream.
  func stream<Content: Generable>(_ request: TurnRequest) -> ResponseStream<Content> {
    let feed = ResponseFeed()
    do {
      let turn = try begin(request, feed: feed)
      // The feed tells the error to the readers.
      let work = Task { _ = try? await self.run(turn) }
      setCancellation(of: turn) { work.cancel() }
      return ResponseStream(
        source: ResponseSource(feed: feed, request: .init(session: self, turn: turn)))
    } catch {
      feed.finish(.failure(error))
      return ResponseStream(source: ResponseSource(feed: feed))
    }
  }

  /// Says what cancels the work of a turn.
  private func setCancellation(of turn: TurnID, _ cancel: @escaping @Sendable () -> Void) {
    if update(turn, { $0.setCancellation(cancel) }) == true { cancel() }
  }

  /// Takes what the model says for a turn; nothing once the turn is over.
  func receive(
    _ event: LanguageModelExecutorGenerationChannel.Event, of request: Int, for id: TurnID
  ) {
    guard read({ $0.turn?.id == id }) else { return }
    let feed: ResponseFeed?? = change { state in
      state.update(id) { turn, transcript in
        let finished = transcript.entries(from: turn.start)
        guard let grown = turn.receive(event, of: request, finished: finished) else { return nil }
        turn.feed?.append(grown)
        return turn.feed
      }
    }
    feed??.wake()
  }

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

extension TurnRequest {
  /// The entry of an answer, with its value if it has a schema.
  func entry(of live: LiveEntry, content: GeneratedContent) -> Transcript.Entry {
    guard let schema, case .response(let segments) = live.content else {
      return live.entry ?? .response(Transcript.Response(id: live.id, assetIDs: [], segments: []))
    }
    let id = segments.first { $0.text != nil }?.id ?? UUID().uuidString
    let structure = Transcript.Segment.structure(
      .init(id: id, schemaName: schema.name, content: content))
    return .response(
      Transcript.Response(
        id: live.id, assetIDs: [], metadata: live.metadata,
        segments: [structure] + segments.filter { $0.text == nil }.map(\.segment)))
  }
}
