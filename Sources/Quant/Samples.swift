/// Sixteen values under work.
typealias Lanes = SIMD16<Float>

/// The elements of one block on their way into it.
///
/// They are made fit for arithmetic that cannot fail: NaN counts as 0, and magnitudes beyond what
/// the type can hold, infinities among them, count as the largest one.
struct Samples {
  /// The elements, sixteen in a vector; vectors beyond the block are zero.
  var vectors: InlineArray<16, Lanes>

  /// Reads `count` elements, a multiple of sixteen up to 256.
  init(_ start: UnsafePointer<Float>, count: Int, limit: Float) {
    vectors = InlineArray(repeating: Lanes(repeating: 0))
    for index in 0..<count / 16 {
      let vector = unsafe UnsafeRawPointer(start + 16 &* index).loadUnaligned(as: Lanes.self)
      var finite = vector
      for lane in 0..<16 { finite[lane] = vector[lane] == vector[lane] ? vector[lane] : 0 }
      vectors[index] = clamp(finite, -limit, limit)
    }
  }

  /// The element of greatest magnitude among vectors.
  func extreme(_ range: Range<Int>) -> Float {
    let (least, greatest) = bounds(range)
    return -least > greatest ? least : greatest
  }

  /// The least and the greatest element among vectors.
  func bounds(_ range: Range<Int>) -> (least: Float, greatest: Float) {
    var least = vectors[range.lowerBound]
    var greatest = least
    for index in range {
      let vector = vectors[index]
      for lane in 0..<16 {
        least[lane] = vector[lane] < least[lane] ? vector[lane] : least[lane]
        greatest[lane] = vector[lane] > greatest[lane] ? vector[lane] : greatest[lane]
      }
    }
    return (least.min(), greatest.max())
  }

  /// The levels that vector `index` takes with this scale and offset.
  @inline(__always)
  func levels<L: Levels>(_ index: Int, _ levels: L, scale: Float, offset: Float = 0) -> Lanes {
    levels.nearest((vectors[index] - offset) * reciprocal(scale))
  }

  /// The sum of squared errors of vectors with this scale and offset.
  @inline(__always)
  func error<L: Levels>(
    _ range: Range<Int>, _ levels: L, scale: Float, offset: Float = 0
  ) -> Float {
    var squares = Lanes(repeating: 0)
    for index in range {
      let level = self.levels(index, levels, scale: scale, offset: offset)
      let difference = vectors[index] - (level * scale + offset)
      squares += difference * difference
    }
    return sum(squares)
  }
}

/// One over a scale; 0 where that is no finite number, so that zero scales give code 0.
@inline(__always)
func reciprocal(_ scale: Float) -> Float {
  let inverse = 1 / scale
  return inverse.magnitude < .infinity ? inverse : 0
}

/// The sum of the lanes.
@inline(__always)
func sum(_ lanes: Lanes) -> Float {
  let eight = lanes.lowHalf + lanes.highHalf
  let four = eight.lowHalf + eight.highHalf
  let two = four.lowHalf + four.highHalf
  return two[0] + two[1]
}

/// Each lane, but at least `low` and at most `high`; NaN becomes `low`.
@inline(__always)
func clamp(_ lanes: Lanes, _ low: Float, _ high: Float) -> Lanes {
  var result = lanes
  // A loop of plain choices becomes one instruction for four lanes; the library's minimum does not.
  for lane in 0..<16 {
    let raised = lanes[lane] > low ? lanes[lane] : low
    result[lane] = raised < high ? raised : high
  }
  return result
}

/// Each lane rounded to the nearest whole number, ties to even; magnitudes below 2^22.
@inline(__always)
func rounded(_ lanes: Lanes) -> Lanes { (lanes + 0x1.8p23) - 0x1.8p23 }

/// The whole number nearest to `value`, of magnitude at most `limit`; for NaN, `-limit`.
@inline(__always)
func wholeNumber(_ value: Float, limit: Float) -> Float {
  let raised = value > -limit ? value : -limit
  return ((raised < limit ? raised : limit) + 0x1.8p23) - 0x1.8p23
}

/// The low eight bits of whole numbers of magnitudes below 2^22; any bits for other lanes.
@inline(__always)
func bytes(_ lanes: Lanes) -> Bytes16 {
  let shifted = lanes + 0x1.8p23
  var result = Bytes16(repeating: 0)
  for lane in 0..<16 { result[lane] = UInt8(truncatingIfNeeded: shifted[lane].bitPattern) }
  return result
}

/// The half-precision number nearest to a scale, kept finite, and its bits.
@inline(__always)
func halfScale(_ scale: Float) -> (bits: UInt16, value: Float) {
  let bits = floatToHalf(max(-65504, min(65504, scale)))
  return (bits, halfToFloat(bits))
}
