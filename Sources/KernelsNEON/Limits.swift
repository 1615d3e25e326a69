#if arch(arm64)
  internal import _Builtin_intrinsics.arm.neon

  /// Runs `rounds` × 12 SDOT of 16 bytes; the result depends on all of them.
  ///
  /// Twelve independent sums hide the latency of the instruction. `codes` are 4096 bytes. Used to
  /// measure what the processor can do, not by the engine.
  func repeatDotProducts(_ rounds: Int, _ codes: UnsafeRawPointer) -> Int32 {
    let a = unsafe loadSigned(codes, 0)
    let zero = vdupq_n_s32(0)
    var (s0, s1, s2, s3) = (zero, zero, zero, zero)
    var (s4, s5, s6, s7) = (zero, zero, zero, zero)
    var (s8, s9, s10, s11) = (zero, zero, zero, zero)
    var round = 0
    while round < rounds {
      // Another operand in every round, so that none is computed once for all.
      let w = unsafe loadSigned(codes, (round &* 16) & 4095)
      (s0, s1) = (vdotq_s32(s0, w, a), vdotq_s32(s1, w, vreinterpretq_s8_s32(s0)))
      (s2, s3) = (vdotq_s32(s2, w, a), vdotq_s32(s3, w, vreinterpretq_s8_s32(s2)))
      (s4, s5) = (vdotq_s32(s4, w, a), vdotq_s32(s5, w, vreinterpretq_s8_s32(s4)))
      (s6, s7) = (vdotq_s32(s6, w, a), vdotq_s32(s7, w, vreinterpretq_s8_s32(s6)))
      (s8, s9) = (vdotq_s32(s8, w, a), vdotq_s32(s9, w, vreinterpretq_s8_s32(s8)))
      (s10, s11) = (vdotq_s32(s10, w, a), vdotq_s32(s11, w, vreinterpretq_s8_s32(s10)))
      round &+= 1
    }
    let low = vaddq_s32(vaddq_s32(s0, s1), vaddq_s32(s2, s3))
    let middle = vaddq_s32(vaddq_s32(s4, s5), vaddq_s32(s6, s7))
    let high = vaddq_s32(vaddq_s32(s8, s9), vaddq_s32(s10, s11))
    return vaddvq_s32(vaddq_s32(vaddq_s32(low, middle), high))
  }

  /// The exclusive or of all 64-bit words of `blocks` × 256 bytes, as the processor foresees them,
  /// or with every line asked for ``prefetchDistance`` ahead.
  func combineWords(_ p: UnsafeRawPointer, blocks: Int, asked: Bool) -> UInt64 {
    var p = unsafe p
    var s0 = vdupq_n_u8(0)
    var (s1, s2, s3) = (s0, s0, s0)
    var part = 0
    while part < 4 &* blocks {
      if asked { unsafe prefetch(p + prefetchDistance) }
      s0 = unsafe veorq_u8(s0, loadBytes(p, 0))
      s1 = unsafe veorq_u8(s1, loadBytes(p, 16))
      s2 = unsafe veorq_u8(s2, loadBytes(p, 32))
      s3 = unsafe veorq_u8(s3, loadBytes(p, 48))
      unsafe p += 64
      part &+= 1
    }
    let all = vreinterpretq_u64_u8(veorq_u8(veorq_u8(s0, s1), veorq_u8(s2, s3)))
    return all[0] ^ all[1]
  }
#endif
