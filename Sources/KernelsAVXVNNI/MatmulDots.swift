#if arch(x86_64)
  import TernQuant
  internal import _Builtin_intrinsics.intel

  // Dot products of codes in AVX-VNNI: four unsigned codes of weights meet four signed ones of
  // activations in each instruction, which adds up in 32 bits.

  extension PanelFormat {
    /// Whether codes of 8 bits are made signed: not here.
    @inline(__always)
    var takesSignedCodes: Bool { false }
  }

  /// The 32-bit sums of the products of a group's halves, each times its weight in `s`; where they may
  /// be one sum, the first of them is that, and the second zero.
  @inline(__always)
  func dotHalves(
    _ format: PanelFormat, _ a: UnsafeRawPointer, _ w: Codes, _ s: LaneScales
  ) -> (__m256i, __m256i) {
    let zero = _mm256_setzero_si256()
    let first = unsafe add(a, w.0, w.1, w.2, w.3, zero)
    if !format.halvesDiffer {
      return (unsafe add(a + 16, w.4, w.5, w.6, w.7, first), zero)
    }
    let second = unsafe add(a + 16, w.4, w.5, w.6, w.7, zero)
    if format.halvesAreFloats { return (first, second) }
    return (weighted(first, s.weights0), weighted(second, s.weights1))
  }

  /// Adds four steps (16 columns) to `sum`.
  @inline(__always)
  private func add(
    _ a: UnsafeRawPointer, _ w0: __m256i, _ w1: __m256i, _ w2: __m256i, _ w3: __m256i,
    _ sum: __m256i
  ) -> __m256i {
    let x = unsafe _mm256_dpbusd_avx_epi32(sum, w0, fourCodes(a, 0))
    let y = unsafe _mm256_dpbusd_avx_epi32(x, w1, fourCodes(a, 4))
    let z = unsafe _mm256_dpbusd_avx_epi32(y, w2, fourCodes(a, 8))
    return unsafe _mm256_dpbusd_avx_epi32(z, w3, fourCodes(a, 12))
  }

  /// Sums times integers that lie twice in each lane.
  @inline(__always)
  private func weighted(_ sum: __m256i, _ weights: __m256i) -> __m256i {
    _mm256_mullo_epi32(sum, _mm256_srai_epi32(weights, 16))
  }
#endif
