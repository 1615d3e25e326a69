// Recurrences with a matrix of `[keys][values]` as state, several rows ("a chunk", at most 16) at a
// time. Rows of keys are in memory as the tiles of attention read them: cut into pieces of 64
// columns, rows within a piece 64 values apart, 32 rows in a piece.
//
//   piece 0: row 0 [64] │ row 1 [64] │ … row 31     piece 1: …

/// Values from one row of a piece to the next, and columns of a piece.
@inline(__always) private var step: Int { 64 }

/// `y = e^x`, NaN where `x` is not finite.
func finiteExponentials(
  _ x: UnsafePointer<Float>, _ n: Int, _ y: UnsafeMutablePointer<Float>
) {
  var i = 0
  while i < n {
    let part = n &- i < laneCount ? n &- i : laneCount
    let v = unsafe loadPart(x + i, part)
    unsafe storePart(y + i, fma(v, Lanes.zero, exponential(v)), part)
    i &+= laneCount
  }
}

/// `y = x * w`, in lanes to the end of a row that is padded to whole lanes.
@inline(__always)
private func product(_ x: UnsafePointer<Float>, _ w: UnsafePointer<Float>, _ at: Int) -> Lanes {
  unsafe load(x + at) * load(w + at)
}

/// The products of every key and query of a chunk with the keys up to its row.
///
/// `a` holds `rows` keys, then `rows` queries, of `n` columns, zeros beyond; the results go where
/// ``chunkUpdates`` (keys) and ``chunkResults`` (queries) are in numbers.
func chunkProducts(
  _ a: UnsafePointer<Float>, _ rows: Int, _ n: Int, _ products: UnsafeMutablePointer<Float>
) {
  var s = 0
  while s < rows {
    var t = s
    while t < rows {
      let (x, q) = unsafe (a + t &* step, a + (rows &+ t) &* step)
      let (k, r) = unsafe dots(x, q, a + s &* step, n)
      unsafe products[chunkUpdates &+ t &* rowsPerChunk &+ s] = k
      unsafe products[chunkResults &+ t &* rowsPerChunk &+ s] = r
      t &+= 1
    }
    s &+= 1
  }
}

/// The products of two rows with a third, all in pieces.
@inline(__always)
private func dots(
  _ x: UnsafePointer<Float>, _ q: UnsafePointer<Float>, _ k: UnsafePointer<Float>, _ n: Int
) -> (Float, Float) {
  var (a, b, c, d) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
  var (piece, left) = (0, n)
  while left > 0 {
    let width = left < step ? left : step
    var i = piece
    let end = piece &+ width
    while i &+ laneCount < end {
      let (v, w) = unsafe (load(k + i), load(k + i + laneCount))
      unsafe a = fma(load(x + i), v, a)
      unsafe b = fma(load(q + i), v, b)
      unsafe c = fma(load(x + i + laneCount), w, c)
      unsafe d = fma(load(q + i + laneCount), w, d)
      i &+= 2 &* laneCount
    }
    if i < end {
      let v = unsafe load(k + i)
      unsafe a = fma(load(x + i), v, a)
      unsafe b = fma(load(q + i), v, b)
    }
    piece &+= chunkPiece
    left &-= width
  }
  return (sum(a + c), sum(b + d))
}

/// As ``chunkProducts(_:_:_:_:)``, where every column of the state has a decay of its own.
///
/// `decays` holds the factor of each row; its rows from 16 on take the keys with the decay that they
/// undergo to the end of the chunk. The products of factors are never more than one, so that nothing
/// overflows however strong the decay.
func decayedProducts(
  _ a: UnsafePointer<Float>, _ decays: UnsafeMutablePointer<Float>, _ rows: Int, _ n: Int,
  _ products: UnsafeMutablePointer<Float>
) {
  var s = 0
  while s < rows {
    let kept = unsafe decays + (rowsPerChunk &+ s) &* step
    forLanes(n) { i in unsafe store(kept + i, load(a + s &* step + i)) }
    var t = s
    while t < rows {
      if t > s {
        let factors = unsafe decays + t &* step
        forLanes(n) { i in unsafe store(kept + i, product(kept, factors, i)) }
      }
      let (k, r) = unsafe dots(a + t &* step, a + (rows &+ t) &* step, kept, n)
      unsafe products[chunkUpdates &+ t &* rowsPerChunk &+ s] = k
      unsafe products[chunkResults &+ t &* rowsPerChunk &+ s] = r
      t &+= 1
    }
    s &+= 1
  }
}

/// The places of all lanes of a row of `n` columns.
@inline(__always)
private func forLanes(_ n: Int, _ body: (Int) -> Void) {
  var (piece, left) = (0, n)
  while left > 0 {
    let width = left < step ? left : step
    var i = 0
    while i < width {
      body(piece &+ i)
      i &+= laneCount
    }
    piece &+= chunkPiece
    left &-= width
  }
}

/// `scaled` = the `rows` keys and queries of `a`, each times the decay from the chunk's start to its
/// row; `last` = the decay of the whole chunk, without gaps.
func decayRows(
  _ a: UnsafePointer<Float>, _ decays: UnsafePointer<Float>, _ rows: Int, _ n: Int,
  _ scaled: UnsafeMutablePointer<Float>, _ last: UnsafeMutablePointer<Float>
) {
  forLanes(n) { i in
    var decay = splat(1)
    var t = 0
    while t < rows {
      let (key, query) = (t &* step &+ i, (rows &+ t) &* step &+ i)
      unsafe decay = decay * load(decays + key)
      unsafe store(scaled + key, decay * load(a + key))
      unsafe store(scaled + query, decay * load(a + query))
      t &+= 1
    }
    unsafe store(last + (i / chunkPiece) &* step + i % chunkPiece, decay)
  }
}

