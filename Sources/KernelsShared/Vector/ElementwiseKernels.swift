/// `x += factor * y`.
func addScaled(
  _ y: UnsafePointer<Float>, _ factor: Float, _ n: Int, _ x: UnsafeMutablePointer<Float>
) {
  let f = splat(factor)
  var i = 0
  while i + laneCount <= n {
    unsafe store(x + i, fma(load(y + i), f, load(x + i)))
    i += laneCount
  }
  let rest = n - i
  if rest > 0 {
    unsafe storePart(x + i, fma(loadPart(y + i, rest), f, loadPart(x + i, rest)), rest)
  }
}

/// `y = x * factor`; `y` may be `x`.
func scaleValues(
  _ x: UnsafePointer<Float>, _ factor: Float, _ n: Int, _ y: UnsafeMutablePointer<Float>
) {
  let f = splat(factor)
  var i = 0
  while i + laneCount <= n {
    unsafe store(y + i, load(x + i) * f)
    i += laneCount
  }
  let rest = n - i
  if rest > 0 { unsafe storePart(y + i, loadPart(x + i, rest) * f, rest) }
}

/// `y = x * w`; `y` may be `x`.
func multiplyValues(
  _ x: UnsafePointer<Float>, _ w: UnsafePointer<Float>, _ n: Int, _ y: UnsafeMutablePointer<Float>
) {
  var i = 0
  while i + laneCount <= n {
    unsafe store(y + i, load(x + i) * load(w + i))
    i += laneCount
  }
  let rest = n - i
  if rest > 0 { unsafe storePart(y + i, loadPart(x + i, rest) * loadPart(w + i, rest), rest) }
}

/// Limits `x` to `-limit...limit`; NaN stays.
func clampValues(_ x: UnsafeMutablePointer<Float>, _ limit: Float, _ n: Int) {
  let (high, low) = (splat(limit), splat(-limit))
  var i = 0
  while i + laneCount <= n {
    unsafe store(x + i, larger(low, smaller(high, load(x + i))))
    i += laneCount
  }
  let rest = n - i
  if rest > 0 {
    unsafe storePart(x + i, larger(low, smaller(high, loadPart(x + i, rest))), rest)
  }
}

/// `cap * tanh(x / cap)`.
func softcapValues(_ x: UnsafeMutablePointer<Float>, _ cap: Float, _ n: Int) {
  let (high, inverse) = (splat(cap), splat(1 / cap))
  var i = 0
  while i + laneCount <= n {
    unsafe store(x + i, high * hyperbolicTangent(load(x + i) * inverse))
    i += laneCount
  }
  let rest = n - i
  if rest > 0 {
    unsafe storePart(x + i, high * hyperbolicTangent(loadPart(x + i, rest) * inverse), rest)
  }
}

/// Whether none of `rows` rows of `n` values, `stride` values apart, is NaN or infinite.
func areFinite(
  _ x: UnsafePointer<Float>, _ n: Int, _ rows: Int, _ stride: Int
) -> Bool {
  // A finite number times zero is zero, all else is NaN.
  let zero = Lanes.zero
  var (a, b, c, d) = (zero, zero, zero, zero)
  var (x, row) = unsafe (x, 0)
  while row < rows {
    var i = 0
    while i + 4 * laneCount <= n {
      unsafe a = fma(load(x + i), zero, a)
      unsafe b = fma(load(x + i + laneCount), zero, b)
      unsafe c = fma(load(x + i + 2 * laneCount), zero, c)
      unsafe d = fma(load(x + i + 3 * laneCount), zero, d)
      i += 4 * laneCount
    }
    if i + 2 * laneCount <= n {
      unsafe a = fma(load(x + i), zero, a)
      unsafe b = fma(load(x + i + laneCount), zero, b)
      i += 2 * laneCount
    }
    if i + laneCount <= n {
      unsafe c = fma(load(x + i), zero, c)
      i += laneCount
    }
    if i < n { unsafe d = fma(loadPart(x + i, n - i), zero, d) }
    unsafe x += stride
    row += 1
  }
  return sum((a + b) + (c + d)) == 0
}

/// Float16 bits of `n` values, rounded to nearest even.
func halves(_ x: UnsafePointer<Float>, _ n: Int, _ y: UnsafeMutablePointer<UInt16>) {
  var i = 0
  while i + laneCount <= n {
    unsafe storeHalves(y + i, load(x + i))
    i += laneCount
  }
  if i < n { unsafe storeHalvesPart(y + i, loadPart(x + i, n - i), n - i) }
}
