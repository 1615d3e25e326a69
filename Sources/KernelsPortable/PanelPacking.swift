import TernQuant

/// Packs rows into one panel, one after the other, for any number of rows.
package func packRows(_ type: TensorType, _ rows: PanelSource) {
  guard let format = type.panel else { return }
  for unit in 0..<rows.units {
    for lane in 0..<rows.rows {
      unsafe packBlock(
        type, rows.source + lane * rows.rowBytes + unit * type.blockBytes,
        rows.panel + unit * format.unitBytes, lane)
    }
  }
}

/// Moves one row's block from the file's layout into row `lane` of a panel unit.
///
/// `source` is the first byte of the block, `unit` the first byte of the unit. Codes move as words
/// of four: no value is decoded.
@inline(__always)
private func packBlock(
  _ type: TensorType, _ source: UnsafeRawPointer, _ unit: UnsafeMutableRawPointer, _ lane: Int
) {
  switch type {
  case .q8_0: unsafe packQ8(source, unit, lane)
  case .q4_0, .iq4_nl: unsafe packNibbles(source, 1, nil, unit, lane)
  case .q4_1: unsafe packNibbles(source, 2, nil, unit, lane)
  case .q5_0: unsafe packNibbles(source, 1, 2, unit, lane)
  case .q5_1: unsafe packNibbles(source, 2, 4, unit, lane)
  case .mxfp4: unsafe packMXFP4(source, unit, lane)
  case .q4_K: unsafe packQ45K(false, source, unit, lane)
  case .q5_K: unsafe packQ45K(true, source, unit, lane)
  case .q6_K: unsafe packQ6K(source, unit, lane)
  case .q3_K: unsafe packQ3K(source, unit, lane)
  case .q2_K: unsafe packQ2K(source, unit, lane)
  case .iq4_xs: unsafe packIQ4XS(source, unit, lane)
  case .iq2_xxs: unsafe packIQ2XXS(source, unit, lane)
  case .iq2_xs: unsafe packIQ2XS(source, unit, lane)
  case .iq2_s: unsafe packIQ2S(source, unit, lane)
  case .iq3_xxs: unsafe packIQ3XXS(source, unit, lane)
  case .iq3_s: unsafe packIQ3S(source, unit, lane)
  case .iq1_s: unsafe packIQ1S(source, unit, lane)
  case .iq1_m: unsafe packIQ1M(source, unit, lane)
  case .tq1_0: unsafe packTQ1(source, unit, lane)
  case .tq2_0: unsafe packTQ2(source, unit, lane)
  case .nvfp4: unsafe packNVFP4(source, unit, lane)
  case .q1_0: unsafe packQ1(source, unit, lane)
  case .q2_0: unsafe packQ2(source, unit, lane)
  case .f32, .f16, .bf16, .f64, .i8, .i16, .i32, .i64, .q8_K:
    preconditionFailure("a type with panels has a packer")
  }
}

@inline(__always)
func word(_ p: UnsafeRawPointer, _ offset: Int) -> UInt32 {
  unsafe p.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
}

@inline(__always)
func half(_ p: UnsafeRawPointer, _ offset: Int) -> UInt16 {
  unsafe p.loadUnaligned(fromByteOffset: offset, as: UInt16.self)
}

@inline(__always)
func byte(_ p: UnsafeRawPointer, _ offset: Int) -> UInt8 {
  unsafe p.load(fromByteOffset: offset, as: UInt8.self)
}

@inline(__always)
func put<T: BitwiseCopyable>(_ value: T, _ p: UnsafeMutableRawPointer, _ offset: Int) {
  unsafe p.storeBytes(of: value, toByteOffset: offset, as: T.self)
}

/// Q8_0: d, 32 signed bytes.
///
/// The sign bit flips: q + 128.
@inline(__always)
private func packQ8(_ s: UnsafeRawPointer, _ u: UnsafeMutableRawPointer, _ lane: Int) {
  unsafe put(half(s, 0), u, 2 * lane)
  for step in 0..<8 {
    unsafe put(word(s, 2 + 4 * step) ^ 0x8080_8080, u, 32 + 64 * step + 4 * lane)
  }
}

