/// `x = f(x + bias)` for the function of number `kind` (the raw values of `ValueFunction`), NaN where
/// the argument is not finite.
func applyFunction(
  _ kind: Int, _ x: UnsafeMutablePointer<Float>, _ bias: UnsafePointer<Float>?, _ n: Int
) {
  switch kind {
  case 0: unsafe applyAll(0, x, bias, n)
  case 1: unsafe applyAll(1, x, bias, n)
  case 2: unsafe applyAll(2, x, bias, n)
  case 3: unsafe applyAll(3, x, bias, n)
  default: unsafe applyAll(4, x, bias, n)
  }
}

@inline(__always)
private func applyAll(
  _ kind: Int, _ x: UnsafeMutablePointer<Float>, _ bias: UnsafePointer<Float>?, _ n: Int
) {
  var i = 0
  while i < n {
    let part = n &- i < laneCount ? n &- i : laneCount
    var value = unsafe part == laneCount ? load(x + i) : loadPart(x + i, part)
    if let bias = unsafe bias { unsafe value = value + loadPart(bias + i, part) }
    let result = fma(value, Lanes.zero, function(kind, value))
    if part == laneCount {
      unsafe store(x + i, result)
    } else {
      unsafe storePart(x + i, result, part)
    }
    i &+= laneCount
  }
}

@inline(__always)
private func function(_ kind: Int, _ x: Lanes) -> Lanes {
  switch kind {
  case 0: sigmoid(x)
  case 1: hyperbolicTangent(x)
  case 2: exponential(x)
  case 3: softplus(x)
  default: exponential(splat(-0.606531) * sigmoid(x))
  }
}

@inline(__always)
private func sigmoid(_ x: Lanes) -> Lanes { splat(1) / (splat(1) + exponential(splat(0) - x)) }

/// `ln(1 + e^x)`: at most 4 units in the last place.
///
/// `max(x, 0) + ln(1 + z)` with `z = e^-|x|`, which is at most 1; the logarithm as the series of
/// `2 artanh(s)` with `s = z / (2 + z)`, which is at most 1/3.
@inline(__always)
private func softplus(_ x: Lanes) -> Lanes {
  let z = exponential(splat(0) - magnitude(x))
  let s = z / (splat(2) + z)
  let q = s * s
  var p = fma(q, splat(2.0 / 17), splat(2.0 / 15))
  p = fma(q, p, splat(2.0 / 13))
  p = fma(q, p, splat(2.0 / 11))
  p = fma(q, p, splat(2.0 / 9))
  p = fma(q, p, splat(2.0 / 7))
  p = fma(q, p, splat(2.0 / 5))
  p = fma(q, p, splat(2.0 / 3))
  p = fma(q, p, splat(2))
  return fma(s, p, larger(splat(0), x))
}

/// `y = x + (other - x) * w`; `y` may be an input.
func mixValues(
  _ x: UnsafePointer<Float>, _ other: UnsafePointer<Float>, _ w: UnsafePointer<Float>, _ n: Int,
  _ y: UnsafeMutablePointer<Float>
) {
  var i = 0
  while i < n {
    let part = n &- i < laneCount ? n &- i : laneCount
    let value = unsafe loadPart(x + i, part)
    let difference = unsafe loadPart(other + i, part) - value
    unsafe storePart(y + i, fma(difference, loadPart(w + i, part), value), part)
    i &+= laneCount
  }
}

/// The sum of `x * y * w`.
func weightedDot(
  _ x: UnsafePointer<Float>, _ y: UnsafePointer<Float>, _ w: UnsafePointer<Float>, _ n: Int
) -> Float {
  var (total, i) = (Lanes.zero, 0)
  while i < n {
    let part = n &- i < laneCount ? n &- i : laneCount
    unsafe total = fma(
      loadPart(x + i, part) * loadPart(y + i, part), loadPart(w + i, part), total)
    i &+= laneCount
  }
  return sum(total)
}
