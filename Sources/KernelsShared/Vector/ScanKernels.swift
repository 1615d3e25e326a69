// Recurrences that take one row at a time.

/// One row of the selective scan of Mamba-1, for `n` channels:
/// `S[i][c] = e^(dt[c] rates[i][c]) S[i][c] + b[i] dt[c] x[c]; y[c] = d[c] x[c] + Σ c[i] S[i][c]`.
///
/// Rows of the state are padded to whole lanes; `y` may be `x`.
func scanRow(
  _ state: UnsafeMutablePointer<Float>, _ stride: Int, _ rates: UnsafePointer<Float>,
  _ rateStride: Int, _ count: Int, _ n: Int, _ x: UnsafePointer<Float>,
  _ dt: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ c: UnsafePointer<Float>,
  _ d: UnsafePointer<Float>?, _ y: UnsafeMutablePointer<Float>
) {
  var i = 0
  while i < n {
    let part = n &- i < laneCount ? n &- i : laneCount
    let (input, time) = unsafe (loadPart(x + i, part), loadPart(dt + i, part))
    let skip = unsafe d.map { unsafe loadPart($0 + i, part) * input } ?? Lanes.zero
    let step = input * time
    var (row, rate, s, total) = unsafe (state + i, rates + i, 0, skip)
    if part == laneCount {
      while s < count {
        unsafe total = scan(time * load(rate), step, b + s, c + s, row, total)
        unsafe row += stride
        unsafe rate += rateStride
        s &+= 1
      }
    } else {
      while s < count {
        unsafe total = scan(time * loadPart(rate, part), step, b + s, c + s, row, total)
        unsafe row += stride
        unsafe rate += rateStride
        s &+= 1
      }
    }
    unsafe storePart(y + i, total, part)
    i &+= laneCount
  }
}

/// Changes one value of the state of each channel, and adds what results get of it.
@_transparent
private func scan(
  _ exponent: Lanes, _ step: Lanes, _ b: UnsafePointer<Float>, _ c: UnsafePointer<Float>,
  _ state: UnsafeMutablePointer<Float>, _ total: Lanes
) -> Lanes {
  let value = unsafe fma(exponential(exponent), load(state), splat(b.pointee) * step)
  unsafe store(state, value)
  return unsafe fma(splat(c.pointee), value, total)
}

/// One row of the recurrence of RWKV-7, for one head with `keys` keys and `width` values:
/// `s = Sᵀ a; S[j] = w[j] S[j] + k[j] v + b[j] s; y = Sᵀ r`.
///
/// Rows of the state are padded to whole lanes; `y` may be `v`.
func wkvRow(
  _ state: UnsafeMutablePointer<Float>, _ stride: Int, _ keys: Int, _ width: Int,
  _ w: UnsafePointer<Float>, _ k: UnsafePointer<Float>, _ v: UnsafePointer<Float>,
  _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ r: UnsafePointer<Float>,
  _ y: UnsafeMutablePointer<Float>
) {
  var i = 0
  while i &+ 4 &* laneCount <= width {
    unsafe wkvColumns(4, 0, state + i, stride, keys, w, k, v + i, a, b, r, y + i)
    i &+= 4 &* laneCount
  }
  while i < width {
    let part = width &- i < laneCount ? width &- i : laneCount
    unsafe wkvColumns(1, part, state + i, stride, keys, w, k, v + i, a, b, r, y + i)
    i &+= laneCount
  }
}

/// Four vectors of columns, or the first `part` lanes of one.
@_transparent
private func wkvColumns(
  _ vectors: Int, _ part: Int, _ state: UnsafeMutablePointer<Float>, _ stride: Int, _ keys: Int,
  _ w: UnsafePointer<Float>, _ k: UnsafePointer<Float>, _ v: UnsafePointer<Float>,
  _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>, _ r: UnsafePointer<Float>,
  _ y: UnsafeMutablePointer<Float>
) {
  let four = vectors == 4
  let zero = Lanes.zero
  var (s0, s1, s2, s3) = (zero, zero, zero, zero)
  var (row, j) = unsafe (state, 0)
  while j < keys {
    let f = unsafe splat(a[j])
    unsafe s0 = fma(f, load(row), s0)
    if four {
      unsafe s1 = fma(f, load(row + laneCount), s1)
      unsafe s2 = fma(f, load(row + 2 &* laneCount), s2)
      unsafe s3 = fma(f, load(row + 3 &* laneCount), s3)
    }
    unsafe row += stride
    j &+= 1
  }
  let v0 = unsafe four ? load(v) : loadPart(v, part)
  let v1 = unsafe four ? load(v + laneCount) : zero
  let v2 = unsafe four ? load(v + 2 &* laneCount) : zero
  let v3 = unsafe four ? load(v + 3 &* laneCount) : zero
  var (y0, y1, y2, y3) = (zero, zero, zero, zero)
  unsafe (row, j) = (state, 0)
  while j < keys {
    let (decay, key) = unsafe (splat(w[j]), splat(k[j]))
    let (own, query) = unsafe (splat(b[j]), splat(r[j]))
    let x0 = unsafe fma(own, s0, fma(key, v0, decay * load(row)))
    unsafe store(row, x0)
    y0 = fma(query, x0, y0)
    if four {
      let x1 = unsafe fma(own, s1, fma(key, v1, decay * load(row + laneCount)))
      let x2 = unsafe fma(own, s2, fma(key, v2, decay * load(row + 2 &* laneCount)))
      let x3 = unsafe fma(own, s3, fma(key, v3, decay * load(row + 3 &* laneCount)))
      unsafe store(row + laneCount, x1)
      unsafe store(row + 2 &* laneCount, x2)
      unsafe store(row + 3 &* laneCount, x3)
      y1 = fma(query, x1, y1)
      y2 = fma(query, x2, y2)
      y3 = fma(query, x3, y3)
    }
    unsafe row += stride
    j &+= 1
  }
  if four {
    unsafe store(y, y0)
    unsafe store(y + laneCount, y1)
    unsafe store(y + 2 &* laneCount, y2)
    unsafe store(y + 3 &* laneCount, y3)
  } else {
    unsafe storePart(y, y0, part)
  }
}
