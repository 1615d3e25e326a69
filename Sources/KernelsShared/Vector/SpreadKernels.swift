// Values that are stored as the first dimensions of keys: a page holds them across positions, sums
// want them position by position.

/// Eight values, whatever the instruction set: a block of 8 × 8 is turned in eight of them.
private typealias Eight = SIMD8<Float>

/// `y[position][d] = keys[d][position]` for `columns` positions (a multiple of 16) and all `d` below
/// `stride` (a multiple of 16); zeros from `dims` on.
///
/// `keys` has rows of 64 elements: float32 (`kind` 0), float16 (1), or signed bytes (2), of which 32
/// rows and a position share one of `scales[dims / 32][64]`. `lines` is room for 8 rows of 64 values.
func spreadKeys(
  _ kind: Int, _ keys: UnsafeRawPointer, _ scales: UnsafePointer<Float>, _ dims: Int,
  _ columns: Int, _ y: UnsafeMutablePointer<Float>, _ stride: Int,
  _ lines: UnsafeMutablePointer<Float>
) {
  var d = 0
  while d < stride {
    let count = dims &- d < 8 ? dims &- d : 8
    if kind == 0 && count == 8 {
      unsafe turn(keys.assumingMemoryBound(to: Float.self) + d &* 64, columns, y + d, stride)
    } else {
      var i = 0
      while i < 8 {
        unsafe widen(i < count ? kind : 3, keys, scales, d &+ i, columns, lines + i &* 64)
        i &+= 1
      }
      unsafe turn(lines, columns, y + d, stride)
    }
    d &+= 8
  }
}

/// One row of keys as float32; zeros where `kind` is 3.
@inline(__always)
private func widen(
  _ kind: Int, _ keys: UnsafeRawPointer, _ scales: UnsafePointer<Float>, _ d: Int,
  _ columns: Int, _ y: UnsafeMutablePointer<Float>
) {
  var i = 0
  switch kind {
  case 0:
    let x = unsafe keys.assumingMemoryBound(to: Float.self) + d &* 64
    while i < columns {
      unsafe store(y + i, load(x + i))
      i &+= laneCount
    }
  case 1:
    let x = unsafe keys.assumingMemoryBound(to: UInt16.self) + d &* 64
    while i < columns {
      unsafe store(y + i, loadHalves(x + i))
      i &+= laneCount
    }
  case 2:
    let x = unsafe keys.assumingMemoryBound(to: Int8.self) + d &* 64
    let scale = unsafe scales + d / 32 &* 64
    while i < columns {
      unsafe store(y + i, loadCodes(x + i) * load(scale + i))
      i &+= laneCount
    }
  default:
    while i < columns {
      unsafe store(y + i, Lanes.zero)
      i &+= laneCount
    }
  }
}

/// `y[i][j] = x[j][i]` for eight rows `j` of `x`, which are 64 values apart.
@inline(__always)
private func turn(
  _ x: UnsafePointer<Float>, _ columns: Int, _ y: UnsafeMutablePointer<Float>, _ stride: Int
) {
  var i = 0
  while i < columns {
    let p = unsafe x + i
    var (a, b, c, d) = unsafe (eight(p, 0), eight(p, 1), eight(p, 2), eight(p, 3))
    var (e, f, g, h) = unsafe (eight(p, 4), eight(p, 5), eight(p, 6), eight(p, 7))
    // Each step interleaves the rows of the first half with those of the second.
    (a, b, c, d, e, f, g, h) = (
      low(a, e), high(a, e), low(b, f), high(b, f), low(c, g), high(c, g), low(d, h), high(d, h)
    )
    (a, b, c, d, e, f, g, h) = (
      low(a, e), high(a, e), low(b, f), high(b, f), low(c, g), high(c, g), low(d, h), high(d, h)
    )
    (a, b, c, d, e, f, g, h) = (
      low(a, e), high(a, e), low(b, f), high(b, f), low(c, g), high(c, g), low(d, h), high(d, h)
    )
    let q = unsafe y + i &* stride
    unsafe put(q, a)
    unsafe put(q + stride, b)
    unsafe put(q + 2 &* stride, c)
    unsafe put(q + 3 &* stride, d)
    unsafe put(q + 4 &* stride, e)
    unsafe put(q + 5 &* stride, f)
    unsafe put(q + 6 &* stride, g)
    unsafe put(q + 7 &* stride, h)
    i &+= 8
  }
}

@inline(__always)
private func eight(_ x: UnsafePointer<Float>, _ row: Int) -> Eight {
  unsafe UnsafeRawPointer(x + row &* 64).loadUnaligned(as: Eight.self)
}

@inline(__always)
private func put(_ y: UnsafeMutablePointer<Float>, _ x: Eight) {
  unsafe UnsafeMutableRawPointer(y).storeBytes(of: x, as: Eight.self)
}

/// The first halves of two vectors, in turns.
@inline(__always)
private func low(_ a: Eight, _ b: Eight) -> Eight {
  Eight(a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3])
}

/// The second halves of two vectors, in turns.
@inline(__always)
private func high(_ a: Eight, _ b: Eight) -> Eight {
  Eight(a[4], b[4], a[5], b[5], a[6], b[6], a[7], b[7])
}

/// `y[i] = Σ weights[row] * max(0, x[row][i])` for rows of 64 values.
func sumPositive(
  _ x: UnsafePointer<Float>, _ rows: Int, _ weights: UnsafePointer<Float>,
  _ y: UnsafeMutablePointer<Float>
) {
  var i = 0
  while i < 64 {
    var (sum, row) = (Lanes.zero, 0)
    while row < rows {
      // A value that is not a number stays one.
      let value = unsafe load(x + 64 &* row + i)
      unsafe sum = fma(splat(weights[row]), larger(Lanes.zero, value), sum)
      row &+= 1
    }
    unsafe store(y + i, sum)
    i &+= laneCount
  }
}
