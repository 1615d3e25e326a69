#if arch(x86_64)
  import TernKernelsPortable
  internal import _Builtin_intrinsics.intel

  /// Quantizes the rows of a tile to the very bytes that the portable kernel writes (drawn at
  /// `ActivationTiles`), never biased.
  func quantizeTile(_ input: TileInput) {
    precondition(!input.biased, "no kernel takes biased codes")
    unsafe input.forEachPart { x, blocks, tile, row in
      unsafe quantizeRow(
        x, blocks: blocks, wide: input.wide, into: tile, rows: input.rows, index: row)
    }
  }

  /// Quantizes row `index` of a tile of `rows` rows: `blocks` blocks of 32 values from `x`.
  private func quantizeRow(
    _ x: UnsafePointer<Float>, blocks: Int, wide: Bool, into tile: UnsafeMutableRawPointer,
    rows: Int, index: Int
  ) {
    // The packs interleave 128-bit lanes: this puts the words of four codes in order again.
    let order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7)
    var source = unsafe x
    var block = unsafe tile + 32 &* index
    // From this row's codes to its fields.
    let fields = 32 &* rows &+ 4 &* index &- 32 &* index
    var (scale, inverse): (Float, __m256) = (0, _mm256_setzero_ps())
    var left = blocks
    while left > 0 {
      if !wide || (blocks &- left) & 7 == 0 {
        let largest = unsafe Float(
          bitPattern: horizontalMax(magnitudes(source, wide ? min(8, left) : 1)))
        let usable = largest >= 1e-30
        scale = !largest.isFinite ? .nan : usable ? largest / 127 : 0
        inverse = _mm256_set1_ps(usable && largest.isFinite ? 127 / largest : 0)
      }
      let qa = unsafe nearest(source, inverse)
      let qb = unsafe nearest(source + 8, inverse)
      let qc = unsafe nearest(source + 16, inverse)
      let qd = unsafe nearest(source + 24, inverse)
      let sa = horizontalSum(_mm256_add_epi32(qa, qb))
      let sb = horizontalSum(_mm256_add_epi32(qc, qd))
      let bytes = _mm256_packs_epi16(_mm256_packs_epi32(qa, qb), _mm256_packs_epi32(qc, qd))
      unsafe _mm256_storeu_si256(
        block.assumingMemoryBound(to: __m256i.self), _mm256_permutevar8x32_epi32(bytes, order))
      let out = unsafe block + fields
      unsafe out.storeBytes(of: scale, as: Float.self)
      unsafe out.storeBytes(
        of: sa & 0xFFFF | sb &<< 16, toByteOffset: 4 &* rows, as: Int32.self)
      unsafe out.storeBytes(of: scale * Float(sa &+ sb), toByteOffset: 8 &* rows, as: Float.self)
      unsafe out.storeBytes(of: scale * Float(sa), toByteOffset: 12 &* rows, as: Float.self)
      unsafe source = source + 32
      unsafe block = block + 48 &* rows
      left &-= 1
    }
  }

  /// The nearest whole numbers to 8 values times `factor`; 0 for what is no finite number, whose
  /// factor is 0.
  @inline(__always)
  private func nearest(_ x: UnsafePointer<Float>, _ factor: __m256) -> __m256i {
    // The conversion makes the least integer of NaN; codes are far above it.
    let codes = unsafe _mm256_cvtps_epi32(_mm256_mul_ps(_mm256_loadu_ps(x), factor))
    return _mm256_and_si256(codes, _mm256_cmpgt_epi32(codes, _mm256_set1_epi32(.min)))
  }

  /// The bits of max |x| of `blocks` blocks of 32 values, lane by lane: they are in the order of the
  /// numbers, and those of NaN are above those of infinity.
  @inline(__always)
  private func magnitudes(_ x: UnsafePointer<Float>, _ blocks: Int) -> __m256i {
    let size = _mm256_set1_epi32(.max)
    var (largest, source, left) = unsafe (_mm256_setzero_si256(), x, 4 &* blocks)
    while left > 0 {
      let bits = unsafe _mm256_castps_si256(_mm256_loadu_ps(source))
      largest = _mm256_max_epi32(largest, _mm256_and_si256(bits, size))
      unsafe source = source + 8
      left &-= 1
    }
    return largest
  }

  @inline(__always)
  private func horizontalMax(_ x: __m256i) -> UInt32 {
    let high = _mm256_castsi256_si128(
      _mm256_permutevar8x32_epi32(x, _mm256_setr_epi32(4, 5, 6, 7, 0, 0, 0, 0)))
    let four = _mm_max_epi32(_mm256_castsi256_si128(x), high)
    let two = _mm_max_epi32(four, _mm_unpackhi_epi64(four, four))
    let one = _mm_max_epi32(two, _mm_castps_si128(_mm_movehdup_ps(_mm_castsi128_ps(two))))
    return UInt32(bitPattern: _mm_cvtsi128_si32(one))
  }

  @inline(__always)
  private func horizontalSum(_ x: __m256i) -> Int32 {
    let high = _mm256_castsi256_si128(
      _mm256_permutevar8x32_epi32(x, _mm256_setr_epi32(4, 5, 6, 7, 0, 0, 0, 0)))
    let four = _mm_add_epi32(_mm256_castsi256_si128(x), high)
    let two = _mm_hadd_epi32(four, four)
    return _mm_cvtsi128_si32(_mm_hadd_epi32(two, two))
  }
#endif
