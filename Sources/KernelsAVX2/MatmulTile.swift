#if arch(x86_64)
  import TernKernelsPortable
  import TernQuant
  internal import _Builtin_intrinsics.intel

  /// One panel of a product times `rows` activation rows; `format` and `rows` are constants.
  ///
  /// Eight registers hold the unpacked codes of 32 columns of one half of the panel, then of the
  /// other. The float sums of more than two rows lie on the stack.
  @inline(__always)
  func panelTile(
    _ format: PanelFormat, _ rows: Int, _ panel: UnsafeRawPointer, _ product: PanelProduct,
    _ out: UnsafeMutablePointer<Float>
  ) {
    // Of eight rows times the first half of the panel, then the second.
    let zero = _mm256_setzero_ps()
    let zeros = (zero, zero, zero, zero, zero, zero, zero, zero)
    var memory = (zeros, zeros)
    // Not the usual function: it has the stack checked by a call.
    unsafe _withUnprotectedUnsafeMutablePointer(to: &memory) {
      let sums = unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: __m256.self)
      unsafe addPanel(format, rows, panel, product, sums)
      var row = 0
      while row < rows {
        unsafe _mm256_storeu_ps(out + row &* product.stride, sums[row])
        unsafe _mm256_storeu_ps(out + (row &* product.stride &+ 8), sums[8 &+ row])
        row &+= 1
      }
    }
  }

  /// Adds the products with all units of a panel to the sums of both halves.
  @inline(__always)
  private func addPanel(
    _ format: PanelFormat, _ rows: Int, _ panel: UnsafeRawPointer, _ product: PanelProduct,
    _ sums: UnsafeMutablePointer<__m256>
  ) {
    var (unit, block, index) = unsafe (panel, product.tile, 0)
    while index < product.units {
      let (d0, d1) = unsafe (headerScales(format, unit, 0), headerScales(format, unit, 8))
      let (m0, m1) = unsafe (headerMinimums(format, unit, 0), headerMinimums(format, unit, 8))
      var codes = unsafe unit + format.codesOffset
      var group = 0
      while group < format.groups {
        unsafe prefetchGroup(format, unit, group)
        let s0 = unsafe groupScales(format, unit, 0, group, d0, m0)
        unsafe addRows(format, rows, unpackCodes(format, codes, 0), s0, block, sums)
        let s1 = unsafe groupScales(format, unit, 8, group, d1, m1)
        unsafe addRows(format, rows, unpackCodes(format, codes, 8), s1, block, sums + 8)
        unsafe block = block + 48 * rows
        unsafe codes = codes + format.codeBytes
        group &+= 1
      }
      unsafe unit = unit + format.unitBytes
      index &+= 1
    }
  }

  /// Adds 32 columns of all rows of the tile block at `block` to their sums with eight panel rows.
  ///
  /// In a loop: of copies of its body the inliner would leave calls.
  @inline(__always)
  private func addRows(
    _ format: PanelFormat, _ rows: Int, _ w: Codes, _ s: LaneScales, _ block: UnsafeRawPointer,
    _ sums: UnsafeMutablePointer<__m256>
  ) {
    var row = 0
    while row < rows {
      unsafe sums[row] = addGroup(format, rows, row, w, s, block, sums[row])
      row &+= 1
    }
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

  /// The pairs of products of four steps (16 columns) as 16-bit sums.
  typealias PairSums = (__m256i, __m256i, __m256i, __m256i)

  /// Pairs of products of four steps.
  ///
  /// Their size is at most 2 · 127 · the largest code: 3,810 for 4 bits, 6,096 for MXFP4, 7,874 for
  /// 5 bits, 16,002 for 6 bits, 21,844 for IQ2; signed codes are split into magnitude and sign:
  /// 32,512.
  @inline(__always)
  private func pairSums(
    _ format: PanelFormat, _ p: UnsafeRawPointer, _ w: PairSums
  ) -> PairSums {
    let a = unsafe (fourCodes(p, 0), fourCodes(p, 4), fourCodes(p, 8), fourCodes(p, 12))
    if format.hasByteCodes {
      return (
        signedPairs(w.0, a.0), signedPairs(w.1, a.1), signedPairs(w.2, a.2), signedPairs(w.3, a.3)
      )
    }
    return (
      _mm256_maddubs_epi16(w.0, a.0), _mm256_maddubs_epi16(w.1, a.1),
      _mm256_maddubs_epi16(w.2, a.2), _mm256_maddubs_epi16(w.3, a.3)
    )
  }

  @inline(__always)
  private func signedPairs(_ w: __m256i, _ a: __m256i) -> __m256i {
    _mm256_maddubs_epi16(_mm256_abs_epi8(w), _mm256_sign_epi8(a, w))
  }

  /// The 32-bit sums of the products of a group's halves, each times its weight in `s`; where they may
  /// be one sum, the first of them is that, and the second zero.
  ///
  /// Pairs are added up in 16 bits as far as they fit (`hasSixteenBits`): all eight steps of
  /// 4-bit codes (30,480), four of fewer than 6 bits, two of 6 bits (32,004), none of IQ2 and of
  /// signed codes.
  @inline(__always)
  private func dotHalves(
    _ format: PanelFormat, _ a: UnsafeRawPointer, _ w: Codes, _ s: LaneScales
  ) -> (__m256i, __m256i) {
    let p = unsafe pairSums(format, a, (w.0, w.1, w.2, w.3))
    let q = unsafe pairSums(format, a + 16, (w.4, w.5, w.6, w.7))
    if !format.halvesDiffer && format.hasSixteenBits(forSteps: 8) {
      let sum = _mm256_add_epi16(narrowSum(p), narrowSum(q))
      return (wide(sum, s.weights0), _mm256_setzero_si256())
    }
    return (sum(format, p, s.weights0), sum(format, q, s.weights1))
  }

  /// Four steps (16 columns) as 16-bit sums.
  @inline(__always)
  private func narrowSum(_ p: PairSums) -> __m256i {
    _mm256_add_epi16(_mm256_add_epi16(p.0, p.1), _mm256_add_epi16(p.2, p.3))
  }

  /// Four steps (16 columns) as 32-bit sums times `weights`.
  @inline(__always)
  private func sum(_ format: PanelFormat, _ p: PairSums, _ weights: __m256i) -> __m256i {
    if format.hasSixteenBits(forSteps: 4) { return wide(narrowSum(p), weights) }
    if format.hasSixteenBits(forSteps: 2) {
      let (low, high) = (_mm256_add_epi16(p.0, p.1), _mm256_add_epi16(p.2, p.3))
      return add32(wide(low, weights), wide(high, weights))
    }
    return add32(
      add32(wide(p.0, weights), wide(p.1, weights)), add32(wide(p.2, weights), wide(p.3, weights)))
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
    let (first, second) = unsafe dotHalves(format, block + 32 * row, w, s)
    if format.halvesAreFloats {
      let sums = unsafe fourCodes(fields, 4 * rows)
      return addHalves(format, first, second, s, sums, scale, sum)
    }
    var sums = add32(first, second)
    if format.signedOffset != 0 {
      sums = unsafe add32(sums, _mm256_madd_epi16(fourCodes(fields, 4 * rows), s.offsets))
    }
    var result = _mm256_fmadd_ps(_mm256_cvtepi32_ps(sums), _mm256_mul_ps(s.scale0, scale), sum)
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

  /// Adds the dot products of two halves whose scales are no integers to the sums of a row whose
  /// sums of codes, the first 16 in the low 16 bits, are `sums`.
  @inline(__always)
  private func addHalves(
    _ format: PanelFormat, _ first: __m256i, _ second: __m256i, _ s: LaneScales, _ sums: __m256i,
    _ scale: __m256, _ sum: __m256
  ) -> __m256 {
    let low = _mm256_set1_epi32(0xFFFF)
    let a = add32(first, _mm256_madd_epi16(_mm256_and_si256(sums, low), s.offsets))
    let b = add32(second, _mm256_madd_epi16(_mm256_andnot_si256(low, sums), s.offsets))
    let scaled = _mm256_mul_ps(_mm256_cvtepi32_ps(a), s.scale0)
    return _mm256_fmadd_ps(
      _mm256_fmadd_ps(_mm256_cvtepi32_ps(b), s.scale1, scaled), scale, sum)
  }
#endif
