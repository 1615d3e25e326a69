/// The largest of `n` values, −∞ where there is none; NaN never wins.
package func largestValue(_ x: UnsafePointer<Float>, _ n: Int) -> Float {
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
package func indexOfLargest(_ x: UnsafePointer<Float>, _ n: Int) -> Int {
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
package func sumOfExponentials(_ x: UnsafePointer<Float>, _ shift: Float, _ n: Int) -> Float {
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
package func exponentials(_ x: UnsafeMutablePointer<Float>, _ shift: Float, _ n: Int) -> Float {
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
package func softmaxValues(_ x: UnsafeMutablePointer<Float>, _ n: Int) {
  let total = unsafe exponentials(x, largestValue(x, n), n)
  unsafe scaleValues(x, 1 / total, n, x)
}

/// Takes the scores of one page into a row's running softmax.
///
/// `scores` holds `count` values (a multiple of 16), of which those in `low..<high` count; the
/// others become 0. `state` is the largest score so far and the sum of `e^(score - largest)`.
/// Returns the factor by which the sums made with the old largest score must be multiplied.
package func streamSoftmax(
  _ scores: UnsafeMutablePointer<Float>, _ low: Int, _ high: Int, _ count: Int,
  _ state: UnsafeMutablePointer<Float>
) -> Float {
  var i = 0
  while i < low && i < count {
    unsafe scores[i] = -Float.infinity
    i += 1
  }
  i = high > 0 ? high : 0
  while i < count {
    unsafe scores[i] = -Float.infinity
    i += 1
  }
  let old = unsafe state[0]
  let page = unsafe largestValue(scores, count)
  let new = page > old ? page : old
  // Nothing counts yet: every weight of this page is zero, whatever the shift.
  let shift = new == -Float.infinity ? 0 : new
  let total = unsafe exponentials(scores, shift, count)
  let fade = new == old ? 1 : exponential(splat(old - shift))[0]
  unsafe state[0] = new
  unsafe state[1] = state[1] * fade + total
  return fade
}
