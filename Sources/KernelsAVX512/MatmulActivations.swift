#if arch(x86_64)
  import TernKernelsPortable
  internal import _Builtin_intrinsics.intel

  /// Quantizes the rows of one tile to the bytes that the portable kernel writes (drawn at
  /// `ActivationTiles`).
  ///
  /// `biased` codes are stored plus 128, and for wide rows every second block's last field then
  /// holds two Int16: its sum and the next block's.
  func quantizeTile(_ input: TileInput) {
    if input.rows == 8 {
      quantizeEight(input)
      return
    }
    var row = 0
    while row < input.rows {
      quantizeOne(input, row)
      row &+= 1
    }
  }

  /// The bits that turn signed codes into biased ones.
  @inline(__always)
  private func bias(_ biased: Bool) -> __m512i { _mm512_set1_epi8(biased ? -128 : 0) }

  /// The bits of max |x| of 32 values, lane by lane: they are in the order of the numbers, and those
  /// of NaN are above those of infinity.
  @inline(__always)
  private func magnitudes(_ x: UnsafePointer<Float>) -> __m512i {
    unsafe _mm512_max_epi32(size(x), size(x + 16))
  }

  @inline(__always)
  private func size(_ x: UnsafePointer<Float>) -> __m512i {
    unsafe _mm512_castps_si512(_mm512_abs_ps(_mm512_loadu_ps(x)))
  }

  /// The bits of max |x| of 256 values (or of the fewer that are left), lane by lane.
  @inline(__always)
  private func wideMagnitudes(_ x: UnsafePointer<Float>, _ blocks: Int) -> __m512i {
    var largest = unsafe magnitudes(x)
    var block = 1
    while block < blocks {
      unsafe largest = _mm512_max_epi32(largest, magnitudes(x + 32 &* block))
      block &+= 1
    }
    return largest
  }

  // MARK: - One row

  @inline(never)
  private func quantizeOne(_ input: TileInput, _ index: Int) {
    let (x, tile) = unsafe (input.x + index &* input.xStride, input.tile)
    let (rows, blocks, wide, biased) = (input.rows, input.blocks, input.wide, input.biased)
    let flip = _mm512_castsi512_si128(bias(biased))
    var (scale, inverse): (Float, __m512) = (0, _mm512_setzero_ps())
    var before: Int32 = 0
    var block = 0
    while block < blocks {
      let source = unsafe x + 32 &* block
      if !wide || block & 7 == 0 {
        let bits = unsafe _mm512_reduce_max_epi32(
          wide ? wideMagnitudes(source, min(8, blocks &- block)) : magnitudes(source))
        let largest = Float(bitPattern: UInt32(bitPattern: bits))
        let usable = largest >= 1e-30
        scale = !largest.isFinite ? .nan : usable ? largest / 127 : 0
        inverse = _mm512_set1_ps(usable && largest.isFinite ? 127 / largest : 0)
      }
      let (ca, cb) = unsafe (codes(source, inverse), codes(source + 16, inverse))
      let (sa, sb) = (sumOfBytes(ca), sumOfBytes(cb))
      let to = unsafe tile + 48 &* rows &* block
      unsafe store(_mm_xor_si128(ca, flip), to + 32 &* index)
      unsafe store(_mm_xor_si128(cb, flip), to + (32 &* index &+ 16))
      let out = unsafe to + (32 &* rows &+ 4 &* index)
      unsafe out.storeBytes(of: scale, as: Float.self)
      unsafe out.storeBytes(
        of: sa & 0xFFFF | sb &<< 16, toByteOffset: 4 &* rows, as: Int32.self)
      unsafe out.storeBytes(of: scale * Float(sa &+ sb), toByteOffset: 8 &* rows, as: Float.self)
      unsafe out.storeBytes(of: scale * Float(sa), toByteOffset: 12 &* rows, as: Float.self)
      if wide && biased {
        if block & 1 == 1 {
          unsafe (out - 48 &* rows).storeBytes(
            of: before & 0xFFFF | (sa &+ sb) &<< 16, toByteOffset: 12 &* rows, as: Int32.self)
        }
        before = sa &+ sb
      }
      block &+= 1
    }
  }

  /// The codes of 16 values; 0 for what is no finite number, whose factor is 0: the conversion makes
  /// an integer of NaN whose last byte is 0.
  @inline(__always)
  private func codes(_ x: UnsafePointer<Float>, _ inverse: __m512) -> __m128i {
    unsafe _mm512_cvtepi32_epi8(_mm512_cvtps_epi32(_mm512_mul_ps(_mm512_loadu_ps(x), inverse)))
  }

  /// The sum of 16 signed bytes: made unsigned, summed by eights, and the excess taken off.
  @inline(__always)
  private func sumOfBytes(_ x: __m128i) -> Int32 {
    let sums = _mm_sad_epu8(_mm_xor_si128(x, _mm_set1_epi8(-128)), _mm_setzero_si128())
    return _mm_cvtsi128_si32(_mm_add_epi32(sums, _mm_unpackhi_epi64(sums, sums))) &- 16 &* 128
  }

  @inline(__always)
  private func store(_ x: __m128i, _ p: UnsafeMutableRawPointer) {
    unsafe _mm_storeu_si128(p.assumingMemoryBound(to: __m128i.self), x)
  }

  // MARK: - Eight rows

  /// Eight rows together: their maxima, scales and sums are single vectors.
  @inline(never)
  private func quantizeEight(_ input: TileInput) {
    let (x, xStride, tile) = unsafe (input.x, input.xStride, input.tile)
    let (blocks, wide, biased) = (input.blocks, input.wide, input.biased)
    let flip = bias(biased)
    var (scale, inverse) = (_mm256_setzero_ps(), _mm256_setzero_ps())
    var before = _mm256_setzero_si256()
    var block = 0
    while block < blocks {
      let source = unsafe x + 32 &* block
      let to = unsafe tile + 384 &* block
      if !wide || block & 7 == 0 {
        let bits = unsafe maxima(source, xStride, wide ? min(8, blocks &- block) : 1)
        let largest = _mm256_castsi256_ps(bits)
        let usable = above(bits, (1e-30 as Float).bitPattern &- 1)
        // All bits set: a NaN.
        let spoiled = above(bits, Float.greatestFiniteMagnitude.bitPattern)
        scale = _mm256_or_ps(
          spoiled, _mm256_and_ps(usable, _mm256_div_ps(largest, _mm256_set1_ps(127))))
        inverse = _mm256_andnot_ps(
          spoiled, _mm256_and_ps(usable, _mm256_div_ps(_mm256_set1_ps(127), largest)))
      }
      // Where the fields will be: read back one by one, in every lane.
      let fields = unsafe (to + 256).assumingMemoryBound(to: Float.self)
      unsafe _mm256_storeu_ps(fields, inverse)
      var row = 0
      while row < 8 {
        let factor = unsafe _mm512_set1_ps(fields[row])
        let from = unsafe source + row &* xStride
        unsafe store(codes(from, factor), to + 32 &* row)
        unsafe store(codes(from + 16, factor), to + (32 &* row &+ 16))
        row &+= 1
      }
      let (first, second) = unsafe sums(to)
      if biased {
        unsafe flipCodes(to, flip)
      }
      let whole = _mm256_add_epi32(first, second)
      unsafe _mm256_storeu_ps(fields, scale)
      unsafe put(fields + 8, pair(first, second))
      unsafe _mm256_storeu_ps(fields + 16, _mm256_mul_ps(scale, _mm256_cvtepi32_ps(whole)))
      unsafe _mm256_storeu_ps(fields + 24, _mm256_mul_ps(scale, _mm256_cvtepi32_ps(first)))
      if wide && biased {
        if block & 1 == 1 { unsafe put(fields - 96 + 24, pair(before, whole)) }
        before = whole
      }
      block &+= 1
    }
  }

  /// All bits of the lanes whose integer is larger than `limit`.
  @inline(__always)
  private func above(_ x: __m256i, _ limit: UInt32) -> __m256 {
    _mm256_castsi256_ps(_mm256_cmpgt_epi32(x, _mm256_set1_epi32(Int32(bitPattern: limit))))
  }

  /// Two sums as the low and the high half of 32 bits.
  @inline(__always)
  private func pair(_ low: __m256i, _ high: __m256i) -> __m256i {
    _mm256_or_si256(
      _mm256_and_si256(low, _mm256_set1_epi32(0xFFFF)), _mm256_slli_epi32(high, 16))
  }

  @inline(__always)
  private func put(_ p: UnsafeMutablePointer<Float>, _ x: __m256i) {
    unsafe _mm256_storeu_ps(p, _mm256_castsi256_ps(x))
  }

  @inline(__always)
  private func flipCodes(_ p: UnsafeMutableRawPointer, _ flip: __m512i) {
    unsafe _mm512_storeu_si512(p, _mm512_xor_si512(load512(p, 0), flip))
    unsafe _mm512_storeu_si512(p + 64, _mm512_xor_si512(load512(p, 64), flip))
    unsafe _mm512_storeu_si512(p + 128, _mm512_xor_si512(load512(p, 128), flip))
    unsafe _mm512_storeu_si512(p + 192, _mm512_xor_si512(load512(p, 192), flip))
  }

  /// The bits of max |x| of `blocks` blocks of each of eight rows.
  @inline(__always)
  private func maxima(_ x: UnsafePointer<Float>, _ stride: Int, _ blocks: Int) -> __m256i {
    let low = unsafe maximaOfFour(x, stride, blocks)
    let high = unsafe maximaOfFour(x + 4 &* stride, stride, blocks)
    // [low half of both | high half of both].
    let order = _mm512_set_epi32(23, 22, 21, 20, 7, 6, 5, 4, 19, 18, 17, 16, 3, 2, 1, 0)
    let both = _mm512_permutex2var_epi32(
      _mm512_castsi256_si512(low), order, _mm512_castsi256_si512(high))
    return largerHalf(both)
  }

  /// Four rows: in each half of the vector a maximum of every row.
  @inline(__always)
  private func maximaOfFour(_ x: UnsafePointer<Float>, _ stride: Int, _ blocks: Int) -> __m256i {
    let low = unsafe maximaOfTwo(x, stride, blocks)
    let high = unsafe maximaOfTwo(x + 2 &* stride, stride, blocks)
    return _mm256_max_epi32(
      _mm256_unpacklo_epi64(low, high), _mm256_unpackhi_epi64(low, high))
  }

  /// Two rows a and b: [a b a b] in each half of the vector.
  @inline(__always)
  private func maximaOfTwo(_ x: UnsafePointer<Float>, _ stride: Int, _ blocks: Int) -> __m256i {
    let a = unsafe largerHalf(wideMagnitudes(x, blocks))
    let b = unsafe largerHalf(wideMagnitudes(x + stride, blocks))
    return _mm256_max_epi32(_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b))
  }

  /// The larger of each of the first eight lanes and that of the last eight.
  @inline(__always)
  private func largerHalf(_ x: __m512i) -> __m256i {
    _mm256_max_epi32(
      _mm512_castsi512_si256(x), _mm256_castps_si256(upper(_mm512_castsi512_ps(x))))
  }

  /// Lanes 8 to 15.
  @inline(__always)
  private func upper(_ x: __m512) -> __m256 {
    let order = _mm512_set_epi32(15, 14, 13, 12, 11, 10, 9, 8, 15, 14, 13, 12, 11, 10, 9, 8)
    return _mm512_castps512_ps256(_mm512_permutexvar_ps(order, x))
  }

  /// The sums of the first and of the last 16 codes of each of eight rows.
  @inline(__always)
  private func sums(_ codes: UnsafeRawPointer) -> (__m256i, __m256i) {
    let ab = unsafe merge(quads(codes, 0), quads(codes, 64))
    let cd = unsafe merge(quads(codes, 128), quads(codes, 192))
    let all = _mm512_add_epi32(_mm512_unpacklo_epi64(ab, cd), _mm512_unpackhi_epi64(ab, cd))
    // Lane 4 L + j has the sum of row 2 j + L / 2, half L % 2.
    let order = _mm512_set_epi32(15, 7, 14, 6, 13, 5, 12, 4, 11, 3, 10, 2, 9, 1, 8, 0)
    let sorted = _mm512_castsi512_ps(_mm512_permutexvar_epi32(order, all))
    return (
      _mm512_castsi512_si256(_mm512_castps_si512(sorted)), _mm256_castps_si256(upper(sorted))
    )
  }

  /// The sums of four codes each.
  @inline(__always)
  private func quads(_ codes: UnsafeRawPointer, _ offset: Int) -> __m512i {
    unsafe _mm512_dpbusd_epi32(_mm512_setzero_si512(), _mm512_set1_epi8(1), load512(codes, offset))
  }

  @inline(__always)
  private func merge(_ a: __m512i, _ b: __m512i) -> __m512i {
    _mm512_add_epi32(_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b))
  }
#endif
