import TernJSON

/// The newest responses and the conversations behind them, so that others can go on with them.
final class ResponseStore: Sendable {
  /// How many are kept.
  private static let capacity = 1000

  private struct State: Sendable {
    var responses: [String: Kept] = [:]
    var order: [String] = []
  }

  /// A response that is kept.
  struct Kept: Sendable {
    /// The messages up to the response, its own included, without instructions.
    var messages: [JSON]
    var document: JSON
  }

  private let state = Locked(State())

  /// A response; `nil` where it is not kept.
  func response(_ id: String) -> Kept? { state.withLock { $0.responses[id] } }

  func keep(_ response: Kept, as id: String) {
    state.withLock { state in
      state.responses[id] = response
      state.order.append(id)
      guard state.order.count > Self.capacity else { return }
      state.responses[state.order.removeFirst()] = nil
    }
  }

  /// Forgets a response; false where it is not kept.
  func remove(_ id: String) -> Bool {
    state.withLock { state in
      state.order.removeAll { $0 == id }
      return state.responses.removeValue(forKey: id) != nil
    }
  }
}
