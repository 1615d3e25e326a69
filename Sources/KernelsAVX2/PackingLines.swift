#if arch(x86_64)
  internal import _Builtin_intrinsics.intel

  /// One word of four bytes from each of 16 rows, in two registers: a line of a panel.
  typealias Line = (low: __m256i, high: __m256i)

  /// Four lines.
  typealias Lines = (Line, Line, Line, Line)

  /// The 16 bytes at `p` of 16 rows that are `rowBytes` apart, as four lines.
  @inline(__always)
  func loadLines(_ p: UnsafeRawPointer, _ rowBytes: Int) -> Lines {
    let low = unsafe transposed(p, rowBytes)
    let high = unsafe transposed(p + 8 &* rowBytes, rowBytes)
    return ((low.0, high.0), (low.1, high.1), (low.2, high.2), (low.3, high.3))
  }

  /// The 16 bytes at `p` of 8 rows as words of 8 rows.
  ///
  /// Register r holds rows r and r + 4, so that a transposition inside its two halves leaves the
  /// rows in order.
  @inline(__always)
  private func transposed(
    _ p: UnsafeRawPointer, _ rowBytes: Int
  ) -> (__m256i, __m256i, __m256i, __m256i) {
    let a = unsafe twoRows(p, rowBytes)
    let b = unsafe twoRows(p + rowBytes, rowBytes)
    let c = unsafe twoRows(p + 2 &* rowBytes, rowBytes)
    let d = unsafe twoRows(p + 3 &* rowBytes, rowBytes)
    let (ab, cd) = (_mm256_unpacklo_epi32(a, b), _mm256_unpacklo_epi32(c, d))
    let (efs, ghs) = (_mm256_unpackhi_epi32(a, b), _mm256_unpackhi_epi32(c, d))
    return (
      _mm256_unpacklo_epi64(ab, cd), _mm256_unpackhi_epi64(ab, cd),
      _mm256_unpacklo_epi64(efs, ghs), _mm256_unpackhi_epi64(efs, ghs)
    )
  }

  @inline(__always)
  private func twoRows(_ p: UnsafeRawPointer, _ rowBytes: Int) -> __m256i {
    unsafe _mm256_loadu2_m128i(
      (p + 4 &* rowBytes).assumingMemoryBound(to: __m128i.self),
      p.assumingMemoryBound(to: __m128i.self))
  }

  @inline(__always)
  func storeLine(_ x: Line, _ p: UnsafeMutableRawPointer) {
    unsafe _mm256_storeu_si256(p.assumingMemoryBound(to: __m256i.self), x.low)
    unsafe _mm256_storeu_si256((p + 32).assumingMemoryBound(to: __m256i.self), x.high)
  }

  /// `x & mask` in every word.
  @inline(__always)
  func bits(_ x: Line, _ mask: UInt32) -> Line {
    let m = _mm256_set1_epi32(Int32(bitPattern: mask))
    return (_mm256_and_si256(x.low, m), _mm256_and_si256(x.high, m))
  }

  /// `x ^ mask` in every word.
  @inline(__always)
  func flipped(_ x: Line, _ mask: UInt32) -> Line {
    let m = _mm256_set1_epi32(Int32(bitPattern: mask))
    return (_mm256_xor_si256(x.low, m), _mm256_xor_si256(x.high, m))
  }

  /// `x - y` in every word, without a check.
  @inline(__always)
  func less(_ x: Line, _ y: UInt32) -> Line {
    let m = _mm256_set1_epi32(Int32(bitPattern: y))
    return (_mm256_sub_epi32(x.low, m), _mm256_sub_epi32(x.high, m))
  }

  @inline(__always)
  func joined(_ x: Line, _ y: Line) -> Line {
    (_mm256_or_si256(x.low, y.low), _mm256_or_si256(x.high, y.high))
  }

  /// Every word shifted to the right.
  @inline(__always)
  func down(_ x: Line, _ count: UInt32) -> Line {
    let n = Int32(bitPattern: count)
    return (_mm256_srli_epi32(x.low, n), _mm256_srli_epi32(x.high, n))
  }

  /// Every word shifted to the left.
  @inline(__always)
  func up(_ x: Line, _ count: UInt32) -> Line {
    let n = Int32(bitPattern: count)
    return (_mm256_slli_epi32(x.low, n), _mm256_slli_epi32(x.high, n))
  }

  /// The low halves of 16 words, 32 bytes.
  @inline(__always)
  func storeHalves(_ x: Line, _ p: UnsafeMutableRawPointer) {
    let y = bits(x, 0xFFFF)
    // Packing works inside halves of a register: the quarters come out as 0, 2, 1, 3.
    let packed = _mm256_packus_epi32(y.low, y.high)
    let order = _mm256_setr_epi32(0, 1, 4, 5, 2, 3, 6, 7)
    unsafe _mm256_storeu_si256(
      p.assumingMemoryBound(to: __m256i.self), _mm256_permutevar8x32_epi32(packed, order))
  }

  /// The bytes 0 of 16 words, then their bytes 1, 2 and 3: 64 bytes.
  @inline(__always)
  func storeByteRows(_ x: Line, _ p: UnsafeMutableRawPointer) { unsafe storeLine(byteRows(x), p) }

  /// The bytes 0 of `x`, the bytes 0 of `y`, the bytes 1 of `x`, … : 128 bytes.
  @inline(__always)
  func storeByteRows(_ x: Line, _ y: Line, _ p: UnsafeMutableRawPointer) {
    let (a, b) = (byteRows(x), byteRows(y))
    unsafe storeLine(interleaved(a.low, b.low), p)
    unsafe storeLine(interleaved(a.high, b.high), p + 64)
  }

  /// Halves of two registers taken in turn.
  @inline(__always)
  private func interleaved(_ a: __m256i, _ b: __m256i) -> Line {
    (_mm256_set_m128i(b.lowHalf, a.lowHalf), _mm256_set_m128i(b.highHalf, a.highHalf))
  }

  /// The bytes 0, 1, 2 and 3 of 16 words, 16 bytes each.
  @inline(__always)
  private func byteRows(_ x: Line) -> Line {
    let (a, b) = (byteQuads(x.low), byteQuads(x.high))
    return (_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b))
  }

  /// Of 8 words the bytes 0, 2, 1 and 3, 8 bytes each.
  @inline(__always)
  private func byteQuads(_ x: __m256i) -> __m256i {
    let bytes = _mm256_setr_epi8(
      0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15,
      0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15)
    let order = _mm256_setr_epi32(0, 4, 2, 6, 1, 5, 3, 7)
    return _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(x, bytes), order)
  }
#endif
