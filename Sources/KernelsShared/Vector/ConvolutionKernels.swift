/// A causal convolution of `rows` rows of `n` channels; `y` may be `x`.
///
/// `weights` are `[taps][wStride]`, the oldest input's first; `old` holds the `taps - 1` inputs
/// before the first row. From the last row to the first, so that a result may replace its input.
func convolve(
  _ x: UnsafePointer<Float>, _ xStride: Int, _ rows: Int, _ old: UnsafePointer<Float>,
  _ oldStride: Int, _ weights: UnsafePointer<Float>, _ wStride: Int, _ bias: UnsafePointer<Float>,
  _ taps: Int, _ n: Int, _ silu: Bool, _ y: UnsafeMutablePointer<Float>, _ yStride: Int
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
    switch (taps, silu) {
    case (3, false): unsafe convolveRow(3, false, a, b, c, d, weights, wStride, bias, n, out)
    case (3, true): unsafe convolveRow(3, true, a, b, c, d, weights, wStride, bias, n, out)
    case (4, false): unsafe convolveRow(4, false, a, b, c, d, weights, wStride, bias, n, out)
    case (4, true): unsafe convolveRow(4, true, a, b, c, d, weights, wStride, bias, n, out)
    default:
      var i = 0
      while i < n {
        let part = n &- i < laneCount ? n &- i : laneCount
        var total = unsafe loadPart(bias + i, part)
        var tap = 0
        while tap < taps {
          let w = unsafe loadPart(weights + tap &* wStride + i, part)
          unsafe total = fma(w, loadPart(input(tap) + i, part), total)
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
@_transparent
private func visibleSilu(_ x: Lanes) -> Lanes { fma(x, Lanes.zero, logisticProduct(x, x)) }

/// One row with a constant number of taps, 3 or 4.
@inline(__always)
private func convolveRow(
  _ taps: Int, _ silu: Bool, _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>,
  _ c: UnsafePointer<Float>, _ d: UnsafePointer<Float>, _ weights: UnsafePointer<Float>,
  _ wStride: Int, _ bias: UnsafePointer<Float>, _ n: Int, _ y: UnsafeMutablePointer<Float>
) {
  let (w1, w2) = unsafe (weights + wStride, weights + 2 &* wStride)
  let w3 = unsafe weights + (taps &- 1) &* wStride
  var i = 0
  while i &+ laneCount <= n {
    var total = unsafe fma(load(weights + i), load(a + i), load(bias + i))
    unsafe total = fma(load(w1 + i), load(b + i), total)
    unsafe total = fma(load(w2 + i), load(c + i), total)
    if taps == 4 { unsafe total = fma(load(w3 + i), load(d + i), total) }
    unsafe store(y + i, silu ? visibleSilu(total) : total)
    i &+= laneCount
  }
  let rest = n &- i
  if rest > 0 {
    var total = unsafe fma(
      loadPart(weights + i, rest), loadPart(a + i, rest), loadPart(bias + i, rest))
    unsafe total = fma(loadPart(w1 + i, rest), loadPart(b + i, rest), total)
    unsafe total = fma(loadPart(w2 + i, rest), loadPart(c + i, rest), total)
    if taps == 4 { unsafe total = fma(loadPart(w3 + i, rest), loadPart(d + i, rest), total) }
    unsafe storePart(y + i, silu ? visibleSilu(total) : total, rest)
  }
}
