#if arch(arm64)
  import TernKernelsPortable
  internal import _Builtin_intrinsics.arm.neon

  /// The products of panels on 64-bit Arm with matrix products of bytes.
  package func panelKernels() -> PanelKernels {
    unsafe PanelKernels(
      multiply: multiplyPanels, quantizeTile: quantizeTile,
      dots: DotMeasure(
        instructions: "smmla, 2 × 8 by 8 × 2 bytes", operations: 12 * 32 * 2,
        run: repeatMatrixProducts))
  }

  /// Runs `rounds` × 12 SMMLA; the result depends on all of them.
  ///
  /// Twelve independent sums hide the latency of the instruction. `codes` are 4096 bytes. Used to
  /// measure what the processor can do, not by the engine.
  private func repeatMatrixProducts(_ rounds: Int, _ codes: UnsafeRawPointer) -> Int32 {
    let a = unsafe loadSigned(codes, 0)
    let zero = vdupq_n_s32(0)
    var (s0, s1, s2, s3) = (zero, zero, zero, zero)
    var (s4, s5, s6, s7) = (zero, zero, zero, zero)
    var (s8, s9, s10, s11) = (zero, zero, zero, zero)
    var round = 0
    while round < rounds {
      // Another operand in every round, so that none is computed once for all.
      let w = unsafe loadSigned(codes, (round &* 16) & 4095)
      (s0, s1) = (vmmlaq_s32(s0, w, a), vmmlaq_s32(s1, w, vreinterpretq_s8_s32(s0)))
      (s2, s3) = (vmmlaq_s32(s2, w, a), vmmlaq_s32(s3, w, vreinterpretq_s8_s32(s2)))
      (s4, s5) = (vmmlaq_s32(s4, w, a), vmmlaq_s32(s5, w, vreinterpretq_s8_s32(s4)))
      (s6, s7) = (vmmlaq_s32(s6, w, a), vmmlaq_s32(s7, w, vreinterpretq_s8_s32(s6)))
      (s8, s9) = (vmmlaq_s32(s8, w, a), vmmlaq_s32(s9, w, vreinterpretq_s8_s32(s8)))
      (s10, s11) = (vmmlaq_s32(s10, w, a), vmmlaq_s32(s11, w, vreinterpretq_s8_s32(s10)))
      round &+= 1
    }
    let low = vaddq_s32(vaddq_s32(s0, s1), vaddq_s32(s2, s3))
    let middle = vaddq_s32(vaddq_s32(s4, s5), vaddq_s32(s6, s7))
    let high = vaddq_s32(vaddq_s32(s8, s9), vaddq_s32(s10, s11))
    return vaddvq_s32(vaddq_s32(vaddq_s32(low, middle), high))
  }
#endif