/// Q4_0, Q4_1, Q5_0, Q5_1, IQ4_NL: d, then m and 32 high bits where there are, 16 bytes of nibbles.
///
/// Their low halves are the first 16 columns: the order the panel has too. m is stored negated, as
/// a minimum.
@inline(__always)
private func packNibbles(
  _ s: UnsafeRawPointer, _ halves: Int, _ highBits: Int?, _ u: UnsafeMutableRawPointer, _ lane: Int
) {
  unsafe put(half(s, 0), u, 2 * lane)
  if halves == 2 { unsafe put(half(s, 2) ^ 0x8000, u, 32 + 2 * lane) }
  let nibbles = 2 * halves + (highBits == nil ? 0 : 4)
  let codes = 32 * halves
  for j in 0..<4 { unsafe put(word(s, nibbles + 4 * j), u, codes + 64 * j + 4 * lane) }
  guard let highBits else { return }
  unsafe put(bitPlane(word(s, highBits)), u, codes + 256 + 4 * lane)
}

/// One bit for each of 32 columns as a plane of a panel: bit 4s + i becomes bit s of byte i.
@inline(__always)
func bitPlane(_ bits: UInt32) -> UInt32 {
  var plane: UInt32 = 0
  for step in 0..<8 as Range<UInt32> { plane |= spreadFour(bits &>> (4 * step)) &<< step }
  return plane
}

/// The lowest four bits as the lowest bits of four bytes.
@inline(__always)
func spreadFour(_ bits: UInt32) -> UInt32 { (bits & 15) &* 0x0020_4081 & 0x0101_0101 }

/// MXFP4: exponent byte, 16 bytes of nibbles.
///
/// The exponent is stored less one, so that the bits
/// `e << 23` are half of the block's scale; 0 and 1 (scales below 2⁻¹²⁶) both become zero.
@inline(__always)
private func packMXFP4(_ s: UnsafeRawPointer, _ u: UnsafeMutableRawPointer, _ lane: Int) {
  let exponent = unsafe byte(s, 0)
  unsafe put(exponent == 0 ? 0 : exponent &- 1, u, lane)
  for j in 0..<4 { unsafe put(word(s, 1 + 4 * j), u, 16 + 64 * j + 4 * lane) }
}

/// Q4_K, Q5_K: d, dmin, 12 bytes of 6-bit scales and minimums, [32 bytes of high bits,] 128 bytes:
/// 64 columns in each 32, the first 32 low.
@inline(__always)
private func packQ45K(
  _ five: Bool, _ s: UnsafeRawPointer, _ u: UnsafeMutableRawPointer, _ lane: Int
) {
  unsafe put(half(s, 0), u, 2 * lane)
  unsafe put(half(s, 2), u, 32 + 2 * lane)
  let codeBytes = five ? 320 : 256
  let nibbles = five ? 48 : 16
  for group in 0..<8 {
    let (scale, minimum) = unsafe scaleAndMinimum(s + 4, group)
    unsafe put(scale, u, 64 + 32 * group + lane)
    unsafe put(minimum, u, 80 + 32 * group + lane)
    let shift = UInt32(4 * (group & 1))
    let qs = unsafe s + nibbles + 32 * (group >> 1)
    let codes = unsafe u + 320 + codeBytes * group
    for j in 0..<4 {
      let low = unsafe (word(qs, 4 * j) &>> shift) & 0x0F0F_0F0F
      let high = unsafe (word(qs, 16 + 4 * j) &>> shift) & 0x0F0F_0F0F
      unsafe put(low | high &<< 4, codes, 64 * j + 4 * lane)
    }
    guard five else { continue }
    var plane: UInt32 = 0
    for step in 0..<8 {
      plane |= unsafe ((word(s, 16 + 4 * step) &>> UInt32(group)) & 0x0101_0101) &<< UInt32(step)
    }
    unsafe put(plane, codes, 256 + 4 * lane)
  }
}

/// The 6-bit scale and minimum of `group` out of the 12 bytes of Q4_K and Q5_K.
@inline(__always)
private func scaleAndMinimum(_ p: UnsafeRawPointer, _ group: Int) -> (UInt8, UInt8) {
  if group < 4 { return unsafe (byte(p, group) & 63, byte(p, group + 4) & 63) }
  let low = unsafe byte(p, group + 4)
  return unsafe (
    low & 0xF | (byte(p, group - 4) &>> 6) &<< 4, low &>> 4 | (byte(p, group) &>> 6) &<< 4
  )
}

