#if arch(arm64)
  import TernQuant
  internal import _Builtin_intrinsics.arm.neon

  /// What belongs to 32 columns of activation rows beside their codes (drawn at `ActivationTiles`).
  ///
  /// A lane is a row; one or two rows are repeated. `start0` and `start1` undo the offset of the
  /// weights' codes in the sums of the two halves, or `start0` in the sum of both.
  typealias RowFields = (
    scale: Lanes, start0: int32x4_t, start1: int32x4_t, whole: Lanes, part: Lanes
  )

  /// The fields of `count` rows (1, 2 or 4) from `p` on, in a tile of `rows` rows.
  @_transparent
  func rowFields(
    _ format: PanelFormat, _ p: UnsafeRawPointer, _ rows: Int, count: Int
  ) -> RowFields {
    let zero = vdupq_n_s32(0)
    let scale = unsafe vreinterpretq_f32_s32(fieldLanes(p, count))
    var (start0, start1) = (zero, zero)
    if format.signedOffset != 0 {
      let sums = unsafe fieldLanes(p + 4 &* rows, count)
      let offset = vdupq_n_s32(0 &- Int32(truncatingIfNeeded: format.signedOffset))
      if format.halvesDiffer {
        start0 = vmulq_s32(vshlq_s32(vshlq_s32(sums, vdupq_n_s32(16)), vdupq_n_s32(-16)), offset)
        start1 = vmulq_s32(vshlq_s32(sums, vdupq_n_s32(-16)), offset)
      } else {
        start0 = vmulq_s32(vpaddlq_s16(vreinterpretq_s16_s32(sums)), offset)
      }
    }
    if !format.hasMinimums { return (scale, start0, start1, scale, scale) }
    let whole = unsafe vreinterpretq_f32_s32(fieldLanes(p + 8 &* rows, count))
    if !format.halvesDiffer { return (scale, start0, start1, whole, whole) }
    let part = unsafe vreinterpretq_f32_s32(fieldLanes(p + 12 &* rows, count))
    return (scale, start0, start1, whole, part)
  }

  /// One field of `count` rows.
  @_transparent
  private func fieldLanes(_ p: UnsafeRawPointer, _ count: Int) -> int32x4_t {
    if count == 4 { return unsafe p.loadUnaligned(as: int32x4_t.self) }
    return count == 2
      ? unsafe vreinterpretq_s32_s64(vdupq_n_s64(p.loadUnaligned(as: Int64.self)))
      : unsafe vdupq_n_s32(p.loadUnaligned(as: Int32.self))
  }

  /// The dot products of a group's two halves; where the halves do not differ, both are the sum.
  typealias HalfDots = (int32x4_t, int32x4_t)

  /// Adds the dot products of a group with the row of lane `lane`, scaled, to its sums; where the dot
  /// products of units are not added up as integers.
  @_transparent
  func addScaled(
    _ format: PanelFormat, _ dots: HalfDots, _ s: GroupScales, _ a: RowFields, _ lane: Int,
    _ sum: Lanes
  ) -> Lanes {
    let scale = splat(a.scale[lane])
    if format.halvesAreFloats {
      let scaled = fma(vcvtq_f32_s32(dots.1), s.scale1, vcvtq_f32_s32(dots.0) * s.scale0)
      return fma(scaled, scale, sum)
    }
    return fma(vcvtq_f32_s32(dots.0), s.scale0 * scale, sum)
  }

  /// Adds the dot products of a group, by its scales, to those of its unit.
  @_transparent
  func addWeighted(
    _ format: PanelFormat, _ dots: HalfDots, _ s: GroupScales, _ total: int32x4_t
  ) -> int32x4_t {
    if format.halvesDiffer {
      return vmlaq_s32(vmlaq_s32(total, dots.0, s.weights0), dots.1, s.weights1)
    }
    return format.scales == .none
      ? vaddq_s32(total, dots.0) : vmlaq_s32(total, dots.0, s.weights0)
  }

  /// Adds the dot products of a unit with the row of lane `lane`, scaled, to its sums.
  @_transparent
  func addUnit(
    _ total: int32x4_t, _ h: Header, _ a: RowFields, _ lane: Int, _ sum: Lanes
  ) -> Lanes {
    fma(vcvtq_f32_s32(total), h.scales * splat(a.scale[lane]), sum)
  }

  /// Takes the minimums of a group times the sums of the activations of lane `lane` from its sums.
  @_transparent
  func lessMinimums(
    _ format: PanelFormat, _ minimums: (Lanes, Lanes), _ a: RowFields, _ lane: Int, _ sum: Lanes
  ) -> Lanes {
    let whole = splat(a.whole[lane])
    if !format.halvesDiffer { return vfmsq_f32(sum, minimums.0, whole) }
    return vfmsq_f32(
      vfmsq_f32(sum, minimums.1, whole), vsubq_f32(minimums.0, minimums.1), splat(a.part[lane]))
  }
#endif
