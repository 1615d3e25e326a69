import TernJSON

/// The states of an answer that is being written, for any number of readers.
///
/// A reader gets each state once, and waits where it has seen all; one that falls far behind gets
/// only some, so that it catches up. The states share what they have in common, so keeping all of
/// them takes little more than the answer.
final class ResponseFeed: Sendable {
  private struct Content {
    var states: [ResponseState] = []
    var outcome: Result<TurnOutcome, any Error>?
    var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
    var nextWaiter: UInt64 = 0
  }

  private let content = Locked(Content())

  init() {}

  /// A feed that ended well long ago.
  init(state: ResponseState, outcome: TurnOutcome) {
    append(state)
    finish(.success(outcome))
  }

  /// Whether the outcome is known.
  var isFinished: Bool { content.withLock { $0.outcome != nil } }

  /// Adds a state; none once the outcome is known.
  ///
  /// Readers see it after ``wake()``.
  func append(_ state: ResponseState) {
    content.withLock { if $0.outcome == nil { $0.states.append(state) } }
  }

  /// Lets readers look for what is new.
  func wake() { wake { _ in } }

  /// Ends the feed; the first outcome counts.
  func finish(_ outcome: Result<TurnOutcome, any Error>) {
    wake { if $0.outcome == nil { $0.outcome = outcome } }
  }

  /// States that a reader may be behind before it gets only some.
  private static let patience = 128

  /// The next state after the first `position` ones, and its place, once it is there; `nil` where no
  /// more come.
  ///
  /// The further behind a reader is, the more states it does not get; it always gets the last.
  ///
  /// - Throws: The error that ended the feed; `CancellationError` when the reader's task is
  ///   cancelled.
  func state(
    after position: Int, isolation: isolated (any Actor)? = #isolation
  ) async throws -> (state: ResponseState, position: Int)? {
    while true {
      try Task.checkCancellation()
      let (next, outcome) = content.withLock { content in
        let behind = content.states.count - position
        let next = position + max(1, behind / Self.patience)
        return (behind > 0 ? (content.states[next - 1], next) : nil, content.outcome)
      }
      if let next { return next }
      if let outcome {
        _ = try outcome.get()
        return nil
      }
      await wait { $0.states.count > position || $0.outcome != nil }
    }
  }

  /// The outcome, once it is known.
  ///
  /// - Throws: As ``state(after:isolation:)``.
  func outcome(isolation: isolated (any Actor)? = #isolation) async throws -> TurnOutcome {
    while true {
      try Task.checkCancellation()
      if let outcome = content.withLock({ $0.outcome }) { return try outcome.get() }
      await wait { $0.outcome != nil }
    }
  }

  /// Waits for the next change, unless `isReady` already, or until the task is cancelled.
  private func wait(
    isolation: isolated (any Actor)? = #isolation, unless isReady: @Sendable (Content) -> Bool
  ) async {
    let id = content.withLock { content in
      content.nextWaiter &+= 1
      return content.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isWaiting = content.withLock { content in
          guard !isReady(content), !Task.isCancelled else { return false }
          content.waiting[id] = continuation
          return true
        }
        if !isWaiting { continuation.resume() }
      }
    } onCancel: {
      content.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
    }
  }

  private func wake(_ change: (inout Content) -> Void) {
    let waiting = content.withLock { content in
      change(&content)
      defer { content.waiting = [:] }
      return content.waiting.values.map { $0 }
    }
    for continuation in waiting { continuation.resume() }
  }
}
