#if arch(arm64)
  internal import _Builtin_intrinsics.arm.neon

  /// The values one instruction works on.
  typealias Lanes = SIMD4<Float>

  /// Values in ``Lanes``.
  @inline(__always) var laneCount: Int { 4 }

  /// Registers that hold ``Lanes``.
  @inline(__always) var registerCount: Int { 32 }

  @inline(__always) func splat(_ x: Float) -> Lanes { vdupq_n_f32(x) }

  @inline(__always) func load(_ p: UnsafePointer<Float>) -> Lanes {
    unsafe UnsafeRawPointer(p).loadUnaligned(as: Lanes.self)
  }

  @inline(__always) func store(_ p: UnsafeMutablePointer<Float>, _ x: Lanes) {
    unsafe UnsafeMutableRawPointer(p).storeBytes(of: x, as: Lanes.self)
  }

  /// The first `n` lanes from memory, zero in the others; `n` in `0...laneCount`.
  @inline(__always) func loadPart(_ p: UnsafePointer<Float>, _ n: Int) -> Lanes {
    if n >= 4 { return unsafe load(p) }
    var x = splat(0)
    if n > 0 { unsafe x[0] = p[0] }
    if n > 1 { unsafe x[1] = p[1] }
    if n > 2 { unsafe x[2] = p[2] }
    return x
  }

  /// The first `n` lanes to memory.
  @inline(__always) func storePart(_ p: UnsafeMutablePointer<Float>, _ x: Lanes, _ n: Int) {
    if n >= 4 { return unsafe store(p, x) }
    if n > 0 { unsafe p[0] = x[0] }
    if n > 1 { unsafe p[1] = x[1] }
    if n > 2 { unsafe p[2] = x[2] }
  }

  /// 4 halves.
  @inline(__always) func loadHalves(_ p: UnsafePointer<UInt16>) -> Lanes {
    unsafe vcvt_f32_f16(UnsafeRawPointer(p).loadUnaligned(as: float16x4_t.self))
  }

  /// 4 halves, rounded to nearest even.
  @inline(__always) func storeHalves(_ p: UnsafeMutablePointer<UInt16>, _ x: Lanes) {
    unsafe UnsafeMutableRawPointer(p).storeBytes(of: vcvt_f16_f32(x), as: float16x4_t.self)
  }

  /// The first `n` lanes as halves.
  @inline(__always)
  func storeHalvesPart(_ p: UnsafeMutablePointer<UInt16>, _ x: Lanes, _ n: Int) {
    let bits = vreinterpret_u16_f16(vcvt_f16_f32(x))
    if n > 0 { unsafe p[0] = bits[0] }
    if n > 1 { unsafe p[1] = bits[1] }
    if n > 2 { unsafe p[2] = bits[2] }
    if n > 3 { unsafe p[3] = bits[3] }
  }

  /// 4 signed bytes.
  @inline(__always) func loadCodes(_ p: UnsafePointer<Int8>) -> Lanes {
    unsafe vcvtq_f32_s32(signedBytes(p, 0))
  }

  /// 4 signed bytes as integers.
  @inline(__always) func signedBytes(_ p: UnsafeRawPointer, _ offset: Int) -> int32x4_t {
    vmovl_s16(vget_low_s16(vmovl_s8(vreinterpret_s8_u8(unsafe fourBytes(p, offset)))))
  }

  /// 4 unsigned bytes as integers.
  @inline(__always) func unsignedBytes(_ p: UnsafeRawPointer, _ offset: Int) -> uint32x4_t {
    vmovl_u16(vget_low_u16(vmovl_u8(unsafe fourBytes(p, offset))))
  }

  /// 4 bytes, twice.
  @inline(__always) private func fourBytes(_ p: UnsafeRawPointer, _ offset: Int) -> uint8x8_t {
    unsafe vreinterpret_u8_u32(vdup_n_u32(p.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }

  /// `a * b + c`, rounded once.
  @inline(__always) func fma(_ a: Lanes, _ b: Lanes, _ c: Lanes) -> Lanes { vfmaq_f32(c, a, b) }

  /// `a > b ? a : b`: `b` where either is NaN.
  @inline(__always) func larger(_ a: Lanes, _ b: Lanes) -> Lanes {
    vbslq_f32(vcgtq_f32(a, b), a, b)
  }

  /// `a < b ? a : b`: `b` where either is NaN.
  @inline(__always) func smaller(_ a: Lanes, _ b: Lanes) -> Lanes {
    vbslq_f32(vcltq_f32(a, b), a, b)
  }

  @inline(__always) func magnitude(_ x: Lanes) -> Lanes { vabsq_f32(x) }

  @inline(__always) func sum(_ x: Lanes) -> Float { vaddvq_f32(x) }

  /// The largest lane; no lane is NaN.
  @inline(__always) func largest(_ x: Lanes) -> Float { vmaxvq_f32(x) }

  /// `a < b ? x : y`.
  @inline(__always)
  func select(_ a: Lanes, less b: Lanes, _ x: Lanes, _ y: Lanes) -> Lanes {
    vbslq_f32(vcltq_f32(a, b), x, y)
  }

  /// Whether a lane of `a` is less than that of `b`; lanes with NaN are not.
  @inline(__always)
  func anyLess(_ a: Lanes, than b: Lanes) -> Bool { vmaxvq_u32(vcltq_f32(a, b)) != 0 }

  /// The first `n` lanes of `x`, the others of `y`.
  @inline(__always) func first(_ n: Int, of x: Lanes, else y: Lanes) -> Lanes {
    let places = int32x4_t(0, 1, 2, 3)
    return vbslq_f32(vcltq_s32(places, vdupq_n_s32(Int32(truncatingIfNeeded: n))), x, y)
  }

  /// `x * 2^n` for whole `n` in −160…130; `shifted` is `n + 1.5 * 2^23`.
  @inline(__always) func scaled(_ x: Lanes, byPower n: Lanes, shifted: Lanes) -> Lanes {
    // Two steps, because 2^n itself may be outside the normal range.
    let whole = vcvtq_s32_f32(n)
    let half = vshlq_s32(whole, vdupq_n_s32(-1))
    return x * power(half) * power(vsubq_s32(whole, half))
  }

  @inline(__always) private func power(_ n: int32x4_t) -> Lanes {
    vreinterpretq_f32_s32(vshlq_s32(vaddq_s32(n, vdupq_n_s32(127)), vdupq_n_s32(23)))
  }

  /// Rotates the pairs `(x0, x1), (x2, x3)` by the cosines and sines of two pairs.
  @inline(__always)
  func rotatedPairs(_ x: Lanes, _ c: UnsafePointer<Float>, _ s: UnsafePointer<Float>) -> Lanes {
    let turned = unsafe vrev64q_f32(x) * twice(s)
    // The first of each pair loses what the second gains.
    return unsafe fma(x, twice(c), turned * Lanes(-1, 1, -1, 1))
  }

  /// Each of two values in two lanes.
  @inline(__always) private func twice(_ p: UnsafePointer<Float>) -> Lanes {
    let two = unsafe UnsafeRawPointer(p).loadUnaligned(as: float32x2_t.self)
    let both = vcombine_f32(two, two)
    return vzip1q_f32(both, both)
  }
#endif
