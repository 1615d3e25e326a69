#if arch(x86_64)
  import TernKernelsPortable

  /// The kernels of AVX2 with FMA.
  package func kernelTable() -> KernelTable {
    unsafe KernelTable(
      vector: vectorKernels(), recurrent: recurrentKernels(),
      matrix: MatrixKernels(
        multiplyPanels: multiplyPanels, quantizeTile: quantizeTile, packPanel: packPanel,
        multiplyFloats: multiplyFloats,
        widenFloats: widenFloats, combineWords: combineWords, blasRows: 24,
        dots: DotMeasure(
          instructions: "vpmaddubsw and vpmaddwd, 32 bytes", operations: 12 * 32 * 2,
          run: repeatDotProducts)))
  }
#endif
