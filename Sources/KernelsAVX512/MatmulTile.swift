#if arch(x86_64)
  import TernKernelsPortable
  import TernQuant
  internal import _Builtin_intrinsics.intel

  /// One panel of a product times `rows` activation rows; `format` is a constant, and `rows` is where
  /// it is 1.
  ///
  /// Eight registers hold the unpacked codes of 32 columns, eight the float sums of the rows.
  @inline(__always)
  func panelTile(
    _ format: PanelFormat, _ rows: Int, _ panel: UnsafeRawPointer, _ product: PanelProduct,
    _ out: UnsafeMutablePointer<Float>
  ) {
    var f0 = _mm512_setzero_ps()
    var (f1, f2, f3, f4, f5, f6, f7) = (f0, f0, f0, f0, f0, f0, f0)
    var unit = unsafe panel
    var block = unsafe product.tile
    var index = 0
    while index < product.units {
      let d = unsafe headerScales(format, unit)
      let m = unsafe headerMinimums(format, unit)
      var codes = unsafe unit + format.codesOffset
      var group = 0
      while group < format.groups {
        unsafe prefetchGroup(format, rows, unit, group)
        let w = unsafe unpackCodes(format, codes)
        let s = unsafe groupScales(format, unit, group, d, m)
        f0 = unsafe addGroup(format, rows, 0, w, s, block, f0)
        if rows > 1 { f1 = unsafe addGroup(format, rows, 1, w, s, block, f1) }
        if rows > 2 { f2 = unsafe addGroup(format, rows, 2, w, s, block, f2) }
        if rows > 3 { f3 = unsafe addGroup(format, rows, 3, w, s, block, f3) }
        if rows > 4 { f4 = unsafe addGroup(format, rows, 4, w, s, block, f4) }
        if rows > 5 { f5 = unsafe addGroup(format, rows, 5, w, s, block, f5) }
        if rows > 6 { f6 = unsafe addGroup(format, rows, 6, w, s, block, f6) }
        if rows > 7 { f7 = unsafe addGroup(format, rows, 7, w, s, block, f7) }
        unsafe block = block + 48 &* rows
        unsafe codes = codes + format.codeBytes
        group &+= 1
      }
      unsafe unit = unit + format.unitBytes
      index &+= 1
    }
    let stride = product.stride
    unsafe _mm512_storeu_ps(out, f0)
    if rows > 1 { unsafe _mm512_storeu_ps(out + stride, f1) }
    if rows > 2 { unsafe _mm512_storeu_ps(out + 2 &* stride, f2) }
    if rows > 3 { unsafe _mm512_storeu_ps(out + 3 &* stride, f3) }
    if rows > 4 { unsafe _mm512_storeu_ps(out + 4 &* stride, f4) }
    if rows > 5 { unsafe _mm512_storeu_ps(out + 5 &* stride, f5) }
    if rows > 6 { unsafe _mm512_storeu_ps(out + 6 &* stride, f6) }
    if rows > 7 { unsafe _mm512_storeu_ps(out + 7 &* stride, f7) }
  }

  /// Asks for a group's share of the unit that lies `prefetchDistance` ahead: it follows in memory,
  /// in this panel or in the next.
  @inline(__always)
  private func prefetchGroup(
    _ format: PanelFormat, _ rows: Int, _ unit: UnsafeRawPointer, _ group: Int
  ) {
    // Whole bytes are read so fast by one row that the processor foresees them by itself.
    if rows == 1, case .eight = format.codes { return }
    let lines = (format.unitBytes / format.groups &+ 63) / 64
    unsafe prefetch(unit + (prefetchDistance &+ group &* lines &* 64), lines: lines)
  }

  /// Four activation codes in every lane.
  @inline(__always)
  private func four(_ p: UnsafeRawPointer, _ offset: Int) -> __m512i {
    unsafe _mm512_set1_epi32(p.loadUnaligned(fromByteOffset: offset, as: Int32.self))
  }

  @inline(__always)
  private func value(_ p: UnsafeRawPointer, _ offset: Int) -> __m512 {
    unsafe _mm512_set1_ps(p.loadUnaligned(fromByteOffset: offset, as: Float.self))
  }

  /// Four steps (16 columns) of one row added to `sum`.
  @inline(__always)
  private func dot16(
    _ sum: __m512i, _ a: UnsafeRawPointer, _ w0: __m512i, _ w1: __m512i, _ w2: __m512i,
    _ w3: __m512i
  ) -> __m512i {
    var sum = sum
    sum = unsafe _mm512_dpbusd_epi32(sum, w0, four(a, 0))
    sum = unsafe _mm512_dpbusd_epi32(sum, w1, four(a, 4))
    sum = unsafe _mm512_dpbusd_epi32(sum, w2, four(a, 8))
    return unsafe _mm512_dpbusd_epi32(sum, w3, four(a, 12))
  }

  /// Adds 32 columns of row `row` of the tile block at `block` to its sums.
  @inline(__always)
  private func addGroup(
    _ format: PanelFormat, _ rows: Int, _ row: Int, _ w: Codes, _ s: LaneScales,
    _ block: UnsafeRawPointer, _ sum: __m512
  ) -> __m512 {
    let a = unsafe block + 32 &* row
    let fields = unsafe block + (32 &* rows &+ 4 &* row)
    let scale = unsafe value(fields, 0)
    var result = sum
    // −offset · Σ codes, from the pair of 16-bit sums.
    let offset = Int32(truncatingIfNeeded: format.offset)
    let first = (0 &- offset) & 0xFFFF
    let second = (0 &- offset) &<< 16
    if format.halvesDiffer {
      var (i0, i1) = (_mm512_setzero_si512(), _mm512_setzero_si512())
      if offset != 0 {
        let sums = unsafe four(fields, 4 &* rows)
        i0 = _mm512_madd_epi16(sums, _mm512_set1_epi32(first))
        i1 = _mm512_madd_epi16(sums, _mm512_set1_epi32(second))
      }
      i0 = unsafe dot16(i0, a, w.0, w.1, w.2, w.3)
      i1 = unsafe dot16(i1, a + 16, w.4, w.5, w.6, w.7)
      let scaled = _mm512_mul_ps(_mm512_cvtepi32_ps(i0), s.scale0)
      result = _mm512_fmadd_ps(
        _mm512_fmadd_ps(_mm512_cvtepi32_ps(i1), s.scale1, scaled), scale, result)
    } else {
      var i0 = _mm512_setzero_si512()
      if offset != 0 {
        i0 = unsafe _mm512_madd_epi16(four(fields, 4 &* rows), _mm512_set1_epi32(first | second))
      }
      i0 = unsafe dot16(i0, a, w.0, w.1, w.2, w.3)
      if rows == 1 {
        // One row alone: a second chain hides the latency.
        let i1 = unsafe dot16(_mm512_setzero_si512(), a + 16, w.4, w.5, w.6, w.7)
        i0 = _mm512_add_epi32(i0, i1)
      } else {
        i0 = unsafe dot16(i0, a + 16, w.4, w.5, w.6, w.7)
      }
      result = _mm512_fmadd_ps(_mm512_cvtepi32_ps(i0), _mm512_mul_ps(s.scale0, scale), result)
    }
    if format.hasMinimums {
      let whole = unsafe value(fields, 8 &* rows)
      if format.halvesDiffer {
        let part = unsafe value(fields, 12 &* rows)
        result = _mm512_fnmadd_ps(s.minimum1, whole, result)
        result = _mm512_fnmadd_ps(_mm512_sub_ps(s.minimum0, s.minimum1), part, result)
      } else {
        result = _mm512_fnmadd_ps(s.minimum0, whole, result)
      }
    }
    return result
  }
#endif
