import TernQuant

// Blocks whose elements are points of grids: IQ1, IQ2 and IQ3, one row at a time. Their panels hold
// the place of each element among the few values that the grids are made of.

/// The points of the grids as parts of panels.
private enum PanelGrids {
  static let iq2xxs = InlineArray<256, UInt32> { pairs(Grids.iq2xxs[$0] &>> 4) }
  static let iq2xs = InlineArray<512, UInt32> { pairs(Grids.iq2xs[$0] &>> 4) }
  static let iq2s = InlineArray<1024, UInt32> { pairs(Grids.iq2s[$0] &>> 4) }
  /// Eight times -1, 0 or 1: bit 3 of those that are not 0, bit 7 of the negative ones.
  static let iq1 = InlineArray<2048, UInt32> {
    let point = Grids.iq1[$0]
    return pairs((point &>> 3 & ~(point &>> 7) & ones) &<< 1 | ~(point &>> 3) & ones)
  }
  /// 8k + 4; 62 for k = 7.
  static let iq3xxs = InlineArray<256, UInt32> { Grids.iq3xxs[$0] &>> 3 & 0x0707_0707 }
  /// 2k + 1.
  static let iq3s = InlineArray<512, UInt32> { Grids.iq3s[$0] &>> 1 & 0x0707_0707 }

  private static var ones: UInt64 { 0x0101_0101_0101_0101 }

  /// The lowest two bits of eight bytes as a quarter of two planes: byte i has those of bytes i and
  /// i + 4.
  private static func pairs(_ codes: UInt64) -> UInt32 {
    let fields = codes & 0x0303_0303_0303_0303
    return UInt32(truncatingIfNeeded: fields | fields &>> 30)
  }
}

/// The planes of two bits of 32 columns out of four grid points.
@inline(__always)
private func putPairs(
  _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, _ codes: UnsafeMutableRawPointer, _ lane: Int
) {
  unsafe put(a | b &<< 4, codes, 4 * lane)
  unsafe put(c | d &<< 4, codes, 64 + 4 * lane)
}

/// The signs of 32 columns out of four indices of seven bits.
@inline(__always)
private func evenSigns(_ indices: UInt32) -> UInt32 {
  var signs: UInt32 = 0
  for part in 0..<4 as Range<UInt32> {
    signs |= UInt32(Codebooks.evenSigns(indices &>> (7 * part))) &<< (8 * part)
  }
  return signs
}

/// 2s + 1 for four bits s.
@inline(__always)
private func odd(_ s: UInt8) -> UInt8 { 2 * (s & 15) + 1 }

/// Eight bytes of two scales, each of 16 columns.
@inline(__always)
private func putHalfScales(_ s: UnsafeRawPointer, _ u: UnsafeMutableRawPointer, _ lane: Int) {
  for group in 0..<8 {
    let pair = unsafe byte(s, group)
    unsafe put(odd(pair), u, 32 + 32 * group + lane)
    unsafe put(odd(pair &>> 4), u, 48 + 32 * group + lane)
  }
}

/// IQ2_XXS: d, for each 32 columns four grid indices and a word of signs and scale.
@inline(__always)
func packIQ2XXS(_ s: UnsafeRawPointer, _ u: UnsafeMutableRawPointer, _ lane: Int) {
  unsafe put(half(s, 0), u, 2 * lane)
  for group in 0..<8 {
    let from = unsafe s + 2 + 8 * group
    let signs = unsafe word(from, 4)
    let codes = unsafe u + 160 + 192 * group
    unsafe put(odd(UInt8(signs &>> 28)), u, 32 + 16 * group + lane)
    unsafe putPairs(
      PanelGrids.iq2xxs[Int(byte(from, 0))], PanelGrids.iq2xxs[Int(byte(from, 1))],
      PanelGrids.iq2xxs[Int(byte(from, 2))], PanelGrids.iq2xxs[Int(byte(from, 3))], codes, lane)
    unsafe put(bitPlane(evenSigns(signs)), codes, 128 + 4 * lane)
  }
}

/// IQ2_XS: d, 32 words of grid index and signs, scales.
@inline(__always)
func packIQ2XS(_ s: UnsafeRawPointer, _ u: UnsafeMutableRawPointer, _ lane: Int) {
  unsafe put(half(s, 0), u, 2 * lane)
  unsafe putHalfScales(s + 66, u, lane)
  for group in 0..<8 {
    let codes = unsafe u + 288 + 192 * group
    var signs: UInt32 = 0
    @inline(__always) func point(_ k: Int) -> UInt32 {
      let word = unsafe half(s, 2 + 8 * group + 2 * k)
      signs |= UInt32(Codebooks.evenSigns(UInt32(word &>> 9))) &<< UInt32(8 * k)
      return PanelGrids.iq2xs[Int(word & 511)]
    }
    unsafe putPairs(point(0), point(1), point(2), point(3), codes, lane)
    unsafe put(bitPlane(signs), codes, 128 + 4 * lane)
  }
}

