#if arch(x86_64)
  import TernKernelsAVX2
  import TernKernelsAVX512
#endif

/// The float kernels of one instruction set: the single place where it is chosen.
///
/// The kernels are the functions of the folder `Vector`, which is compiled once in this target, at
/// the baseline, and once in the target of each instruction set. All are C functions: a closure has
/// a context, which every copy of this table would retain and release.
@safe
struct VectorKernels {
  typealias In = UnsafePointer<Float>
  typealias Out = UnsafeMutablePointer<Float>
  /// `(c, cStride, a, aPiece, rows, b, bStride, k, width, sums, ahead)`: `c (+)= a * b`.
  typealias Tile =
    @convention(c) (
      Out, Int, In, Int, Int, UnsafeRawPointer, Int, Int, Int, Bool, UnsafeRawPointer
    ) -> Void

  /// `(x, weight?, count, epsilon, y)`.
  let rmsNorm: @convention(c) (In, In?, Int, Float, Out) -> Void
  /// `(x, weight?, bias?, count, epsilon, y)`.
  let layerNorm: @convention(c) (In, In?, In?, Int, Float, Out) -> Void
  /// `(y, factor, count, x)`: `x += factor * y`.
  let addScaled: @convention(c) (In, Float, Int, Out) -> Void
  /// `(x, factor, count, y)`: `y = factor * x`.
  let scale: @convention(c) (In, Float, Int, Out) -> Void
  /// `(x, w, count, y)`: `y = x * w`.
  let multiply: @convention(c) (In, In, Int, Out) -> Void
  /// `(x, limit, count)`.
  let clamp: @convention(c) (Out, Float, Int) -> Void
  /// `(x, cap, count)`.
  let softcap: @convention(c) (Out, Float, Int) -> Void
  /// `(x, count)`.
  let softmax: @convention(c) (Out, Int) -> Void
  /// `(Activation.rawValue, x, count)`.
  let activate: @convention(c) (Int, Out, Int) -> Void
  /// `(Activation.rawValue, gate, up, count, y)`.
  let gate: @convention(c) (Int, In, In, Int, Out) -> Void
  /// `(gate, up, alpha, limit, count, y)`.
  let gateClamped: @convention(c) (In, In, Float, Float, Int, Out) -> Void
  /// `(x, alphaN, alphaP, beta, epsilon, count)`.
  let xielu: @convention(c) (Out, Float, Float, Float, Float, Int) -> Void
  /// `(gate, up, limit, count, y)`.
  let gateLimited: @convention(c) (In, In, Float, Int, Out) -> Void
  /// `(gate, x, count, y)`.
  let gateLogistic: @convention(c) (In, In, Int, Out) -> Void
  /// `(x, deviations, count)`.
  let keepAbove: @convention(c) (Out, Float, Int) -> Void
  /// `(head, cosines, sines, pairs)`.
  let rotateAdjacent: @convention(c) (Out, In, In, Int) -> Void
  /// `(head, cosines, sines, pairs)`.
  let rotateHalves: @convention(c) (Out, In, In, Int) -> Void
  /// `(x, count)`.
  let largestValue: @convention(c) (In, Int) -> Float
  /// `(x, count)`.
  let indexOfLargest: @convention(c) (In, Int) -> Int
  /// `(x, shift, count)`: the sum of `e^(x - shift)`.
  let sumOfExponentials: @convention(c) (In, Float, Int) -> Float
  /// `(x, count, y)`.
  let groupMaxima: @convention(c) (In, Int, Out) -> Void
  /// `(x, count, top, factor, least, w)`.
  let weightsAbove: @convention(c) (In, Int, Float, Float, Float, Out) -> Float
  /// `(x, count, top, start, scale, buckets, y)`.
  let distanceBuckets: @convention(c) (In, Int, Float, Float, Float, Int, Out) -> Void
  /// `(x, groups, target, y)`.
  let groupDistances: @convention(c) (In, Int, Float, Out) -> Void
  /// `(x, count, rows, stride)`: whether none is NaN or infinite.
  let areFiniteRows: @convention(c) (In, Int, Int, Int) -> Bool
  /// `(x, count, bits)`.
  let halves: @convention(c) (In, Int, UnsafeMutablePointer<UInt16>) -> Void
  /// `(scores, rows, low, high, count, states, sums, sumStride)`.
  let streamSoftmax: @convention(c) (Out, Int, Int, Int, Int, Out, Out, Int) -> Void
  /// `(weights, rows, scales, blocks, y, ahead)`.
  let scaleWeights: @convention(c) (In, Int, In, Int, Out, Int) -> Void
  /// `(kind, keys, scales, dims, columns, y, stride, lines)`: keys of a page position by position.
  let spreadKeys: @convention(c) (Int, UnsafeRawPointer, In, Int, Int, Out, Int, Out) -> Void
  /// `(x, rows, weights, y)`: weighted sums of what is positive, over rows of 64.
  let sumPositive: @convention(c) (In, Int, In, Out) -> Void
  /// The product with a float32 page.
  let tileFloats: Tile
  /// The product with a float16 page.
  let tileHalves: Tile
  /// `(c, cStride, a, aPiece, rows, b, bStride, scales, k, width, ahead)`: the product with keys
  /// in signed bytes.
  let tileKeyCodes:
    @convention(c) (Out, Int, In, Int, Int, UnsafeRawPointer, Int, In, Int, Int, UnsafeRawPointer)
      -> Void
  /// `(c, cStride, a, aBlock, rows, b, bStride, k, width, ahead)`: sums of the product with values
  /// in signed bytes.
  let tileValueCodes:
    @convention(c) (Out, Int, In, Int, Int, UnsafeRawPointer, Int, Int, Int, UnsafeRawPointer) ->
      Void

