/// The numbers that hash functions depend on, so that nobody can choose keys that collide.
///
/// Only the time that a look-up takes depends on them, never what it finds.
package struct HashSeed: Sendable {
  /// What keys are combined with before they are multiplied.
  package let start: UInt64
  /// What keys are multiplied by; odd.
  package let factor: UInt64
  /// The base of rolling hashes: 58 random bits, the highest being bit 58.
  let base: UInt64

  /// Draws a seed.
  package init(using generator: inout some RandomNumberGenerator) {
    start = generator.next()
    factor = generator.next() | 1
    base = generator.next() >> 6 | 1 << 58
  }

  private init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  /// The seed of this process, which no file can know.
  package static let process = HashSeed()

  /// Spreads a key over all bits: the two halves of a product, one over the other.
  ///
  /// Source: the hash functions wyhash and foldhash, which rest on this step.
  @inline(__always)
  func spread(_ key: UInt64) -> UInt64 { Self.fold(key ^ start, factor) }

  @inline(__always)
  static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }
}
