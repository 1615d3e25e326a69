#if arch(arm64)
  import TernQuant
  internal import _Builtin_intrinsics.arm.neon

  // Dot products of two activation rows by SMMLA: 8 columns of two weight rows meet 8 columns of two
  // activation rows in each instruction. The lanes of its four sums are
  //
  //   weight row 0 · activation row 0, 0 · 1, 1 · 0, 1 · 1

  /// Whether the codes of two rows of a tile lie in turn, 8 columns of each.
  @inline(__always)
  var tilesHavePairs: Bool { true }

  /// The codes of two rows in turn, 8 columns of each: the rows 0 and 1, then 2 and 3, of the columns
  /// 0 to 7, then of the next.
  @inline(__always)
  func arranged(_ w: Codes) -> Codes {
    (
      low(w.0, w.1), high(w.0, w.1), low(w.2, w.3), high(w.2, w.3), low(w.4, w.5), high(w.4, w.5),
      low(w.6, w.7), high(w.6, w.7)
    )
  }

  @inline(__always)
  private func low(_ a: uint8x16_t, _ b: uint8x16_t) -> uint8x16_t {
    vreinterpretq_u8_u32(vzip1q_u32(vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b)))
  }

  @inline(__always)
  private func high(_ a: uint8x16_t, _ b: uint8x16_t) -> uint8x16_t {
    vreinterpretq_u8_u32(vzip2q_u32(vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b)))
  }

  /// The dot products of 32 columns of four weight rows with two activation rows at `p`, whose fields
  /// are in the lanes `lane` and `lane + 1`.
  @_transparent
  func dotsOfTwo(
    _ format: PanelFormat, _ w: Codes, _ p: UnsafeRawPointer, _ fields: RowFields, _ lane: Int
  ) -> (first: HalfDots, second: HalfDots) {
    let (a, b) = unsafe (loadSigned(p, 0), loadSigned(p, 16))
    let (c, d) = unsafe (loadSigned(p, 32), loadSigned(p, 48))
    let start0 = twoLanes(fields.start0, lane)
    let low = dot(dot(start0, w.0, a), w.2, b)
    let high = dot(dot(start0, w.1, a), w.3, b)
    if !format.halvesDiffer {
      let (x, y) = (dot(dot(low, w.4, c), w.6, d), dot(dot(high, w.5, c), w.7, d))
      let (first, second) = (vuzp1q_s32(x, y), vuzp2q_s32(x, y))
      return ((first, first), (second, second))
    }
    let start1 = twoLanes(fields.start1, lane)
    let (x, y) = (dot(dot(start1, w.4, c), w.6, d), dot(dot(start1, w.5, c), w.7, d))
    return (
      (vuzp1q_s32(low, high), vuzp1q_s32(x, y)), (vuzp2q_s32(low, high), vuzp2q_s32(x, y))
    )
  }

  @inline(__always)
  private func dot(_ sum: int32x4_t, _ w: uint8x16_t, _ a: int8x16_t) -> int32x4_t {
    vmmlaq_s32(sum, vreinterpretq_s8_u8(w), a)
  }

  /// Two lanes from an even one on, twice.
  @_transparent
  private func twoLanes(_ x: int32x4_t, _ lane: Int) -> int32x4_t {
    vreinterpretq_s32_s64(vdupq_n_s64(vreinterpretq_s64_s32(x)[lane / 2]))
  }
#endif
