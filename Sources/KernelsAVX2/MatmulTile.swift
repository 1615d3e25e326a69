#if arch(x86_64)
  import TernKernelsPortable
  import TernQuant
  internal import _Builtin_intrinsics.intel

  /// One panel of a product times `rows` activation rows; `format` is a constant, and `rows` is where
  /// it is 1.
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
        unsafe block = block + 48 &* rows
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

  @inline(__always)
  func add32(_ x: __m256i, _ y: __m256i) -> __m256i { _mm256_add_epi32(x, y) }

  /// Adds 32 columns of row `row` of the tile block at `block` to its sums.
  @inline(__always)
  func addGroup(
    _ format: PanelFormat, _ rows: Int, _ row: Int, _ w: Codes, _ s: LaneScales,
    _ block: UnsafeRawPointer, _ sum: __m256
  ) -> __m256 {
    let fields = unsafe block + (32 &* rows &+ 4 &* row)
    let scale = unsafe broadcastField(fields, 0)
    let (first, second) = unsafe dotHalves(format, block + 32 &* row, w, s)
    if format.halvesAreFloats {
      let sums = unsafe fourCodes(fields, 4 &* rows)
      return addHalves(format, first, second, s, sums, scale, sum)
    }
    var sums = add32(first, second)
    if format.signedOffset != 0 {
      sums = unsafe add32(sums, _mm256_madd_epi16(fourCodes(fields, 4 &* rows), s.offsets))
    }
    var result = _mm256_fmadd_ps(_mm256_cvtepi32_ps(sums), _mm256_mul_ps(s.scale0, scale), sum)
    if format.hasMinimums {
      let whole = unsafe broadcastField(fields, 8 &* rows)
      if format.halvesDiffer {
        let part = unsafe broadcastField(fields, 12 &* rows)
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
