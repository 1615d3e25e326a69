import TernModel

/// What passes of few rows cost, as measured: the more rows, the longer, but far from in proportion.
///
/// Passes of prompts do not count. Belongs to the engine's thread.
struct PassCosts {
  /// Seconds of a pass by the number of its rows; 0 where none was measured.
  private var seconds = [Double](repeating: 0, count: most + 1)
  /// What stands for the measurements, in tests.
  private let given: (@Sendable (_ rows: Int) -> Double)?

  /// Passes of more rows are not measured, and have no drafts: up to here each row has the bits that it
  /// has alone.
  static let most = Model.exactRows
  /// What a further row is taken to cost, in passes of one row, until it is measured.
  private static let guess = 0.06
  /// The part of a new measurement in the mean, and how much longer than the mean it counts at most: a
  /// thread that had to wait for a processor says nothing about the kernels.
  private static let (weight, cap) = (0.15, 1.5)
  /// The part of the first measurement: the rest is what the other passes let expect.
  private static let firstWeight = 0.5

  init(given: (@Sendable (_ rows: Int) -> Double)? = nil) { self.given = given }

  /// Whether any pass has been measured.
  var isMeasured: Bool { given == nil && seconds.contains { $0 > 0 } }

  mutating func note(rows: Int, seconds measured: Double) {
    guard (1...Self.most).contains(rows), measured > 0 else { return }
    let isFirst = seconds[rows] == 0
    let isFirstOfAll = isFirst && seconds.allSatisfy { $0 == 0 }
    let mean = isFirstOfAll ? measured : cost(rows)
    let weight = isFirst ? Self.firstWeight : Self.weight
    seconds[rows] = mean + weight * (min(measured, mean * Self.cap) - mean)
  }

  /// The seconds of a pass of `rows` rows, between measured ones in proportion.
  ///
  /// Until a pass is measured, one of a single row counts as 1.
  func cost(_ rows: Int) -> Double {
    if let given { return given(rows) }
    let rows = min(max(rows, 1), Self.most)
    if seconds[rows] > 0 { return seconds[rows] }
    let below = (1..<rows).last { seconds[$0] > 0 }
    let above = (rows..<seconds.count).first { seconds[$0] > 0 }
    switch (below, above) {
    case (let below?, let above?):
      let share = Double(rows - below) / Double(above - below)
      return seconds[below] + share * (seconds[above] - seconds[below])
    case (let below?, nil):
      let first = (1...below).first { seconds[$0] > 0 } ?? below
      return seconds[below] + Double(rows - below) * Self.guess * seconds[first]
    case (nil, let above?):
      return seconds[above] * (1 + Double(rows) * Self.guess) / (1 + Double(above) * Self.guess)
    case (nil, nil): return 1 + Double(rows - 1) * Self.guess
    }
  }
}
