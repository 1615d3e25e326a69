// Functions between the projections of a network that are not activations of `Activation`.

/// xIELU: for `x > 0` `alphaP x² + beta x`, else `alphaN (e^min(x, epsilon) - 1 - x) + beta x`.
func xieluValues(
  _ x: UnsafeMutablePointer<Float>, _ alphaN: Float, _ alphaP: Float, _ beta: Float,
  _ epsilon: Float, _ n: Int
) {
  let f = (splat(alphaN), splat(alphaP), splat(beta), splat(epsilon))
  var i = 0
  while i + laneCount <= n {
    unsafe store(x + i, xielu(load(x + i), f.0, f.1, f.2, f.3))
    i += laneCount
  }
  if i < n { unsafe storePart(x + i, xielu(loadPart(x + i, n - i), f.0, f.1, f.2, f.3), n - i) }
}

@inline(__always)
private func xielu(
  _ x: Lanes, _ alphaN: Lanes, _ alphaP: Lanes, _ beta: Lanes, _ epsilon: Lanes
) -> Lanes {
  let m = smaller(epsilon, x)
  // e^m - 1 - m: near 0 by its series, as the difference would lose all digits there.
  var p = fma(m, splat(1 / 362_880), splat(1 / 40_320))
  p = fma(m, p, splat(1 / 5_040))
  p = fma(m, p, splat(1 / 720))
  p = fma(m, p, splat(1 / 120))
  p = fma(m, p, splat(1 / 24))
  p = fma(m, p, splat(1 / 6))
  p = fma(m, p, splat(0.5))
  let far = exponential(m) - splat(1) - m
  let curve = select(splat(-0.5), less: m, m * m * p, far)
  let below = fma(alphaN, curve + (m - x), beta * x)
  return select(splat(0), less: x, fma(alphaP * x, x, beta * x), below)
}

/// `y = min(silu(gate), limit) * clamp(up, ±limit)`; `y` may be an input.
func gateLimitedValues(
  _ gate: UnsafePointer<Float>, _ up: UnsafePointer<Float>, _ limit: Float, _ n: Int,
  _ y: UnsafeMutablePointer<Float>
) {
  let (high, low) = (splat(limit), splat(-limit))
  var i = 0
  while i < n {
    let part = n - i < laneCount ? n - i : laneCount
    let g = unsafe part == laneCount ? load(gate + i) : loadPart(gate + i, part)
    let u = unsafe part == laneCount ? load(up + i) : loadPart(up + i, part)
    let value = smaller(high, logisticProduct(g, g)) * larger(low, smaller(high, u))
    if part == laneCount {
      unsafe store(y + i, value)
    } else {
      unsafe storePart(y + i, value, part)
    }
    i += laneCount
  }
}

/// `y = x / (1 + e^-gate)`: `x` times the logistic function of `gate`; `y` may be an input.
func gateLogisticValues(
  _ gate: UnsafePointer<Float>, _ x: UnsafePointer<Float>, _ n: Int,
  _ y: UnsafeMutablePointer<Float>
) {
  var i = 0
  while i + laneCount <= n {
    unsafe store(y + i, logisticProduct(load(x + i), load(gate + i)))
    i += laneCount
  }
  let rest = n - i
  if rest > 0 {
    unsafe storePart(y + i, logisticProduct(loadPart(x + i, rest), loadPart(gate + i, rest)), rest)
  }
}

/// `x = max(x - c, 0)` with `c` the mean of `x` and `deviations` times its standard deviation, that
/// of a sample.
func keepAboveValues(_ x: UnsafeMutablePointer<Float>, _ deviations: Float, _ n: Int) {
  var total = Lanes.zero
  var i = 0
  while i + laneCount <= n {
    unsafe total += load(x + i)
    i += laneCount
  }
  unsafe total += loadPart(x + i, n - i)
  let mean = sum(total) / Float(n)
  var squares = Lanes.zero
  i = 0
  while i + laneCount <= n {
    let distance = unsafe load(x + i) - splat(mean)
    squares = fma(distance, distance, squares)
    i += laneCount
  }
  var variance = sum(squares)
  while i < n {
    let distance = unsafe x[i] - mean
    variance += distance * distance
    i += 1
  }
  let cutoff = splat(mean + deviations * (variance / Float(n - 1)).squareRoot())
  i = 0
  while i + laneCount <= n {
    unsafe store(x + i, larger(splat(0), load(x + i) - cutoff))
    i += laneCount
  }
  if i < n { unsafe storePart(x + i, larger(splat(0), loadPart(x + i, n - i) - cutoff), n - i) }
}
