/// A set of bytes.
struct ByteSet: Hashable, Sendable {
  private var words: SIMD4<UInt64> = .zero

  static let none = ByteSet()
  static let all = ByteSet(0...255)
  static let beyondASCII = ByteSet(0x80...255)

  init(_ bytes: some Sequence<UInt8> = []) {
    for byte in bytes { insert(byte) }
  }

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    words[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1
  }

  @inline(__always)
  mutating func set(_ byte: UInt8, _ isIn: Bool) {
    let bit = UInt64(1) << UInt64(byte & 63)
    words[Int(byte >> 6)] = words[Int(byte >> 6)] & ~bit | (isIn ? bit : 0)
  }
  mutating func insert(_ byte: UInt8) { words[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }
  mutating func formUnion(_ other: ByteSet) { words |= other.words }
  func union(_ other: ByteSet) -> ByteSet {
    var result = self
    result.formUnion(other)
    return result
  }

  func subtracting(_ other: ByteSet) -> ByteSet {
    var result = self
    result.words &= ~other.words
    return result
  }
  func intersection(_ other: ByteSet) -> ByteSet {
    var result = self
    result.words &= other.words
    return result
  }

  var count: Int { (0..<4).reduce(0) { $0 + words[$1].nonzeroBitCount } }

  /// How many bytes of the set are smaller.
  @inline(__always)
  func rank(_ byte: UInt8) -> Int {
    let word = Int(byte >> 6)
    let below = words[word] & (1 << UInt64(byte & 63) - 1)
    return (0..<word).reduce(below.nonzeroBitCount) { $0 + words[$1].nonzeroBitCount }
  }

  /// The only byte of a set of one.
  var only: UInt8? {
    guard count == 1 else { return nil }
    for k in 0..<4 where words[k] != 0 { return UInt8(64 * k + words[k].trailingZeroBitCount) }
    return nil
  }

  /// Calls `body` for each byte, ascending.
  @inline(__always)
  func forEach(_ body: (UInt8) -> Void) {
    for k in 0..<4 {
      var word = words[k]
      while word != 0 {
        body(UInt8(truncatingIfNeeded: 64 * k + word.trailingZeroBitCount))
        word &= word - 1
      }
    }
  }
}
