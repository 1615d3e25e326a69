/// The two stages of scales of a block of 256 elements without offsets: `d * s(group)`.
struct SuperblockScales {
  /// The bits of the half-precision d, and its value.
  var d: (bits: UInt16, value: Float)
  /// The whole number s of each group.
  var small: InlineArray<16, Float>
  /// The sum of squared errors.
  var error: Float

  /// About the best scales for groups of `width` vectors, small ones from `-most` to `most - 1`.
  ///
  /// Each group's own best scale sets the start; then, twice, the best d for all codes is taken and
  /// each group chooses again among neighbouring small scales.
  @inline(__always)
  init<L: Levels>(_ samples: borrowing Samples, width: Int, _ levels: L, most: Float) {
    var wanted = InlineArray<16, Float>(repeating: 0)
    var extreme: Float = 0
    for group in 0..<16 / width {
      let scale = samples.bestScale(group * width..<(group + 1) * width, levels)
      wanted[group] = scale
      if scale.magnitude > extreme.magnitude { extreme = scale }
    }
    var d = halfScale(extreme / -most)
    self.init(d: d, small: InlineArray(repeating: 0), error: .infinity)
    for _ in 0..<3 {
      let (next, sums) = Self.round(samples, width, levels, most, wanted, d)
      if next.error < error { self = next }
      guard sums.qq > 0 else { break }
      let refined = halfScale(sums.scale)
      guard refined.bits != d.bits else { break }
      d = refined
    }
  }

  private init(d: (bits: UInt16, value: Float), small: InlineArray<16, Float>, error: Float) {
    self.d = d
    self.small = small
    self.error = error
  }

  /// The best small scales near the wanted ones for one d, and the sums that the best d needs.
  @inline(__always)
  private static func round<L: Levels>(
    _ samples: borrowing Samples, _ width: Int, _ levels: L, _ most: Float,
    _ wanted: borrowing InlineArray<16, Float>, _ d: (bits: UInt16, value: Float)
  ) -> (SuperblockScales, ScaleSums) {
    var result = SuperblockScales(d: d, small: InlineArray(repeating: 0), error: 0)
    var all = ScaleSums(xq: 0, qq: 0)
    let inverse = reciprocal(d.value)
    for group in 0..<16 / width {
      let range = group * width..<(group + 1) * width
      let middle = wholeNumber(wanted[group] * inverse, limit: most)
      var least = Float.infinity
      for change in -1..<2 {
        let small = max(-most, min(most - 1, middle + Float(change)))
        let error = samples.error(range, levels, scale: d.value * small)
        if error < least {
          least = error
          result.small[group] = small
        }
      }
      let small = result.small[group]
      let sums = samples.sums(range, levels, inverse: reciprocal(d.value * small))
      all.xq += small * sums.xq
      all.qq += small * small * sums.qq
      result.error += least
    }
    return (result, all)
  }
}
