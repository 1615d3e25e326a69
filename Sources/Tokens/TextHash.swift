/// A hash of byte strings that depends on a `HashSeed`.
struct TextHash: Sendable {
  /// How a string is read.
  enum Kind: Sendable {
    /// Eight bytes at a time: the quickest.
    case blocks
    /// Byte by byte, so that the hash of a part follows from those of two prefixes: `RollingHash`.
    case rolling
  }

  let kind: Kind
  let seed: HashSeed

  /// The hash of `range` of `text`; each of its bits may choose a slot.
  @inline(__always)
  func of(_ text: [UInt8], _ range: Range<Int>) -> UInt64 {
    kind == .blocks ? blocks(text, range) : rolling(text, range)
  }

  @inline(__always)
  private func blocks(_ text: [UInt8], _ range: Range<Int>) -> UInt64 {
    var hash = seed.start &+ UInt64(range.count) &* 0x9E37_79B9_7F4A_7C15
    var i = range.lowerBound
    while range.upperBound - i >= 8 {
      hash = HashSeed.fold(hash ^ Self.word(text, i..<i + 8), seed.factor)
      i += 8
    }
    return HashSeed.fold(hash ^ Self.word(text, i..<range.upperBound), seed.factor)
  }

  /// At most eight bytes as a number.
  @inline(__always)
  private static func word(_ text: [UInt8], _ range: Range<Int>) -> UInt64 {
    var word: UInt64 = 0
    for i in range { word = word << 8 | UInt64(text[i]) }
    return word
  }

  private func rolling(_ text: [UInt8], _ range: Range<Int>) -> UInt64 {
    let rolling = RollingHash(seed)
    var hash: UInt64 = 0
    for i in range { hash = rolling.step(hash, text[i]) }
    return rolling.finish(RollingHash.reduced(hash))
  }
}

/// A hash of which that of any stretch of a text follows: a polynomial in a secret base, modulo the
/// prime 2⁶¹ − 1.
///
/// ```
/// prefix(i) = Σ (byte(k) + 1) · base^(i − 1 − k),  k < i
/// stretch(start, end) = prefix(end) − prefix(start) · base^(end − start)
/// ```
/// Two strings of n bytes collide for at most n of the 2⁵⁸ bases, whatever they are. (Modulo 2⁶⁴
/// there are strings that collide for every base.)
struct RollingHash: Sendable {
  private static let prime: UInt64 = (1 << 61) - 1

  private let seed: HashSeed

  init(_ seed: HashSeed) { self.seed = seed }

  /// The prefix with one more byte; below 2⁶³, as `hash` must be.
  @inline(__always)
  func step(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    Self.product(hash, seed.base) &+ UInt64(byte) &+ 1
  }

  /// A number that is `a · b` modulo the prime, for `a` below 2⁶³ and `b` below 2⁶¹; where `b` is
  /// below 2⁵⁹, the number is below 2⁶².
  @inline(__always)
  private static func product(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return (product.low & prime) &+ (product.low >> 61 | product.high << 3)
  }

  /// The one number below the prime that is the same modulo it.
  @inline(__always)
  static func reduced(_ number: UInt64) -> UInt64 {
    let sum = (number & prime) &+ number >> 61
    return sum >= prime ? sum &- prime : sum
  }

  /// The powers of the base up to `count`, for `stretch`.
  func powers(_ count: Int) -> [UInt64] {
    var powers: [UInt64] = [1]
    powers.reserveCapacity(count + 1)
    for i in 0..<count { powers.append(Self.reduced(Self.product(powers[i], seed.base))) }
    return powers
  }

  /// The hash of what lies between two reduced prefixes; `power` belongs to its length.
  @inline(__always)
  func stretch(_ start: UInt64, _ end: UInt64, _ power: UInt64) -> UInt64 {
    finish(Self.reduced(end &+ Self.prime &- Self.reduced(Self.product(start, power))))
  }

  /// Spreads a reduced number over all bits.
  @inline(__always)
  func finish(_ reduced: UInt64) -> UInt64 { seed.spread(reduced) }
}
