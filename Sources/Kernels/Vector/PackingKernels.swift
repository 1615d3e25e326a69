import TernQuant

/// Packs 16 rows of `units` blocks, `rowBytes` apart from `source`, into one panel.
///
/// The bytes are those that the one-row packer of `PanelPacking` writes; here a word of all 16 rows
/// moves at once, a line of the panel. Asks for the 16 rows that follow while it packs these.
package func packFullPanel(
  _ type: TensorType, _ source: UnsafeRawPointer, rowBytes: Int, blockBytes: Int,
  _ panel: UnsafeMutableRawPointer, units: Int, unitBytes: Int
) {
  let (s, n, b, u) = unsafe (source, rowBytes, blockBytes, unitBytes)
  switch type {
  case .q8_0: unsafe packPanelQ8_0(s, n, b, panel, units, u)
  case .q4_0, .iq4_nl: unsafe packPanelQ4_0(s, n, b, panel, units, u)
  case .q4_1: unsafe packPanelQ4_1(s, n, b, panel, units, u)
  case .q5_0: unsafe packPanelQ5_0(s, n, b, panel, units, u)
  case .q5_1: unsafe packPanelQ5_1(s, n, b, panel, units, u)
  case .mxfp4: unsafe packPanelMXFP4(s, n, b, panel, units, u)
  case .q4_K: unsafe packPanelQ4_K(s, n, b, panel, units, u)
  case .q5_K: unsafe packPanelQ5_K(s, n, b, panel, units, u)
  case .q6_K: unsafe packPanelQ6_K(s, n, b, panel, units, u)
  case .q3_K: unsafe packPanelQ3_K(s, n, b, panel, units, u)
  case .q2_K: unsafe packPanelQ2_K(s, n, b, panel, units, u)
  case .iq4_xs: unsafe packPanelIQ4_XS(s, n, b, panel, units, u)
  default: break
  }
}

// One function for each type: all in one would be too large for the inliner. Not private: another
// module that inlines the switch would get weak copies of them.

@inline(never)
func packPanelQ8_0(
  _ s: UnsafeRawPointer, _ n: Int, _ b: Int, _ p: UnsafeMutableRawPointer, _ units: Int, _ u: Int
) {
  unsafe packUnits(.q8_0, s, n, b, p, units, u)
}

@inline(never)
func packPanelQ4_0(
  _ s: UnsafeRawPointer, _ n: Int, _ b: Int, _ p: UnsafeMutableRawPointer, _ units: Int, _ u: Int
) {
  unsafe packUnits(.q4_0, s, n, b, p, units, u)
}

@inline(never)
func packPanelQ4_1(
  _ s: UnsafeRawPointer, _ n: Int, _ b: Int, _ p: UnsafeMutableRawPointer, _ units: Int, _ u: Int
) {
  unsafe packUnits(.q4_1, s, n, b, p, units, u)
}

@inline(never)
func packPanelQ5_0(
  _ s: UnsafeRawPointer, _ n: Int, _ b: Int, _ p: UnsafeMutableRawPointer, _ units: Int, _ u: Int
) {
  unsafe packUnits(.q5_0, s, n, b, p, units, u)
}

@inline(never)
func packPanelQ5_1(
  _ s: UnsafeRawPointer, _ n: Int, _ b: Int, _ p: UnsafeMutableRawPointer, _ units: Int, _ u: Int
) {
  unsafe packUnits(.q5_1, s, n, b, p, units, u)
}

@inline(never)
func packPanelMXFP4(
  _ s: UnsafeRawPointer, _ n: Int, _ b: Int, _ p: UnsafeMutableRawPointer, _ units: Int, _ u: Int
) {
  unsafe packUnits(.mxfp4, s, n, b, p, units, u)
}

@inline(never)
func packPanelQ4_K(
  _ s: UnsafeRawPointer, _ n: Int, _ b: Int, _ p: UnsafeMutableRawPointer, _ units: Int, _ u: Int
) {
  unsafe packUnits(.q4_K, s, n, b, p, units, u)
}

