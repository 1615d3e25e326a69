/// The largest of `n` values, −∞ where there is none; NaN never wins.
func largestValue(_ x: UnsafePointer<Float>, _ n: Int) -> Float {
  let lowest = splat(-Float.infinity)
  var (a, b, c, d) = (lowest, lowest, lowest, lowest)
  var i = 0
  while i + 4 * laneCount <= n {
    unsafe a = larger(load(x + i), a)
    unsafe b = larger(load(x + i + laneCount), b)
    unsafe c = larger(load(x + i + 2 * laneCount), c)
    unsafe d = larger(load(x + i + 3 * laneCount), d)
    i += 4 * laneCount
  }
  while i + laneCount <= n {
    unsafe a = larger(load(x + i), a)
    i += laneCount
  }
  let rest = n - i
  if rest > 0 { unsafe b = larger(first(rest, of: loadPart(x + i, rest), else: lowest), b) }
  return largest(larger(larger(a, b), larger(c, d)))
}

/// The index of the largest value, the first of equals; NaN never wins; 0 where nothing is above
/// −∞.
///
/// One vector pass finds the block that holds it, a scalar search of the block the place.
func indexOfLargest(_ x: UnsafePointer<Float>, _ n: Int) -> Int {
  let step = 1024
  var best = -Float.infinity
  var block = 0
  var i = 0
  while i < n {
    let candidate = unsafe largestValue(x + i, n - i < step ? n - i : step)
    if candidate > best {
      best = candidate
      block = i
    }
    i += step
  }
  i = block
  while i < n {
    if unsafe x[i] == best { return i }
    i += 1
  }
  return 0
}

/// The sum of `e^(x - shift)`.
func sumOfExponentials(_ x: UnsafePointer<Float>, _ shift: Float, _ n: Int) -> Float {
  let s = splat(shift)
  var (a, b) = (Lanes.zero, Lanes.zero)
  var i = 0
  while i + 2 * laneCount <= n {
    unsafe a += exponential(load(x + i) - s)
    unsafe b += exponential(load(x + i + laneCount) - s)
    i += 2 * laneCount
  }
  while i < n {
    let part = n - i < laneCount ? n - i : laneCount
    let value = unsafe exponential(loadPart(x + i, part) - s)
    a += first(part, of: value, else: Lanes.zero)
    i += laneCount
  }
  return sum(a + b)
}

/// `x = e^(x - shift)`; returns the sum.
func exponentials(_ x: UnsafeMutablePointer<Float>, _ shift: Float, _ n: Int) -> Float {
  let s = splat(shift)
  var (a, b) = (Lanes.zero, Lanes.zero)
  var i = 0
  while i + 2 * laneCount <= n {
    let x0 = unsafe exponential(load(x + i) - s)
    let x1 = unsafe exponential(load(x + i + laneCount) - s)
    unsafe store(x + i, x0)
    unsafe store(x + i + laneCount, x1)
    a += x0
    b += x1
    i += 2 * laneCount
  }
  while i < n {
    let part = n - i < laneCount ? n - i : laneCount
    let value = unsafe exponential(loadPart(x + i, part) - s)
    unsafe storePart(x + i, value, part)
    a += first(part, of: value, else: Lanes.zero)
    i += laneCount
  }
  return sum(a + b)
}

/// Softmax of `n` values in place.
func softmaxValues(_ x: UnsafeMutablePointer<Float>, _ n: Int) {
  let total = unsafe exponentials(x, largestValue(x, n), n)
  unsafe scaleValues(x, 1 / total, n, x)
}
