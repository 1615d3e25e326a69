import TernKernels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Weights {
  /// What is added to attention scores in sequences of up to `context` positions.
  func scoreBias(_ config: Config, context: Int) -> ScoreBias? {
    guard let heads = config.layers.first?.attention?.heads else { return nil }
    switch config.family.encoder?.scoreBias ?? config.family.scoreBias {
    case .none: return nil
    case .slopes(let exponent):
      let slopes = Self.slopes(heads: heads, exponent: exponent)
      return ScoreBias(heads: heads, reach: context) { -slopes[$0] * Float(abs($1)) }
    case .buckets:
      guard let values = relativeBias else { return nil }
      let buckets = config.encoding.relativeBuckets
      return ScoreBias(heads: heads, reach: context) { head, offset in
        values[Self.bucket(of: offset, count: buckets) * heads + head]
      }
    }
  }

  /// The slopes of ALiBi: powers of one number, and between those for heads beyond a power of two.
  ///
  /// See Press et al., "Train Short, Test Long", 2021.
  static func slopes(heads: Int, exponent: Float) -> [Float] {
    var whole = 1
    while whole * 2 <= heads { whole *= 2 }
    let step = exponent / Float(whole)
    return (0..<heads).map { head in
      head < whole
        ? exp2f(-step * Float(head + 1)) : exp2f(-step / 2 * Float(2 * (head - whole) + 1))
    }
  }

  /// The bucket of a distance: half of them are for keys behind the query.
  ///
  /// Each half has one bucket per distance at first and then logarithmically wider ones, up to 128.
  /// See Raffel et al., "Exploring the Limits of Transfer Learning", 2020.
  static func bucket(of offset: Int, count: Int) -> Int {
    let half = count / 2
    let exact = half / 2
    let distance = abs(offset)
    let base = offset > 0 ? half : 0
    guard distance >= exact else { return base + distance }
    let share = Double(logf(Float(distance) / Float(exact))) / log(128 / Double(exact))
    return base + min(half - 1, exact + Int(share * Double(half - exact)))
  }
}