@inline(never)
func packPanelQ5_K(
  _ s: UnsafeRawPointer, _ n: Int, _ b: Int, _ p: UnsafeMutableRawPointer, _ units: Int, _ u: Int
) {
  unsafe packUnits(.q5_K, s, n, b, p, units, u)
}

@inline(never)
func packPanelQ6_K(
  _ s: UnsafeRawPointer, _ n: Int, _ b: Int, _ p: UnsafeMutableRawPointer, _ units: Int, _ u: Int
) {
  unsafe packUnits(.q6_K, s, n, b, p, units, u)
}

@inline(never)
func packPanelQ3_K(
  _ s: UnsafeRawPointer, _ n: Int, _ b: Int, _ p: UnsafeMutableRawPointer, _ units: Int, _ u: Int
) {
  unsafe packUnits(.q3_K, s, n, b, p, units, u)
}

@inline(never)
func packPanelQ2_K(
  _ s: UnsafeRawPointer, _ n: Int, _ b: Int, _ p: UnsafeMutableRawPointer, _ units: Int, _ u: Int
) {
  unsafe packUnits(.q2_K, s, n, b, p, units, u)
}

@inline(never)
func packPanelIQ4_XS(
  _ s: UnsafeRawPointer, _ n: Int, _ b: Int, _ p: UnsafeMutableRawPointer, _ units: Int, _ u: Int
) {
  unsafe packUnits(.iq4_xs, s, n, b, p, units, u)
}

@inline(__always)
private func packUnits(
  _ type: TensorType, _ source: UnsafeRawPointer, _ rowBytes: Int, _ blockBytes: Int,
  _ panel: UnsafeMutableRawPointer, _ units: Int, _ unitBytes: Int
) {
  var (from, to) = unsafe (source, panel)
  var next = unsafe source + 16 &* rowBytes
  for _ in 0..<units {
    var ahead = 0
    while ahead < 16 &* blockBytes {
      unsafe prefetch(next + ahead)
      ahead &+= 64
    }
    unsafe packUnit(type, from, rowBytes, to)
    unsafe from += blockBytes
    unsafe to += unitBytes
    unsafe next += 16 &* blockBytes
  }
}

@inline(__always)
private func packUnit(
  _ type: TensorType, _ s: UnsafeRawPointer, _ n: Int, _ u: UnsafeMutableRawPointer
) {
  switch type {
  case .q8_0: unsafe packQ8(s, n, u)
  case .q4_0, .iq4_nl:
    unsafe moveHalves(s, n, u)
    unsafe storeLines(loadLines(s + 2, n), u + 32)
  case .q4_1:
    unsafe storeScaleAndMinimum(loadLines(s, n).0, u)
    unsafe storeLines(loadLines(s + 4, n), u + 64)
  case .q5_0:
    unsafe moveHalves(s, n, u)
    unsafe storeLines(loadLines(s + 6, n), u + 32)
    unsafe storeLine(spreadBits(loadLines(s + 2, n).0), u + 288)
  case .q5_1:
    let head = unsafe loadLines(s, n)
    unsafe storeScaleAndMinimum(head.0, u)
    unsafe storeLines(loadLines(s + 8, n), u + 64)
    unsafe storeLine(spreadBits(head.1), u + 320)
  case .mxfp4: unsafe packMXFP4(s, n, u)
  case .q4_K: unsafe packQ4K(s, n, u)
  case .q5_K: unsafe packQ5K(s, n, u)
  case .q6_K: unsafe packQ6K(s, n, u)
  case .q3_K: unsafe packQ3K(s, n, u)
  case .q2_K: unsafe packQ2K(s, n, u)
  case .iq4_xs: unsafe packIQ4XS(s, n, u)
  default: break
  }
}

/// The half that lies at `s` in every row.
@inline(__always)
private func moveHalves(_ s: UnsafeRawPointer, _ n: Int, _ u: UnsafeMutableRawPointer) {
  for lane in 0..<16 {
    let value = unsafe s.loadUnaligned(fromByteOffset: lane &* n, as: UInt16.self)
    unsafe u.storeBytes(of: value, toByteOffset: 2 &* lane, as: UInt16.self)
  }
}

