import TernJSON

/// What a server counts.
final class ServerMetrics: Sendable {
  struct Values: Sendable {
    var promptTokens = 0
    var generatedTokens = 0
    var cachedTokens = 0
    /// Requests that were answered, by why their answers ended.
    var successes: [String: Int] = ["stop": 0, "length": 0, "abort": 0]
    var firstToken = Histogram(
      bounds: [
        0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20,
        40, 80,
      ])
    var betweenTokens = Histogram(
      bounds: [
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5,
      ])
    var wholeRequest = Histogram(
      bounds: [
        0.05, 0.1, 0.3, 0.5, 0.8, 1, 1.5, 2, 2.5, 5, 10, 15, 20, 30, 40, 50, 60, 120, 240, 480,
      ])
    var queueTime = Histogram(
      bounds: [0.001, 0.005, 0.01, 0.05, 0.1, 0.3, 0.5, 1, 2.5, 5, 10, 30, 60])
  }

  private let state = Locked(Values())

  var values: Values { state.withLock { $0 } }

  /// Tokens were generated.
  ///
  /// - Parameter gap: Seconds since the last ones of the same answer.
  func generated(_ count: Int, gap: Double?) {
    guard count > 0 else { return }
    state.withLock { values in
      values.generatedTokens += count
      if let gap { values.betweenTokens.add(gap / Double(count), times: count) }
    }
  }

  /// A generation has waited for its turn.
  func waited(_ seconds: Double) { state.withLock { $0.queueTime.add(seconds) } }

  func firstToken(after seconds: Double) { state.withLock { $0.firstToken.add(seconds) } }

  /// A request is over.
  func ended(_ record: RequestRecord) {
    state.withLock { values in
      values.promptTokens += record.promptTokens
      values.cachedTokens += record.cachedTokens
      guard record.generatedTokens > 0 || record.finishReason != nil else { return }
      values.wholeRequest.add(record.seconds)
      let reason = record.status == 200 ? record.finishReason ?? "stop" : "abort"
      values.successes[reason, default: 0] += 1
    }
  }
}

/// How often values lay below some bounds.
struct Histogram: Sendable, Equatable {
  let bounds: [Double]
  /// How many values lay above the bound before, and not above this one; at last those above all.
  private(set) var counts: [Int]
  private(set) var sum = 0.0

  init(bounds: [Double]) {
    self.bounds = bounds
    counts = Array(repeating: 0, count: bounds.count + 1)
  }

  var count: Int { counts.reduce(0, +) }

  mutating func add(_ value: Double, times: Int = 1) {
    counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += times
    sum += value * Double(times)
  }
}
