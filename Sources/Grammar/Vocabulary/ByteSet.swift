/// A set of bytes.
///
/// Four words with names: indexing would put them into memory at every access.
struct ByteSet: Hashable, Sendable {
  private var a: UInt64 = 0
  private var b: UInt64 = 0
  private var c: UInt64 = 0
  private var d: UInt64 = 0

  static let all = ByteSet(0...255)
  static let beyondASCII = ByteSet(0x80...255)

  @inline(__always)
  static var none: ByteSet { ByteSet() }

  @inline(__always)
  init() {}

  init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { insert(byte) }
  }

  @inline(__always)
  init(ascii byte: Unicode.Scalar) { insert(UInt8(ascii: byte)) }

  @inline(__always)
  private subscript(word: UInt8) -> UInt64 {
    get { word < 2 ? (word == 0 ? a : b) : (word == 2 ? c : d) }
    set {
      switch word {
      case 0: a = newValue
      case 1: b = newValue
      case 2: c = newValue
      default: d = newValue
      }
    }
  }

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool { self[byte >> 6] >> UInt64(byte & 63) & 1 == 1 }

  @inline(__always)
  mutating func set(_ byte: UInt8, _ isIn: Bool) {
    let bit = UInt64(1) << UInt64(byte & 63)
    self[byte >> 6] = self[byte >> 6] & ~bit | (isIn ? bit : 0)
  }

  @inline(__always)
  mutating func insert(_ byte: UInt8) { self[byte >> 6] |= 1 << UInt64(byte & 63) }

  @inline(__always)
  mutating func formUnion(_ other: ByteSet) {
    a |= other.a
    b |= other.b
    c |= other.c
    d |= other.d
  }

  @inline(__always)
  func union(_ other: ByteSet) -> ByteSet {
    var result = self
    result.formUnion(other)
    return result
  }

  @inline(__always)
  func subtracting(_ other: ByteSet) -> ByteSet {
    var result = self
    result.a &= ~other.a
    result.b &= ~other.b
    result.c &= ~other.c
    result.d &= ~other.d
    return result
  }

  @inline(__always)
  func intersection(_ other: ByteSet) -> ByteSet {
    var result = self
    result.a &= other.a
    result.b &= other.b
    result.c &= other.c
    result.d &= other.d
    return result
  }

  var count: Int { a.nonzeroBitCount + b.nonzeroBitCount + c.nonzeroBitCount + d.nonzeroBitCount }

  /// How many bytes of the set are smaller.
  @inline(__always)
  func rank(_ byte: UInt8) -> Int {
    var rank = (self[byte >> 6] & (1 << UInt64(byte & 63) - 1)).nonzeroBitCount
    if byte >= 64 { rank += a.nonzeroBitCount }
    if byte >= 128 { rank += b.nonzeroBitCount }
    if byte >= 192 { rank += c.nonzeroBitCount }
    return rank
  }

  /// The only byte of a set of one.
  var only: UInt8? {
    var rest = self
    let first = rest.popFirst()
    return rest == .none ? first : nil
  }

  /// Takes out the smallest byte.
  @inline(__always)
  mutating func popFirst() -> UInt8? {
    if a != 0 { return Self.pop(&a, 0) }
    if b != 0 { return Self.pop(&b, 64) }
    if c != 0 { return Self.pop(&c, 128) }
    return d == 0 ? nil : Self.pop(&d, 192)
  }

  @inline(__always)
  private static func pop(_ word: inout UInt64, _ first: UInt8) -> UInt8 {
    let bit = word.trailingZeroBitCount
    word &= word - 1
    return first + UInt8(truncatingIfNeeded: bit)
  }

  /// Calls `body` for each byte, ascending.
  @inline(__always)
  func forEach(_ body: (UInt8) -> Void) {
    var rest = self
    while let byte = rest.popFirst() { body(byte) }
  }
}
