// The search for the scale of a group: least squares over many choices of codes.

/// What least squares needs of one choice of levels q for elements x.
struct ScaleSums {
  /// The sum of x * q.
  var xq: Float
  /// The sum of q * q.
  var qq: Float

  /// The best scale for these levels.
  @inline(__always)
  var scale: Float { qq > 0 ? xq / qq : 0 }

  /// By how much that scale lowers the sum of squared errors below the sum of squares of x.
  @inline(__always)
  var gain: Float { qq > 0 ? xq * (xq / qq) : 0 }
}

extension Samples {
  /// The sums for the levels nearest to the elements of vectors times `inverse`.
  @inline(__always)
  func sums<L: Levels>(_ range: Range<Int>, _ levels: L, inverse: Float) -> ScaleSums {
    var xq = Lanes(repeating: 0)
    var qq = Lanes(repeating: 0)
    for index in range {
      let level = levels.nearest(vectors[index] * inverse)
      xq += vectors[index] * level
      qq += level * level
    }
    return ScaleSums(xq: sum(xq), qq: sum(qq))
  }

  /// The scale, of either sign, that leaves about the least squared error in vectors.
  ///
  /// The element of greatest magnitude is put at and around either end of the levels, `steps`
  /// places each; the best choice of codes is then refined: best scale for the codes, best codes
  /// for the scale.
  @inline(__always)
  func bestScale<L: Levels>(_ range: Range<Int>, _ levels: L, steps: Int = 19) -> Float {
    let extreme = extreme(range)
    guard extreme != 0 else { return 0 }
    let unit = 1.8 / Float(steps - 1)
    // A coarse set of levels is spaced by whole numbers, the uneven ones by about a sixteenth.
    let spacing = max(1, levels.ends.high / 12)
    var best = ScaleSums(xq: 0, qq: 0)
    for place in 0..<steps {
      let stretch = (Float(place) * unit - 0.9) * spacing
      let low = sums(range, levels, inverse: (levels.ends.low - stretch) / extreme)
      if low.gain > best.gain { best = low }
      let high = sums(range, levels, inverse: (levels.ends.high + stretch) / extreme)
      if high.gain > best.gain { best = high }
    }
    for _ in 0..<4 {
      let next = sums(range, levels, inverse: reciprocal(best.scale))
      guard next.gain > best.gain else { break }
      best = next
    }
    return best.scale
  }

  /// Of scales, as half-precision numbers, the one that leaves the least error in vectors.
  @inline(__always)
  func bestHalf<L: Levels>(
    _ range: Range<Int>, _ levels: L, _ first: Float, _ second: Float
  ) -> (bits: UInt16, value: Float) {
    let one = halfScale(first)
    let two = halfScale(second)
    let better =
      error(range, levels, scale: one.value) <= error(range, levels, scale: two.value)
    return better ? one : two
  }
}
