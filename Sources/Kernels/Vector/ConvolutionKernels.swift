/// A causal convolution of `rows` rows of `n` channels; `y` may be `x`.
///
/// `weights` are `[taps][wStride]`, the oldest input's first; `old` holds the `taps - 1` inputs
/// before the first row. From the last row to the first, so that a result may replace its input.
package func convolve(
  _ x: UnsafePointer<Float>, _ xStride: Int, _ rows: Int, _ old: UnsafePointer<Float>,
  _ oldStride: Int, _ weights: UnsafePointer<Float>, _ wStride: Int,
  _ bias: UnsafePointer<Float>?, _ taps: Int, _ n: Int, _ silu: Bool,
  _ y: UnsafeMutablePointer<Float>, _ yStride: Int
) {
  var row = rows &- 1
  while row >= 0 {
    let out = unsafe y + row &* yStride
    /// The input that tap `tap` sees.
    @inline(__always) func input(_ tap: Int) -> UnsafePointer<Float> {
      let at = row &- taps &+ 1 &+ tap
      return unsafe at >= 0 ? x + at &* xStride : old + (taps &- 1 &+ at) &* oldStride
    }
    let (a, b) = unsafe (input(0), input(1))
    let c = unsafe taps > 2 ? input(2) : a
    let d = unsafe taps > 3 ? input(3) : a
    switch taps {
    case 2: unsafe convolveRow(2, a, b, c, d, weights, wStride, bias, n, silu, out)
    case 3: unsafe convolveRow(3, a, b, c, d, weights, wStride, bias, n, silu, out)
    case 4: unsafe convolveRow(4, a, b, c, d, weights, wStride, bias, n, silu, out)
    default:
      var i = 0
      while i < n {
        let part = n &- i < laneCount ? n &- i : laneCount
        var total = unsafe bias.map { unsafe loadPart($0 + i, part) } ?? Lanes.zero
        var tap = 0
        while tap < taps {
          let (w, v) = unsafe (
            loadPart(weights + tap &* wStride + i, part), loadPart(input(tap) + i, part)
          )
          total = fma(w, v, total)
          tap &+= 1
        }
        unsafe storePart(out + i, silu ? visibleSilu(total) : total, part)
        i &+= laneCount
      }
    }
    row &-= 1
  }
}

/// `x * sigmoid(x)`, but NaN where `x` is infinite: its 0 for −∞ would hide that something went
/// wrong.
@inline(__always)
private func visibleSilu(_ x: Lanes) -> Lanes { fma(x, Lanes.zero, logisticProduct(x, x)) }

/// One row with a constant number of taps, at most four.
@inline(__always)
private func convolveRow(
  _ taps: Int, _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ c: UnsafePointer<Float>,
  _ d: UnsafePointer<Float>, _ weights: UnsafePointer<Float>, _ wStride: Int,
  _ bias: UnsafePointer<Float>?, _ n: Int, _ silu: Bool, _ y: UnsafeMutablePointer<Float>
) {
  /// The lanes of `p`: all, or the first `part`.
  @inline(__always) func lanes(_ p: UnsafePointer<Float>, _ part: Int) -> Lanes {
    unsafe part == laneCount ? load(p) : loadPart(p, part)
  }
  var i = 0
  while i < n {
    let part = n &- i < laneCount ? n &- i : laneCount
    var total = Lanes.zero
    if let bias = unsafe bias { unsafe total = lanes(bias + i, part) }
    let w = unsafe weights + i
    unsafe total = fma(lanes(w, part), lanes(a + i, part), total)
    unsafe total = fma(lanes(w + wStride, part), lanes(b + i, part), total)
    if taps > 2 { unsafe total = fma(lanes(w + 2 &* wStride, part), lanes(c + i, part), total) }
    if taps > 3 { unsafe total = fma(lanes(w + 3 &* wStride, part), lanes(d + i, part), total) }
    if silu { total = visibleSilu(total) }
    if part == laneCount {
      unsafe store(y + i, total)
    } else {
      unsafe storePart(y + i, total, part)
    }
    i &+= laneCount
  }
}
