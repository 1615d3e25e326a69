#if arch(x86_64)
  import TernKernelsPortable
  internal import _Builtin_intrinsics.intel

  /// The products of panels in AVX-VNNI, on processors without AVX-512.
  package func panelKernels() -> PanelKernels {
    unsafe PanelKernels(
      multiply: multiplyPanels,
      dots: DotMeasure(
        instructions: "vpdpbusd, 32 bytes", operations: 12 * 32 * 2, run: repeatDotProducts))
  }

  /// Runs `rounds` × 12 dot products of 32 bytes; the result depends on all of them.
  ///
  /// `codes` are 4096 bytes. Used to measure what the processor can do, not by the engine.
  private func repeatDotProducts(_ rounds: Int, _ codes: UnsafeRawPointer) -> Int32 {
    let a = unsafe load256(codes, 0)
    let zero = _mm256_setzero_si256()
    var (s0, s1, s2, s3) = (zero, zero, zero, zero)
    var (s4, s5, s6, s7) = (zero, zero, zero, zero)
    var (s8, s9, s10, s11) = (zero, zero, zero, zero)
    var round = 0
    while round < rounds {
      // Another operand in every round, so that none is computed once for all.
      let w = unsafe load256(codes, (round &* 32) & 4095)
      (s0, s1) = (_mm256_dpbusd_avx_epi32(s0, w, a), _mm256_dpbusd_avx_epi32(s1, w, s0))
      (s2, s3) = (_mm256_dpbusd_avx_epi32(s2, w, a), _mm256_dpbusd_avx_epi32(s3, w, s2))
      (s4, s5) = (_mm256_dpbusd_avx_epi32(s4, w, a), _mm256_dpbusd_avx_epi32(s5, w, s4))
      (s6, s7) = (_mm256_dpbusd_avx_epi32(s6, w, a), _mm256_dpbusd_avx_epi32(s7, w, s6))
      (s8, s9) = (_mm256_dpbusd_avx_epi32(s8, w, a), _mm256_dpbusd_avx_epi32(s9, w, s8))
      (s10, s11) = (_mm256_dpbusd_avx_epi32(s10, w, a), _mm256_dpbusd_avx_epi32(s11, w, s10))
      round &+= 1
    }
    let low = _mm256_add_epi32(
      _mm256_add_epi32(_mm256_add_epi32(s0, s1), _mm256_add_epi32(s2, s3)),
      _mm256_add_epi32(s4, s5))
    let high = _mm256_add_epi32(
      _mm256_add_epi32(_mm256_add_epi32(s6, s7), _mm256_add_epi32(s8, s9)),
      _mm256_add_epi32(s10, s11))
    let all = unsafe unsafeBitCast(_mm256_add_epi32(low, high), to: SIMD8<Int32>.self)
    return all[0] &+ all[1] &+ all[2] &+ all[3] &+ all[4] &+ all[5] &+ all[6] &+ all[7]
  }
#endif
