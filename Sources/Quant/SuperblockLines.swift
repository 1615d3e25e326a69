/// The two stages of scales of a block of 256 elements with offsets: scale `d * s(group)`, offset
/// `-m * t(group)`.
struct SuperblockLines {
  /// The bits of the half-precision d, and its value.
  var d: (bits: UInt16, value: Float)
  /// The bits of the half-precision m, and its value.
  var m: (bits: UInt16, value: Float)
  /// The whole number s of each group.
  var scales = InlineArray<16, Float>(repeating: 0)
  /// The whole number t of each group.
  var offsets = InlineArray<16, Float>(repeating: 0)
  /// The sum of squared errors.
  var error = Float.infinity

  /// About the best lines for groups of `width` vectors, codes 0 to `top`, s and t 0 to `most`.
  ///
  /// Each group's own best line sets the start; then, twice, the best d and m for all codes are
  /// taken and each group chooses again among neighbouring pairs (s, t).
  @inline(__always)
  init(_ samples: borrowing Samples, width: Int, top: Float, most: Float) {
    var wanted = InlineArray<16, AffineFit>(
      repeating: AffineFit())
    var (steepest, deepest): (Float, Float) = (0, 0)
    for group in 0..<16 / width {
      let range = group * width..<(group + 1) * width
      wanted[group] = AffineGroup(samples, range, top: top).best()
      steepest = max(steepest, wanted[group].scale)
      deepest = max(deepest, -wanted[group].offset)
    }
    self.init(d: halfScale(steepest / most), m: halfScale(deepest / most))
    var next = self
    for _ in 0..<3 {
      let sums = next.choose(samples, width, WholeLevels(low: 0, high: top), most, wanted)
      if next.error < error { self = next }
      guard let (d, m) = sums.solution else { break }
      next = SuperblockLines(d: halfScale(d), m: halfScale(m))
      guard next.d.bits != self.d.bits || next.m.bits != self.m.bits else { break }
    }
  }

  private init(d: (bits: UInt16, value: Float), m: (bits: UInt16, value: Float)) {
    self.d = d
    self.m = m
  }

  /// The line of one group.
  @inline(__always)
  func line(_ group: Int) -> (scale: Float, offset: Float) {
    (d.value * scales[group], -(m.value * offsets[group]))
  }

  /// The codes of vector `index` of groups of two vectors.
  @inline(__always)
  func codes(_ samples: borrowing Samples, _ index: Int, top: Float) -> Bytes16 {
    let line = line(index / 2)
    return bytes(
      samples.levels(
        index, WholeLevels(low: 0, high: top), scale: line.scale, offset: line.offset))
  }

  /// Chooses the best pairs near the wanted lines, and gathers what the best d and m need.
  @inline(__always)
  private mutating func choose(
    _ samples: borrowing Samples, _ width: Int, _ levels: WholeLevels, _ most: Float,
    _ wanted: borrowing InlineArray<16, AffineFit>
  ) -> LineSums {
    var sums = LineSums()
    let (perScale, perOffset) = (reciprocal(d.value), reciprocal(m.value))
    error = 0
    for group in 0..<16 / width {
      let range = group * width..<(group + 1) * width
      let scale = wholeNumber(wanted[group].scale * perScale, limit: most)
      let offset = wholeNumber(-wanted[group].offset * perOffset, limit: most)
      var least = Float.infinity
      for choice in 0..<9 {
        let s = max(0, min(most, scale + Float(choice / 3 - 1)))
        let t = max(0, min(most, offset + Float(choice % 3 - 1)))
        let error = samples.error(
          range, levels, scale: d.value * s, offset: -(m.value * t))
        if error < least {
          least = error
          scales[group] = s
          offsets[group] = t
        }
      }
      error += least
      let (scaleOf, offsetOf) = line(group)
      for index in range {
        let q = samples.levels(index, levels, scale: scaleOf, offset: offsetOf)
        sums.add(samples.vectors[index], q, s: scales[group], t: offsets[group])
      }
    }
    return sums
  }
}

/// What least squares needs for `x ≈ d * (s * q) - m * t` over a whole block.
private struct LineSums {
  private var aa: Float = 0
  private var ab: Float = 0
  private var bb: Float = 0
  private var xa: Float = 0
  private var xb: Float = 0

  /// Adds sixteen elements x with codes q, which share s and t.
  @inline(__always)
  mutating func add(_ x: Lanes, _ q: Lanes, s: Float, t: Float) {
    aa += s * s * sum(q * q)
    ab -= s * t * sum(q)
    bb += 16 * t * t
    xa += s * sum(x * q)
    xb -= t * sum(x)
  }

  /// The best d and m, where there is one best pair and neither is negative.
  var solution: (d: Float, m: Float)? {
    if bb == 0 { return aa > 0 && xa > 0 ? (xa / aa, 0) : nil }
    if aa == 0 { return xb > 0 ? (0, xb / bb) : nil }
    let determinant = aa * bb - ab * ab
    let d = (xa * bb - xb * ab) / determinant
    let m = (xb * aa - xa * ab) / determinant
    return determinant > 0 && d > 0 && m >= 0 && d.isFinite && m.isFinite ? (d, m) : nil
  }
}
