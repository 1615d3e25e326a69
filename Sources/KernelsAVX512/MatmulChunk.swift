#if arch(x86_64)
  import TernQuant
  internal import _Builtin_intrinsics.intel

  // The weights of three panels and some hundred columns, unpacked for `multiplyStrip`: groups of 32
  // columns and, where minimums share a scale over 256 columns, a tail. A chunk fits the first-level
  // cache; of types with units of 256 columns it is one unit.
  //
  //   group = 3 panels × 8 steps × 64 signed codes
  //         | −128 · Σ codes, 3 × 16 Int32 (halves: of the first 16 columns, then of the second)
  //         | scales, 3 × 16 float32 (halves: likewise)
  //         | minimums, 3 × 16 float32 (only where they are not in the tail)
  //   tail  = pairs of Int16 minimums, 4 × 3 × 16 (halves: 8 × 3 × 16)
  //         | −scale of the minimums, 3 × 16 float32

  /// Bytes of 32 columns in a chunk.
  @inline(__always)
  func chunkGroupBytes(wide: Bool, halves: Bool, minimums: Bool) -> Int {
    1536 + (halves ? 768 : 384) + (minimums && !wide ? 192 : 0)
  }

  /// Most groups of any chunk.
  @inline(__always) private var mostGroups: Int { 18 }

  /// No chunk has more.
  @inline(__always) var chunkBytes: Int { mostGroups * 2112 }

  /// Most groups of a chunk: whole units, one of those with 256 columns.
  @inline(__always)
  func chunkGroups(_ format: PanelFormat) -> Int {
    if format.isWide { return 8 }
    let size = chunkGroupBytes(
      wide: false, halves: format.halvesDiffer, minimums: format.hasMinimums)
    return min(mostGroups, chunkBytes / size) / format.groups * format.groups
  }

  /// Unpacks `groups` groups of a panel, the first at `unit`, as panel `index` of the chunk.
  @inline(__always)
  func unpackChunk(
    _ format: PanelFormat, _ unit: UnsafeRawPointer, _ groups: Int, _ index: Int,
    _ chunk: UnsafeMutableRawPointer
  ) {
    let (wide, halves) = (format.isWide, format.halvesDiffer)
    let size = chunkGroupBytes(wide: wide, halves: halves, minimums: format.hasMinimums)
    var (from, to, left) = unsafe (unit, chunk + 512 &* index, groups)
    while left > 0 {
      let d = unsafe headerScales(format, from)
      let m = unsafe headerMinimums(format, from)
      var group = 0
      while group < format.groups {
        let codes = unsafe unpackCodes(
          format, from + format.codesOffset + group &* format.codeBytes)
        let s = unsafe groupScales(format, from, group, d, m)
        // From this panel's codes to its vectors.
        let fields = unsafe to + (1536 &- 448 &* index)
        unsafe putCodes(format, codes, to, fields)
        let scales = unsafe fields + (halves ? 384 : 192)
        unsafe put(scales, _mm512_castps_si512(s.scale0))
        if halves { unsafe put(scales + 192, _mm512_castps_si512(s.scale1)) }
        if format.hasMinimums && !wide {
          unsafe put(scales + 192, _mm512_castps_si512(s.minimum0))
        }
        unsafe to = to + size
        group &+= 1
      }
      if format.hasMinimums && wide {
        unsafe putMinimums(format, from, m, chunk + (8 &* size &+ 64 &* index))
      }
      unsafe from = from + format.unitBytes
      left &-= format.groups
    }
  }

  @inline(__always)
  private func put(_ p: UnsafeMutableRawPointer, _ x: __m512i) { unsafe _mm512_storeu_si512(p, x) }

  /// The codes as signed bytes, and what their sums begin at.
  @inline(__always)
  private func putCodes(
    _ format: PanelFormat, _ w: Codes, _ to: UnsafeMutableRawPointer,
    _ sums: UnsafeMutableRawPointer
  ) {
    let offset = _mm512_set1_epi8(Int8(truncatingIfNeeded: format.offset))
    let zero = _mm512_setzero_si512()
    let first = unsafe putHalf(offset, w.0, w.1, w.2, w.3, to, zero)
    let whole = unsafe putHalf(
      offset, w.4, w.5, w.6, w.7, to + 256, format.halvesDiffer ? zero : first)
    if format.halvesDiffer {
      unsafe put(sums, _mm512_sub_epi32(zero, _mm512_slli_epi32(first, 7)))
      unsafe put(sums + 192, _mm512_sub_epi32(zero, _mm512_slli_epi32(whole, 7)))
    } else {
      unsafe put(sums, _mm512_sub_epi32(zero, _mm512_slli_epi32(whole, 7)))
    }
  }

  /// Four steps less the offset; `sum` plus the sums of what was stored.
  @inline(__always)
  private func putHalf(
    _ offset: __m512i, _ a: __m512i, _ b: __m512i, _ c: __m512i, _ d: __m512i,
    _ to: UnsafeMutableRawPointer, _ sum: __m512i
  ) -> __m512i {
    let ones = _mm512_set1_epi8(1)
    let (a, b) = (_mm512_sub_epi8(a, offset), _mm512_sub_epi8(b, offset))
    let (c, d) = (_mm512_sub_epi8(c, offset), _mm512_sub_epi8(d, offset))
    unsafe put(to, a)
    unsafe put(to + 64, b)
    unsafe put(to + 128, c)
    unsafe put(to + 192, d)
    let half = _mm512_dpbusd_epi32(_mm512_dpbusd_epi32(sum, ones, a), ones, b)
    return _mm512_dpbusd_epi32(_mm512_dpbusd_epi32(half, ones, c), ones, d)
  }

  /// The tail of one panel: minimums in pairs, and their scale.
  @inline(__always)
  private func putMinimums(
    _ format: PanelFormat, _ unit: UnsafeRawPointer, _ scale: __m512,
    _ tail: UnsafeMutableRawPointer
  ) {
    let pairs = format.halvesDiffer ? 8 : 4
    var index = 0
    while index < pairs {
      let from = unsafe unit + (format.halvesDiffer ? 64 &+ 32 &* index : 80 &+ 64 &* index)
      var a = unsafe _mm512_cvtepu8_epi32(bytes(from))
      var b = unsafe _mm512_cvtepu8_epi32(bytes(from + (format.halvesDiffer ? 16 : 32)))
      if format.halvesDiffer { (a, b) = (_mm512_srli_epi32(a, 4), _mm512_srli_epi32(b, 4)) }
      unsafe put(tail + 192 &* index, _mm512_or_si512(a, _mm512_slli_epi32(b, 16)))
      index &+= 1
    }
    unsafe put(
      tail + 192 &* pairs, _mm512_castps_si512(_mm512_sub_ps(_mm512_setzero_ps(), scale)))
  }

  @inline(__always)
  private func bytes(_ p: UnsafeRawPointer) -> __m128i {
    unsafe _mm_loadu_si128(p.assumingMemoryBound(to: __m128i.self))
  }
#endif
