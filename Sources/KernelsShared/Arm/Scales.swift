#if arch(arm64)
  import TernQuant
  internal import _Builtin_intrinsics.arm.neon

  /// What the rows of a unit have in common, 4 rows: scales with the factor, and minimums.
  typealias Header = (scales: Lanes, minimums: Lanes)

  /// What scales a group, 4 rows.
  ///
  /// The sums of the two halves of 32 columns are weighted as integers, `weights0` and `weights1`
  /// (where the halves do not differ they are not used), and `scale0` is what they have in common.
  /// Halves whose scales are no integers have `scale0` and `scale1` instead.
  typealias LaneScales = (
    scale0: Lanes, scale1: Lanes, weights0: int32x4_t, weights1: int32x4_t, minimum0: Lanes,
    minimum1: Lanes
  )

  @inline(__always)
  private func halves(_ p: UnsafeRawPointer, _ offset: Int) -> Lanes {
    unsafe loadHalves((p + offset).assumingMemoryBound(to: UInt16.self))
  }

  /// The fields of a unit's header, 4 rows from `row`.
  @_transparent
  func header(_ format: PanelFormat, _ unit: UnsafeRawPointer, _ row: Int) -> Header {
    let factor = splat(format.factor)
    switch format.header {
    case .none: return (factor, splat(0))
    case .exponent:
      let bits = unsafe vshlq_u32(unsignedBytes(unit, row), vdupq_n_s32(23))
      return (vreinterpretq_f32_u32(bits) * factor, splat(0))
    case .scale: return unsafe (halves(unit, 2 &* row) * factor, splat(0))
    case .scaleAndMinimum:
      return unsafe (halves(unit, 2 &* row) * factor, halves(unit, 32 &+ 2 &* row))
    }
  }

  /// The scales and minimums of group `group`, 4 rows from `row`; `h` is the header's.
  @_transparent
  func groupScales(
    _ format: PanelFormat, _ unit: UnsafeRawPointer, _ row: Int, _ group: Int, _ h: Header
  ) -> LaneScales {
    let none = vdupq_n_s32(0)
    let first = format.headerBytes &+ format.scaleBytes &* group &+ row
    switch format.scales {
    case .none: return (h.scales, h.scales, none, none, h.minimums, h.minimums)
    case .signed:
      let s = unsafe h.scales * vcvtq_f32_s32(signedBytes(unit, first))
      return (s, s, none, none, h.minimums, h.minimums)
    case .scaleAndMinimum:
      let s = unsafe h.scales * vcvtq_f32_u32(unsignedBytes(unit, first))
      let m = unsafe h.minimums * vcvtq_f32_u32(unsignedBytes(unit, first &+ 16))
      return (s, s, none, none, m, m)
    case .signedHalves:
      return unsafe (
        h.scales, h.scales, signedBytes(unit, first), signedBytes(unit, first &+ 16), h.minimums,
        h.minimums
      )
    case .nibbleHalves:
      let (a, b) = unsafe (unsignedBytes(unit, first), unsignedBytes(unit, first &+ 16))
      let (low, four) = (vdupq_n_u32(15), vdupq_n_s32(-4))
      return (
        h.scales, h.scales, vreinterpretq_s32_u32(vandq_u32(a, low)),
        vreinterpretq_s32_u32(vandq_u32(b, low)), h.minimums * vcvtq_f32_u32(vshlq_u32(a, four)),
        h.minimums * vcvtq_f32_u32(vshlq_u32(b, four))
      )
    case .floatHalves:
      return unsafe (
        h.scales * smallFloats(unit, first), h.scales * smallFloats(unit, first &+ 16), none, none,
        h.minimums, h.minimums
      )
    }
  }

  /// 4 numbers of format E4M3 without signs.
  @inline(__always)
  private func smallFloats(_ p: UnsafeRawPointer, _ offset: Int) -> Lanes {
    // Their bits are those of a float32 whose exponent is less by 120, subnormal ones included.
    let bits = unsafe vshlq_u32(unsignedBytes(p, offset), vdupq_n_s32(20))
    return vreinterpretq_f32_u32(bits) * splat(0x1p120)
  }
#endif
