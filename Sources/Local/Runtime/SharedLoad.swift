import TernJSON

/// Loads a value once, however many wait for it.
///
/// Each of those who wait can be cancelled; the others go on waiting. When nobody waits any more, the
/// work is told to give up with its next report of progress; somebody who comes before that report
/// keeps it going. It never runs twice at the same time. A failure is not kept: the next call loads
/// anew.
///
/// ```
/// idle ──value()──▶ loading ──success──▶ loaded
///   ▲                  │                     │
///   └──failure, or nobody waits──────────forget()
/// ```
package final class SharedLoad<Value: Sendable>: Sendable {
  /// Does the work, and reports its progress from 0 to 1; ends soon after a report is answered
  /// `false`.
  package typealias Work =
    @Sendable (_ report: @escaping @Sendable (Double) -> Bool) async throws -> Value

  private struct State: Sendable {
    var value: Value?
    var isLoading = false
    /// Whether the work was told to give up.
    var isGivenUp = false
    /// What the work has reported last.
    var share = 0.0
    var waiters: [UInt64: Waiter] = [:]
    var lastID: UInt64 = 0

    mutating func begin() {
      isLoading = true
      isGivenUp = false
      share = 0
    }

    mutating func takeWaiters() -> [Waiter] {
      defer { waiters = [:] }
      return Array(waiters.values)
    }
  }

  private struct Waiter: Sendable {
    var continuation: CheckedContinuation<Value, any Error>
    var listener: ProgressListener?
  }

  private let work: Work
  private let state = Locked(State())

  package init(_ work: @escaping Work) { self.work = work }

  /// The value, where it is there already.
  package var loaded: Value? { state.withLock { $0.value } }

  /// Whether the work is being done.
  package var isLoading: Bool { state.withLock { $0.isLoading } }

  /// Drops the value, where it is there: the next call loads it anew.
  package func forget() { state.withLock { $0.value = nil } }

  /// The value; loads it, or waits for who does.
  ///
  /// - Parameter progress: Is told the share that is loaded, which grows from call to call; not told
  ///   anything where the value is there already.
  /// - Throws: The error of the work; `CancellationError` when the task is cancelled.
  package func value(
    isolation: isolated (any Actor)? = #isolation, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws -> Value {
    let id = state.withLock { state in
      state.lastID &+= 1
      return state.lastID
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        join(id, Waiter(continuation: continuation, listener: progress.map(ProgressListener.init)))
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
      waiter?.continuation.resume(throwing: CancellationError())
    }
  }

  private func join(_ id: UInt64, _ waiter: Waiter) {
    let isCancelled = Task.isCancelled
    let (known, isFirst, share) = state.withLock {
      state -> (Result<Value, any Error>?, Bool, Double) in
      if let value = state.value { return (.success(value), false, 1) }
      if isCancelled { return (.failure(CancellationError()), false, 0) }
      state.waiters[id] = waiter
      if state.isLoading { return (nil, false, state.share) }
      state.begin()
      return (nil, true, 0)
    }
    if let known { return waiter.continuation.resume(with: known) }
    if isFirst { start() } else { waiter.listener?.tell(share) }
  }

  private func start() {
    Task.detached { [self] in
      let result: Result<Value, any Error>
      do {
        result = .success(try await work { [self] in report($0) })
      } catch {
        result = .failure(error)
      }
      finish(result)
    }
  }

  /// Tells the share to all who wait; false where nobody does.
  private func report(_ share: Double) -> Bool {
    let (isGivenUp, listeners) = state.withLock { state in
      state.share = share
      if state.waiters.isEmpty { state.isGivenUp = true }
      return (state.isGivenUp, state.waiters.values.compactMap(\.listener))
    }
    for listener in listeners { listener.tell(share) }
    return !isGivenUp
  }

  private func finish(_ result: Result<Value, any Error>) {
    let waiters: [Waiter]? = state.withLock { state in
      state.isLoading = false
      switch result {
      case .success(let value): state.value = value
      case .failure:
        // These have come after the work was told to give up: it begins anew for them.
        guard !state.isGivenUp || state.waiters.isEmpty else {
          state.begin()
          return nil
        }
      }
      return state.takeWaiters()
    }
    guard let waiters else { return start() }
    for waiter in waiters { waiter.continuation.resume(with: result) }
  }
}

/// Tells one of those who wait how far the work is; never less than before.
private final class ProgressListener: Sendable {
  private let told = Locked(-1.0)
  private let progress: @Sendable (Double) -> Void

  init(_ progress: @escaping @Sendable (Double) -> Void) { self.progress = progress }

  /// The lock is held during the call, so that calls from two threads do not change places.
  func tell(_ share: Double) {
    told.withLock { told in
      guard share > told else { return }
      told = share
      progress(share)
    }
  }
}
