#if arch(x86_64)
  internal import _Builtin_intrinsics.intel

  /// One word of four bytes from each of 16 rows: a line of a panel.
  typealias Line = __m512i

  /// Four lines.
  typealias Lines = (Line, Line, Line, Line)

  /// The 16 bytes at `p` of 16 rows that are `rowBytes` apart, as four lines.
  ///
  /// Register r holds rows r, r + 4, r + 8 and r + 12, so that a transposition inside its four
  /// quarters leaves the rows in order.
  @inline(__always)
  func loadLines(_ p: UnsafeRawPointer, _ rowBytes: Int) -> Lines {
    let a = unsafe fourRows(p, rowBytes)
    let b = unsafe fourRows(p + rowBytes, rowBytes)
    let c = unsafe fourRows(p + 2 &* rowBytes, rowBytes)
    let d = unsafe fourRows(p + 3 &* rowBytes, rowBytes)
    let (ab, cd) = (_mm512_unpacklo_epi32(a, b), _mm512_unpacklo_epi32(c, d))
    let (efs, ghs) = (_mm512_unpackhi_epi32(a, b), _mm512_unpackhi_epi32(c, d))
    return (
      _mm512_unpacklo_epi64(ab, cd), _mm512_unpackhi_epi64(ab, cd),
      _mm512_unpacklo_epi64(efs, ghs), _mm512_unpackhi_epi64(efs, ghs)
    )
  }

  /// 16 bytes of the rows 0, 4, 8 and 12 from `p`.
  @inline(__always)
  private func fourRows(_ p: UnsafeRawPointer, _ rowBytes: Int) -> __m512i {
    let step = 4 &* rowBytes
    var x = unsafe _mm512_castsi128_si512(quarter(p))
    x = unsafe _mm512_mask_broadcast_i32x4(x, 0x00F0, quarter(p + step))
    x = unsafe _mm512_mask_broadcast_i32x4(x, 0x0F00, quarter(p + 2 &* step))
    return unsafe _mm512_mask_broadcast_i32x4(x, 0xF000, quarter(p + 3 &* step))
  }

  @inline(__always)
  private func quarter(_ p: UnsafeRawPointer) -> __m128i {
    unsafe _mm_loadu_si128(p.assumingMemoryBound(to: __m128i.self))
  }

  @inline(__always)
  func storeLine(_ x: Line, _ p: UnsafeMutableRawPointer) { unsafe _mm512_storeu_si512(p, x) }

  /// `x & mask` in every word.
  @inline(__always)
  func bits(_ x: Line, _ mask: UInt32) -> Line {
    _mm512_and_si512(x, _mm512_set1_epi32(Int32(bitPattern: mask)))
  }

  /// `x ^ mask` in every word.
  @inline(__always)
  func flipped(_ x: Line, _ mask: UInt32) -> Line {
    _mm512_xor_si512(x, _mm512_set1_epi32(Int32(bitPattern: mask)))
  }

  /// `x - y` in every word, without a check.
  @inline(__always)
  func less(_ x: Line, _ y: UInt32) -> Line {
    _mm512_sub_epi32(x, _mm512_set1_epi32(Int32(bitPattern: y)))
  }

  @inline(__always)
  func joined(_ x: Line, _ y: Line) -> Line { _mm512_or_si512(x, y) }

  /// Every word shifted to the right.
  @inline(__always)
  func down(_ x: Line, _ count: UInt32) -> Line { _mm512_srli_epi32(x, count) }

  /// Every word shifted to the left.
  @inline(__always)
  func up(_ x: Line, _ count: UInt32) -> Line { _mm512_slli_epi32(x, count) }

  /// The low halves of 16 words, 32 bytes.
  @inline(__always)
  func storeHalves(_ x: Line, _ p: UnsafeMutableRawPointer) {
    unsafe _mm256_storeu_si256(
      p.assumingMemoryBound(to: __m256i.self), _mm512_cvtepi32_epi16(x))
  }

  /// The bytes 0 of 16 words, then their bytes 1, 2 and 3: 64 bytes.
  @inline(__always)
  func storeByteRows(_ x: Line, _ p: UnsafeMutableRawPointer) {
    let order = SIMD16<Int32>(
      0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15)
    unsafe storeLine(_mm512_permutexvar_epi32(words(order), byteQuads(x)), p)
  }

  /// The bytes 0 of `x`, the bytes 0 of `y`, the bytes 1 of `x`, … : 128 bytes.
  @inline(__always)
  func storeByteRows(_ x: Line, _ y: Line, _ p: UnsafeMutableRawPointer) {
    let (a, b) = (byteQuads(x), byteQuads(y))
    let first = SIMD16<Int32>(
      0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29)
    let second = SIMD16<Int32>(
      2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15, 19, 23, 27, 31)
    unsafe storeLine(_mm512_permutex2var_epi32(a, words(first), b), p)
    unsafe storeLine(_mm512_permutex2var_epi32(a, words(second), b), p + 64)
  }

  @inline(__always)
  private func words(_ x: SIMD16<Int32>) -> __m512i { unsafe unsafeBitCast(x, to: __m512i.self) }

  /// In every quarter the bytes 0 of its four words, then the bytes 1, 2 and 3.
  @inline(__always)
  private func byteQuads(_ x: Line) -> Line {
    let order = _mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15)
    return _mm512_shuffle_epi8(x, _mm512_broadcast_i32x4(order))
  }
#endif
