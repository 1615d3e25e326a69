import Foundation
import TernModel
import Testing

@Suite("Rotary scaling")
struct RopeScalingTests {
  private func yarn(factor: Double, context: Int) -> RopeScaling {
    var scaling = RopeScaling()
    scaling.kind = .yarn
    scaling.factor = factor
    scaling.originalContext = context
    return scaling
  }

  @Test("Unscaled pairs turn by powers of the base")
  func plain() {
    let found = RopeScaling().frequencies(dimension: 8, base: 10000)
    for (pair, expected) in [1, 0.1, 0.01, 0.001].enumerated() {
      #expect(abs(found.inverse[pair] / expected - 1) < 1e-12)
    }
    #expect(found.magnitude == 1)
  }

  @Test("Linear scaling slows every pair by the factor, divisors each by its own")
  func linear() {
    var scaling = RopeScaling()
    scaling.factor = 4
    let found = scaling.frequencies(dimension: 4, base: 100, divisors: [1, 2])
    #expect(abs(found.inverse[0] - 0.25) < 1e-12)
    #expect(abs(found.inverse[1] - 0.1 / 8) < 1e-12)
  }

  // d = 64, base 10⁴, context 4096: a pair turns 32 times in the original context at
  // 64 ln(4096 / 64π) / (2 ln 10⁴) = 10.47 and once at 22.5: the ramp runs from pair 10 to 23.
  @Test("YaRN keeps fast pairs, slows slow ones, and blends between")
  func yarn() {
    let scaling = yarn(factor: 8, context: 4096)
    let plain = RopeScaling().frequencies(dimension: 64, base: 10000).inverse
    let found = scaling.frequencies(dimension: 64, base: 10000)
    let ratios = zip(found.inverse, plain).map { $0 / $1 }
    #expect(ratios[...10].allSatisfy { abs($0 - 1) < 1e-12 })
    #expect(ratios[23...].allSatisfy { abs($0 - 0.125) < 1e-12 })
    // Pair 15 stands 5/13 of the way.
    let blend = 5.0 / 13 / 8 + 8.0 / 13
    #expect(abs(found.inverse[15] / plain[15] - blend) < 1e-12)
    #expect(abs(found.magnitude - Float(0.1 * log(8.0) + 1)) < 1e-6)
  }

  @Test("The log multiplier divides the magnitude, the attention factor multiplies it")
  func magnitude() {
    var scaling = yarn(factor: 4, context: 16)
    scaling.logMultiplier = 1
    scaling.attentionFactor = 1.5
    #expect(scaling.magnitude == 1.5)
  }
}