/// IQ2_S: d, low bytes of grid indices, signs, high bits of the indices, scales.
@inline(__always)
func packIQ2S(_ s: UnsafeRawPointer, _ u: UnsafeMutableRawPointer, _ lane: Int) {
  unsafe put(half(s, 0), u, 2 * lane)
  unsafe putHalfScales(s + 74, u, lane)
  for group in 0..<8 {
    let codes = unsafe u + 288 + 192 * group
    let high = unsafe Int(byte(s, 66 + group))
    @inline(__always) func point(_ k: Int) -> UInt32 {
      unsafe PanelGrids.iq2s[Int(byte(s, 2 + 4 * group + k)) | (high &>> (2 * k) & 3) &<< 8]
    }
    unsafe putPairs(point(0), point(1), point(2), point(3), codes, lane)
    unsafe put(bitPlane(word(s, 34 + 4 * group)), codes, 128 + 4 * lane)
  }
}

/// The nibbles of 32 columns: the place of a magnitude for each, and its sign as the highest bit.
///
/// `point` gives the four magnitudes of a step.
@inline(__always)
private func putSigned(
  _ signs: UInt32, _ codes: UnsafeMutableRawPointer, _ lane: Int, _ point: (Int) -> UInt32
) {
  for j in 0..<4 {
    let low = point(j) | spreadFour(signs &>> UInt32(4 * j)) &<< 3
    let high = point(j + 4) | spreadFour(signs &>> UInt32(4 * j + 16)) &<< 3
    unsafe put(low | high &<< 4, codes, 64 * j + 4 * lane)
  }
}

/// IQ3_XXS: d, 64 grid indices, 8 words of signs and scale.
@inline(__always)
func packIQ3XXS(_ s: UnsafeRawPointer, _ u: UnsafeMutableRawPointer, _ lane: Int) {
  unsafe put(half(s, 0), u, 2 * lane)
  for group in 0..<8 {
    let signs = unsafe word(s, 66 + 4 * group)
    unsafe put(odd(UInt8(signs &>> 28)), u, 32 + 16 * group + lane)
    unsafe putSigned(evenSigns(signs), u + 160 + 256 * group, lane) {
      unsafe PanelGrids.iq3xxs[Int(byte(s, 2 + 8 * group + $0))]
    }
  }
}

/// IQ3_S: d, low bytes of grid indices, their ninth bits, signs, scales.
@inline(__always)
func packIQ3S(_ s: UnsafeRawPointer, _ u: UnsafeMutableRawPointer, _ lane: Int) {
  unsafe put(half(s, 0), u, 2 * lane)
  for group in 0..<8 {
    let scale = unsafe byte(s, 106 + group >> 1) &>> UInt8(4 * (group & 1))
    unsafe put(odd(scale), u, 32 + 16 * group + lane)
    let ninth = unsafe Int(byte(s, 66 + group))
    unsafe putSigned(word(s, 74 + 4 * group), u + 160 + 256 * group, lane) {
      unsafe PanelGrids.iq3s[Int(byte(s, 2 + 8 * group + $0)) | (ninth &>> $0 & 1) &<< 8]
    }
  }
}

/// IQ1_S: d, low bytes of grid indices, 8 words of their high bits, scale and direction.
///
/// Down is a negative scale, and all codes c become 2 − c.
@inline(__always)
func packIQ1S(_ s: UnsafeRawPointer, _ u: UnsafeMutableRawPointer, _ lane: Int) {
  unsafe put(half(s, 0), u, 2 * lane)
  for group in 0..<8 {
    let bits = unsafe Int(half(s, 34 + 2 * group))
    let isDown = bits & 0x8000 != 0
    let scale = odd(UInt8(bits &>> 12 & 7))
    unsafe put(isDown ? 0 &- scale : scale, u, 32 + 16 * group + lane)
    @inline(__always) func point(_ k: Int) -> UInt32 {
      let index = unsafe Int(byte(s, 2 + 4 * group + k)) | (bits &>> (3 * k) & 7) &<< 8
      return isDown ? 0x0A0A_0A0A - PanelGrids.iq1[index] : PanelGrids.iq1[index]
    }
    unsafe putPairs(point(0), point(1), point(2), point(3), u + 160 + 128 * group, lane)
  }
}

/// IQ1_M: low bytes of grid indices, nibbles of their high bits and direction, 4 words of scales and
/// of a nibble of d each.
@inline(__always)
func packIQ1M(_ s: UnsafeRawPointer, _ u: UnsafeMutableRawPointer, _ lane: Int) {
  var d: UInt16 = 0
  for index in 0..<4 {
    let bits = unsafe half(s, 48 + 2 * index)
    d |= (bits &>> 12) &<< UInt16(4 * index)
    for part in 0..<4 {
      let scale = UInt8(truncatingIfNeeded: bits &>> UInt16(3 * part))
      unsafe put(odd(scale & 7), u, 32 + 64 * index + 16 * part + lane)
    }
  }
  unsafe put(d, u, 2 * lane)
  for group in 0..<8 {
    let codes = unsafe u + 288 + 144 * group
    let high = unsafe Int(half(s, 32 + 2 * group))
    @inline(__always) func point(_ k: Int) -> UInt32 {
      unsafe PanelGrids.iq1[Int(byte(s, 4 * group + k)) | (high &>> (4 * k) & 7) &<< 8]
    }
    unsafe putPairs(point(0), point(1), point(2), point(3), codes, lane)
    // Up where the bit is not set.
    let up = ~high
    let bits = up &>> 3 & 1 | up &>> 6 & 2 | up &>> 9 & 4 | up &>> 12 & 8
    unsafe put(UInt8(bits), codes, 128 + lane)
  }
}
