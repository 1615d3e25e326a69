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
    do {
      let outcome = try await SessionPropertyValues.$current.withValue(properties) {
        try await perform(turn)
      }
      end(turn, .success(outcome))
      return outcome
    } catch {
      let translated = ternOptions.errors.translate(error)
      end(turn, .failure(translated))
      throw translated
    }
  }

  /// Answers a request in the caller's task.
  nonisolated(nonsending)
    func answer<Content: Generable>(_ request: TurnRequest) async throws -> Response<Content>
  {
    try Task.checkCancellation()
    return try Response(try await run(try begin(request)))
  }

  /// Answers a request in a task of its own, which ends when nobody reads the stream.
  func stream<Content: Generable>(_ request: TurnRequest) -> ResponseStream<Content> {
    let feed = ResponseFeed()
    do {
      let turn = try begin(request, feed: feed)
      let task = Task { _ = try? await self.run(turn) }
      update(turn) { $0.task = task }
      return ResponseStream(
        source: ResponseSource(feed: feed, request: .init(session: self, turn: turn)))
    } catch {
      feed.finish(.failure(error))
      return ResponseStream(source: ResponseSource(feed: feed))
    }
  }

  /// Ends a turn, if the session is still busy with it.
  private func end(_ id: TurnID, _ outcome: Result<TurnOutcome, any Swift.Error>) {
    let feed: ResponseFeed? = changeTurn { state in
      guard let turn = state.turn, turn.id == id else { return nil }
      if case .failure = outcome { state.handleError(of: turn) }
      state.usage = state.usage.adding(turn.usage).adding(turn.live.usage)
      state.turn = nil
      return turn.feed
    }
    feed?.finish(outcome)
  }

  /// Stops a turn before its end, if the session is still busy with it.
  ///
  /// The session is free at once; what the model or a tool still says for the turn does not count.
  func stop(_ id: TurnID, _ reason: StopReason) {
    guard read({ $0.turn?.id == id }) else { return }
    let stopped: (turn: ActiveTurn, outcome: TurnOutcome?)? = changeTurn { state in
      guard let turn = state.turn, turn.id == id else { return nil }
      let outcome = reason == .abandoned ? state.keepAnswer(of: turn) : nil
      if outcome == nil { state.handleError(of: turn) }
      state.usage = state.usage.adding(turn.usage).adding(turn.live.usage)
      state.turn = nil
      return (turn, outcome)
    }
    guard let stopped else { return }
    stopped.turn.task?.cancel()
    stopped.turn.feed?.finish(
      stopped.outcome.map { .success($0) } ?? .failure(CancellationError()))
  }

  /// Takes what the model says for a turn; nothing once the turn is over.
  func receive(
    _ event: LanguageModelExecutorGenerationChannel.Event, of request: Int, for id: TurnID
  ) {
    guard read({ $0.turn?.id == id }) else { return }
    let feed: ResponseFeed?? = change { state in
      state.update(id) { turn, transcript in
        guard turn.apply(event, of: request), let feed = turn.feed, let content = turn.content
        else {
          return nil
        }
        feed.append(
          ResponseState(
            content: content, finished: transcript.entries(from: turn.start), live: turn.live,
            earlierUsage: turn.usage))
        return feed
      }
    }
    feed??.wake()
  }
}

extension SessionState {
  /// Leaves the transcript as the policy says for a turn that ends with an error.
  fileprivate mutating func handleError(of turn: ActiveTurn) {
    if (errorHandlingPolicy ?? turn.errorHandlingPolicy)?.preserves == true {
      transcript.append(contentsOf: turn.live.transcriptEntries)
    } else {
      transcript = turn.before
    }
  }

  /// Ends the transcript with what there is of the answer; `nil` where there is none.
  fileprivate mutating func keepAnswer(of turn: ActiveTurn) -> TurnOutcome? {
    guard let live = turn.live.response, let content = turn.content, !live.text.isEmpty,
      turn.live.entries.last?.kind == .response
    else { return nil }
    transcript.append(contentsOf: turn.live.transcriptEntries.dropLast())
    transcript.append(turn.request.entry(of: live, content: content))
    return TurnOutcome(
      content: content, entries: transcript.entries(from: turn.start),
      usage: turn.usage.adding(turn.live.usage))
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
