import TernJSON

/// The conversations behind the newest responses, so that others can go on with them.
final class ResponseStore: Sendable {
  /// How many are kept.
  private static let capacity = 1000

  private struct State: Sendable {
    var conversations: [String: [JSON]] = [:]
    var order: [String] = []
  }

  private let state = Locked(State())

  /// The messages up to a response, its own included; `nil` where it is not kept.
  func conversation(_ id: String) -> [JSON]? { state.withLock { $0.conversations[id] } }

  func keep(_ messages: [JSON], as id: String) {
    state.withLock { state in
      state.conversations[id] = messages
      state.order.append(id)
      guard state.order.count > Self.capacity else { return }
      state.conversations[state.order.removeFirst()] = nil
    }
  }
}
