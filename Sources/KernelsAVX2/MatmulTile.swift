#if arch(x86_64)
  import TernKernelsPortable
  import TernQuant
  internal import _Builtin_intrinsics.intel

  /// The float sums of eight activation rows with eight rows of a panel.
  typealias RowSums = (__m256, __m256, __m256, __m256, __m256, __m256, __m256, __m256)

  /// One panel of a product times `rows` activation rows; `format` and `rows` are constants.
  ///
  /// Eight registers hold the unpacked codes of 32 columns of one half of the panel, then of the
  /// other. The float sums of more than two rows lie on the stack.
  @inline(__always)
  func panelTile(
    _ format: PanelFormat, _ rows: Int, _ panel: UnsafeRawPointer, _ product: PanelProduct,
    _ out: UnsafeMutablePointer<Float>
  ) {
    let zero = _mm256_setzero_ps()
    var low: RowSums = (zero, zero, zero, zero, zero, zero, zero, zero)
    var high = low
    var unit = unsafe panel
    var block = unsafe product.tile
    var index = 0
    while index < product.units {
      let (d0, d1) = unsafe (headerScales(format, unit, 0), headerScales(format, unit, 8))
      let (m0, m1) = unsafe (headerMinimums(format, unit, 0), headerMinimums(format, unit, 8))
      var codes = unsafe unit + format.codesOffset
      var group = 0
      while group < format.groups {
        unsafe prefetchGroup(format, unit, group)
        let s0 = unsafe groupScales(format, unit, 0, group, d0, m0)
        unsafe addRows(format, rows, unpackCodes(format, codes), s0, block, &low)
        let s1 = unsafe groupScales(format, unit, 8, group, d1, m1)
        unsafe addRows(format, rows, unpackCodes(format, codes + 32), s1, block, &high)
        unsafe block = block + 48 * rows
        unsafe codes = codes + format.codeBytes
        group &+= 1
      }
      unsafe unit = unit + format.unitBytes
      index &+= 1
    }
    unsafe storeRows(rows, low, out, product.stride)
    unsafe storeRows(rows, high, out + 8, product.stride)
  }

  /// Adds 32 columns of all rows of the tile block at `block` to their sums with eight panel rows.
  @inline(__always)
  func addRows(
    _ format: PanelFormat, _ rows: Int, _ w: Codes, _ s: LaneScales, _ block: UnsafeRawPointer,
    _ f: inout RowSums
  ) {
    f.0 = unsafe addGroup(format, rows, 0, w, s, block, f.0)
    if rows > 1 { f.1 = unsafe addGroup(format, rows, 1, w, s, block, f.1) }
    if rows > 2 { f.2 = unsafe addGroup(format, rows, 2, w, s, block, f.2) }
    if rows > 3 { f.3 = unsafe addGroup(format, rows, 3, w, s, block, f.3) }
    if rows > 4 { f.4 = unsafe addGroup(format, rows, 4, w, s, block, f.4) }
    if rows > 5 { f.5 = unsafe addGroup(format, rows, 5, w, s, block, f.5) }
    if rows > 6 { f.6 = unsafe addGroup(format, rows, 6, w, s, block, f.6) }
    if rows > 7 { f.7 = unsafe addGroup(format, rows, 7, w, s, block, f.7) }
  }

  @inline(__always)
  func storeRows(
    _ rows: Int, _ f: RowSums, _ out: UnsafeMutablePointer<Float>, _ stride: Int
  ) {
    unsafe _mm256_storeu_ps(out, f.0)
    if rows > 1 { unsafe _mm256_storeu_ps(out + stride, f.1) }
    if rows > 2 { unsafe _mm256_storeu_ps(out + 2 &* stride, f.2) }
    if rows > 3 { unsafe _mm256_storeu_ps(out + 3 &* stride, f.3) }
    if rows > 4 { unsafe _mm256_storeu_ps(out + 4 &* stride, f.4) }
    if rows > 5 { unsafe _mm256_storeu_ps(out + 5 &* stride, f.5) }
    if rows > 6 { unsafe _mm256_storeu_ps(out + 6 &* stride, f.6) }
    if rows > 7 { unsafe _mm256_storeu_ps(out + 7 &* stride, f.7) }
  }

  /// Asks for a group's share of the unit that lies `prefetchDistance` ahead: it follows in memory,
  /// in this panel or in the next.
  @inline(__always)
  func prefetchGroup(_ format: PanelFormat, _ unit: UnsafeRawPointer, _ group: Int) {
    let lines = (format.unitBytes / format.groups &+ 63) / 64
    unsafe prefetch(unit + (prefetchDistance &+ group &* lines &* 64), lines: lines)
  }

  /// Four activation codes in every lane.
  @inline(__always)
  func fourCodes(_ p: UnsafeRawPointer, _ offset: Int) -> __m256i {
    unsafe _mm256_set1_epi32(p.loadUnaligned(fromByteOffset: offset, as: Int32.self))
  }

  @inline(__always)
  func broadcastField(_ p: UnsafeRawPointer, _ offset: Int) -> __m256 {
    unsafe _mm256_set1_ps(p.loadUnaligned(fromByteOffset: offset, as: Float.self))
  }

  /// Pairs of products of one step as 16-bit sums.
  ///
  /// Their size is at most 2 · 127 · the largest code: 3,810 for 4 bits, 6,096 for MXFP4, 7,874 for
  /// 5 bits, 16,002 for 6 bits; signed codes are split into magnitude and sign: 32,512.
  @inline(__always)
  func pairSums(_ format: PanelFormat, _ w: __m256i, _ a: __m256i) -> __m256i {
    if format.hasByteCodes {
      return _mm256_maddubs_epi16(_mm256_abs_epi8(w), _mm256_sign_epi8(a, w))
    }
    return _mm256_maddubs_epi16(w, a)
  }

  /// The 32-bit sums of a group's products, each 16 columns times their weight in `s`.
  ///
  /// Pairs are added up in 16 bits as far as they fit (`stepsInSixteenBits`): all eight steps of
  /// 4-bit codes (30,480), four of fewer than 6 bits, two of 6 bits (32,004), none of signed codes.
  @inline(__always)
  func dot32(
    _ format: PanelFormat, _ a: UnsafeRawPointer, _ w: Codes, _ s: LaneScales
  ) -> __m256i {
    if !format.halvesDiffer && format.stepsInSixteenBits >= 8 {
      let first = unsafe narrow16(format, a, w.0, w.1, w.2, w.3)
      let second = unsafe narrow16(format, a + 16, w.4, w.5, w.6, w.7)
      return wide(_mm256_add_epi16(first, second), s.weights0)
    }
    let first = unsafe dot16(format, a, w.0, w.1, w.2, w.3, s.weights0)
    let second = unsafe dot16(format, a + 16, w.4, w.5, w.6, w.7, s.weights1)
    return add32(first, second)
  }

  /// Four steps (16 columns) as 16-bit sums.
  @inline(__always)
  func narrow16(
    _ format: PanelFormat, _ a: UnsafeRawPointer, _ w0: __m256i, _ w1: __m256i, _ w2: __m256i,
    _ w3: __m256i
  ) -> __m256i {
    let (p0, p1) = unsafe (
      pairSums(format, w0, fourCodes(a, 0)), pairSums(format, w1, fourCodes(a, 4))
    )
    let (p2, p3) = unsafe (
      pairSums(format, w2, fourCodes(a, 8)), pairSums(format, w3, fourCodes(a, 12))
    )
    return _mm256_add_epi16(_mm256_add_epi16(p0, p1), _mm256_add_epi16(p2, p3))
  }

  /// Four steps (16 columns) as 32-bit sums times `weights`.
  @inline(__always)
  func dot16(
    _ format: PanelFormat, _ a: UnsafeRawPointer, _ w0: __m256i, _ w1: __m256i, _ w2: __m256i,
    _ w3: __m256i, _ weights: __m256i
  ) -> __m256i {
    if format.stepsInSixteenBits >= 4 {
      return unsafe wide(narrow16(format, a, w0, w1, w2, w3), weights)
    }
    let (p0, p1) = unsafe (
      pairSums(format, w0, fourCodes(a, 0)), pairSums(format, w1, fourCodes(a, 4))
    )
    let (p2, p3) = unsafe (
      pairSums(format, w2, fourCodes(a, 8)), pairSums(format, w3, fourCodes(a, 12))
    )
    if format.stepsInSixteenBits >= 2 {
      let (low, high) = (_mm256_add_epi16(p0, p1), _mm256_add_epi16(p2, p3))
      return add32(wide(low, weights), wide(high, weights))
    }
    return add32(
      add32(wide(p0, weights), wide(p1, weights)), add32(wide(p2, weights), wide(p3, weights)))
  }

  @inline(__always)
  func wide(_ x: __m256i, _ weights: __m256i) -> __m256i { _mm256_madd_epi16(x, weights) }

  @inline(__always)
  func add32(_ x: __m256i, _ y: __m256i) -> __m256i { _mm256_add_epi32(x, y) }

  /// Adds 32 columns of row `row` of the tile block at `block` to its sums.
  @inline(__always)
  func addGroup(
    _ format: PanelFormat, _ rows: Int, _ row: Int, _ w: Codes, _ s: LaneScales,
    _ block: UnsafeRawPointer, _ sum: __m256
  ) -> __m256 {
    let fields = unsafe block + (32 * rows + 4 * row)
    let scale = unsafe broadcastField(fields, 0)
    var sums = unsafe dot32(format, block + 32 * row, w, s)
    if format.signedOffset != 0 {
      sums = unsafe add32(sums, _mm256_madd_epi16(fourCodes(fields, 4 * rows), s.offsets))
    }
    var result = _mm256_fmadd_ps(_mm256_cvtepi32_ps(sums), _mm256_mul_ps(s.scale, scale), sum)
    if format.hasMinimums {
      let whole = unsafe broadcastField(fields, 8 * rows)
      if format.halvesDiffer {
        let part = unsafe broadcastField(fields, 12 * rows)
        result = _mm256_fnmadd_ps(s.minimum1, whole, result)
        result = _mm256_fnmadd_ps(_mm256_sub_ps(s.minimum0, s.minimum1), part, result)
      } else {
        result = _mm256_fnmadd_ps(s.minimum0, whole, result)
      }
    }
    return result
  }
#endif
