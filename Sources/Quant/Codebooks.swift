/// Small tables of values and of signs that several block layouts share.
package enum Codebooks {
  /// The sixteen levels of IQ4_NL and IQ4_XS.
  package static let iq4nl: InlineArray<16, Int8> = [
    -127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113,
  ]

  /// The sixteen E2M1 numbers of MXFP4 and NVFP4, doubled to be whole.
  package static let e2m1: InlineArray<16, Int8> = [
    0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12,
  ]

  /// The levels of IQ4_NL as two words for vector registers: 0 to 7 and 8 to 15, first lowest.
  @inlinable
  package static var iq4nlWords: (UInt64, UInt64) {
    @inline(__always) get { (0xF6EA_DDCF_BFAD_9881, 0x7159_4535_2619_0D01) }
  }

  /// The doubled E2M1 numbers as two words for vector registers: 0 to 7 and 8 to 15, first lowest.
  @inlinable
  package static var e2m1Words: (UInt64, UInt64) {
    @inline(__always) get { (0x0C08_0604_0302_0100, 0xF4F8_FAFC_FDFE_FF00) }
  }

  /// The eight sign bits that a seven-bit index stands for: the eighth makes their number even.
  @inlinable @inline(__always)
  package static func evenSigns(_ index: UInt32) -> UInt8 {
    let low = index & 0x7F
    // Bit n of the constant is the parity of n.
    let parity = (0x6996 as UInt32 &>> ((low ^ low &>> 4) & 15)) & 1
    return UInt8(truncatingIfNeeded: low | parity &<< 7)
  }

  /// One byte, 0 or 1, for each of eight bits, the lowest bit first.
  @inlinable @inline(__always)
  package static func spread(_ bits: UInt8) -> UInt64 {
    let picked = UInt64(bits) &* 0x0101_0101_0101_0101 & 0x8040_2010_0804_0201
    return (picked &+ 0x7F7F_7F7F_7F7F_7F7F) &>> 7 & 0x0101_0101_0101_0101
  }

  /// Negates the bytes of `magnitudes`, none of which may be zero, where the bit of `signs` is set.
  @inlinable @inline(__always)
  package static func negate(_ magnitudes: UInt64, where signs: UInt8) -> UInt64 {
    // No byte of the complement is 255, so adding one carries into no neighbour.
    let ones = spread(signs)
    return (magnitudes ^ ones &* 255) &+ ones
  }
}
