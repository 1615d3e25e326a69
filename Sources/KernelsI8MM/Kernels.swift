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

  /// As ``repeatProducts``, of SMMLA.
  private func repeatMatrixProducts(_ rounds: Int, _ codes: UnsafeRawPointer) -> Int32 {
    unsafe repeatProducts(rounds, codes) { vmmlaq_s32($0, $1, $2) }
  }
#endif
