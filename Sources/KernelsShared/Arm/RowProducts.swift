#if arch(arm64)
  import TernKernelsPortable
  import TernQuant
  internal import _Builtin_intrinsics.arm.neon

  // Products with one activation row by SDOT: a word of four codes of the row meets one of each of
  // four weight rows.

  /// One panel of a product times one activation row; the panel is read once, in order.
  @inline(__always)
  func panelRow(
    _ format: PanelFormat, _ panel: UnsafeRawPointer, _ product: PanelProduct,
    _ out: UnsafeMutablePointer<Float>
  ) {
    var (s0, s1, s2, s3) = (splat(0), splat(0), splat(0), splat(0))
    var (unit, block, index) = unsafe (panel, product.tile, 0)
    while index < product.units {
      let (h0, h1) = unsafe (header(format, unit, 0), header(format, unit, 4))
      let (h2, h3) = unsafe (header(format, unit, 8), header(format, unit, 12))
      var group = 0
      while group < format.groups {
        unsafe prefetchGroup(format, unit, group)
        let codes = unsafe (loadSigned(block, 0), loadSigned(block, 16))
        let fields = unsafe rowFields(format, block + 32, 1, count: 1)
        s0 = unsafe addQuarter(format, unit, 0, group, h0, codes, fields, s0)
        s1 = unsafe addQuarter(format, unit, 4, group, h1, codes, fields, s1)
        s2 = unsafe addQuarter(format, unit, 8, group, h2, codes, fields, s2)
        s3 = unsafe addQuarter(format, unit, 12, group, h3, codes, fields, s3)
        unsafe block = block + 48
        group &+= 1
      }
      unsafe unit = unit + format.unitBytes
      index &+= 1
    }
    unsafe store(out, s0)
    unsafe store(out + 4, s1)
    unsafe store(out + 8, s2)
    unsafe store(out + 12, s3)
  }

  /// Adds the products of four weight rows from `row` with 32 columns of an activation row.
  @_transparent
  private func addQuarter(
    _ format: PanelFormat, _ unit: UnsafeRawPointer, _ row: Int, _ group: Int, _ h: Header,
    _ a: (int8x16_t, int8x16_t), _ fields: RowFields, _ sum: Lanes
  ) -> Lanes {
    let codes = unsafe unit + (format.codesOffset &+ group &* format.codeBytes)
    let w = unsafe unpackCodes(format, codes, row)
    let s = unsafe groupScales(format, unit, row, group, h)
    return addScaled(format, dots(format, w, a, fields, 0), s, fields, 0, sum)
  }

  /// The dot products of 32 columns of four weight rows with those of an activation row, whose fields
  /// are in lane `lane`.
  @_transparent
  func dots(
    _ format: PanelFormat, _ w: Codes, _ a: (int8x16_t, int8x16_t), _ fields: RowFields, _ lane: Int
  ) -> HalfDots {
    let first = dot(vdupq_n_s32(fields.start0[lane]), (w.0, w.1, w.2, w.3), a.0)
    if !format.halvesDiffer {
      let both = dot(first, (w.4, w.5, w.6, w.7), a.1)
      return (both, both)
    }
    return (first, dot(vdupq_n_s32(fields.start1[lane]), (w.4, w.5, w.6, w.7), a.1))
  }

  /// Adds 16 columns of four weight rows.
  @inline(__always)
  private func dot(
    _ sum: int32x4_t, _ w: (uint8x16_t, uint8x16_t, uint8x16_t, uint8x16_t), _ a: int8x16_t
  ) -> int32x4_t {
    let x = vdotq_s32(sum, vreinterpretq_s8_u8(w.0), word(a, 0))
    let y = vdotq_s32(x, vreinterpretq_s8_u8(w.1), word(a, 1))
    let z = vdotq_s32(y, vreinterpretq_s8_u8(w.2), word(a, 2))
    return vdotq_s32(z, vreinterpretq_s8_u8(w.3), word(a, 3))
  }

  /// Word `index`, a constant, in all lanes: a part of the instruction that takes it.
  @inline(__always)
  private func word(_ a: int8x16_t, _ index: Int) -> int8x16_t {
    vreinterpretq_s8_s32(vdupq_n_s32(vreinterpretq_s32_s8(a)[index]))
  }

  @inline(__always)
  func loadSigned(_ p: UnsafeRawPointer, _ offset: Int) -> int8x16_t {
    unsafe p.loadUnaligned(fromByteOffset: offset, as: int8x16_t.self)
  }
#endif
