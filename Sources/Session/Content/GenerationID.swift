import Foundation

/// A name for a generated value that stays the same while the value is being generated.
///
/// Lists of values that are still growing can use it as the identity of their rows. It is stable
/// within one response and means nothing outside of it.
public struct GenerationID: Sendable, Hashable {
  private let high: UInt64
  private let low: UInt64

  /// A new name, unlike all others.
  public init() {
    let bytes = UUID().uuid
    high = Self.word(bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5, bytes.6, bytes.7)
    low = Self.word(
      bytes.8, bytes.9, bytes.10, bytes.11, bytes.12, bytes.13, bytes.14, bytes.15)
  }

  private init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

  /// The name of a part of the value: of the property `key`.
  func child(_ key: String) -> GenerationID {
    var (a, b) = (high ^ 0x9E37_79B9_7F4A_7C15, low)
    for byte in key.utf8 {
      a = (a ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
      b = b &+ a
    }
    return mixed(a, b)
  }

  /// The name of a part of the value: of the element at `index`.
  func child(_ index: Int) -> GenerationID {
    mixed(high ^ 0xD1B5_4A32_D192_ED03, low &+ UInt64(truncatingIfNeeded: index))
  }

  private func mixed(_ a: UInt64, _ b: UInt64) -> GenerationID {
    let high = Self.mix(a ^ Self.mix(b))
    return GenerationID(high: high, low: Self.mix(b &+ high))
  }

  /// The finaliser of SplitMix64: every bit of the result depends on every bit of `value`.
  private static func mix(_ value: UInt64) -> UInt64 {
    var z = value &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  private static func word(_ bytes: UInt8...) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
