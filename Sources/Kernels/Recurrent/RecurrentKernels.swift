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

  /// `(x, xStride, rows, old, oldStride, weights, wStride, bias, taps, count, silu, y, yStride)`.
  let convolve:
    @convention(c) (In, Int, Int, In, Int, In, Int, In, Int, Int, Bool, Out, Int) -> Void
  /// `(x, count, y)`.
  let finiteExponentials: @convention(c) (In, Int, Out) -> Void
  /// `(a, rows, columns, products)`.
  let chunkProducts: @convention(c) (In, Int, Int, Out) -> Void
  /// `(a, decays, rows, columns, products)`.
  let decayedProducts: @convention(c) (In, Out, Int, Int, Out) -> Void
  /// `(a, decays, rows, columns, scaled, last)`.
  let decayRows: @convention(c) (In, In, Int, Int, Out, Out) -> Void
  /// `(delta, numbers, rows, count, read, pitch, v, vStride, u, out, outStride)`.
  let chunkSolve: @convention(c) (Bool, In, Int, Int, In, Int, In, Int, Out, Out, Int) -> Void
  /// `(state, stride, keys, width, decays?, decay, keys, u, pitch, tails, rows)`.
  let updateState: @convention(c) (Out, Int, Int, Int, In?, Float, In, In, Int, In, Int) -> Void
  /// `(state, stride, rates, rateStride, stateDim, count, x, dt, b, c, d?, y)`.
  let scanRow: @convention(c) (Out, Int, In, Int, Int, Int, In, In, In, In, In?, Out) -> Void
  /// `(state, stride, keys, width, w, k, v, a, b, r, y)`.
  let wkvRow: @convention(c) (Out, Int, Int, Int, In, In, In, In, In, In, Out) -> Void
  /// `(ValueFunction.rawValue, x, bias?, count)`.
  let applyFunction: @convention(c) (Int, Out, In?, Int) -> Void
  /// `(x, other, w, count, y)`.
  let mixValues: @convention(c) (In, In, In, Int, Out) -> Void
  /// `(x, y, w, count)`.
  let weightedDot: @convention(c) (In, In, In, Int) -> Float
  /// `(x, count, epsilon, floor, y)`.
  let l2Norm: @convention(c) (In, Int, Float, Bool, Out) -> Void

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
      updateState: { unsafe TernKernels.updateState($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10) },
      scanRow: { unsafe TernKernels.scanRow($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) },
      wkvRow: { unsafe TernKernels.wkvRow($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10) },
      applyFunction: { unsafe TernKernels.applyFunction($0, $1, $2, $3) },
      mixValues: { unsafe TernKernels.mixValues($0, $1, $2, $3, $4) },
      weightedDot: { unsafe TernKernels.weightedDot($0, $1, $2, $3) },
      l2Norm: { unsafe TernKernels.l2Norm($0, $1, $2, $3, $4) })
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
        },
        scanRow: {
          unsafe TernKernelsAVX2.scanRow($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        },
        wkvRow: { unsafe TernKernelsAVX2.wkvRow($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10) },
        applyFunction: { unsafe TernKernelsAVX2.applyFunction($0, $1, $2, $3) },
        mixValues: { unsafe TernKernelsAVX2.mixValues($0, $1, $2, $3, $4) },
        weightedDot: { unsafe TernKernelsAVX2.weightedDot($0, $1, $2, $3) },
        l2Norm: { unsafe TernKernelsAVX2.l2Norm($0, $1, $2, $3, $4) })
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
        },
        scanRow: {
          unsafe TernKernelsAVX512.scanRow($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
        },
        wkvRow: { unsafe TernKernelsAVX512.wkvRow($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10) },
        applyFunction: { unsafe TernKernelsAVX512.applyFunction($0, $1, $2, $3) },
        mixValues: { unsafe TernKernelsAVX512.mixValues($0, $1, $2, $3, $4) },
        weightedDot: { unsafe TernKernelsAVX512.weightedDot($0, $1, $2, $3) },
        l2Norm: { unsafe TernKernelsAVX512.l2Norm($0, $1, $2, $3, $4) })
    }
  #endif
}
