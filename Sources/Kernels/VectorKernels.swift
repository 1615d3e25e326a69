#if arch(x86_64)
  import TernKernelsAVX2
  import TernKernelsAVX512
#endif

/// The float kernels of one instruction set: the single place where it is chosen.
///
/// The kernels are the functions of the folder `Vector`, which is compiled once in this target, at
/// the baseline, and once in the target of each instruction set. Those that attention calls for
/// every page are C functions: a closure has a context, which every call retains and releases.
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
  let rmsNorm: (In, In?, Int, Float, Out) -> Void
  /// `(x, weight?, bias?, count, epsilon, y)`.
  let layerNorm: (In, In?, In?, Int, Float, Out) -> Void
  /// `(y, factor, count, x)`: `x += factor * y`.
  let addScaled: (In, Float, Int, Out) -> Void
  /// `(x, factor, count, y)`: `y = factor * x`.
  let scale: (In, Float, Int, Out) -> Void
  /// `(x, w, count, y)`: `y = x * w`.
  let multiply: (In, In, Int, Out) -> Void
  /// `(x, limit, count)`.
  let clamp: (Out, Float, Int) -> Void
  /// `(x, cap, count)`.
  let softcap: (Out, Float, Int) -> Void
  /// `(x, count)`.
  let softmax: (Out, Int) -> Void
  /// `(Activation.rawValue, x, count)`.
  let activate: (Int, Out, Int) -> Void
  /// `(Activation.rawValue, gate, up, count, y)`.
  let gate: (Int, In, In, Int, Out) -> Void
  /// `(gate, up, alpha, limit, count, y)`.
  let gateClamped: (In, In, Float, Float, Int, Out) -> Void
  /// `(x, alphaN, alphaP, beta, epsilon, count)`.
  let xielu: (Out, Float, Float, Float, Float, Int) -> Void
  /// `(gate, up, limit, count, y)`.
  let gateLimited: (In, In, Float, Int, Out) -> Void
  /// `(gate, x, count, y)`.
  let gateLogistic: (In, In, Int, Out) -> Void
  /// `(x, deviations, count)`.
  let keepAbove: (Out, Float, Int) -> Void
  /// `(head, cosines, sines, pairs)`.
  let rotateAdjacent: (Out, In, In, Int) -> Void
  /// `(head, cosines, sines, pairs)`.
  let rotateHalves: (Out, In, In, Int) -> Void
  /// `(x, count)`.
  let largestValue: (In, Int) -> Float
  /// `(x, count)`.
  let indexOfLargest: (In, Int) -> Int
  /// `(x, shift, count)`: the sum of `e^(x - shift)`.
  let sumOfExponentials: (In, Float, Int) -> Float
  /// `(x, count, y)`.
  let groupMaxima: (In, Int, Out) -> Void
  /// `(x, count, top, factor, least, w)`.
  let weightsAbove: (In, Int, Float, Float, Float, Out) -> Float
  /// `(x, count, top, start, scale, buckets, y)`.
  let distanceBuckets: (In, Int, Float, Float, Float, Int, Out) -> Void
  /// `(x, groups, target, y)`.
  let groupDistances: (In, Int, Float, Out) -> Void
  /// `(x, count, rows, stride)`: whether none is NaN or infinite.
  let areFiniteRows: @convention(c) (In, Int, Int, Int) -> Bool
  /// `(x, count, bits)`.
  let halves: (In, Int, UnsafeMutablePointer<UInt16>) -> Void
  /// `(scores, rows, low, high, count, states, sums, sumStride)`.
  let streamSoftmax: @convention(c) (Out, Int, Int, Int, Int, Out, Out, Int) -> Void
  /// `(weights, rows, scales, blocks, y, ahead)`.
  let scaleWeights: @convention(c) (In, Int, In, Int, Out, Int) -> Void
  /// `(kind, keys, scales, dims, columns, y, stride, lines)`: keys of a page position by position.
  let spreadKeys: @convention(c) (Int, UnsafeRawPointer, In, Int, Int, Out, Int, Out) -> Void
  /// `(x, rows, weights, y)`: weighted sums of what is positive, over rows of 64.
  let sumPositive: (In, Int, In, Out) -> Void
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
      rmsNorm: TernKernels.rmsNorm,
      layerNorm: TernKernels.layerNorm,
      addScaled: TernKernels.addScaled,
      scale: TernKernels.scaleValues,
      multiply: TernKernels.multiplyValues,
      clamp: TernKernels.clampValues,
      softcap: TernKernels.softcapValues,
      softmax: TernKernels.softmaxValues,
      activate: TernKernels.activateValues,
      gate: TernKernels.gateValues,
      gateClamped: TernKernels.gateClampedValues,
      xielu: TernKernels.xieluValues,
      gateLimited: TernKernels.gateLimitedValues,
      gateLogistic: TernKernels.gateLogisticValues,
      keepAbove: TernKernels.keepAboveValues,
      rotateAdjacent: TernKernels.rotateAdjacent,
      rotateHalves: TernKernels.rotateHalves,
      largestValue: TernKernels.largestValue,
      indexOfLargest: TernKernels.indexOfLargest,
      sumOfExponentials: TernKernels.sumOfExponentials,
      groupMaxima: TernKernels.groupMaxima,
      weightsAbove: TernKernels.weightsAbove,
      distanceBuckets: TernKernels.distanceBuckets,
      groupDistances: TernKernels.groupDistances,
      areFiniteRows: { unsafe TernKernels.areFinite($0, $1, $2, $3) },
      halves: TernKernels.halves,
      streamSoftmax: {
        unsafe TernKernels.streamSoftmax($0, $1, $2, $3, $4, $5, $6, $7)
      },
      scaleWeights: {
        unsafe TernKernels.scaleWeights($0, $1, $2, $3, $4, $5)
      },
      spreadKeys: {
        unsafe TernKernels.spreadKeys($0, $1, $2, $3, $4, $5, $6, $7)
      },
      sumPositive: TernKernels.sumPositive,
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
        rmsNorm: TernKernelsAVX2.rmsNorm,
        layerNorm: TernKernelsAVX2.layerNorm,
        addScaled: TernKernelsAVX2.addScaled,
        scale: TernKernelsAVX2.scaleValues,
        multiply: TernKernelsAVX2.multiplyValues,
        clamp: TernKernelsAVX2.clampValues,
        softcap: TernKernelsAVX2.softcapValues,
        softmax: TernKernelsAVX2.softmaxValues,
        activate: TernKernelsAVX2.activateValues,
        gate: TernKernelsAVX2.gateValues,
        gateClamped: TernKernelsAVX2.gateClampedValues,
        xielu: TernKernelsAVX2.xieluValues,
        gateLimited: TernKernelsAVX2.gateLimitedValues,
        gateLogistic: TernKernelsAVX2.gateLogisticValues,
        keepAbove: TernKernelsAVX2.keepAboveValues,
        rotateAdjacent: TernKernelsAVX2.rotateAdjacent,
        rotateHalves: TernKernelsAVX2.rotateHalves,
        largestValue: TernKernelsAVX2.largestValue,
        indexOfLargest: TernKernelsAVX2.indexOfLargest,
        sumOfExponentials: TernKernelsAVX2.sumOfExponentials,
        groupMaxima: TernKernelsAVX2.groupMaxima,
        weightsAbove: TernKernelsAVX2.weightsAbove,
        distanceBuckets: TernKernelsAVX2.distanceBuckets,
        groupDistances: TernKernelsAVX2.groupDistances,
        areFiniteRows: { unsafe TernKernelsAVX2.areFinite($0, $1, $2, $3) },
        halves: TernKernelsAVX2.halves,
        streamSoftmax: {
          unsafe TernKernelsAVX2.streamSoftmax($0, $1, $2, $3, $4, $5, $6, $7)
        },
        scaleWeights: {
          unsafe TernKernelsAVX2.scaleWeights($0, $1, $2, $3, $4, $5)
        },
        spreadKeys: {
          unsafe TernKernelsAVX2.spreadKeys($0, $1, $2, $3, $4, $5, $6, $7)
        },
        sumPositive: TernKernelsAVX2.sumPositive,
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
        rmsNorm: TernKernelsAVX512.rmsNorm,
        layerNorm: TernKernelsAVX512.layerNorm,
        addScaled: TernKernelsAVX512.addScaled,
        scale: TernKernelsAVX512.scaleValues,
        multiply: TernKernelsAVX512.multiplyValues,
        clamp: TernKernelsAVX512.clampValues,
        softcap: TernKernelsAVX512.softcapValues,
        softmax: TernKernelsAVX512.softmaxValues,
        activate: TernKernelsAVX512.activateValues,
        gate: TernKernelsAVX512.gateValues,
        gateClamped: TernKernelsAVX512.gateClampedValues,
        xielu: TernKernelsAVX512.xieluValues,
        gateLimited: TernKernelsAVX512.gateLimitedValues,
        gateLogistic: TernKernelsAVX512.gateLogisticValues,
        keepAbove: TernKernelsAVX512.keepAboveValues,
        rotateAdjacent: TernKernelsAVX512.rotateAdjacent,
        rotateHalves: TernKernelsAVX512.rotateHalves,
        largestValue: TernKernelsAVX512.largestValue,
        indexOfLargest: TernKernelsAVX512.indexOfLargest,
        sumOfExponentials: TernKernelsAVX512.sumOfExponentials,
        groupMaxima: TernKernelsAVX512.groupMaxima,
        weightsAbove: TernKernelsAVX512.weightsAbove,
        distanceBuckets: TernKernelsAVX512.distanceBuckets,
        groupDistances: TernKernelsAVX512.groupDistances,
        areFiniteRows: { unsafe TernKernelsAVX512.areFinite($0, $1, $2, $3) },
        halves: TernKernelsAVX512.halves,
        streamSoftmax: {
          unsafe TernKernelsAVX512.streamSoftmax($0, $1, $2, $3, $4, $5, $6, $7)
        },
        scaleWeights: {
          unsafe TernKernelsAVX512.scaleWeights($0, $1, $2, $3, $4, $5)
        },
        spreadKeys: {
          unsafe TernKernelsAVX512.spreadKeys($0, $1, $2, $3, $4, $5, $6, $7)
        },
        sumPositive: TernKernelsAVX512.sumPositive,
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
