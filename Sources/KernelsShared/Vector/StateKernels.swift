// The change of a state of `[keys][values]` by the updates of a chunk.

/// `state[i] = decay * state[i] + Σ keys[s][i] * tails[s] * u[s]` for `n` keys and `width` values.
///
/// `keys` are in pieces (see ``chunkPiece``); rows of `u` are `pitch` apart. `decays` are the factors
/// of each key; where they are `nil`, `decay` is that of all. Columns are taken in whole lanes, so
/// that rows of the state and of `u` must be padded.
func updateState(
  _ state: UnsafeMutablePointer<Float>, _ stride: Int, _ n: Int, _ width: Int,
  _ decays: UnsafePointer<Float>?, _ decay: Float, _ keys: UnsafePointer<Float>,
  _ u: UnsafePointer<Float>, _ pitch: Int, _ tails: UnsafePointer<Float>, _ rows: Int
) {
  var i = 0
  while i < width {
    let vectors = width &- i > laneCount ? 2 : 1
    var s = 0
    while s < rows {
      let some = rows &- s >= rankOfUpdate ? rankOfUpdate : rows &- s >= 4 ? 4 : 1
      let first = s == 0
      let x = unsafe keys + s &* 64
      let (y, z) = unsafe (u + s &* pitch + i, tails + s)
      if vectors == 2 {
        if some == 8 {
          unsafe update(8, 2, first, state + i, stride, n, decays, decay, x, y, pitch, z)
        } else if some == 4 {
          unsafe update(4, 2, first, state + i, stride, n, decays, decay, x, y, pitch, z)
        } else {
          unsafe update(1, 2, first, state + i, stride, n, decays, decay, x, y, pitch, z)
        }
      } else {
        if some == 8 {
          unsafe update(8, 1, first, state + i, stride, n, decays, decay, x, y, pitch, z)
        } else if some == 4 {
          unsafe update(4, 1, first, state + i, stride, n, decays, decay, x, y, pitch, z)
        } else {
          unsafe update(1, 1, first, state + i, stride, n, decays, decay, x, y, pitch, z)
        }
      }
      s &+= some
    }
    i &+= vectors &* laneCount
  }
}

/// Updates that the registers hold at a time.
@inline(__always) private var rankOfUpdate: Int { registerCount == 32 ? 8 : 4 }

/// Two vectors of columns.
private typealias Two = (Lanes, Lanes)

/// Row `s` of the updates, times its tail; nothing where the constant number of rows is smaller.
@_transparent
private func updateRow(
  _ rows: Int, _ s: Int, _ vectors: Int, _ u: UnsafePointer<Float>, _ pitch: Int,
  _ tails: UnsafePointer<Float>
) -> Two {
  guard s < rows else { return (Lanes.zero, Lanes.zero) }
  let p = unsafe u + s &* pitch
  let tail = unsafe splat(tails[s])
  return unsafe (load(p) * tail, vectors > 1 ? load(p + laneCount) * tail : Lanes.zero)
}

@_transparent
private func addKey(
  _ rows: Int, _ s: Int, _ vectors: Int, _ key: UnsafePointer<Float>, _ u: Two, _ x: Two
) -> Two {
  guard s < rows else { return x }
  let k = unsafe splat(key[s &* 64])
  return (fma(k, u.0, x.0), vectors > 1 ? fma(k, u.1, x.1) : x.1)
}

/// A constant number of rows (1, 4 or 8) and of vectors of columns (1 or 2).
@_transparent
private func update(
  _ rows: Int, _ vectors: Int, _ first: Bool, _ state: UnsafeMutablePointer<Float>, _ stride: Int,
  _ n: Int, _ decays: UnsafePointer<Float>?, _ decay: Float, _ keys: UnsafePointer<Float>,
  _ u: UnsafePointer<Float>, _ pitch: Int, _ tails: UnsafePointer<Float>
) {
  let u0 = unsafe updateRow(rows, 0, vectors, u, pitch, tails)
  let u1 = unsafe updateRow(rows, 1, vectors, u, pitch, tails)
  let u2 = unsafe updateRow(rows, 2, vectors, u, pitch, tails)
  let u3 = unsafe updateRow(rows, 3, vectors, u, pitch, tails)
  let u4 = unsafe updateRow(rows, 4, vectors, u, pitch, tails)
  let u5 = unsafe updateRow(rows, 5, vectors, u, pitch, tails)
  let u6 = unsafe updateRow(rows, 6, vectors, u, pitch, tails)
  let u7 = unsafe updateRow(rows, 7, vectors, u, pitch, tails)
  var (row, piece, left, factors) = unsafe (state, keys, n, decays)
  while left > 0 {
    var (key, some) = unsafe (piece, left < 64 ? left : 64)
    left &-= some
    while some > 0 {
      var x: Two = unsafe (load(row), vectors > 1 ? load(row + laneCount) : Lanes.zero)
      if first {
        let f = unsafe splat(factors.map { unsafe $0.pointee } ?? decay)
        x = (x.0 * f, x.1 * f)
      }
      unsafe x = addKey(rows, 0, vectors, key, u0, x)
      unsafe x = addKey(rows, 1, vectors, key, u1, x)
      unsafe x = addKey(rows, 2, vectors, key, u2, x)
      unsafe x = addKey(rows, 3, vectors, key, u3, x)
      unsafe x = addKey(rows, 4, vectors, key, u4, x)
      unsafe x = addKey(rows, 5, vectors, key, u5, x)
      unsafe x = addKey(rows, 6, vectors, key, u6, x)
      unsafe x = addKey(rows, 7, vectors, key, u7, x)
      unsafe store(row, x.0)
      if vectors > 1 { unsafe store(row + laneCount, x.1) }
      unsafe row += stride
      unsafe key += 1
      if let more = unsafe factors { unsafe factors = more + 1 }
      some &-= 1
    }
    unsafe piece += chunkPiece
  }
}
