import TernKernelsPortable

#if arch(x86_64)
  import TernKernelsAMX
  import TernKernelsAVX2
  import TernKernelsAVX512
  import TernKernelsAVXVNNI
#endif

extension ISA {
  /// The kernels of this instruction set: the only place where they are chosen.
  package var kernels: KernelTable {
    #if arch(x86_64)
      switch self {
      case .amx:
        TernKernelsAVX512.kernelTable().with(rounded: TernKernelsAMX.roundedKernels())
      case .avx512: TernKernelsAVX512.kernelTable()
      case .avxvnni: TernKernelsAVX2.kernelTable().with(panels: panelKernels())
      case .avx2: TernKernelsAVX2.kernelTable()
      case .portable, .neon: .portable
      }
    #else
      .portable
    #endif
  }
}
