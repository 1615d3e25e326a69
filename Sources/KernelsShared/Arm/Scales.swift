#if arch(arm64)
  import TernQuant
  internal import _Builtin_intrinsics.arm.neon

  /// What the rows of a unit have in common, 4 rows: scales with the factor, and minimums.
  typealias Header = (scales: Lanes, minimums: Lanes)

  /// What scales the two halves of a group, 4 rows.
  ///
  /// Integers, or floats where the format's scales are no integers. Where the halves do not differ, the
  /// first is that of both.
  typealias GroupScales = (
    weights0: int32x4_t, weights1: int32x4_t, scale0: Lanes, scale1: Lanes
  )

  extension PanelFormat {
    /// Whether the dot products of all groups of a unit are added up as integers: its 256 columns
    /// share a scale of the activations, and the scales of its groups are integers.
    ///
    /// Formats whose scales of groups are integers must be so.
    @inline(__always)
    var sumsUnits: Bool { isWide }
  }

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

  /// The scales of group `group`, 4 rows from `row`; `h` is the header's.
  @_transparent
  func groupScales(
    _ format: PanelFormat, _ unit: UnsafeRawPointer, _ row: Int, _ group: Int, _ h: Header
  ) -> GroupScales {
    let none = vdupq_n_s32(0)
    let first = format.headerBytes &+ format.scaleBytes &* group &+ row
    switch format.scales {
    case .none: return (none, none, h.scales, h.scales)
    case .signed: return unsafe (signedBytes(unit, first), none, h.scales, h.scales)
    case .scaleAndMinimum:
      let weights = unsafe vreinterpretq_s32_u32(unsignedBytes(unit, first))
      return (weights, none, h.scales, h.scales)
    case .signedHalves:
      return unsafe (
        signedBytes(unit, first), signedBytes(unit, first &+ 16), h.scales, h.scales
      )
    case .nibbleHalves:
      let (a, b) = unsafe (unsignedBytes(unit, first), unsignedBytes(unit, first &+ 16))
      let low = vdupq_n_u32(15)
      return (
        vreinterpretq_s32_u32(vandq_u32(a, low)), vreinterpretq_s32_u32(vandq_u32(b, low)),
        h.scales, h.scales
      )
    case .floatHalves:
      return unsafe (
        none, none, h.scales * smallFloats(unit, first), h.scales * smallFloats(unit, first &+ 16)
      )
    }
  }

  /// The minimums of the two halves of group `group`, 4 rows from `row`; `h` is the header's.
  @_transparent
  func groupMinimums(
    _ format: PanelFormat, _ unit: UnsafeRawPointer, _ row: Int, _ group: Int, _ h: Header
  ) -> (Lanes, Lanes) {
    let first = format.headerBytes &+ format.scaleBytes &* group &+ row
    switch format.scales {
    case .none, .signed, .signedHalves, .floatHalves: return (h.minimums, h.minimums)
    case .scaleAndMinimum:
      let m = unsafe h.minimums * vcvtq_f32_u32(unsignedBytes(unit, first &+ 16))
      return (m, m)
    case .nibbleHalves:
      let four = vdupq_n_s32(-4)
      let a = unsafe vshlq_u32(unsignedBytes(unit, first), four)
      let b = unsafe vshlq_u32(unsignedBytes(unit, first &+ 16), four)
      return (h.minimums * vcvtq_f32_u32(a), h.minimums * vcvtq_f32_u32(b))
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
