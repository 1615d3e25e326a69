#if arch(arm64)
  import TernKernelsPortable

  /// The kernels of 64-bit Arm with dot products.
  package func kernelTable() -> KernelTable {
    unsafe KernelTable(
      vector: vectorKernels(), recurrent: recurrentKernels(),
      matrix: MatrixKernels(
        multiplyPanels: multiplyPanels, quantizeTile: quantizeTile, packPanel: packPanel,
        multiplyFloats: multiplyFloats,
        widenFloats: widenFloats, combineWords: combineWords, blasRows: 24,
        dots: DotMeasure(
          instructions: "sdot, 16 bytes", operations: 12 * 16 * 2, run: repeatDotProducts)))
  }
#endif
