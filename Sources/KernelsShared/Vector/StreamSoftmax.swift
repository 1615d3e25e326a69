// The running softmax of attention, in powers of two: scores come multiplied by log2 e.

/// Takes the scores of one page into the running softmaxes of `rows` rows.
///
/// ```
/// scores [rows][64]         becomes weights 2^(score - largest)
/// states [rows][2]          the largest score so far, the sum of weights
/// sums   [rows][sumStride]  what was summed with weights of an older largest score fades
/// ```
///
/// `count` scores of a row are looked at (a multiple of 16, at most 64), of which those in
/// `low..<high` count; the others get the weight 0.
func streamSoftmax(
  _ scores: UnsafeMutablePointer<Float>, _ rows: Int, _ low: Int, _ high: Int, _ count: Int,
  _ states: UnsafeMutablePointer<Float>, _ sums: UnsafeMutablePointer<Float>, _ sumStride: Int
) {
  var row = 0
  while row < rows {
    let (x, state) = unsafe (scores + 64 &* row, states + 2 &* row)
    if low > 0 || high < count { unsafe hide(x, outside: low, high, count) }
    // The common count is a constant, so that its loops are unrolled.
    let fade = unsafe count == 64 ? takeRow(x, 64, state) : takeRow(x, count, state)
    if fade != 1 {
      let sum = unsafe sums + row &* sumStride
      let f = splat(fade)
      var i = 0
      while i < sumStride {
        unsafe store(sum + i, load(sum + i) * f)
        i &+= laneCount
      }
    }
    row &+= 1
  }
}

/// `y[block][row] = x[row] * scales[block]`, of 64 columns each; `y` has `rows` rows a block.
///
/// The lines `ahead` bytes behind the scales are asked for.
func scaleWeights(
  _ x: UnsafePointer<Float>, _ rows: Int, _ scales: UnsafePointer<Float>, _ blocks: Int,
  _ y: UnsafeMutablePointer<Float>, _ ahead: Int
) {
  var (block, y) = unsafe (0, y)
  while block < blocks {
    let scales = unsafe scales + 64 &* block
    unsafe prefetch(UnsafeRawPointer(scales) + ahead, lines: 4)
    var row = 0
    while row < rows {
      let x = unsafe x + 64 &* row
      var i = 0
      while i < 64 {
        unsafe store(y + i, load(x + i) * load(scales + i))
        i &+= laneCount
      }
      unsafe y += 64
      row &+= 1
    }
    block &+= 1
  }
}

/// Scores that do not count become −∞.
@inline(__always)
private func hide(
  _ x: UnsafeMutablePointer<Float>, outside low: Int, _ high: Int, _ count: Int
) {
  let least = splat(-Float.infinity)
  var i = 0
  while i < count {
    let (before, end) = (within(low &- i), within(high &- i))
    let kept = unsafe first(end, of: load(x + i), else: least)
    unsafe store(x + i, first(before, of: least, else: kept))
    i &+= laneCount
  }
}

/// Limits a number of lanes to those there are.
@inline(__always)
private func within(_ n: Int) -> Int { n < 0 ? 0 : n > laneCount ? laneCount : n }

/// Makes the weights of one row, and returns the factor of older sums.
@inline(__always)
private func takeRow(
  _ x: UnsafeMutablePointer<Float>, _ count: Int, _ state: UnsafeMutablePointer<Float>
) -> Float {
  let least = splat(-Float.infinity)
  var top = least
  var i = 0
  while i < count {
    unsafe top = larger(load(x + i), top)
    i &+= laneCount
  }
  var (largestScore, fade): (Float, Float) = unsafe (state[0], 1)
  // Seldom after the first pages; no maximum over lanes is needed to see that.
  if anyLess(splat(largestScore), than: top) {
    let page = largest(top)
    if page > largestScore {
      fade = powerOfTwo(splat(largestScore - page))[0]
      largestScore = page
      unsafe state[0] = page
    }
  }
  // Where nothing counts yet every weight is zero, whatever the shift.
  let shift = splat(largestScore == -Float.infinity ? 0 : largestScore)
  var total = Lanes.zero
  i = 0
  while i < count {
    let weight = unsafe powerOfTwo(load(x + i) - shift)
    unsafe store(x + i, weight)
    total += weight
    i &+= laneCount
  }
  unsafe state[1] = state[1] * fade + sum(total)
  return fade
}
