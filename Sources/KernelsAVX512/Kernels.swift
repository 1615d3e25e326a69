#if arch(x86_64)
  import TernKernelsPortable

  /// The kernels of AVX-512 with VNNI.
  package func kernelTable() -> KernelTable {
    unsafe KernelTable(
      vector: vectorKernels(), recurrent: recurrentKernels(),
      matrix: MatrixKernels(
        multiplyPanels: multiplyPanels, quantizeTile: quantizeTile, packPanel: packPanel,
        multiplyFloats: multiplyFloats,
        widenFloats: widenFloats, combineWords: combineWords, blasRows: 16,
        strips: StripKernels(
          leastRows: leastStripRows, scratchBytes: stripScratchBytes, multiplyTrio: multiplyTrio),
        floatBlocks: FloatBlockKernels(
          leastRows: 20, scratchBytes: floatBlockBytes, multiply: multiplyFloatBlocks),
        dots: DotMeasure(
          instructions: "vpdpbusd, 64 bytes", operations: 12 * 64 * 2, run: repeatDotProducts)))
  }
#endif
