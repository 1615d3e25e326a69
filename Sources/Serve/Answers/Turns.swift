import TernJSON

/// Lets in as many generations at a time as the model has use for, fairly among clients.
///
/// A client's next generation waits behind the first of every other client, so nobody who asks for
/// much keeps the others waiting. Any thread may use it.
final class Turns: Sendable {
  private struct State: Sendable {
    var free: Int
    var lastID = 0
    /// Those that wait, by client, each in the order of their coming.
    var waiting: [String: [Waiter]] = [:]
    /// The clients that have some waiting, in the order of their turns.
    var order: [String] = []
    /// Whether somebody looks after those that wait too long.
    var isWatched = false
  }

  private struct Waiter: Sendable {
    var id: Int
    var deadline: ContinuousClock.Instant
    var continuation: CheckedContinuation<Outcome, Never>
  }

  private enum Outcome: Sendable { case turn, cancelled, late }

  private let timeout: Duration
  private let state: Locked<State>

  /// - Parameters:
  ///   - capacity: Generations at a time.
  ///   - timeout: How long one may wait.
  init(capacity: Int, timeout: Duration) {
    self.timeout = timeout
    state = Locked(State(free: capacity))
  }

  /// Generations that wait.
  var waiting: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

  /// Waits for a turn.
  ///
  /// - Parameter retryAfter: When it is worth another try, for those that have waited too long.
  func take(for client: String, retryAfter: Int) async throws(ServerError) -> Turn {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation {
        join(Waiter(id: id, deadline: .now + timeout, continuation: $0), client)
      }
    } onCancel: {
      leave(id, client)?.resume(returning: .cancelled)
    }
    switch outcome {
    case .turn: return Turn(self)
    case .cancelled: throw .cancelled
    case .late:
      throw .tooMany("The request has waited for \(timeout).", retryAfter: retryAfter)
    }
  }

  private func join(_ waiter: Waiter, _ client: String) {
    let (outcome, isFirst) = state.withLock { state -> (Outcome?, Bool) in
      // Whoever is cancelled before this is told so here, and later by ``leave``.
      if Task.isCancelled { return (.cancelled, false) }
      if state.free > 0 {
        state.free -= 1
        return (.turn, false)
      }
      if state.waiting[client] == nil { state.order.append(client) }
      state.waiting[client, default: []].append(waiter)
      defer { state.isWatched = true }
      return (nil, !state.isWatched)
    }
    if let outcome { return waiter.continuation.resume(returning: outcome) }
    if isFirst { watch(until: waiter.deadline) }
  }

  /// Ends the waiting of those that have waited too long, as long as any wait.
  ///
  /// One task for all: a task of its own for each would be in memory until its time is over, also where
  /// its waiter has long had a turn.
  private func watch(until deadline: ContinuousClock.Instant) {
    Task { [weak self] in
      var deadline: ContinuousClock.Instant? = deadline
      while let next = deadline {
        try? await Task.sleep(until: next, clock: .continuous)
        deadline = self?.endLate()
      }
    }
  }

  /// Ends the waiting of those that are late; when the next ones are, `nil` where nobody waits.
  private func endLate() -> ContinuousClock.Instant? {
    let now = ContinuousClock.now
    let (late, next) = state.withLock { state -> ([Waiter], ContinuousClock.Instant?) in
      var late: [Waiter] = []
      for (client, waiters) in state.waiting {
        let rest = waiters.filter { $0.deadline > now }
        guard rest.count < waiters.count else { continue }
        late += waiters.filter { $0.deadline <= now }
        state.waiting[client] = rest.isEmpty ? nil : rest
        if rest.isEmpty { state.order.removeAll { $0 == client } }
      }
      let next = state.waiting.values.joined().map(\.deadline).min()
      state.isWatched = next != nil
      return (late, next)
    }
    for waiter in late { waiter.continuation.resume(returning: .late) }
    return next
  }

  /// Takes away one that waits; `nil` where it does not wait any more.
  private func leave(_ id: Int, _ client: String) -> CheckedContinuation<Outcome, Never>? {
    state.withLock { state in
      guard let place = state.waiting[client]?.firstIndex(where: { $0.id == id }) else {
        return nil
      }
      let waiter = state.waiting[client]?.remove(at: place)
      if state.waiting[client]?.isEmpty == true {
        state.waiting[client] = nil
        state.order.removeAll { $0 == client }
      }
      return waiter?.continuation
    }
  }

  /// Gives a turn back: it is the next client's.
  fileprivate func give() {
    let next = state.withLock { state -> Waiter? in
      guard !state.order.isEmpty else {
        state.free += 1
        return nil
      }
      let client = state.order.removeFirst()
      let waiter = state.waiting[client]?.removeFirst()
      if state.waiting[client]?.isEmpty == true {
        state.waiting[client] = nil
      } else {
        state.order.append(client)
      }
      return waiter
    }
    next?.continuation.resume(returning: .turn)
  }

  /// A generation that was let in; gives its turn back when it is dropped.
  final class Turn: Sendable {
    private let turns: Turns

    fileprivate init(_ turns: Turns) { self.turns = turns }

    deinit { turns.give() }
  }
}
