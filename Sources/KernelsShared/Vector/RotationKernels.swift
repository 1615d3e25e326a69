/// Rotates the pairs `(x0, x1), (x2, x3), …` in place.
func rotateAdjacent(
  _ x: UnsafeMutablePointer<Float>, _ c: UnsafePointer<Float>, _ s: UnsafePointer<Float>,
  _ pairs: Int
) {
  var i = 0
  while i + laneCount / 2 <= pairs {
    unsafe store(x + 2 * i, rotatedPairs(load(x + 2 * i), c + i, s + i))
    i += laneCount / 2
  }
  while i < pairs {
    let (a, b) = unsafe (x[2 * i], x[2 * i + 1])
    unsafe x[2 * i] = a * c[i] - b * s[i]
    unsafe x[2 * i + 1] = b * c[i] + a * s[i]
    i += 1
  }
}

/// Rotates the pairs `(x0, x[pairs]), (x1, x[pairs + 1]), …` in place.
func rotateHalves(
  _ x: UnsafeMutablePointer<Float>, _ c: UnsafePointer<Float>, _ s: UnsafePointer<Float>,
  _ pairs: Int
) {
  let y = unsafe x + pairs
  var i = 0
  while i < pairs {
    let part = pairs - i < laneCount ? pairs - i : laneCount
    let (cosine, sine) = unsafe (loadPart(c + i, part), loadPart(s + i, part))
    let (a, b) = unsafe (loadPart(x + i, part), loadPart(y + i, part))
    unsafe storePart(x + i, fma(a, cosine, (Lanes.zero - b) * sine), part)
    unsafe storePart(y + i, fma(b, cosine, a * sine), part)
    i += laneCount
  }
}
