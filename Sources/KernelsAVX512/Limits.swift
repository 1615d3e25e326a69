#if arch(x86_64)
  internal import _Builtin_intrinsics.intel

  /// Runs `rounds` × 12 `vpdpbusd` of 64 bytes on registers alone; the result depends on all of them.
  ///
  /// Twelve independent sums hide the latency of the instruction. Used to measure what the processor
  /// can do, not by the engine.
  func repeatDotProducts(_ rounds: Int, _ codes: UnsafeRawPointer) -> Int32 {
    let seed = unsafe Int32(truncatingIfNeeded: rounds) &+ codes.load(as: Int32.self)
    let w = _mm512_set1_epi32(seed)
    let a = _mm512_set1_epi32(seed &+ 1)
    var (s0, s1, s2) = (_mm512_set1_epi32(seed), _mm512_set1_epi32(seed &+ 1), a)
    var (s3, s4, s5) = (_mm512_set1_epi32(seed &+ 3), _mm512_set1_epi32(seed &+ 4), w)
    var (s6, s7, s8) = (
      _mm512_slli_epi32(s0, 1), _mm512_slli_epi32(s1, 1), _mm512_slli_epi32(s2, 2)
    )
    var (s9, s10, s11) = (
      _mm512_slli_epi32(s3, 3), _mm512_slli_epi32(s4, 3), _mm512_slli_epi32(s5, 4)
    )
    s2 = _mm512_slli_epi32(s2, 5)
    s5 = _mm512_slli_epi32(s5, 6)
    var round = 0
    while round < rounds {
      s0 = _mm512_dpbusd_epi32(s0, w, a)
      s1 = _mm512_dpbusd_epi32(s1, w, a)
      s2 = _mm512_dpbusd_epi32(s2, w, a)
      s3 = _mm512_dpbusd_epi32(s3, w, a)
      s4 = _mm512_dpbusd_epi32(s4, w, a)
      s5 = _mm512_dpbusd_epi32(s5, w, a)
      s6 = _mm512_dpbusd_epi32(s6, w, a)
      s7 = _mm512_dpbusd_epi32(s7, w, a)
      s8 = _mm512_dpbusd_epi32(s8, w, a)
      s9 = _mm512_dpbusd_epi32(s9, w, a)
      s10 = _mm512_dpbusd_epi32(s10, w, a)
      s11 = _mm512_dpbusd_epi32(s11, w, a)
      round &+= 1
    }
    let low = _mm512_xor_si512(_mm512_xor_si512(s0, s1), _mm512_xor_si512(s2, s3))
    let middle = _mm512_xor_si512(_mm512_xor_si512(s4, s5), _mm512_xor_si512(s6, s7))
    let high = _mm512_xor_si512(_mm512_xor_si512(s8, s9), _mm512_xor_si512(s10, s11))
    return _mm512_reduce_add_epi32(_mm512_xor_si512(_mm512_xor_si512(low, middle), high))
  }

  /// The exclusive or of all 64-bit words of `blocks` × 256 bytes, as the processor foresees them,
  /// or with every line asked for ``prefetchDistance`` ahead.
  func combineWords(_ p: UnsafeRawPointer, blocks: Int, asked: Bool) -> UInt64 {
    var p = unsafe p
    var s0 = _mm512_setzero_si512()
    var (s1, s2, s3) = (s0, s0, s0)
    var block = 0
    while block < blocks {
      if asked { unsafe prefetch(p + prefetchDistance, lines: 4) }
      s0 = unsafe _mm512_xor_si512(s0, _mm512_loadu_si512(p))
      s1 = unsafe _mm512_xor_si512(s1, _mm512_loadu_si512(p + 64))
      s2 = unsafe _mm512_xor_si512(s2, _mm512_loadu_si512(p + 128))
      s3 = unsafe _mm512_xor_si512(s3, _mm512_loadu_si512(p + 192))
      unsafe p += 256
      block &+= 1
    }
    let all = _mm512_xor_si512(_mm512_xor_si512(s0, s1), _mm512_xor_si512(s2, s3))
    return unsafe combined(unsafeBitCast(all, to: SIMD8<UInt64>.self))
  }

  @inline(__always)
  private func combined(_ x: SIMD8<UInt64>) -> UInt64 {
    (x[0] ^ x[1] ^ x[2] ^ x[3]) ^ (x[4] ^ x[5] ^ x[6] ^ x[7])
  }
#endif