/// Words of a scale and an offset become 16 scales and 16 minimums, the offsets negated.
@inline(__always)
private func storeScaleAndMinimum(_ x: Line, _ u: UnsafeMutableRawPointer) {
  unsafe storeHalves(x, u)
  unsafe storeHalves(down(flipped(x, 0x8000_0000), 16), u + 32)
}

@inline(__always)
private func storeLines(_ x: Lines, _ p: UnsafeMutableRawPointer) {
  unsafe storeLine(x.0, p)
  unsafe storeLine(x.1, p + 64)
  unsafe storeLine(x.2, p + 128)
  unsafe storeLine(x.3, p + 192)
}

@inline(__always)
private func packQ8(_ s: UnsafeRawPointer, _ n: Int, _ u: UnsafeMutableRawPointer) {
  unsafe moveHalves(s, n, u)
  let (a, b) = unsafe (loadLines(s + 2, n), loadLines(s + 18, n))
  unsafe storeLines(signFlipped(a), u + 32)
  unsafe storeLines(signFlipped(b), u + 288)
}

@inline(__always)
private func signFlipped(_ x: Lines) -> Lines {
  let sign: UInt32 = 0x8080_8080
  return (flipped(x.0, sign), flipped(x.1, sign), flipped(x.2, sign), flipped(x.3, sign))
}

/// Bit 4s + i of every word moves to bit 8i + s: the high bits of Q5_0 and Q5_1.
@inline(__always)
private func spreadBits(_ x: Line) -> Line {
  // Byte i collects bit i of the 8 nibbles: one step for each bit of a byte.
  joined(
    joined(spreadByte(x, 0, 0), spreadByte(x, 1, 8)),
    joined(spreadByte(x, 2, 16), spreadByte(x, 3, 24)))
}

/// Bits `bit`, `bit + 4`, `bit + 8`, … of every word, side by side from `place` on.
@inline(__always)
private func spreadByte(_ x: Line, _ bit: UInt32, _ place: UInt32) -> Line {
  var y = bits(down(x, bit), 0x1111_1111)
  y = bits(joined(y, down(y, 3)), 0x0303_0303)
  y = bits(joined(y, down(y, 6)), 0x000F_000F)
  y = bits(joined(y, down(y, 12)), 0xFF)
  return up(y, place)
}

@inline(__always)
private func packMXFP4(_ s: UnsafeRawPointer, _ n: Int, _ u: UnsafeMutableRawPointer) {
  for lane in 0..<16 {
    let exponent = unsafe s.load(fromByteOffset: lane &* n, as: UInt8.self)
    unsafe u.storeBytes(of: exponent == 0 ? 0 : exponent &- 1, toByteOffset: lane, as: UInt8.self)
  }
  unsafe storeLines(loadLines(s + 1, n), u + 16)
}

/// d, dmin and the 6-bit scales and minimums of Q4_K and Q5_K, the first 16 bytes of a block.
@inline(__always)
private func packScales(_ s: UnsafeRawPointer, _ n: Int, _ u: UnsafeMutableRawPointer) {
  let (d, a, b, c) = unsafe loadLines(s, n)
  unsafe storeHalves(d, u)
  unsafe storeHalves(down(d, 16), u + 32)
  unsafe storeByteRows(bits(a, 0x3F3F_3F3F), bits(b, 0x3F3F_3F3F), u + 64)
  unsafe storeByteRows(
    joined(bits(c, 0x0F0F_0F0F), bits(down(a, 2), 0x3030_3030)),
    joined(bits(down(c, 4), 0x0F0F_0F0F), bits(down(b, 2), 0x3030_3030)), u + 192)
}

/// The low nibbles of two times four words as one group, or their high nibbles.
@inline(__always)
private func storeNibbles(_ a: Lines, _ b: Lines, high: Bool, _ p: UnsafeMutableRawPointer) {
  unsafe storeLine(nibbles(a.0, b.0, high), p)
  unsafe storeLine(nibbles(a.1, b.1, high), p + 64)
  unsafe storeLine(nibbles(a.2, b.2, high), p + 128)
  unsafe storeLine(nibbles(a.3, b.3, high), p + 192)
}

