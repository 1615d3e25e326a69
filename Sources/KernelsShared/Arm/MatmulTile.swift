#if arch(arm64)
  import TernKernelsPortable
  import TernQuant
  internal import _Builtin_intrinsics.arm.neon

  // Products with tiles of 2, 4 or 8 activation rows, two rows at a time: how their codes are
  // multiplied is what the modules differ in (`MatmulDots`).

  /// The sums of two activation rows.
  private typealias TwoSums = (Lanes, Lanes)

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
    var (s0, s1, s2, s3) = (none, none, none, none)
    var (unit, block, index) = unsafe (panel, product.tile, 0)
    while index < product.units {
      let h = unsafe header(format, unit, row)
      var group = 0
      while group < format.groups {
        if row == 0 { unsafe prefetchGroup(format, unit, group) }
        let codes = unsafe unit + (format.codesOffset &+ group &* format.codeBytes)
        let w = arranged(unsafe unpackCodes(format, codes, row))
        let s = unsafe groupScales(format, unit, row, group, h)
        let fields = unsafe block + 32 &* rows
        let a = unsafe rowFields(format, fields, rows, count: rows == 2 ? 2 : 4)
        s0 = unsafe add(format, rows, 0, w, s, block, a, s0)
        s1 = unsafe add(format, rows, 1, w, s, block, a, s1)
        let b = unsafe rows == 8 ? rowFields(format, fields + 16, rows, count: 4) : a
        s2 = unsafe add(format, rows, 2, w, s, block, b, s2)
        s3 = unsafe add(format, rows, 3, w, s, block, b, s3)
        unsafe block = block + 48 &* rows
        group &+= 1
      }
      unsafe unit = unit + format.unitBytes
      index &+= 1
    }
    unsafe put(rows, 0, s0, out, product.stride)
    unsafe put(rows, 1, s1, out, product.stride)
    unsafe put(rows, 2, s2, out, product.stride)
    unsafe put(rows, 3, s3, out, product.stride)
  }

  /// Adds 32 columns of the activation rows `2 * pair` and the next to their sums; nothing where the
  /// tile has no such rows.
  @_transparent
  private func add(
    _ format: PanelFormat, _ rows: Int, _ pair: Int, _ w: Codes, _ s: LaneScales,
    _ block: UnsafeRawPointer, _ fields: RowFields, _ sums: TwoSums
  ) -> TwoSums {
    guard 2 &* pair < rows else { return sums }
    let lane = 2 &* (pair & 1)
    let dots = unsafe dotsOfTwo(format, w, block + 64 &* pair, fields, lane)
    return (
      addScaled(format, dots.first, s, fields, lane, sums.0),
      addScaled(format, dots.second, s, fields, lane &+ 1, sums.1)
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
