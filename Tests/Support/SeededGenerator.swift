import Foundation

/// SplitMix64: a small repeatable random source, so that a failing seed can be run again.
///
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators" (2014).
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A value drawn from the standard normal distribution (Box–Muller), in float32.
  package mutating func normal() -> Float {
    let u = Float.random(in: Float.leastNormalMagnitude..<1, using: &self)
    let v = Float.random(in: 0..<1, using: &self)
    return (-2 * log(u)).squareRoot() * cos(2 * .pi * v)
  }
}