@inline(__always)
private func nibbles(_ a: Line, _ b: Line, _ high: Bool) -> Line {
  high
    ? joined(bits(down(a, 4), 0x0F0F_0F0F), bits(b, 0xF0F0_F0F0))
    : joined(bits(a, 0x0F0F_0F0F), up(bits(b, 0x0F0F_0F0F), 4))
}

@inline(__always)
private func packQ4K(_ s: UnsafeRawPointer, _ n: Int, _ u: UnsafeMutableRawPointer) {
  unsafe packScales(s, n, u)
  for pair in 0..<4 {
    let qs = unsafe s + (16 &+ 32 &* pair)
    let (a, b) = unsafe (loadLines(qs, n), loadLines(qs + 16, n))
    let codes = unsafe u + (320 &+ 512 &* pair)
    unsafe storeNibbles(a, b, high: false, codes)
    unsafe storeNibbles(a, b, high: true, codes + 256)
  }
}

@inline(__always)
private func packQ5K(_ s: UnsafeRawPointer, _ n: Int, _ u: UnsafeMutableRawPointer) {
  unsafe packScales(s, n, u)
  let (a, b) = unsafe (loadLines(s + 16, n), loadLines(s + 32, n))
  for group in 0..<8 {
    unsafe storeLine(highBits(a, b, UInt32(group)), u + (576 &+ 320 &* group))
  }
  for pair in 0..<4 {
    let qs = unsafe s + (48 &+ 32 &* pair)
    let (a, b) = unsafe (loadLines(qs, n), loadLines(qs + 16, n))
    let codes = unsafe u + (320 &+ 640 &* pair)
    unsafe storeNibbles(a, b, high: false, codes)
    unsafe storeNibbles(a, b, high: true, codes + 320)
  }
}

/// Bit `at` of every byte of eight words: step s becomes bit s.
@inline(__always)
private func highBits(_ a: Lines, _ b: Lines, _ at: UInt32) -> Line {
  joined(fourBits(a, at), up(fourBits(b, at), 4))
}

@inline(__always)
private func fourBits(_ x: Lines, _ at: UInt32) -> Line {
  let m: UInt32 = 0x0101_0101
  return joined(
    joined(bits(down(x.0, at), m), up(bits(down(x.1, at), m), 1)),
    joined(up(bits(down(x.2, at), m), 2), up(bits(down(x.3, at), m), 3)))
}

/// The two bits `at` of every byte of four words: word j becomes bits 2j.
@inline(__always)
private func pairPlane(_ x: Lines, _ at: UInt32) -> Line {
  let m: UInt32 = 0x0303_0303
  return joined(
    joined(bits(down(x.0, at), m), up(bits(down(x.1, at), m), 2)),
    joined(up(bits(down(x.2, at), m), 4), up(bits(down(x.3, at), m), 6)))
}

/// The 2-bit planes of the four groups whose bits share 32 bytes, `stride` apart from `p` on.
@inline(__always)
private func storePairs(
  _ s: UnsafeRawPointer, _ n: Int, _ p: UnsafeMutableRawPointer, _ stride: Int
) {
  for plane in 0..<2 {
    let x = unsafe loadLines(s + 16 &* plane, n)
    for k in 0..<4 {
      unsafe storeLine(pairPlane(x, UInt32(2 &* k)), p + (stride &* k &+ 64 &* plane))
    }
  }
}

@inline(__always)
private func packQ6K(_ s: UnsafeRawPointer, _ n: Int, _ u: UnsafeMutableRawPointer) {
  unsafe moveHalves(s + 208, n, u)
  unsafe storeSixteenScales(loadLines(s + 192, n), u + 32)
  for part in 0..<2 {
    let codes = unsafe u + (288 &+ 1536 &* part)
    for k in 0..<2 {
      let low = unsafe s + (64 &* part &+ 32 &* k)
      let (a, b) = unsafe (loadLines(low, n), loadLines(low + 16, n))
      unsafe storeNibbles(a, b, high: false, codes + 384 &* k)
      unsafe storeNibbles(a, b, high: true, codes + 384 &* (k &+ 2))
    }
    unsafe storePairs(s + (128 &+ 32 &* part), n, codes + 256, 384)
  }
}

