#if arch(x86_64)
  import TernKernelsAVX2
  import TernKernelsAVX512
#endif

/// The kernels of recurrent layers of one instruction set.
///
/// They are functions of the folder `Vector`, as those of ``VectorKernels`` are, and C functions, so
/// that a call retains nothing.
@safe
struct RecurrentKernels {
  typealias In = UnsafePointer<Float>
  typealias Out = UnsafeMutablePointer<Float>

  /// `(x, xStride, rows, old, oldStride, weights, wStride, bias?, taps, count, silu, y, yStride)`.
  let convolve:
    @convention(c) (In, Int, Int, In, Int, In, Int, In?, Int, Int, Bool, Out, Int) -> Void
  /// `(x, count, y)`.
  let finiteExponentials: @convention(c) (In, Int, Out) -> Void
  /// `(a, rows, columns, numbers)`.
  let chunkProducts: @convention(c) (In, Int, Int, Out) -> Void
  /// `(a, decays, rows, columns, numbers)`.
  let decayedProducts: @convention(c) (In, Out, Int, Int, Out) -> Void
  /// `(a, decays, rows, columns, scaled, last)`.
  let decayRows: @convention(c) (In, In, Int, Int, Out, Out) -> Void
  /// `(delta, numbers, rows, count, read, pitch, v, vStride, u, out, outStride)`.
  let chunkSolve: @convention(c) (Bool, In, Int, Int, In, Int, In, Int, Out, Out, Int) -> Void
  /// `(state, stride, keys, width, decays?, decay, keys, u, pitch, tails, rows)`.
  let updateState: @convention(c) (Out, Int, Int, Int, In?, Float, In, In, Int, In, Int) -> Void

  static func best(for isa: ISA) -> RecurrentKernels {
    #if arch(x86_64)
      switch isa {
      case .avx512: avx512
      case .avx2: avx2
      case .portable, .neon: portable
      }
    #else
      portable
    #endif
  }
}

extension RecurrentKernels {
  /// Four lanes, for any processor.
  private static var portable: RecurrentKernels {
    unsafe RecurrentKernels(
      convolve: {
        unsafe TernKernels.convolve($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
      },
      finiteExponentials: { unsafe TernKernels.finiteExponentials($0, $1, $2) },
      chunkProducts: { unsafe TernKernels.chunkProducts($0, $1, $2, $3) },
      decayedProducts: { unsafe TernKernels.decayedProducts($0, $1, $2, $3, $4) },
      decayRows: { unsafe TernKernels.decayRows($0, $1, $2, $3, $4, $5) },
      chunkSolve: { unsafe TernKernels.chunkSolve($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10) },
      updateState: { unsafe TernKernels.updateState($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10) })
  }

  #if arch(x86_64)
    /// Eight lanes.
    private static var avx2: RecurrentKernels {
      unsafe RecurrentKernels(
        convolve: {
          unsafe TernKernelsAVX2.convolve($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
        },
        finiteExponentials: { unsafe TernKernelsAVX2.finiteExponentials($0, $1, $2) },
        chunkProducts: { unsafe TernKernelsAVX2.chunkProducts($0, $1, $2, $3) },
        decayedProducts: { unsafe TernKernelsAVX2.decayedProducts($0, $1, $2, $3, $4) },
        decayRows: { unsafe TernKernelsAVX2.decayRows($0, $1, $2, $3, $4, $5) },
        chunkSolve: {
          unsafe TernKernelsAVX2.chunkSolve($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        },
        updateState: {
          unsafe TernKernelsAVX2.updateState($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        })
    }

    /// Sixteen lanes.
    private static var avx512: RecurrentKernels {
      unsafe RecurrentKernels(
        convolve: {
          unsafe TernKernelsAVX512.convolve($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
        },
        finiteExponentials: { unsafe TernKernelsAVX512.finiteExponentials($0, $1, $2) },
        chunkProducts: { unsafe TernKernelsAVX512.chunkProducts($0, $1, $2, $3) },
        decayedProducts: { unsafe TernKernelsAVX512.decayedProducts($0, $1, $2, $3, $4) },
        decayRows: { unsafe TernKernelsAVX512.decayRows($0, $1, $2, $3, $4, $5) },
        chunkSolve: {
          unsafe TernKernelsAVX512.chunkSolve($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        },
        updateState: {
          unsafe TernKernelsAVX512.updateState($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        })
    }
  #endif
}
