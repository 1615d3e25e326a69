import TernKernelsPortable

#if arch(x86_64)
  import TernKernelsAMX
  import TernKernelsAVX2
  import TernKernelsAVX512
  import TernKernelsAVXVNNI
#elseif arch(arm64)
  import TernKernelsI8MM
  import TernKernelsNEON
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
      case .portable, .neon, .i8mm: .portable
      }
    #elseif arch(arm64)
      switch self {
      case .i8mm: kernelTable().with(panels: panelKernels())
      case .neon: kernelTable()
      case .portable, .avx2, .avxvnni, .avx512, .amx: .portable
      }
    #else
      .portable
    #endif
  }
}