/// The updates and the results of a chunk for some columns of values.
///
/// For row `t`, in order, with what its key and its query read from the state at the chunk's start
/// in rows of `read` (`rows` of keys, only where `delta`, then `rows` of queries):
/// `u[t] = valueScale[t] * v[t] - keyScale[t] * read[t] - Σ updates[t][s] * u[s]` for `s < t`,
/// `out[t] = queryScale[t] * read[rows + t] + skip * v[t] + Σ results[t][s] * u[s]` for `s ≤ t`.
/// Rows of `read` and `u` are `pitch` apart and padded to whole lanes; `out` may be `v`.
func chunkSolve(
  _ delta: Bool, _ numbers: UnsafePointer<Float>, _ rows: Int, _ n: Int,
  _ read: UnsafePointer<Float>, _ pitch: Int, _ v: UnsafePointer<Float>, _ vStride: Int,
  _ u: UnsafeMutablePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ outStride: Int
) {
  let wide = 4 &* laneCount
  var i = 0
  while i &+ wide <= n {
    let (read, v, u, out) = unsafe (read + i, v + i, u + i, out + i)
    if delta {
      unsafe solve(true, 4, numbers, rows, wide, read, pitch, v, vStride, u, out, outStride)
    } else {
      unsafe solve(false, 4, numbers, rows, wide, read, pitch, v, vStride, u, out, outStride)
    }
    i &+= wide
  }
  while i < n {
    let part = n &- i < laneCount ? n &- i : laneCount
    let (read, v, u, out) = unsafe (read + i, v + i, u + i, out + i)
    if delta {
      unsafe solve(true, 1, numbers, rows, part, read, pitch, v, vStride, u, out, outStride)
    } else {
      unsafe solve(false, 1, numbers, rows, part, read, pitch, v, vStride, u, out, outStride)
    }
    i &+= laneCount
  }
}

/// Up to four vectors of columns.
private typealias Four = (Lanes, Lanes, Lanes, Lanes)

/// `vectors` vectors (1 or 4) at `p`; of one vector the first `n` lanes.
@inline(__always)
private func loadFour(_ vectors: Int, _ p: UnsafePointer<Float>, _ n: Int) -> Four {
  if vectors == 1 {
    let x = unsafe n == laneCount ? load(p) : loadPart(p, n)
    return (x, Lanes.zero, Lanes.zero, Lanes.zero)
  }
  return unsafe (
    load(p), load(p + laneCount), load(p + 2 &* laneCount), load(p + 3 &* laneCount)
  )
}

@inline(__always)
private func storeFour(_ vectors: Int, _ p: UnsafeMutablePointer<Float>, _ x: Four, _ n: Int) {
  if vectors == 1 {
    if n == laneCount { unsafe store(p, x.0) } else { unsafe storePart(p, x.0, n) }
  } else {
    unsafe store(p, x.0)
    unsafe store(p + laneCount, x.1)
    unsafe store(p + 2 &* laneCount, x.2)
    unsafe store(p + 3 &* laneCount, x.3)
  }
}

/// `factor * x + y`.
@inline(__always)
private func addFour(_ vectors: Int, _ factor: Float, _ x: Four, _ y: Four) -> Four {
  let f = splat(factor)
  if vectors == 1 { return (fma(f, x.0, y.0), y.1, y.2, y.3) }
  return (fma(f, x.0, y.0), fma(f, x.1, y.1), fma(f, x.2, y.2), fma(f, x.3, y.3))
}

@inline(__always)
private func solve(
  _ delta: Bool, _ vectors: Int, _ numbers: UnsafePointer<Float>, _ rows: Int, _ n: Int,
  _ read: UnsafePointer<Float>, _ pitch: Int, _ v: UnsafePointer<Float>, _ vStride: Int,
  _ u: UnsafeMutablePointer<Float>, _ out: UnsafeMutablePointer<Float>, _ outStride: Int
) {
  let zero: Four = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
  let queries = unsafe delta ? read + rows &* pitch : read
  // Memory that only this function writes holds whole lanes, whatever is asked for.
  let whole = vectors &* laneCount
  var t = 0
  while t < rows {
    let value = unsafe loadFour(vectors, v + t &* vStride, n)
    let query = unsafe loadFour(vectors, queries + t &* pitch, whole)
    var update = unsafe addFour(vectors, numbers[chunkValueScales &+ t], value, zero)
    var result = unsafe addFour(vectors, numbers[chunkQueryScales &+ t], query, zero)
    if delta {
      let key = unsafe loadFour(vectors, read + t &* pitch, whole)
      unsafe update = addFour(vectors, 0 - numbers[chunkKeyScales &+ t], key, update)
    } else {
      unsafe result = addFour(vectors, numbers[chunkSkip], value, result)
    }
    let updates = unsafe numbers + (chunkUpdates &+ t &* rowsPerChunk)
    let results = unsafe numbers + (chunkResults &+ t &* rowsPerChunk)
    var s = 0
    while s < t {
      let earlier = unsafe loadFour(vectors, u + s &* pitch, whole)
      if delta { unsafe update = addFour(vectors, 0 - updates[s], earlier, update) }
      unsafe result = addFour(vectors, results[s], earlier, result)
      s &+= 1
    }
    unsafe storeFour(vectors, u + t &* pitch, update, whole)
    unsafe result = addFour(vectors, results[t], update, result)
    unsafe storeFour(vectors, out + t &* outStride, result, n)
    t &+= 1
  }
}
