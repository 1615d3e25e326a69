#if arch(arm64)
  internal import _Builtin_intrinsics.arm.neon

  /// Runs `rounds` × 12 of an instruction that adds products of bytes; the result depends on all of them.
  ///
  /// Twelve independent sums hide the latency of the instruction. `codes` are 4096 bytes. Used to
  /// measure what the processor can do, not by the engine.
  @inline(__always)
  func repeatProducts(
    _ rounds: Int, _ codes: UnsafeRawPointer,
    _ add: (int32x4_t, int8x16_t, int8x16_t) -> int32x4_t
  ) -> Int32 {
    let a = unsafe loadSigned(codes, 0)
    let zero = vdupq_n_s32(0)
    var (s0, s1, s2, s3) = (zero, zero, zero, zero)
    var (s4, s5, s6, s7) = (zero, zero, zero, zero)
    var (s8, s9, s10, s11) = (zero, zero, zero, zero)
    var round = 0
    while round < rounds {
      // Another operand in every round, so that none is computed once for all.
      let w = unsafe loadSigned(codes, (round &* 16) & 4095)
      (s0, s1) = (add(s0, w, a), add(s1, w, vreinterpretq_s8_s32(s0)))
      (s2, s3) = (add(s2, w, a), add(s3, w, vreinterpretq_s8_s32(s2)))
      (s4, s5) = (add(s4, w, a), add(s5, w, vreinterpretq_s8_s32(s4)))
      (s6, s7) = (add(s6, w, a), add(s7, w, vreinterpretq_s8_s32(s6)))
      (s8, s9) = (add(s8, w, a), add(s9, w, vreinterpretq_s8_s32(s8)))
      (s10, s11) = (add(s10, w, a), add(s11, w, vreinterpretq_s8_s32(s10)))
      round &+= 1
    }
    let low = vaddq_s32(vaddq_s32(s0, s1), vaddq_s32(s2, s3))
    let middle = vaddq_s32(vaddq_s32(s4, s5), vaddq_s32(s6, s7))
    let high = vaddq_s32(vaddq_s32(s8, s9), vaddq_s32(s10, s11))
    return vaddvq_s32(vaddq_s32(vaddq_s32(low, middle), high))
  }
#endif
