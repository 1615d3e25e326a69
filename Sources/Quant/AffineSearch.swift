// The search for the scale and the offset of a group: least squares over many choices of codes.

/// A scale, an offset and the squared error they leave.
struct AffineFit {
  var scale: Float = 0
  var offset: Float = 0
  var error = Float.infinity
}

/// The elements of one or two vectors, with what all fits to them share.
struct AffineGroup {
  private let samples: InlineArray<2, Lanes>
  private let vectors: Int
  private let count: Float
  private let mean: Float
  /// The sum of squares, and that about the mean.
  private let squares: Float
  private let spread: Float
  private let least: Float
  private let greatest: Float
  private let top: Float
  private let signed: Bool

  /// Vectors `range` (one or two) of `samples`, for codes 0 to `top`.
  ///
  /// Only offsets of 0 and below are found, unless `signed`.
  @inline(__always)
  init(_ samples: borrowing Samples, _ range: Range<Int>, top: Float, signed: Bool = false) {
    let zero = Lanes(repeating: 0)
    let first = samples.vectors[range.lowerBound]
    let second = range.count > 1 ? samples.vectors[range.lowerBound + 1] : zero
    self.samples = [first, second]
    vectors = range.count
    count = Float(16 * range.count)
    mean = (sum(first) + sum(second)) / count
    squares = sum(first * first) + sum(second * second)
    let (one, two) = (first - mean, range.count > 1 ? second - mean : zero)
    spread = sum(one * one) + sum(two * two)
    (least, greatest) = samples.bounds(range)
    self.top = top
    self.signed = signed
  }

  /// About the best scale, never negative, and offset.
  ///
  /// The ends of the range are moved inwards and outwards by quarters of a code; the best choice of
  /// codes is then refined: best line for the codes, best codes for the line.
  @inline(__always)
  func best() -> AffineFit {
    let low = signed ? least : min(least, 0)
    guard greatest > low else { return AffineFit(offset: low, error: 0) }
    let quarter = (greatest - low) / (4 * top)
    var best = AffineFit()
    for below in -1..<5 {
      for above in -1..<5 {
        let start = low + Float(below) * quarter
        let width = greatest - Float(above) * quarter - start
        let fit = fit(offset: start, inverse: top / width)
        if fit.error < best.error { best = fit }
      }
    }
    for narrower in -4..<12 {
      // Many weights are zero, or nearly: lines that have a code for zero.
      let step = (greatest - low) / top - Float(narrower) * quarter / top
      let start = wholeNumber(low / step, limit: top) * step
      let fit = fit(offset: start, inverse: 1 / step)
      if fit.error < best.error { best = fit }
    }
    for _ in 0..<4 {
      let next = fit(offset: best.offset, inverse: reciprocal(best.scale))
      guard next.error < best.error else { break }
      best = next
    }
    return best
  }

  /// The best line for the codes nearest to `(x - offset) * inverse`.
  @inline(__always)
  private func fit(offset: Float, inverse: Float) -> AffineFit {
    let levels = WholeLevels(low: 0, high: top)
    var q = Lanes(repeating: 0)
    var qq = q
    var xq = q
    for index in 0..<vectors {
      let x = samples[index]
      let level = levels.nearest((x - offset) * inverse)
      q += level
      qq += level * level
      xq += (x - mean) * level
    }
    let total = sum(q)
    let centred = sum(qq) - total * (total / count)
    let covariance = sum(xq)
    let scale = centred > 0 ? covariance / centred : 0
    let shift = mean - scale * (total / count)
    if signed || shift <= 0 {
      return scale >= 0
        ? AffineFit(scale: scale, offset: shift, error: spread - scale * covariance)
        : AffineFit(offset: mean, error: spread)
    }
    // The best line starts above zero, which cannot be stored: the best one through zero.
    let product = covariance + mean * total
    let slope = max(0, product / max(1, sum(qq)))
    return AffineFit(scale: slope, error: squares - slope * product)
  }
}

/// A half-precision scale and offset for 32 elements: the line of Q4_1 and Q5_1.
struct HalfLine {
  /// The bits and the value of the scale.
  let d: (bits: UInt16, value: Float)
  /// The bits and the value of the offset.
  let m: (bits: UInt16, value: Float)
  private let levels: WholeLevels

  /// The better of the searched line and the one that joins the ends, for codes 0 to `top`.
  init(_ samples: borrowing Samples, top: Float) {
    levels = WholeLevels(low: 0, high: top)
    let best = AffineGroup(samples, 0..<2, top: top, signed: true).best()
    let (least, greatest) = samples.bounds(0..<2)
    let (d0, m0) = (halfScale(best.scale), halfScale(best.offset))
    let (d1, m1) = (halfScale((greatest - least) / top), halfScale(least))
    let searched = samples.error(0..<2, levels, scale: d0.value, offset: m0.value)
    let plain = samples.error(0..<2, levels, scale: d1.value, offset: m1.value)
    (d, m) = searched <= plain ? (d0, m0) : (d1, m1)
  }

  /// The codes of vector `index`.
  func codes(_ samples: borrowing Samples, _ index: Int) -> Bytes16 {
    bytes(samples.levels(index, levels, scale: d.value, offset: m.value))
  }
}
