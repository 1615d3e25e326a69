/// xoshiro256** with its state filled by SplitMix64: the same seed gives the same numbers on every
/// machine and in every version.
///
/// Source: Blackman and Vigna, "Scrambled linear pseudorandom number generators" (2021).
package struct RandomSource: RandomNumberGenerator, Sendable {
  private var a: UInt64
  private var b: UInt64
  private var c: UInt64
  private var d: UInt64

  package init(seed: UInt64) {
    var state = seed
    func mix() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
    a = mix()
    b = mix()
    c = mix()
    d = mix()
  }

  package mutating func next() -> UInt64 {
    func rotate(_ x: UInt64, _ by: UInt64) -> UInt64 { (x << by) | (x >> (64 - by)) }
    let result = rotate(b &* 5, 7) &* 9
    let t = b << 17
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= t
    d = rotate(d, 45)
    return result
  }

  /// A number in 0..<1 with 53 random bits.
  package mutating func unit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }
}
