// The types whose scales are shared by 256 columns, one unit of 16 rows at a time.

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
func packQ4K(_ s: UnsafeRawPointer, _ n: Int, _ u: UnsafeMutableRawPointer) {
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
func packQ5K(_ s: UnsafeRawPointer, _ n: Int, _ u: UnsafeMutableRawPointer) {
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
func storePairs(
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
func packQ6K(_ s: UnsafeRawPointer, _ n: Int, _ u: UnsafeMutableRawPointer) {
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
func packQ3K(_ s: UnsafeRawPointer, _ n: Int, _ u: UnsafeMutableRawPointer) {
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
func packQ2K(_ s: UnsafeRawPointer, _ n: Int, _ u: UnsafeMutableRawPointer) {
  let d = unsafe loadLines(s + 68, n).3
  unsafe storeHalves(d, u)
  unsafe storeHalves(down(d, 16), u + 32)
  unsafe storeSixteenScales(loadLines(s, n), u + 64)
  for part in 0..<2 {
    unsafe storePairs(s + (16 &+ 32 &* part), n, u + (320 &+ 512 &* part), 128)
  }
}

@inline(__always)
func packIQ4XS(_ s: UnsafeRawPointer, _ n: Int, _ u: UnsafeMutableRawPointer) {
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
