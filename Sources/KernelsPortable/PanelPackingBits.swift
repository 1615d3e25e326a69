import TernQuant

// Blocks of one, two and four bits an element that choose few values: Q1_0, Q2_0, TQ1_0, TQ2_0 and
// NVFP4, one row at a time.

/// Q1_0: d, 128 bits in the order of the columns.
@inline(__always)
func packQ1(_ s: UnsafeRawPointer, _ u: UnsafeMutableRawPointer, _ lane: Int) {
  unsafe put(half(s, 0), u, 2 * lane)
  for group in 0..<4 {
    unsafe put(bitPlane(word(s, 2 + 4 * group)), u, 32 + 64 * group + 4 * lane)
  }
}

/// Q2_0: d, 16 bytes of four consecutive codes each.
@inline(__always)
func packQ2(_ s: UnsafeRawPointer, _ u: UnsafeMutableRawPointer, _ lane: Int) {
  unsafe put(half(s, 0), u, 2 * lane)
  for plane in 0..<4 {
    unsafe put(turnedPairs(word(s, 2 + 4 * plane)), u, 32 + 64 * plane + 4 * lane)
  }
}

/// Bits 2i of byte j become bits 2j of byte i.
@inline(__always)
private func turnedPairs(_ word: UInt32) -> UInt32 {
  // Pairs of pairs across the diagonal of 2 × 2 fields, then of 2 × 2 such blocks.
  var x = word
  let near = (x &>> 6 ^ x) & 0x00CC_00CC
  x ^= near ^ near &<< 6
  let far = (x &>> 12 ^ x) & 0x0000_F0F0
  return x ^ far ^ far &<< 12
}

/// TQ2_0: 64 bytes of codes as Q2_K has them, d.
@inline(__always)
func packTQ2(_ s: UnsafeRawPointer, _ u: UnsafeMutableRawPointer, _ lane: Int) {
  unsafe put(half(s, 64), u, 2 * lane)
  for group in 0..<8 {
    unsafe packPairs(
      s + 32 * (group >> 2), UInt32(2 * (group & 3)), u + 32 + 128 * group, lane)
  }
}

/// TQ1_0: bytes of five, the last four of four, digits of base three (drawn at the block), d.
@inline(__always)
func packTQ1(_ s: UnsafeRawPointer, _ u: UnsafeMutableRawPointer, _ lane: Int) {
  unsafe put(half(s, 52), u, 2 * lane)
  // The codes in the order of the columns, eight a word.
  var codes = InlineArray<32, UInt64>(repeating: 0)
  for part in 0..<6 {
    var digits = unsafe TernaryDigits(word64(s, 8 * part))
    for digit in 0..<5 {
      codes[part < 4 ? 4 * digit + part : 16 + 2 * digit + part] = digits.next()
    }
  }
  var rest = unsafe TernaryDigits(UInt64(word(s, 48)))
  codes[30] = rest.next()
  codes[30] |= rest.next() &<< 32
  codes[31] = rest.next()
  codes[31] |= rest.next() &<< 32
  unsafe withUnsafePointer(to: &codes) {
    let codes = unsafe UnsafeRawPointer($0)
    for group in 0..<8 {
      unsafe packPairs(codes + 32 * group, 0, u + 32 + 128 * group, lane)
    }
  }
}

@inline(__always)
private func word64(_ p: UnsafeRawPointer, _ offset: Int) -> UInt64 {
  unsafe p.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
}

/// The base-three digits of eight bytes, from the first on.
private struct TernaryDigits {
  private var even: UInt64
  private var odd: UInt64

  private static var mask: UInt64 { 0x00FF_00FF_00FF_00FF }

  @inline(__always)
  init(_ bytes: UInt64) {
    even = bytes & Self.mask
    odd = bytes &>> 8 & Self.mask
  }

  /// The next digit of each byte: the whole part of three times its 256ths.
  @inline(__always)
  mutating func next() -> UInt64 {
    (even, odd) = (even &* 3, odd &* 3)
    let digits = even &>> 8 & Self.mask | odd & ~Self.mask
    (even, odd) = (even & Self.mask, odd & Self.mask)
    return digits
  }
}

/// NVFP4: four scales, then 8 bytes for 16 columns, of which the first eight are the low nibbles.
///
/// 127, which is no number, stands for 0 and is stored as that.
@inline(__always)
func packNVFP4(_ s: UnsafeRawPointer, _ u: UnsafeMutableRawPointer, _ lane: Int) {
  for index in 0..<4 {
    let scale = unsafe byte(s, index) & 127
    unsafe put(scale == 127 ? 0 : scale, u, 16 * index + lane)
  }
  let m: UInt32 = 0x0F0F_0F0F
  for group in 0..<2 {
    let codes = unsafe u + 64 + 256 * group + 4 * lane
    for j in 0..<2 {
      let first = unsafe word(s, 4 + 16 * group + 4 * j)
      let second = unsafe word(s, 12 + 16 * group + 4 * j)
      unsafe put(first & m | (second & m) &<< 4, codes, 64 * j)
      unsafe put(first &>> 4 & m | second & ~m, codes, 128 + 64 * j)
    }
  }
}
