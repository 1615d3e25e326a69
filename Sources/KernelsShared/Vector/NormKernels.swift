/// Root-mean-square norm of `n` values; `y` may be `x`.
///
/// NaN to the end where a value is not finite, or so large that its square is not.
func rmsNorm(
  _ x: UnsafePointer<Float>, _ weight: UnsafePointer<Float>?, _ n: Int, _ epsilon: Float,
  _ y: UnsafeMutablePointer<Float>
) {
  let mean = unsafe squares(x, n, less: 0) / Float(n)
  unsafe normalise(x, n, less: 0, by: inverseRoot(mean + epsilon), weight, nil, y)
}

/// Layer norm of `n` values; `y` may be `x`.
///
/// NaN to the end where a value is not finite, or so large that its square is not.
func layerNorm(
  _ x: UnsafePointer<Float>, _ weight: UnsafePointer<Float>?, _ bias: UnsafePointer<Float>?,
  _ n: Int, _ epsilon: Float, _ y: UnsafeMutablePointer<Float>
) {
  var total = Lanes.zero
  var i = 0
  while i + laneCount <= n {
    unsafe total += load(x + i)
    i += laneCount
  }
  unsafe total += loadPart(x + i, n - i)
  let mean = sum(total) / Float(n)
  let variance = unsafe squares(x, n, less: mean) / Float(n)
  unsafe normalise(x, n, less: mean, by: inverseRoot(variance + epsilon), weight, bias, y)
}

/// Divides `n` values by the root of the sum of their squares; `y` may be `x`.
///
/// `epsilon` is added to the sum, or, where `floor`, is the least that is divided by. NaN to the end
/// where a value is not finite, or so large that its square is not.
func l2Norm(
  _ x: UnsafePointer<Float>, _ n: Int, _ epsilon: Float, _ floor: Bool,
  _ y: UnsafeMutablePointer<Float>
) {
  let total = unsafe squares(x, n, less: 0)
  let factor = inverseRoot(floor ? total : total + epsilon)
  let most = floor ? 1 / epsilon : Float.infinity
  unsafe normalise(x, n, less: 0, by: factor > most ? most : factor, nil, nil, y)
}

/// `1 / √x`, but NaN for infinity: 0 would hide that something went wrong.
@inline(__always)
private func inverseRoot(_ x: Float) -> Float { x.isFinite ? 1 / x.squareRoot() : .nan }

/// The sum of `(x - mean)²`, in four independent chains.
@inline(__always)
private func squares(_ x: UnsafePointer<Float>, _ n: Int, less mean: Float) -> Float {
  let m = splat(mean)
  var (a, b, c, d) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
  var i = 0
  while i + 4 * laneCount <= n {
    let x0 = unsafe load(x + i) - m
    let x1 = unsafe load(x + i + laneCount) - m
    let x2 = unsafe load(x + i + 2 * laneCount) - m
    let x3 = unsafe load(x + i + 3 * laneCount) - m
    a = fma(x0, x0, a)
    b = fma(x1, x1, b)
    c = fma(x2, x2, c)
    d = fma(x3, x3, d)
    i += 4 * laneCount
  }
  while i + laneCount <= n {
    let x0 = unsafe load(x + i) - m
    a = fma(x0, x0, a)
    i += laneCount
  }
  if i < n {
    let x0 = unsafe first(n - i, of: loadPart(x + i, n - i) - m, else: Lanes.zero)
    b = fma(x0, x0, b)
  }
  return sum((a + b) + (c + d))
}

/// `(x - mean) * factor * weight + bias`.
@inline(__always)
private func normalise(
  _ x: UnsafePointer<Float>, _ n: Int, less mean: Float, by factor: Float,
  _ weight: UnsafePointer<Float>?, _ bias: UnsafePointer<Float>?, _ y: UnsafeMutablePointer<Float>
) {
  let (m, f) = (splat(mean), splat(factor))
  var i = 0
  while i < n {
    let part = n - i < laneCount ? n - i : laneCount
    var value = unsafe ((part == laneCount ? load(x + i) : loadPart(x + i, part)) - m) * f
    if let weight = unsafe weight {
      unsafe value = value * (part == laneCount ? load(weight + i) : loadPart(weight + i, part))
    }
    if let bias = unsafe bias {
      unsafe value = value + (part == laneCount ? load(bias + i) : loadPart(bias + i, part))
    }
    if part == laneCount {
      unsafe store(y + i, value)
    } else {
      unsafe storePart(y + i, value, part)
    }
    i += laneCount
  }
}
