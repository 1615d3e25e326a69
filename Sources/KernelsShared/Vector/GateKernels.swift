/// `x = f(x)` for the function of number `kind`.
func activateValues(_ kind: Int, _ x: UnsafeMutablePointer<Float>, _ n: Int) {
  switch kind {
  case 0: unsafe activateAll(0, x, n)
  case 1: unsafe activateAll(1, x, n)
  case 2: unsafe activateAll(2, x, n)
  case 3: unsafe activateAll(3, x, n)
  case 4: unsafe activateAll(4, x, n)
  default: unsafe activateAll(5, x, n)
  }
}

/// `y = f(gate) * up` for the function of number `kind`; `y` may be an input.
func gateValues(
  _ kind: Int, _ gate: UnsafePointer<Float>, _ up: UnsafePointer<Float>, _ n: Int,
  _ y: UnsafeMutablePointer<Float>
) {
  switch kind {
  case 0: unsafe gateAll(0, gate, up, n, y)
  case 1: unsafe gateAll(1, gate, up, n, y)
  case 2: unsafe gateAll(2, gate, up, n, y)
  case 3: unsafe gateAll(3, gate, up, n, y)
  case 4: unsafe gateAll(4, gate, up, n, y)
  default: unsafe gateAll(5, gate, up, n, y)
  }
}

/// `g = min(gate, limit)`, `u = clamp(up, ±limit)`, `y = g * logistic(alpha g) * (u + 1)`.
func gateClampedValues(
  _ gate: UnsafePointer<Float>, _ up: UnsafePointer<Float>, _ alpha: Float, _ limit: Float,
  _ n: Int, _ y: UnsafeMutablePointer<Float>
) {
  let (a, high, low) = (splat(alpha), splat(limit), splat(-limit))
  var i = 0
  while i < n {
    let part = n - i < laneCount ? n - i : laneCount
    let g = unsafe smaller(high, part == laneCount ? load(gate + i) : loadPart(gate + i, part))
    let u = unsafe smaller(high, part == laneCount ? load(up + i) : loadPart(up + i, part))
    let value = logisticProduct(g, a * g) * (larger(low, u) + splat(1))
    if part == laneCount {
      unsafe store(y + i, value)
    } else {
      unsafe storePart(y + i, value, part)
    }
    i += laneCount
  }
}

@inline(__always)
private func activateAll(_ kind: Int, _ x: UnsafeMutablePointer<Float>, _ n: Int) {
  var i = 0
  while i + laneCount <= n {
    unsafe store(x + i, activation(kind, load(x + i)))
    i += laneCount
  }
  if i < n { unsafe storePart(x + i, activation(kind, loadPart(x + i, n - i)), n - i) }
}

@inline(__always)
private func gateAll(
  _ kind: Int, _ gate: UnsafePointer<Float>, _ up: UnsafePointer<Float>, _ n: Int,
  _ y: UnsafeMutablePointer<Float>
) {
  var i = 0
  while i + laneCount <= n {
    unsafe store(y + i, activation(kind, load(gate + i)) * load(up + i))
    i += laneCount
  }
  let rest = n - i
  if rest > 0 {
    let value = unsafe activation(kind, loadPart(gate + i, rest)) * loadPart(up + i, rest)
    unsafe storePart(y + i, value, rest)
  }
}
