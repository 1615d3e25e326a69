#if arch(arm64)
  internal import _Builtin_intrinsics.arm.neon

  /// One word of four bytes from each of 16 rows, in four registers: a line of a panel.
  typealias Line = (uint32x4_t, uint32x4_t, uint32x4_t, uint32x4_t)

  /// Four lines.
  typealias Lines = (Line, Line, Line, Line)

  /// The 16 bytes at `p` of 16 rows that are `rowBytes` apart, as four lines.
  @inline(__always)
  func loadLines(_ p: UnsafeRawPointer, _ rowBytes: Int) -> Lines {
    let a = unsafe transposed(p, rowBytes)
    let b = unsafe transposed(p + 4 &* rowBytes, rowBytes)
    let c = unsafe transposed(p + 8 &* rowBytes, rowBytes)
    let d = unsafe transposed(p + 12 &* rowBytes, rowBytes)
    return (
      (a.0, b.0, c.0, d.0), (a.1, b.1, c.1, d.1), (a.2, b.2, c.2, d.2), (a.3, b.3, c.3, d.3)
    )
  }

  /// The 16 bytes at `p` of 4 rows as words of 4 rows.
  @inline(__always)
  private func transposed(_ p: UnsafeRawPointer, _ rowBytes: Int) -> Line {
    unsafe transposed(
      words(p, 0), words(p, rowBytes), words(p, 2 &* rowBytes), words(p, 3 &* rowBytes))
  }

  /// Word j of register i becomes word i of register j.
  @inline(__always)
  private func transposed(
    _ a: uint32x4_t, _ b: uint32x4_t, _ c: uint32x4_t, _ d: uint32x4_t
  ) -> Line {
    let (ac, bd) = (vzip1q_u32(a, c), vzip1q_u32(b, d))
    let (acs, bds) = (vzip2q_u32(a, c), vzip2q_u32(b, d))
    return (vzip1q_u32(ac, bd), vzip2q_u32(ac, bd), vzip1q_u32(acs, bds), vzip2q_u32(acs, bds))
  }

  @inline(__always)
  private func words(_ p: UnsafeRawPointer, _ offset: Int) -> uint32x4_t {
    unsafe p.loadUnaligned(fromByteOffset: offset, as: uint32x4_t.self)
  }

  @inline(__always)
  func storeLine(_ x: Line, _ p: UnsafeMutableRawPointer) {
    unsafe p.storeBytes(of: x.0, as: uint32x4_t.self)
    unsafe p.storeBytes(of: x.1, toByteOffset: 16, as: uint32x4_t.self)
    unsafe p.storeBytes(of: x.2, toByteOffset: 32, as: uint32x4_t.self)
    unsafe p.storeBytes(of: x.3, toByteOffset: 48, as: uint32x4_t.self)
  }

  /// `x & mask` in every word.
  @inline(__always)
  func bits(_ x: Line, _ mask: UInt32) -> Line {
    let m = vdupq_n_u32(mask)
    return (vandq_u32(x.0, m), vandq_u32(x.1, m), vandq_u32(x.2, m), vandq_u32(x.3, m))
  }

  /// `x ^ mask` in every word.
  @inline(__always)
  func flipped(_ x: Line, _ mask: UInt32) -> Line {
    let m = vdupq_n_u32(mask)
    return (veorq_u32(x.0, m), veorq_u32(x.1, m), veorq_u32(x.2, m), veorq_u32(x.3, m))
  }

  /// `x - y` in every word, without a check.
  @inline(__always)
  func less(_ x: Line, _ y: UInt32) -> Line {
    let m = vdupq_n_u32(y)
    return (vsubq_u32(x.0, m), vsubq_u32(x.1, m), vsubq_u32(x.2, m), vsubq_u32(x.3, m))
  }

  @inline(__always)
  func joined(_ x: Line, _ y: Line) -> Line {
    (vorrq_u32(x.0, y.0), vorrq_u32(x.1, y.1), vorrq_u32(x.2, y.2), vorrq_u32(x.3, y.3))
  }

  /// Every word shifted to the right.
  @inline(__always)
  func down(_ x: Line, _ count: UInt32) -> Line { shifted(x, 0 &- Int32(bitPattern: count)) }

  /// Every word shifted to the left.
  @inline(__always)
  func up(_ x: Line, _ count: UInt32) -> Line { shifted(x, Int32(bitPattern: count)) }

  @inline(__always)
  private func shifted(_ x: Line, _ count: Int32) -> Line {
    let n = vdupq_n_s32(count)
    return (vshlq_u32(x.0, n), vshlq_u32(x.1, n), vshlq_u32(x.2, n), vshlq_u32(x.3, n))
  }

  /// The low halves of 16 words, 32 bytes.
  @inline(__always)
  func storeHalves(_ x: Line, _ p: UnsafeMutableRawPointer) {
    let low = vcombine_u16(vmovn_u32(x.0), vmovn_u32(x.1))
    let high = vcombine_u16(vmovn_u32(x.2), vmovn_u32(x.3))
    unsafe p.storeBytes(of: low, as: uint16x8_t.self)
    unsafe p.storeBytes(of: high, toByteOffset: 16, as: uint16x8_t.self)
  }

  /// The bytes 0 of 16 words, then their bytes 1, 2 and 3: 64 bytes.
  @inline(__always)
  func storeByteRows(_ x: Line, _ p: UnsafeMutableRawPointer) { unsafe storeLine(byteRows(x), p) }

  /// The bytes 0 of `x`, the bytes 0 of `y`, the bytes 1 of `x`, … : 128 bytes.
  @inline(__always)
  func storeByteRows(_ x: Line, _ y: Line, _ p: UnsafeMutableRawPointer) {
    let (a, b) = (byteRows(x), byteRows(y))
    unsafe storeLine((a.0, b.0, a.1, b.1), p)
    unsafe storeLine((a.2, b.2, a.3, b.3), p + 64)
  }

  /// The bytes 0, 1, 2 and 3 of 16 words, 16 bytes each.
  @inline(__always)
  private func byteRows(_ x: Line) -> Line {
    transposed(byteQuads(x.0), byteQuads(x.1), byteQuads(x.2), byteQuads(x.3))
  }

  /// Of 4 words the bytes 0, 1, 2 and 3, 4 bytes each.
  @inline(__always)
  private func byteQuads(_ x: uint32x4_t) -> uint32x4_t {
    let order = uint8x16_t(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15)
    return vreinterpretq_u32_u8(vqtbl1q_u8(vreinterpretq_u8_u32(x), order))
  }
#endif
