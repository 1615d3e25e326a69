import TernJSON

/// Where the readers of a stream get the answer from; the request stops with the last of them.
final class ResponseSource: Sendable {
  private let feed: ResponseFeed
  private let request: Request?
  private let readers = Locked(0)

  /// The request that feeds the stream.
  struct Request: Sendable {
    var session: LanguageModelSession
    var turn: TurnID
  }

  /// - Parameter request: The request that feeds; `nil` for an answer that is known.
  init(feed: ResponseFeed, request: Request? = nil) {
    self.feed = feed
    self.request = request
  }

  deinit { stop(.abandoned) }

  /// The next state after the first `position` ones, and its place, once it is there; `nil` where no
  /// more come.
  func state(
    after position: Int, isolation: isolated (any Actor)?
  ) async throws -> (state: ResponseState, position: Int)? {
    do { return try await feed.state(after: position, isolation: isolation) } catch {
      if error is CancellationError { stop(.cancelled) }
      throw error
    }
  }

  /// The outcome, once it is known.
  func outcome(isolation: isolated (any Actor)? = #isolation) async throws -> TurnOutcome {
    do { return try await feed.outcome(isolation: isolation) } catch {
      if error is CancellationError { stop(.cancelled) }
      throw error
    }
  }

  /// The form of an error that users of the session expect.
  func translate(_ error: any Error) -> any Error {
    request?.session.ternOptions.errors.translate(error) ?? error
  }

  fileprivate func addReader() { readers.withLock { $0 += 1 } }

  fileprivate func removeReader() {
    let left = readers.withLock { readers in
      readers -= 1
      return readers
    }
    if left == 0 { stop(.abandoned) }
  }

  private func stop(_ ending: TurnEnding) {
    guard let request, !feed.isFinished else { return }
    request.session.end(request.turn, ending)
  }
}

/// A loop over a stream.
final class ResponseReader: Sendable {
  let source: ResponseSource

  init(_ source: ResponseSource) {
    self.source = source
    source.addReader()
  }

  deinit { source.removeReader() }
}
