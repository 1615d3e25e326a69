/// The kernels of recurrent layers of one instruction set.
///
/// They are functions of the folder `KernelsShared/Vector`, as those of ``VectorKernels`` are, and C
/// functions, so that a call retains nothing.
@safe
package struct RecurrentKernels {
  package typealias In = UnsafePointer<Float>
  package typealias Out = UnsafeMutablePointer<Float>

  /// `(x, xStride, rows, old, oldStride, weights, wStride, bias, taps, count, silu, y, yStride)`.
  package var convolve:
    @convention(c) (In, Int, Int, In, Int, In, Int, In, Int, Int, Bool, Out, Int) -> Void = {
      unsafe TernKernelsPortable.convolve($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    }
  /// `(x, count, y)`.
  package var finiteExponentials: @convention(c) (In, Int, Out) -> Void = {
    unsafe TernKernelsPortable.finiteExponentials($0, $1, $2)
  }
  /// `(a, rows, columns, products)`.
  package var chunkProducts: @convention(c) (In, Int, Int, Out) -> Void = {
    unsafe TernKernelsPortable.chunkProducts($0, $1, $2, $3)
  }
  /// `(a, decays, rows, columns, products)`.
  package var decayedProducts: @convention(c) (In, Out, Int, Int, Out) -> Void = {
    unsafe TernKernelsPortable.decayedProducts($0, $1, $2, $3, $4)
  }
  /// `(a, decays, rows, columns, scaled, last)`.
  package var decayRows: @convention(c) (In, In, Int, Int, Out, Out) -> Void = {
    unsafe TernKernelsPortable.decayRows($0, $1, $2, $3, $4, $5)
  }
  /// `(delta, numbers, rows, count, read, pitch, v, vStride, u, out, outStride)`.
  package var chunkSolve:
    @convention(c) (Bool, In, Int, Int, In, Int, In, Int, Out, Out, Int) -> Void = {
      unsafe TernKernelsPortable.chunkSolve($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    }
  /// `(state, stride, keys, width, decays?, decay, keys, u, pitch, tails, rows)`.
  package var updateState:
    @convention(c) (Out, Int, Int, Int, In?, Float, In, In, Int, In, Int) -> Void = {
      unsafe TernKernelsPortable.updateState($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    }
  /// `(state, stride, rates, rateStride, stateDim, count, x, dt, b, c, d?, y)`.
  package var scanRow:
    @convention(c) (Out, Int, In, Int, Int, Int, In, In, In, In, In?, Out) -> Void = {
      unsafe TernKernelsPortable.scanRow($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    }
  /// `(state, stride, keys, width, w, k, v, a, b, r, y)`.
  package var wkvRow: @convention(c) (Out, Int, Int, Int, In, In, In, In, In, In, Out) -> Void = {
    unsafe TernKernelsPortable.wkvRow($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  }
  /// `(ValueFunction.rawValue, x, bias?, count)`.
  package var applyFunction: @convention(c) (Int, Out, In?, Int) -> Void = {
    unsafe TernKernelsPortable.applyFunction($0, $1, $2, $3)
  }
  /// `(x, other, w, count, y)`.
  package var mixValues: @convention(c) (In, In, In, Int, Out) -> Void = {
    unsafe TernKernelsPortable.mixValues($0, $1, $2, $3, $4)
  }
  /// `(x, y, w, count)`.
  package var weightedDot: @convention(c) (In, In, In, Int) -> Float = {
    unsafe TernKernelsPortable.weightedDot($0, $1, $2, $3)
  }
  /// `(x, count, epsilon, floor, y)`.
  package var l2Norm: @convention(c) (In, Int, Float, Bool, Out) -> Void = {
    unsafe TernKernelsPortable.l2Norm($0, $1, $2, $3, $4)
  }

  /// The kernels for any processor, four lanes wide.
  package init() {}
}
