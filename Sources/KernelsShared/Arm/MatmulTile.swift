#if arch(arm64)
  import TernKernelsPortable
  import TernQuant
  internal import _Builtin_intrinsics.arm.neon

  // Products with tiles of 2, 4 or 8 activation rows, two rows at a time: how their codes are
  // multiplied is what the modules differ in (`MatmulDots`).

  /// The sums of two activation rows, and of four pairs of them.
  private typealias TwoSums = (Lanes, Lanes)
  private typealias Sums = (TwoSums, TwoSums, TwoSums, TwoSums)

  /// The dot products of two activation rows.
  private typealias TwoTotals = (int32x4_t, int32x4_t)

  /// Four weight rows of a panel, from `row`, times `rows` activation rows; `format` and `rows`
  /// are constants.
  ///
  /// Eight registers hold the unpacked codes of 32 columns, and one the sums of each activation row.
  @inline(__always)
  func panelTile(
    _ format: PanelFormat, _ rows: Int, _ row: Int, _ panel: UnsafeRawPointer,
    _ product: PanelProduct, _ out: UnsafeMutablePointer<Float>
  ) {
    let none: TwoSums = (splat(0), splat(0))
    var sums: Sums = (none, none, none, none)
    var (unit, block, index) = unsafe (panel, product.tile, 0)
    while index < product.units {
      if format.sumsUnits {
        unsafe addSummed(format, rows, row, unit, block, &sums)
      } else {
        unsafe addGroups(format, rows, row, unit, block, &sums)
      }
      unsafe block = block + 48 &* rows &* format.groups
      unsafe unit = unit + format.unitBytes
      index &+= 1
    }
    unsafe put(rows, 0, sums.0, out, product.stride)
    unsafe put(rows, 1, sums.1, out, product.stride)
    unsafe put(rows, 2, sums.2, out, product.stride)
    unsafe put(rows, 3, sums.3, out, product.stride)
  }

  /// The fields of the first or the last four rows of a block; of a tile of two rows, theirs.
  @_transparent
  private func fourFields(
    _ format: PanelFormat, _ rows: Int, _ block: UnsafeRawPointer, _ half: Int
  ) -> RowFields {
    let start = half &* 4 < rows ? half &* 16 : 0
    return unsafe rowFields(format, block + (32 &* rows &+ start), rows, count: rows == 2 ? 2 : 4)
  }

  /// The codes of four weight rows, as they are multiplied.
  @_transparent
  private func weights(
    _ format: PanelFormat, _ unit: UnsafeRawPointer, _ row: Int, _ group: Int
  ) -> Codes {
    let codes = unsafe unit + (format.codesOffset &+ group &* format.codeBytes)
    return arranged(unsafe unpackCodes(format, codes, row))
  }

  // MARK: - Group by group

  /// Adds the products with a unit, group by group.
  @_transparent
  private func addGroups(
    _ format: PanelFormat, _ rows: Int, _ row: Int, _ unit: UnsafeRawPointer,
    _ start: UnsafeRawPointer, _ sums: inout Sums
  ) {
    let h = unsafe header(format, unit, row)
    var (block, group) = unsafe (start, 0)
    while group < format.groups {
      if row == 0 { unsafe prefetchGroup(format, unit, group) }
      let w = unsafe weights(format, unit, row, group)
      let s = unsafe groupScales(format, unit, row, group, h)
      let a = unsafe fourFields(format, rows, block, 0)
      sums.0 = unsafe add(format, rows, 0, w, s, h, block, a, sums.0)
      sums.1 = unsafe add(format, rows, 1, w, s, h, block, a, sums.1)
      let b = unsafe fourFields(format, rows, block, 1)
      sums.2 = unsafe add(format, rows, 2, w, s, h, block, b, sums.2)
      sums.3 = unsafe add(format, rows, 3, w, s, h, block, b, sums.3)
      unsafe block = block + 48 &* rows
      group &+= 1
    }
  }

  /// Adds 32 columns of the activation rows `2 * pair` and the next to their sums; nothing where the
  /// tile has no such rows.
  @_transparent
  private func add(
    _ format: PanelFormat, _ rows: Int, _ pair: Int, _ w: Codes, _ s: GroupScales, _ h: Header,
    _ block: UnsafeRawPointer, _ fields: RowFields, _ sums: TwoSums
  ) -> TwoSums {
    guard 2 &* pair < rows else { return sums }
    let lane = 2 &* (pair & 1)
    let dots = unsafe dotsOfTwo(format, w, block + 64 &* pair, fields, lane)
    let first = addScaled(format, dots.first, s, fields, lane, sums.0)
    let second = addScaled(format, dots.second, s, fields, lane &+ 1, sums.1)
    if !format.hasMinimums { return (first, second) }
    return less(format, rows, pair, (h.minimums, h.minimums), fields, (first, second))
  }

  // MARK: - Units

  /// Adds the products with a unit, whose dot products are added up as integers.
  @_transparent
  private func addSummed(
    _ format: PanelFormat, _ rows: Int, _ row: Int, _ unit: UnsafeRawPointer,
    _ start: UnsafeRawPointer, _ sums: inout Sums
  ) {
    let none: TwoTotals = (vdupq_n_s32(0), vdupq_n_s32(0))
    let h = unsafe header(format, unit, row)
    var (t0, t1, t2, t3) = (none, none, none, none)
    var (block, group) = unsafe (start, 0)
    while group < format.groups {
      if row == 0 { unsafe prefetchGroup(format, unit, group) }
      let w = unsafe weights(format, unit, row, group)
      let s = unsafe groupScales(format, unit, row, group, h)
      let a = unsafe fourFields(format, rows, block, 0)
      t0 = unsafe add(format, rows, 0, w, s, block, a, t0)
      t1 = unsafe add(format, rows, 1, w, s, block, a, t1)
      let b = unsafe fourFields(format, rows, block, 1)
      t2 = unsafe add(format, rows, 2, w, s, block, b, t2)
      t3 = unsafe add(format, rows, 3, w, s, block, b, t3)
      unsafe block = block + 48 &* rows
      group &+= 1
    }
    let a = unsafe fourFields(format, rows, start, 0)
    sums.0 = addUnit(rows, 0, t0, h, a, sums.0)
    sums.1 = addUnit(rows, 1, t1, h, a, sums.1)
    let b = unsafe fourFields(format, rows, start, 1)
    sums.2 = addUnit(rows, 2, t2, h, b, sums.2)
    sums.3 = addUnit(rows, 3, t3, h, b, sums.3)
    if format.hasMinimums { unsafe takeMinimums(format, rows, row, unit, start, h, &sums) }
  }

  @_transparent
  private func add(
    _ format: PanelFormat, _ rows: Int, _ pair: Int, _ w: Codes, _ s: GroupScales,
    _ block: UnsafeRawPointer, _ fields: RowFields, _ totals: TwoTotals
  ) -> TwoTotals {
    guard 2 &* pair < rows else { return totals }
    let dots = unsafe dotsOfTwo(format, w, block + 64 &* pair, fields, 2 &* (pair & 1))
    return (
      addWeighted(format, dots.first, s, totals.0), addWeighted(format, dots.second, s, totals.1)
    )
  }

  @_transparent
  private func addUnit(
    _ rows: Int, _ pair: Int, _ totals: TwoTotals, _ h: Header, _ fields: RowFields, _ sums: TwoSums
  ) -> TwoSums {
    guard 2 &* pair < rows else { return sums }
    let lane = 2 &* (pair & 1)
    return (
      addUnit(totals.0, h, fields, lane, sums.0), addUnit(totals.1, h, fields, lane &+ 1, sums.1)
    )
  }

  /// Takes the minimums of all groups of a unit from the sums.
  @_transparent
  private func takeMinimums(
    _ format: PanelFormat, _ rows: Int, _ row: Int, _ unit: UnsafeRawPointer,
    _ start: UnsafeRawPointer, _ h: Header, _ sums: inout Sums
  ) {
    var (block, group) = unsafe (start, 0)
    while group < format.groups {
      let minimums = unsafe groupMinimums(format, unit, row, group, h)
      let a = unsafe fourFields(format, rows, block, 0)
      sums.0 = less(format, rows, 0, minimums, a, sums.0)
      sums.1 = less(format, rows, 1, minimums, a, sums.1)
      let b = unsafe fourFields(format, rows, block, 1)
      sums.2 = less(format, rows, 2, minimums, b, sums.2)
      sums.3 = less(format, rows, 3, minimums, b, sums.3)
      unsafe block = block + 48 &* rows
      group &+= 1
    }
  }

  @_transparent
  private func less(
    _ format: PanelFormat, _ rows: Int, _ pair: Int, _ minimums: (Lanes, Lanes),
    _ fields: RowFields, _ sums: TwoSums
  ) -> TwoSums {
    guard 2 &* pair < rows else { return sums }
    let lane = 2 &* (pair & 1)
    return (
      lessMinimums(format, minimums, fields, lane, sums.0),
      lessMinimums(format, minimums, fields, lane &+ 1, sums.1)
    )
  }

  @_transparent
  private func put(
    _ rows: Int, _ pair: Int, _ sums: TwoSums, _ out: UnsafeMutablePointer<Float>, _ stride: Int
  ) {
    guard 2 &* pair < rows else { return }
    let p = unsafe out + 2 &* pair &* stride
    unsafe store(p, sums.0)
    unsafe store(p + stride, sums.1)
  }
#endif