/// 16 bytes of every row, one for each 16 columns.
@inline(__always)
private func storeSixteenScales(_ x: Lines, _ p: UnsafeMutableRawPointer) {
  unsafe storeByteRows(x.0, p)
  unsafe storeByteRows(x.1, p + 64)
  unsafe storeByteRows(x.2, p + 128)
  unsafe storeByteRows(x.3, p + 192)
}

@inline(__always)
private func packQ3K(_ s: UnsafeRawPointer, _ n: Int, _ u: UnsafeMutableRawPointer) {
  // The last 16 bytes of a block: 2 of codes, 12 of scales, d.
  let tail = unsafe loadLines(s + 94, n)
  unsafe storeHalves(down(tail.3, 16), u)
  let a = joined(down(tail.0, 16), up(tail.1, 16))
  let b = joined(down(tail.1, 16), up(tail.2, 16))
  let c = joined(down(tail.2, 16), up(tail.3, 16))
  unsafe storeSixteenScales(
    (
      lessThirtyTwo(a, c, 0, 0), lessThirtyTwo(b, c, 0, 2), lessThirtyTwo(a, c, 4, 4),
      lessThirtyTwo(b, c, 4, 6)
    ), u + 32)
  let (m0, m1) = unsafe (loadLines(s, n), loadLines(s + 16, n))
  for group in 0..<8 {
    unsafe storeLine(highBits(m0, m1, UInt32(group)), u + (416 &+ 192 &* group))
  }
  for part in 0..<2 {
    unsafe storePairs(s + (32 &+ 32 &* part), n, u + (288 &+ 768 &* part), 192)
  }
}

/// Nibbles of `low` and pairs of `high`, together 6 bits, less 32, in every byte.
@inline(__always)
private func lessThirtyTwo(_ low: Line, _ high: Line, _ nibble: UInt32, _ pair: UInt32) -> Line {
  let x = joined(
    bits(down(low, nibble), 0x0F0F_0F0F), up(bits(down(high, pair), 0x0303_0303), 4))
  // With the sign bit set, no byte borrows from its neighbour.
  return flipped(less(flipped(x, 0x8080_8080), 0x2020_2020), 0x8080_8080)
}

@inline(__always)
private func packQ2K(_ s: UnsafeRawPointer, _ n: Int, _ u: UnsafeMutableRawPointer) {
  let d = unsafe loadLines(s + 68, n).3
  unsafe storeHalves(d, u)
  unsafe storeHalves(down(d, 16), u + 32)
  unsafe storeSixteenScales(loadLines(s, n), u + 64)
  for part in 0..<2 {
    unsafe storePairs(s + (16 &+ 32 &* part), n, u + (320 &+ 512 &* part), 128)
  }
}

@inline(__always)
private func packIQ4XS(_ s: UnsafeRawPointer, _ n: Int, _ u: UnsafeMutableRawPointer) {
  let head = unsafe loadLines(s, n)
  unsafe storeHalves(head.0, u)
  let highs = down(head.0, 16)
  unsafe storeByteRows(fourScales(head.1, highs, 0), u + 32)
  unsafe storeByteRows(fourScales(head.1, highs, 4), u + 96)
  for group in 0..<8 {
    unsafe storeLines(loadLines(s + (8 &+ 16 &* group), n), u + (160 &+ 256 &* group))
  }
}

/// The 6-bit scales of four groups less 32, a byte each.
@inline(__always)
private func fourScales(_ lows: Line, _ highs: Line, _ group: UInt32) -> Line {
  let x = joined(
    joined(oneScale(lows, highs, group, 0), oneScale(lows, highs, group, 1)),
    joined(oneScale(lows, highs, group, 2), oneScale(lows, highs, group, 3)))
  return flipped(less(flipped(x, 0x8080_8080), 0x2020_2020), 0x8080_8080)
}

/// The 6 bits of group `first + k` as byte `k`.
@inline(__always)
private func oneScale(_ lows: Line, _ highs: Line, _ first: UInt32, _ k: UInt32) -> Line {
  let low = bits(down(lows, 4 &* (first &+ k)), 15)
  return up(joined(low, up(bits(down(highs, 2 &* (first &+ k)), 3), 4)), 8 &* k)
}
