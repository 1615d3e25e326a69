#if arch(x86_64)
  import TernQuant
  internal import _Builtin_intrinsics.intel

  // Dot products of codes in AVX2: pairs are added up in 16 bits, and pairs of those in 32.

  extension PanelFormat {
    /// Whether codes have 8 bits: they are made signed, since 255 × 127 twice saturates 16 bits.
    @inline(__always)
    var takesSignedCodes: Bool { largestCode > 127 }

    /// Whether so many steps of a group may be added up in 16 bits; no two of signed codes.
    @inline(__always)
    func hasSixteenBits(forSteps steps: Int) -> Bool { 254 &* largestCode &* steps <= 32_767 }
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
    if format.takesSignedCodes {
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
  func dotHalves(
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
  private func wide(_ x: __m256i, _ weights: __m256i) -> __m256i { _mm256_madd_epi16(x, weights) }
#endif
