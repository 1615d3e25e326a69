#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The rotation speeds of one kind of layer.
package struct RopeFrequencies: Sendable, Equatable {
  /// Radians per position of each pair, `[ropeDim / 2]`.
  package let inverse: [Double]
  /// Multiplies cosine and sine (YaRN's magnitude, or `rope.scaling.attn_factor`).
  package let magnitude: Float
}

/// How a model stretches its rotary positions to longer contexts.
///
/// A pair `i` of `d/2` turns by `base^(-2i/d)` radians per position. Linear scaling divides all
/// by `factor`. YaRN (Peng et al., "YaRN: Efficient Context Window Extension", 2023, §3) divides
/// the slow pairs only, those that turn fewer than `betaSlow` times within the original context;
/// pairs that turn more than `betaFast` times keep their speed; between the two it blends; and it
/// multiplies queries and keys by a magnitude of `0.1 ln(factor) + 1`.
package struct RopeScaling: Sendable, Equatable {
  package enum Kind: String, Sendable { case none, linear, yarn, longrope }

  package var kind = Kind.linear
  /// How many times longer contexts are than the original; 1: not stretched.
  package var factor = 1.0
  /// The context length the model was first trained with, in tokens.
  package var originalContext = 1
  package var betaFast = 32.0
  package var betaSlow = 1.0
  /// DeepSeek's and Mistral's `yarn_log_multiplier`: divides the magnitude by
  /// `0.1 m ln(factor) + 1`; 0: absent.
  package var logMultiplier = 0.0
  /// Whether a log multiplier leaves the magnitude at 1 (DeepSeek 2).
  package var isBalanced = false
  /// `rope.scaling.attn_factor`: multiplies the magnitude.
  package var attentionFactor: Float = 1

  package init() {}

  static let unscaled = {
    var scaling = RopeScaling()
    scaling.kind = .none
    return scaling
  }()

  /// The frequencies of `dimension` rotated values; `divisors` holds one divisor per pair
  /// (`rope_freqs`, `rope_factors_long`, `rope_factors_short`).
  package func frequencies(
    dimension: Int, base: Double, divisors: [Float]? = nil
  ) -> RopeFrequencies {
    let pairs = dimension / 2
    precondition(divisors == nil || divisors?.count == pairs)
    let scale = kind == .none ? 1 : 1 / factor
    let ramp = yarnRamp(dimension: dimension, base: base)
    let inverse = (0..<pairs).map { pair in
      let divisor = divisors.map { Double($0[pair]) } ?? 1
      let plain = pow(base, -2 * Double(pair) / Double(dimension)) / divisor
      return plain * (scale * (1 - ramp[pair]) + ramp[pair])
    }
    return RopeFrequencies(inverse: inverse, magnitude: magnitude)
  }

  /// Cosine and sine's multiplier.
  package var magnitude: Float {
    guard kind == .yarn else { return attentionFactor }
    func gain(_ multiplier: Double) -> Double {
      factor <= 1 ? 1 : 0.1 * multiplier * log(factor) + 1
    }
    let own = logMultiplier == 0 ? gain(1) : isBalanced ? 1 : gain(1) / gain(logMultiplier)
    return Float(own) * attentionFactor
  }

  /// For each pair the share of its unstretched speed: 1 for fast pairs, 0 for slow ones.
  private func yarnRamp(dimension: Int, base: Double) -> [Double] {
    let pairs = dimension / 2
    guard kind == .yarn else { return Array(repeating: 0, count: pairs) }
    func pair(turning turns: Double) -> Double {
      Double(dimension) * log(Double(originalContext) / (turns * 2 * Double.pi)) / (2 * log(base))
    }
    let low = max(0, pair(turning: betaFast).rounded(.down))
    let high = min(Double(dimension - 1), pair(turning: betaSlow).rounded(.up))
    return (0..<pairs).map { index in
      1 - min(1, max(0, (Double(index) - low) / max(0.001, high - low)))
    }
  }
}
