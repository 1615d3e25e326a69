/// How many times larger the values of one run are than those of another, and how sure that is.
///
/// The ratio is the median of the ratios of every value of the one with every value of the other
/// (Hodges and Lehmann); the interval is that of the Mann–Whitney test at 95 %, which asks nothing of
/// the distribution. With three or four values on a side no interval holds 95 %: it is then the widest
/// one, from the least ratio to the largest.
struct RatioInterval: Equatable {
  let ratio: Double
  /// `nil` where a side has fewer than three values.
  let bounds: ClosedRange<Double>?

  /// Values that a side needs before its spread says something.
  static let leastValues = 3

  /// The ratio of `b` to `a`; `nil` without positive values on both sides.
  init?(of b: [Double], to a: [Double]) {
    guard !a.isEmpty, !b.isEmpty, (a + b).allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
    let ratios = b.flatMap { b in a.map { b / $0 } }.filter(\.isFinite).sorted()
    guard !ratios.isEmpty, ratios.count == a.count * b.count else { return nil }
    ratio = ratios.median
    guard min(a.count, b.count) >= Self.leastValues else {
      bounds = nil
      return
    }
    let skipped = Self.skipped(a.count, b.count)
    bounds = ratios[skipped]...ratios[ratios.count - 1 - skipped]
  }

  /// How many of the sorted ratios lie outside the interval on each side.
  private static func skipped(_ a: Int, _ b: Int) -> Int {
    let (a, b) = (Double(a), Double(b))
    let place = a * b / 2 - 1.96 * (a * b * (a + b + 1) / 12).squareRoot()
    return max(0, Int(place.rounded(.down)) - 1)
  }

  /// Whether 1 lies outside the interval.
  var isBeyondSpread: Bool { bounds.map { !$0.contains(1) } ?? false }

  /// The same the other way round.
  var inverse: RatioInterval {
    RatioInterval(ratio: 1 / ratio, bounds: bounds.map { 1 / $0.upperBound...1 / $0.lowerBound })
  }

  private init(ratio: Double, bounds: ClosedRange<Double>?) {
    (self.ratio, self.bounds) = (ratio, bounds)
  }
}
