#if arch(x86_64)
  internal import _Builtin_intrinsics.intel

  /// Runs `rounds` × 12 dot products of 32 bytes; the result depends on all of them.
  ///
  /// Four `vpmaddubsw` make 16-bit sums, which meet in one `vpmaddwd`, as in the panel kernels.
  /// `codes` are 4096 bytes, so that each round reads other operands and none can be computed once
  /// for all. Used to measure what the processor can do, not by the engine.
  func repeatDotProducts(_ rounds: Int, _ codes: UnsafeRawPointer) -> Int32 {
    let w0 = unsafe bytes(codes, 0)
    let w1 = _mm256_slli_epi32(w0, 1)
    let w2 = _mm256_slli_epi32(w0, 2)
    let w3 = _mm256_slli_epi32(w0, 3)
    var (s0, s1, s2) = (_mm256_setzero_si256(), _mm256_setzero_si256(), _mm256_setzero_si256())
    var round = 0
    while round < rounds {
      let a = unsafe codes + (round &* 128) & 2047
      s0 = unsafe _mm256_add_epi32(s0, four(a, w0, w1, w2, w3))
      s1 = unsafe _mm256_add_epi32(s1, four(a + 512, w0, w1, w2, w3))
      s2 = unsafe _mm256_add_epi32(s2, four(a + 1024, w0, w1, w2, w3))
      round &+= 1
    }
    let all = unsafe unsafeBitCast(
      _mm256_add_epi32(_mm256_add_epi32(s0, s1), s2), to: SIMD8<Int32>.self)
    return all[0] &+ all[1] &+ all[2] &+ all[3] &+ all[4] &+ all[5] &+ all[6] &+ all[7]
  }

  /// The 32-bit sums of four dot products.
  @inline(__always)
  private func four(
    _ a: UnsafeRawPointer, _ w0: __m256i, _ w1: __m256i, _ w2: __m256i, _ w3: __m256i
  ) -> __m256i {
    let p0 = unsafe _mm256_maddubs_epi16(w0, bytes(a, 0))
    let p1 = unsafe _mm256_maddubs_epi16(w1, bytes(a, 32))
    let p2 = unsafe _mm256_maddubs_epi16(w2, bytes(a, 64))
    let p3 = unsafe _mm256_maddubs_epi16(w3, bytes(a, 96))
    let sum = _mm256_add_epi16(_mm256_add_epi16(p0, p1), _mm256_add_epi16(p2, p3))
    return _mm256_madd_epi16(sum, _mm256_set1_epi16(1))
  }

  /// The exclusive or of all 64-bit words of `blocks` × 256 bytes, as the processor foresees them,
  /// or with every line asked for ``prefetchDistance`` ahead.
  func combineWords(_ p: UnsafeRawPointer, blocks: Int, asked: Bool) -> UInt64 {
    var p = unsafe p
    var s0 = _mm256_setzero_si256()
    var (s1, s2, s3) = (s0, s0, s0)
    var half = 0
    while half < 2 &* blocks {
      if asked { unsafe prefetch(p + prefetchDistance, lines: 2) }
      s0 = unsafe _mm256_xor_si256(s0, bytes(p, 0))
      s1 = unsafe _mm256_xor_si256(s1, bytes(p, 32))
      s2 = unsafe _mm256_xor_si256(s2, bytes(p, 64))
      s3 = unsafe _mm256_xor_si256(s3, bytes(p, 96))
      unsafe p += 128
      half &+= 1
    }
    let all = unsafe unsafeBitCast(
      _mm256_xor_si256(_mm256_xor_si256(s0, s1), _mm256_xor_si256(s2, s3)), to: SIMD4<UInt64>.self)
    return all[0] ^ all[1] ^ all[2] ^ all[3]
  }

  @inline(__always)
  private func bytes(_ p: UnsafeRawPointer, _ offset: Int) -> __m256i {
    unsafe _mm256_loadu_si256((p + offset).assumingMemoryBound(to: __m256i.self))
  }
#endif