/// Q6_K: 128 bytes of low nibbles, 64 of high pairs, 16 signed scales, d; 128 columns at a time.
@inline(__always)
private func packQ6K(_ s: UnsafeRawPointer, _ u: UnsafeMutableRawPointer, _ lane: Int) {
  unsafe put(half(s, 208), u, 2 * lane)
  for index in 0..<16 { unsafe put(byte(s, 192 + index), u, 32 + 16 * index + lane) }
  for group in 0..<8 {
    let (part, k) = (group >> 2, group & 3)
    let low = unsafe s + 64 * part + 32 * (k & 1)
    let high = unsafe s + 128 + 32 * part
    let (shift, pair) = (UInt32(4 * (k >> 1)), UInt32(2 * k))
    let codes = unsafe u + 288 + 384 * group
    for j in 0..<4 {
      let a = unsafe (word(low, 4 * j) &>> shift) & 0x0F0F_0F0F
      let b = unsafe (word(low, 16 + 4 * j) &>> shift) & 0x0F0F_0F0F
      unsafe put(a | b &<< 4, codes, 64 * j + 4 * lane)
    }
    unsafe packPairs(high, pair, codes + 256, lane)
  }
}

/// Two-bit fields at bit `shift` of 32 bytes become the two planes of a panel.
@inline(__always)
func packPairs(
  _ s: UnsafeRawPointer, _ shift: UInt32, _ planes: UnsafeMutableRawPointer, _ lane: Int
) {
  for p in 0..<2 {
    var plane: UInt32 = 0
    for j in 0..<4 {
      let bits = unsafe (word(s, 16 * p + 4 * j) &>> shift) & 0x0303_0303
      plane |= bits &<< UInt32(2 * j)
    }
    unsafe put(plane, planes, 64 * p + 4 * lane)
  }
}

/// Q3_K: 32 bytes of high bits, 64 of low pairs, 12 of 6-bit scales (less 32), d.
@inline(__always)
private func packQ3K(_ s: UnsafeRawPointer, _ u: UnsafeMutableRawPointer, _ lane: Int) {
  unsafe put(half(s, 108), u, 2 * lane)
  for index in 0..<16 {
    let low = unsafe (byte(s, 96 + index & 7) &>> UInt8(index < 8 ? 0 : 4)) & 0xF
    let high = unsafe (byte(s, 104 + index & 3) &>> UInt8(2 * (index >> 2))) & 3
    unsafe put((low | high &<< 4) &- 32, u, 32 + 16 * index + lane)
  }
  for group in 0..<8 {
    let (part, k) = (group >> 2, group & 3)
    let codes = unsafe u + 288 + 192 * group
    unsafe packPairs(s + 32 + 32 * part, UInt32(2 * k), codes, lane)
    var plane: UInt32 = 0
    for step in 0..<8 {
      plane |= unsafe ((word(s, 4 * step) &>> UInt32(group)) & 0x0101_0101) &<< UInt32(step)
    }
    unsafe put(plane, codes, 128 + 4 * lane)
  }
}

/// Q2_K: 16 bytes of 4-bit scale and minimum, 64 of codes, d, dmin.
@inline(__always)
private func packQ2K(_ s: UnsafeRawPointer, _ u: UnsafeMutableRawPointer, _ lane: Int) {
  unsafe put(half(s, 80), u, 2 * lane)
  unsafe put(half(s, 82), u, 32 + 2 * lane)
  for index in 0..<16 { unsafe put(byte(s, index), u, 64 + 16 * index + lane) }
  for group in 0..<8 {
    unsafe packPairs(
      s + 16 + 32 * (group >> 2), UInt32(2 * (group & 3)), u + 320 + 128 * group, lane)
  }
}

/// IQ4_XS: d, 16 high bits pairs and 4 bytes of low nibbles of the scales (less 32), 128 bytes.
@inline(__always)
private func packIQ4XS(_ s: UnsafeRawPointer, _ u: UnsafeMutableRawPointer, _ lane: Int) {
  unsafe put(half(s, 0), u, 2 * lane)
  let highs = unsafe half(s, 2)
  for group in 0..<8 {
    let low = unsafe (byte(s, 4 + group >> 1) &>> UInt8(4 * (group & 1))) & 0xF
    let high = UInt8((highs &>> UInt16(2 * group)) & 3)
    unsafe put((low | high &<< 4) &- 32, u, 32 + 16 * group + lane)
    for j in 0..<4 {
      unsafe put(word(s, 8 + 16 * group + 4 * j), u, 160 + 256 * group + 64 * j + 4 * lane)
    }
  }
}
