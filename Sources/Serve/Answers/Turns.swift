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
  }

  private struct Waiter: Sendable {
    var id: Int
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
      await withCheckedContinuation { join(Waiter(id: id, continuation: $0), client) }
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
    let outcome = state.withLock { state -> Outcome? in
      // Whoever is cancelled before this is told so here, and later by ``leave``.
      if Task.isCancelled { return .cancelled }
      if state.free > 0 {
        state.free -= 1
        return .turn
      }
      if state.waiting[client] == nil { state.order.append(client) }
      state.waiting[client, default: []].append(waiter)
      return nil
    }
    if let outcome { return waiter.continuation.resume(returning: outcome) }
    Task { [weak self, timeout, id = waiter.id] in
      try? await Task.sleep(for: timeout)
      self?.leave(id, client)?.resume(returning: .late)
    }
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
