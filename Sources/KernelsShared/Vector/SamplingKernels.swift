// Kernels of sampling: passes over a row of logits. The files of this folder are compiled once for
// each instruction set.

/// `y[g]` = the largest of group `g` of `x`: 64 values, the last group what is left.
///
/// −∞ where a group has nothing; NaN never wins.
func groupMaxima(_ x: UnsafePointer<Float>, _ n: Int, _ y: UnsafeMutablePointer<Float>) {
  var i = 0
  var g = 0
  while i < n {
    unsafe y[g] = largestValue(x + i, n - i < 64 ? n - i : 64)
    i += 64
    g += 1
  }
}

/// `w = e^((x - top) factor)` where `x` is at least `least`, 0 elsewhere and for NaN; returns the
/// sum.
///
/// `top` is finite and no `x` is above it.
func weightsAbove(
  _ x: UnsafePointer<Float>, _ n: Int, _ top: Float, _ factor: Float, _ least: Float,
  _ w: UnsafeMutablePointer<Float>
) -> Float {
  // By the sign of a difference −0 would be less than 0, and is not less than −0.
  let (t, f, l) = (splat(top), splat(factor), splat(least == 0 ? -0.0 : least))
  // Whose power is zero; a NaN becomes it too.
  let lowest = splat(-105)
  var (a, b) = (Lanes.zero, Lanes.zero)
  var i = 0
  while i + 2 * laneCount <= n {
    let x0 = unsafe load(x + i)
    let x1 = unsafe load(x + i + laneCount)
    let w0 = select(x0, less: l, Lanes.zero, exponential(limited: larger((x0 - t) * f, lowest)))
    let w1 = select(x1, less: l, Lanes.zero, exponential(limited: larger((x1 - t) * f, lowest)))
    unsafe store(w + i, w0)
    unsafe store(w + i + laneCount, w1)
    a += w0
    b += w1
    i += 2 * laneCount
  }
  while i < n {
    let part = n - i < laneCount ? n - i : laneCount
    let x0 = unsafe loadPart(x + i, part)
    let all = select(x0, less: l, Lanes.zero, exponential(limited: larger((x0 - t) * f, lowest)))
    let w0 = first(part, of: all, else: Lanes.zero)
    unsafe storePart(w + i, w0, part)
    a += w0
    i += laneCount
  }
  return sum(a + b)
}

/// The bucket of every value, by its distance from `top`: `y = 2^23 + bucket`, so that the low
/// bits of `y` are the bucket's number.
///
/// Bucket 0 holds what is less than `start` away, `1...count` are `1 / scale` wide (the first begins
/// half a bucket before `start`), and what is farther away, or NaN, is spread over the 16 behind:
/// were it all added to one, each addition would wait for the one before.
func distanceBuckets(
  _ x: UnsafePointer<Float>, _ n: Int, _ top: Float, _ start: Float, _ scale: Float,
  _ count: Int, _ y: UnsafeMutablePointer<Float>
) {
  let (t, s, f) = (splat(top), splat(start), splat(scale))
  let bias = splat(8_388_609)
  let before = splat(-1)
  var beyond = splat(Float(count))
  for i in 0..<laneCount { beyond[i] += Float(i) }
  var i = 0
  while i + 2 * laneCount <= n {
    let a = unsafe ((t - load(x + i)) - s) * f
    let b = unsafe ((t - load(x + i + laneCount)) - s) * f
    unsafe store(y + i, larger(smaller(a, beyond), before) + bias)
    unsafe store(y + i + laneCount, larger(smaller(b, beyond), before) + bias)
    i += 2 * laneCount
  }
  while i < n {
    let part = n - i < laneCount ? n - i : laneCount
    let place = unsafe ((t - loadPart(x + i, part)) - s) * f
    unsafe storePart(y + i, larger(smaller(place, beyond), before) + bias, part)
    i += laneCount
  }
}

/// `y[g]` = how near the nearest of the 64 values of group `g` of `x` is to `target`.
func groupDistances(
  _ x: UnsafePointer<Float>, _ groups: Int, _ target: Float, _ y: UnsafeMutablePointer<Float>
) {
  let t = splat(target)
  var g = 0
  while g < groups {
    let end = 64 * g + 64
    var i = 64 * g
    var near = splat(-Float.greatestFiniteMagnitude)
    while i < end {
      unsafe near = larger(Lanes.zero - magnitude(load(x + i) - t), near)
      i += laneCount
    }
    unsafe y[g] = -largest(near)
    g += 1
  }
}
