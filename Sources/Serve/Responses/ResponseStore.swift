import TernJSON

/// The newest responses and the conversations behind them, so that others can go on with them.
final class ResponseStore: Sendable {
  /// How many are kept.
  private static let capacity = 1000
  /// How many bytes they may take, as ``BodyWeight`` has it.
  private let byteLimit: Int

  private struct State: Sendable {
    var responses: [String: Kept] = [:]
    var order: [String] = []
    /// Bytes of all.
    var bytes = 0

    mutating func remove(_ id: String) -> Bool {
      guard let kept = responses.removeValue(forKey: id) else { return false }
      bytes -= kept.bytes
      return true
    }
  }

  /// A response that is kept.
  struct Kept: Sendable {
    /// The messages up to the response, its own included, without instructions.
    let messages: [JSON]
    let document: JSON
    /// What it takes.
    let bytes: Int

    init(messages: [JSON], document: JSON) {
      (self.messages, self.document) = (messages, document)
      bytes = BodyWeight.estimate(.array(messages)) + BodyWeight.estimate(document)
    }
  }

  private let state = Locked(State())

  /// - Parameter byteLimit: Bytes that the responses may take; the oldest leave.
  init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// How many responses are kept, and their bytes.
  var usage: (count: Int, bytes: Int) {
    state.withLock { ($0.responses.count, $0.bytes) }
  }

  /// A response; `nil` where it is not kept.
  func response(_ id: String) -> Kept? { state.withLock { $0.responses[id] } }

  func keep(_ response: Kept, as id: String) {
    guard response.bytes <= byteLimit else { return }
    state.withLock { state in
      state.responses[id] = response
      state.order.append(id)
      state.bytes += response.bytes
      while state.order.count > Self.capacity || state.bytes > byteLimit {
        _ = state.remove(state.order.removeFirst())
      }
    }
  }

  /// Forgets a response; false where it is not kept.
  func remove(_ id: String) -> Bool {
    state.withLock { state in
      state.order.removeAll { $0 == id }
      return state.remove(id)
    }
  }
}
