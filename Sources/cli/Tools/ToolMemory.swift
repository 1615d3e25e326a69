import Synchronization

/// What tools have given in a turn, so that a turn which is tried again does not run them again: a call
/// may have had an effect.
final class ToolMemory: Sendable {
  private struct State {
    /// Results of this try, and those of the one before that were not asked for again.
    var given: [String: [String]] = [:]
    var known: [String: [String]] = [:]
  }

  private let state = Mutex(State())

  /// Forgets everything: a new turn begins.
  func clear() { state.withLock { $0 = State() } }

  /// Begins the turn once more: calls that are made again get the results that they had.
  func tryAgain() {
    state.withLock { state in
      state.known.merge(state.given) { $1 + $0 }
      state.given = [:]
    }
  }

  /// The result that a call had in the try before, or what `run` gives; each result counts once.
  func result(
    of tool: String, _ arguments: String, _ run: () async throws -> String
  ) async rethrows -> String {
    let call = tool + "\0" + arguments
    let known = state.withLock { state -> String? in
      guard var results = state.known[call], !results.isEmpty else { return nil }
      let result = results.removeFirst()
      state.known[call] = results
      state.given[call, default: []].append(result)
      return result
    }
    if let known { return known }
    let result = try await run()
    state.withLock { $0.given[call, default: []].append(result) }
    return result
  }
}
