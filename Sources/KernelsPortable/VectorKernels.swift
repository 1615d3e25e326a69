/// The float kernels of one instruction set.
///
/// They are the functions of the folder `KernelsShared/Vector`, which is compiled once here, for any
/// processor, and once in the module of each instruction set. All are C functions: a closure has a
/// context, which every copy of this table would retain and release.
@safe
package struct VectorKernels {
  package typealias In = UnsafePointer<Float>
  package typealias Out = UnsafeMutablePointer<Float>
  /// `(c, cStride, a, aPiece, rows, b, bStride, k, width, sums, ahead)`: `c (+)= a * b`.
  package typealias Tile =
    @convention(c) (
      Out, Int, In, Int, Int, UnsafeRawPointer, Int, Int, Int, Bool, UnsafeRawPointer
    ) -> Void

  /// `(x, weight?, count, epsilon, y)`.
  package var rmsNorm: @convention(c) (In, In?, Int, Float, Out) -> Void = {
    unsafe TernKernelsPortable.rmsNorm($0, $1, $2, $3, $4)
  }
  /// `(x, weight?, bias?, count, epsilon, y)`.
  package var layerNorm: @convention(c) (In, In?, In?, Int, Float, Out) -> Void = {
    unsafe TernKernelsPortable.layerNorm($0, $1, $2, $3, $4, $5)
  }
  /// `(y, factor, count, x)`: `x += factor * y`.
  package var addScaled: @convention(c) (In, Float, Int, Out) -> Void = {
    unsafe TernKernelsPortable.addScaled($0, $1, $2, $3)
  }
  /// `(x, factor, count, y)`: `y = factor * x`.
  package var scale: @convention(c) (In, Float, Int, Out) -> Void = {
    unsafe TernKernelsPortable.scaleValues($0, $1, $2, $3)
  }
  /// `(x, w, count, y)`: `y = x * w`.
  package var multiply: @convention(c) (In, In, Int, Out) -> Void = {
    unsafe TernKernelsPortable.multiplyValues($0, $1, $2, $3)
  }
  /// `(x, limit, count)`.
  package var clamp: @convention(c) (Out, Float, Int) -> Void = {
    unsafe TernKernelsPortable.clampValues($0, $1, $2)
  }
  /// `(x, cap, count)`.
  package var softcap: @convention(c) (Out, Float, Int) -> Void = {
    unsafe TernKernelsPortable.softcapValues($0, $1, $2)
  }
  /// `(x, count)`.
  package var softmax: @convention(c) (Out, Int) -> Void = {
    unsafe TernKernelsPortable.softmaxValues($0, $1)
  }
  /// `(Activation.rawValue, x, count)`.
  package var activate: @convention(c) (Int, Out, Int) -> Void = {
    unsafe TernKernelsPortable.activateValues($0, $1, $2)
  }
  /// `(Activation.rawValue, gate, up, count, y)`.
  package var gate: @convention(c) (Int, In, In, Int, Out) -> Void = {
    unsafe TernKernelsPortable.gateValues($0, $1, $2, $3, $4)
  }
  /// `(gate, up, alpha, limit, count, y)`.
  package var gateClamped: @convention(c) (In, In, Float, Float, Int, Out) -> Void = {
    unsafe TernKernelsPortable.gateClampedValues($0, $1, $2, $3, $4, $5)
  }
  /// `(x, alphaN, alphaP, beta, epsilon, count)`.
  package var xielu: @convention(c) (Out, Float, Float, Float, Float, Int) -> Void = {
    unsafe TernKernelsPortable.xieluValues($0, $1, $2, $3, $4, $5)
  }
  /// `(gate, up, limit, count, y)`.
  package var gateLimited: @convention(c) (In, In, Float, Int, Out) -> Void = {
    unsafe TernKernelsPortable.gateLimitedValues($0, $1, $2, $3, $4)
  }
  /// `(gate, x, count, y)`.
  package var gateLogistic: @convention(c) (In, In, Int, Out) -> Void = {
    unsafe TernKernelsPortable.gateLogisticValues($0, $1, $2, $3)
  }
  /// `(x, deviations, count)`.
  package var keepAbove: @convention(c) (Out, Float, Int) -> Void = {
    unsafe TernKernelsPortable.keepAboveValues($0, $1, $2)
  }
  /// `(head, cosines, sines, pairs)`.
  package var rotateAdjacent: @convention(c) (Out, In, In, Int) -> Void = {
    unsafe TernKernelsPortable.rotateAdjacent($0, $1, $2, $3)
  }
  /// `(head, cosines, sines, pairs)`.
  package var rotateHalves: @convention(c) (Out, In, In, Int) -> Void = {
    unsafe TernKernelsPortable.rotateHalves($0, $1, $2, $3)
  }
  /// `(x, count)`.
  package var largestValue: @convention(c) (In, Int) -> Float = {
    unsafe TernKernelsPortable.largestValue($0, $1)
  }
  /// `(x, count)`.
  package var indexOfLargest: @convention(c) (In, Int) -> Int = {
    unsafe TernKernelsPortable.indexOfLargest($0, $1)
  }
  /// `(x, shift, count)`: the sum of `e^(x - shift)`.
  package var sumOfExponentials: @convention(c) (In, Float, Int) -> Float = {
    unsafe TernKernelsPortable.sumOfExponentials($0, $1, $2)
  }
  /// `(x, count, y)`.
  package var groupMaxima: @convention(c) (In, Int, Out) -> Void = {
    unsafe TernKernelsPortable.groupMaxima($0, $1, $2)
  }
  /// `(x, count, top, factor, least, w)`.
  package var weightsAbove: @convention(c) (In, Int, Float, Float, Float, Out) -> Float = {
    unsafe TernKernelsPortable.weightsAbove($0, $1, $2, $3, $4, $5)
  }
  /// `(x, count, top, start, scale, buckets, y)`.
  package var distanceBuckets: @convention(c) (In, Int, Float, Float, Float, Int, Out) -> Void = {
    unsafe TernKernelsPortable.distanceBuckets($0, $1, $2, $3, $4, $5, $6)
  }
  /// `(x, groups, target, y)`.
  package var groupDistances: @convention(c) (In, Int, Float, Out) -> Void = {
    unsafe TernKernelsPortable.groupDistances($0, $1, $2, $3)
  }
  /// `(x, count, rows, stride)`: whether none is NaN or infinite.
  package var areFiniteRows: @convention(c) (In, Int, Int, Int) -> Bool = {
    unsafe TernKernelsPortable.areFinite($0, $1, $2, $3)
  }
  /// `(x, count, bits)`.
  package var halves: @convention(c) (In, Int, UnsafeMutablePointer<UInt16>) -> Void = {
    unsafe TernKernelsPortable.halves($0, $1, $2)
  }
  /// `(scores, rows, low, high, count, states, sums, sumStride)`.
  package var streamSoftmax: @convention(c) (Out, Int, Int, Int, Int, Out, Out, Int) -> Void = {
    unsafe TernKernelsPortable.streamSoftmax($0, $1, $2, $3, $4, $5, $6, $7)
  }
  /// `(weights, rows, scales, blocks, y, ahead)`.
  package var scaleWeights: @convention(c) (In, Int, In, Int, Out, Int) -> Void = {
    unsafe TernKernelsPortable.scaleWeights($0, $1, $2, $3, $4, $5)
  }
  /// `(kind, keys, scales, dims, columns, y, stride, lines)`: keys of a page position by position.
  package var spreadKeys:
    @convention(c) (Int, UnsafeRawPointer, In, Int, Int, Out, Int, Out) -> Void = {
      unsafe TernKernelsPortable.spreadKeys($0, $1, $2, $3, $4, $5, $6, $7)
    }
  /// `(x, rows, weights, y)`: weighted sums of what is positive, over rows of 64.
  package var sumPositive: @convention(c) (In, Int, In, Out) -> Void = {
    unsafe TernKernelsPortable.sumPositive($0, $1, $2, $3)
  }
  /// The product with a float32 page.
  package var tileFloats: Tile = {
    unsafe TernKernelsPortable.tileFloats($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  }
  /// The product with a float16 page.
  package var tileHalves: Tile = {
    unsafe TernKernelsPortable.tileHalves($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  }
  /// `(c, cStride, a, aPiece, rows, b, bStride, scales, k, width, ahead)`: the product with keys
  /// in signed bytes.
  package var tileKeyCodes:
    @convention(c) (Out, Int, In, Int, Int, UnsafeRawPointer, Int, In, Int, Int, UnsafeRawPointer)
      -> Void = {
        unsafe TernKernelsPortable.tileKeyCodes($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      }
  /// `(c, cStride, a, aBlock, rows, b, bStride, k, width, ahead)`: sums of the product with values
  /// in signed bytes.
  package var tileValueCodes:
    @convention(c) (Out, Int, In, Int, Int, UnsafeRawPointer, Int, Int, Int, UnsafeRawPointer) ->
      Void = { unsafe TernKernelsPortable.tileValueCodes($0, $1, $2, $3, $4, $5, $6, $7, $8, $9) }

  /// The kernels for any processor, four lanes wide.
  package init() {}

  /// Whether none of `count` values is NaN or infinite.
  @inline(__always)
  package func areFinite(_ x: In, _ count: Int) -> Bool { unsafe areFiniteRows(x, count, 1, 0) }
}