  /// Whether none of `count` values is NaN or infinite.
  @inline(__always)
  func areFinite(_ x: In, _ count: Int) -> Bool { unsafe areFiniteRows(x, count, 1, 0) }

  static func best(for isa: ISA) -> VectorKernels {
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

extension VectorKernels {
  /// Four lanes, for any processor.
  private static var portable: VectorKernels {
    unsafe VectorKernels(
      rmsNorm: { unsafe TernKernels.rmsNorm($0, $1, $2, $3, $4) },
      layerNorm: { unsafe TernKernels.layerNorm($0, $1, $2, $3, $4, $5) },
      addScaled: { unsafe TernKernels.addScaled($0, $1, $2, $3) },
      scale: { unsafe TernKernels.scaleValues($0, $1, $2, $3) },
      multiply: { unsafe TernKernels.multiplyValues($0, $1, $2, $3) },
      clamp: { unsafe TernKernels.clampValues($0, $1, $2) },
      softcap: { unsafe TernKernels.softcapValues($0, $1, $2) },
      softmax: { unsafe TernKernels.softmaxValues($0, $1) },
      activate: { unsafe TernKernels.activateValues($0, $1, $2) },
      gate: { unsafe TernKernels.gateValues($0, $1, $2, $3, $4) },
      gateClamped: { unsafe TernKernels.gateClampedValues($0, $1, $2, $3, $4, $5) },
      xielu: { unsafe TernKernels.xieluValues($0, $1, $2, $3, $4, $5) },
      gateLimited: { unsafe TernKernels.gateLimitedValues($0, $1, $2, $3, $4) },
      gateLogistic: { unsafe TernKernels.gateLogisticValues($0, $1, $2, $3) },
      keepAbove: { unsafe TernKernels.keepAboveValues($0, $1, $2) },
      rotateAdjacent: { unsafe TernKernels.rotateAdjacent($0, $1, $2, $3) },
      rotateHalves: { unsafe TernKernels.rotateHalves($0, $1, $2, $3) },
      largestValue: { unsafe TernKernels.largestValue($0, $1) },
      indexOfLargest: { unsafe TernKernels.indexOfLargest($0, $1) },
      sumOfExponentials: { unsafe TernKernels.sumOfExponentials($0, $1, $2) },
      groupMaxima: { unsafe TernKernels.groupMaxima($0, $1, $2) },
      weightsAbove: { unsafe TernKernels.weightsAbove($0, $1, $2, $3, $4, $5) },
      distanceBuckets: { unsafe TernKernels.distanceBuckets($0, $1, $2, $3, $4, $5, $6) },
      groupDistances: { unsafe TernKernels.groupDistances($0, $1, $2, $3) },
      areFiniteRows: { unsafe TernKernels.areFinite($0, $1, $2, $3) },
      halves: { unsafe TernKernels.halves($0, $1, $2) },
      streamSoftmax: {
        unsafe TernKernels.streamSoftmax($0, $1, $2, $3, $4, $5, $6, $7)
      },
      scaleWeights: {
        unsafe TernKernels.scaleWeights($0, $1, $2, $3, $4, $5)
      },
      spreadKeys: {
        unsafe TernKernels.spreadKeys($0, $1, $2, $3, $4, $5, $6, $7)
      },
      sumPositive: { unsafe TernKernels.sumPositive($0, $1, $2, $3) },
      tileFloats: {
        unsafe TernKernels.tileFloats($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      },
      tileHalves: {
        unsafe TernKernels.tileHalves($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      },
      tileKeyCodes: {
        unsafe TernKernels.tileKeyCodes($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      },
      tileValueCodes: {
        unsafe TernKernels.tileValueCodes($0, $1, $2, $3, $4, $5, $6, $7, $8, $9)
      })
  }

  #if arch(x86_64)
    /// Eight lanes.
    private static var avx2: VectorKernels {
      unsafe VectorKernels(
        rmsNorm: { unsafe TernKernelsAVX2.rmsNorm($0, $1, $2, $3, $4) },
        layerNorm: { unsafe TernKernelsAVX2.layerNorm($0, $1, $2, $3, $4, $5) },
        addScaled: { unsafe TernKernelsAVX2.addScaled($0, $1, $2, $3) },
        scale: { unsafe TernKernelsAVX2.scaleValues($0, $1, $2, $3) },
        multiply: { unsafe TernKernelsAVX2.multiplyValues($0, $1, $2, $3) },
        clamp: { unsafe TernKernelsAVX2.clampValues($0, $1, $2) },
        softcap: { unsafe TernKernelsAVX2.softcapValues($0, $1, $2) },
        softmax: { unsafe TernKernelsAVX2.softmaxValues($0, $1) },
        activate: { unsafe TernKernelsAVX2.activateValues($0, $1, $2) },
        gate: { unsafe TernKernelsAVX2.gateValues($0, $1, $2, $3, $4) },
        gateClamped: { unsafe TernKernelsAVX2.gateClampedValues($0, $1, $2, $3, $4, $5) },
        xielu: { unsafe TernKernelsAVX2.xieluValues($0, $1, $2, $3, $4, $5) },
        gateLimited: { unsafe TernKernelsAVX2.gateLimitedValues($0, $1, $2, $3, $4) },
        gateLogistic: { unsafe TernKernelsAVX2.gateLogisticValues($0, $1, $2, $3) },
        keepAbove: { unsafe TernKernelsAVX2.keepAboveValues($0, $1, $2) },
        rotateAdjacent: { unsafe TernKernelsAVX2.rotateAdjacent($0, $1, $2, $3) },
        rotateHalves: { unsafe TernKernelsAVX2.rotateHalves($0, $1, $2, $3) },
        largestValue: { unsafe TernKernelsAVX2.largestValue($0, $1) },
        indexOfLargest: { unsafe TernKernelsAVX2.indexOfLargest($0, $1) },
        sumOfExponentials: { unsafe TernKernelsAVX2.sumOfExponentials($0, $1, $2) },
        groupMaxima: { unsafe TernKernelsAVX2.groupMaxima($0, $1, $2) },
        weightsAbove: { unsafe TernKernelsAVX2.weightsAbove($0, $1, $2, $3, $4, $5) },
        distanceBuckets: { unsafe TernKernelsAVX2.distanceBuckets($0, $1, $2, $3, $4, $5, $6) },
        groupDistances: { unsafe TernKernelsAVX2.groupDistances($0, $1, $2, $3) },
        areFiniteRows: { unsafe TernKernelsAVX2.areFinite($0, $1, $2, $3) },
        halves: { unsafe TernKernelsAVX2.halves($0, $1, $2) },
        streamSoftmax: {
          unsafe TernKernelsAVX2.streamSoftmax($0, $1, $2, $3, $4, $5, $6, $7)
        },
        scaleWeights: {
          unsafe TernKernelsAVX2.scaleWeights($0, $1, $2, $3, $4, $5)
        },
        spreadKeys: {
          unsafe TernKernelsAVX2.spreadKeys($0, $1, $2, $3, $4, $5, $6, $7)
        },
        sumPositive: { unsafe TernKernelsAVX2.sumPositive($0, $1, $2, $3) },
        tileFloats: {
          unsafe TernKernelsAVX2.tileFloats($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        },
        tileHalves: {
          unsafe TernKernelsAVX2.tileHalves($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        },
        tileKeyCodes: {
          unsafe TernKernelsAVX2.tileKeyCodes($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        },
        tileValueCodes: {
          unsafe TernKernelsAVX2.tileValueCodes($0, $1, $2, $3, $4, $5, $6, $7, $8, $9)
        })
    }

    /// Sixteen lanes.
    private static var avx512: VectorKernels {
      unsafe VectorKernels(
        rmsNorm: { unsafe TernKernelsAVX512.rmsNorm($0, $1, $2, $3, $4) },
        layerNorm: { unsafe TernKernelsAVX512.layerNorm($0, $1, $2, $3, $4, $5) },
        addScaled: { unsafe TernKernelsAVX512.addScaled($0, $1, $2, $3) },
        scale: { unsafe TernKernelsAVX512.scaleValues($0, $1, $2, $3) },
        multiply: { unsafe TernKernelsAVX512.multiplyValues($0, $1, $2, $3) },
        clamp: { unsafe TernKernelsAVX512.clampValues($0, $1, $2) },
        softcap: { unsafe TernKernelsAVX512.softcapValues($0, $1, $2) },
        softmax: { unsafe TernKernelsAVX512.softmaxValues($0, $1) },
        activate: { unsafe TernKernelsAVX512.activateValues($0, $1, $2) },
        gate: { unsafe TernKernelsAVX512.gateValues($0, $1, $2, $3, $4) },
        gateClamped: { unsafe TernKernelsAVX512.gateClampedValues($0, $1, $2, $3, $4, $5) },
        xielu: { unsafe TernKernelsAVX512.xieluValues($0, $1, $2, $3, $4, $5) },
        gateLimited: { unsafe TernKernelsAVX512.gateLimitedValues($0, $1, $2, $3, $4) },
        gateLogistic: { unsafe TernKernelsAVX512.gateLogisticValues($0, $1, $2, $3) },
        keepAbove: { unsafe TernKernelsAVX512.keepAboveValues($0, $1, $2) },
        rotateAdjacent: { unsafe TernKernelsAVX512.rotateAdjacent($0, $1, $2, $3) },
        rotateHalves: { unsafe TernKernelsAVX512.rotateHalves($0, $1, $2, $3) },
        largestValue: { unsafe TernKernelsAVX512.largestValue($0, $1) },
        indexOfLargest: { unsafe TernKernelsAVX512.indexOfLargest($0, $1) },
        sumOfExponentials: { unsafe TernKernelsAVX512.sumOfExponentials($0, $1, $2) },
        groupMaxima: { unsafe TernKernelsAVX512.groupMaxima($0, $1, $2) },
        weightsAbove: { unsafe TernKernelsAVX512.weightsAbove($0, $1, $2, $3, $4, $5) },
        distanceBuckets: { unsafe TernKernelsAVX512.distanceBuckets($0, $1, $2, $3, $4, $5, $6) },
        groupDistances: { unsafe TernKernelsAVX512.groupDistances($0, $1, $2, $3) },
        areFiniteRows: { unsafe TernKernelsAVX512.areFinite($0, $1, $2, $3) },
        halves: { unsafe TernKernelsAVX512.halves($0, $1, $2) },
        streamSoftmax: {
          unsafe TernKernelsAVX512.streamSoftmax($0, $1, $2, $3, $4, $5, $6, $7)
        },
        scaleWeights: {
          unsafe TernKernelsAVX512.scaleWeights($0, $1, $2, $3, $4, $5)
        },
        spreadKeys: {
          unsafe TernKernelsAVX512.spreadKeys($0, $1, $2, $3, $4, $5, $6, $7)
        },
        sumPositive: { unsafe TernKernelsAVX512.sumPositive($0, $1, $2, $3) },
        tileFloats: {
          unsafe TernKernelsAVX512.tileFloats($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        },
        tileHalves: {
          unsafe TernKernelsAVX512.tileHalves($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        },
        tileKeyCodes: {
          unsafe TernKernelsAVX512.tileKeyCodes($0, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        },
        tileValueCodes: {
          unsafe TernKernelsAVX512.tileValueCodes($0, $1, $2, $3, $4, $5, $6, $7, $8, $9)
        })
    }
  #endif
}
