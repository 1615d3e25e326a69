#if arch(x86_64)
  import TernKernelsPortable
  import TernQuant
  internal import _Builtin_intrinsics.intel

  /// Rounds up to 32 rows to bfloat16, a block of 32 columns after the other (drawn at
  /// `RoundedRows`).
  func roundRows(_ input: RoundInput) {
    var row = 0
    while row < 32 {
      let to = unsafe input.tiles + 64 &* row
      if row < input.rows {
        unsafe roundRow(input.x + row &* input.xStride, input.blocks, to)
      } else {
        unsafe clearRow(input.blocks, to)
      }
      row &+= 1
    }
  }

  @inline(__always)
  private func roundRow(
    _ x: UnsafePointer<Float>, _ blocks: Int, _ to: UnsafeMutableRawPointer
  ) {
    // The columns with even numbers of 32, then those with odd ones.
    let even = SIMD16<UInt32>(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30)
    let (e, o) = unsafe (
      unsafeBitCast(even, to: __m512i.self), unsafeBitCast(even &+ 1, to: __m512i.self)
    )
    var (from, target, left) = unsafe (x, to, blocks)
    while left > 0 {
      let (a, b) = unsafe (_mm512_loadu_ps(from), _mm512_loadu_ps(from + 16))
      let pairs = rounded(
        ordinary(_mm512_permutex2var_ps(a, e, b)), ordinary(_mm512_permutex2var_ps(a, o, b)))
      unsafe _mm512_storeu_si512(target, pairs)
      unsafe from = from + 32
      unsafe target = target + RoundedRows.blockBytes
      left &-= 1
    }
  }

  @inline(__always)
  private func clearRow(_ blocks: Int, _ to: UnsafeMutableRawPointer) {
    var (target, left) = unsafe (to, blocks)
    while left > 0 {
      unsafe _mm512_storeu_si512(target, _mm512_setzero_si512())
      unsafe target = target + RoundedRows.blockBytes
      left &-= 1
    }
  }

  /// Values as they are; of the bits of a NaN those that rounding cannot carry into its sign.
  @inline(__always)
  func ordinary(_ x: __m512) -> __m512 {
    let bits = _mm512_castps_si512(x)
    let size = _mm512_and_si512(bits, _mm512_set1_epi32(0x7FFF_FFFF))
    let sign = _mm512_xor_si512(bits, size)
    let least = _mm512_min_epu32(size, _mm512_set1_epi32(0x7FC0_0000))
    return _mm512_castsi512_ps(_mm512_or_si512(sign, least))
  }

  /// Rounds to bfloat16: `a` into the low halves of 32-bit lanes, `b` into the high ones.
  ///
  /// To the nearest, and the larger of two that are as near.
  @inline(__always)
  func rounded(_ a: __m512, _ b: __m512) -> __m512i {
    let half = _mm512_set1_epi32(0x8000)
    let low = _mm512_srli_epi32(_mm512_add_epi32(_mm512_castps_si512(a), half), 16)
    let high = _mm512_and_si512(
      _mm512_add_epi32(_mm512_castps_si512(b), half), _mm512_set1_epi32(-65536))
    return _mm512_or_si512(high, low)
  }
#endif
