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
    var sums = (splat(0), splat(0), splat(0), splat(0))
    var (unit, block, index) = unsafe (panel, product.tile, 0)
    while index < product.units {
      let (h0, h1) = unsafe (header(format, unit, 0), header(format, unit, 4))
      let (h2, h3) = unsafe (header(format, unit, 8), header(format, unit, 12))
      if format.sumsUnits {
        unsafe addSummed(format, unit, (h0, h1, h2, h3), block, &sums)
      } else {
        unsafe addGroups(format, unit, (h0, h1, h2, h3), block, &sums)
      }
      unsafe block = block + 48 &* format.groups
      unsafe unit = unit + format.unitBytes
      index &+= 1
    }
    unsafe store(out, sums.0)
    unsafe store(out + 4, sums.1)
    unsafe store(out + 8, sums.2)
    unsafe store(out + 12, sums.3)
  }

  /// What the four quarters of a panel have.
  private typealias Headers = (Header, Header, Header, Header)
  private typealias Sums = (Lanes, Lanes, Lanes, Lanes)

  /// Adds the products with a unit, group by group.
  @_transparent
  private func addGroups(
    _ format: PanelFormat, _ unit: UnsafeRawPointer, _ h: Headers, _ block: UnsafeRawPointer,
    _ sums: inout Sums
  ) {
    var (block, group) = unsafe (block, 0)
    while group < format.groups {
      unsafe prefetchGroup(format, unit, group)
      let fields = unsafe rowFields(format, block + 32, 1, count: 1)
      sums.0 = unsafe addQuarter(format, unit, 0, group, h.0, block, fields, sums.0)
      sums.1 = unsafe addQuarter(format, unit, 4, group, h.1, block, fields, sums.1)
      sums.2 = unsafe addQuarter(format, unit, 8, group, h.2, block, fields, sums.2)
      sums.3 = unsafe addQuarter(format, unit, 12, group, h.3, block, fields, sums.3)
      unsafe block = block + 48
      group &+= 1
    }
  }

  @_transparent
  private func addQuarter(
    _ format: PanelFormat, _ unit: UnsafeRawPointer, _ row: Int, _ group: Int, _ h: Header,
    _ block: UnsafeRawPointer, _ fields: RowFields, _ sum: Lanes
  ) -> Lanes {
    let s = unsafe groupScales(format, unit, row, group, h)
    let dots = unsafe quarterDots(format, unit, row, group, block, fields)
    let result = addScaled(format, dots, s, fields, 0, sum)
    if !format.hasMinimums { return result }
    return lessMinimums(format, (h.minimums, h.minimums), fields, 0, result)
  }

  /// Adds the products with a unit, whose dot products are added up as integers.
  @_transparent
  private func addSummed(
    _ format: PanelFormat, _ unit: UnsafeRawPointer, _ h: Headers, _ start: UnsafeRawPointer,
    _ sums: inout Sums
  ) {
    let zero = vdupq_n_s32(0)
    var (t0, t1, t2, t3) = (zero, zero, zero, zero)
    var (block, group) = unsafe (start, 0)
    while group < format.groups {
      unsafe prefetchGroup(format, unit, group)
      let fields = unsafe rowFields(format, block + 32, 1, count: 1)
      t0 = unsafe addQuarter(format, unit, 0, group, h.0, block, fields, t0)
      t1 = unsafe addQuarter(format, unit, 4, group, h.1, block, fields, t1)
      t2 = unsafe addQuarter(format, unit, 8, group, h.2, block, fields, t2)
      t3 = unsafe addQuarter(format, unit, 12, group, h.3, block, fields, t3)
      unsafe block = block + 48
      group &+= 1
    }
    let fields = unsafe rowFields(format, start + 32, 1, count: 1)
    sums.0 = addUnit(t0, h.0, fields, 0, sums.0)
    sums.1 = addUnit(t1, h.1, fields, 0, sums.1)
    sums.2 = addUnit(t2, h.2, fields, 0, sums.2)
    sums.3 = addUnit(t3, h.3, fields, 0, sums.3)
    if !format.hasMinimums { return }
    unsafe (block, group) = (start, 0)
    while group < format.groups {
      let fields = unsafe rowFields(format, block + 32, 1, count: 1)
      sums.0 = unsafe lessQuarter(format, unit, 0, group, h.0, fields, sums.0)
      sums.1 = unsafe lessQuarter(format, unit, 4, group, h.1, fields, sums.1)
      sums.2 = unsafe lessQuarter(format, unit, 8, group, h.2, fields, sums.2)
      sums.3 = unsafe lessQuarter(format, unit, 12, group, h.3, fields, sums.3)
      unsafe block = block + 48
      group &+= 1
    }
  }

  @_transparent
  private func addQuarter(
    _ format: PanelFormat, _ unit: UnsafeRawPointer, _ row: Int, _ group: Int, _ h: Header,
    _ block: UnsafeRawPointer, _ fields: RowFields, _ total: int32x4_t
  ) -> int32x4_t {
    let s = unsafe groupScales(format, unit, row, group, h)
    let dots = unsafe quarterDots(format, unit, row, group, block, fields)
    return addWeighted(format, dots, s, total)
  }

  @_transparent
  private func lessQuarter(
    _ format: PanelFormat, _ unit: UnsafeRawPointer, _ row: Int, _ group: Int, _ h: Header,
    _ fields: RowFields, _ sum: Lanes
  ) -> Lanes {
    let minimums = unsafe groupMinimums(format, unit, row, group, h)
    return lessMinimums(format, minimums, fields, 0, sum)
  }

  /// The dot products of four weight rows from `row` with 32 columns of the activation row.
  @_transparent
  private func quarterDots(
    _ format: PanelFormat, _ unit: UnsafeRawPointer, _ row: Int, _ group: Int,
    _ block: UnsafeRawPointer, _ fields: RowFields
  ) -> HalfDots {
    let codes = unsafe unit + (format.codesOffset &+ group &* format.codeBytes)
    let a = unsafe (loadSigned(block, 0), loadSigned(block, 16))
    return unsafe dots(format, unpackCodes(format, codes, row), a, fields, 0)
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
