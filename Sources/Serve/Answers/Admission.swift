import TernJSON

/// How many requests for the model there are, and whether one more is taken.
final class Admission: Sendable {
  private let running: Int
  private let waiting: Int
  private let state = Locked(State())

  private struct State: Sendable {
    var count = 0
    /// The mean seconds of the last requests; those that are longer ago count less.
    var seconds = 1.0
  }

  /// - Parameters:
  ///   - running: Requests that are answered side by side.
  ///   - waiting: Requests that may wait beside them.
  init(running: Int, waiting: Int) { (self.running, self.waiting) = (running, waiting) }

  /// When it is worth another try, in seconds, where all places are taken.
  var retryAfter: Int { retryAfter(state.withLock { $0.seconds }) }

  private func retryAfter(_ seconds: Double) -> Int {
    let rounds = Double(max(1, waiting)) / Double(running)
    return Int(min(60, max(1, (seconds * rounds).rounded(.up))))
  }

  /// Requests that are being answered, or wait.
  var count: Int { state.withLock { $0.count } }

  /// Whether there are as many as may be.
  var isFull: Bool { count >= running + waiting }

  /// Takes a request.
  ///
  /// - Throws: The status 429 where there are as many as may be.
  func enter() throws(ServerError) -> Place {
    let seconds = state.withLock { state -> Double? in
      guard state.count < running + waiting else { return state.seconds }
      state.count += 1
      return nil
    }
    guard let seconds else { return Place(self) }
    throw .tooMany(
      "\(running + waiting) requests are being answered or wait already.",
      retryAfter: retryAfter(seconds))
  }

  fileprivate func leave(after seconds: Double) {
    state.withLock { state in
      state.count -= 1
      state.seconds += (seconds - state.seconds) / 16
    }
  }

  /// A request that was taken; leaves when it is dropped.
  final class Place: Sendable {
    private let admission: Admission
    private let began = ContinuousClock.now

    fileprivate init(_ admission: Admission) { self.admission = admission }

    deinit { admission.leave(after: (ContinuousClock.now - began).seconds) }
  }
}
