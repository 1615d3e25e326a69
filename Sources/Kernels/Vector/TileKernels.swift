// The matrix products inside attention: `c[rows][width] (+)= a[rows][k] * b[k][width]`, with `b`
// as the cache stores it; `b` has rows of `bStride` elements, `width` is a multiple of 16. `a` is
// cut into pieces of 64 columns, and its rows within a piece are 64 values apart:
//
//   columns 0…63     a            row 0 [64] │ row 1 [64] │ …
//   columns 64…127   a + aPiece   row 0 [64] │ row 1 [64] │ …
//
// A distance that is a constant costs no registers: twelve rows are read through one address.
// `ahead` is what will be read next, in the shape of `b`: its lines are asked for while `b` is in
// use. Where nothing is next it is `b`, whose lines cost nothing.

/// Values from one row of `a` to the next, and columns of a piece of it.
@inline(__always) private var aStride: Int { 64 }

/// The product with `b` in float32.
package func tileFloats(
  _ c: UnsafeMutablePointer<Float>, _ cStride: Int, _ a: UnsafePointer<Float>, _ aPiece: Int,
  _ rows: Int, _ b: UnsafeRawPointer, _ bStride: Int, _ k: Int, _ width: Int, _ sums: Bool,
  _ ahead: UnsafeRawPointer
) {
  unsafe tile(0, c, cStride, a, aPiece, rows, b, bStride, a, k, width, sums, ahead)
}

/// The product with `b` in float16.
package func tileHalves(
  _ c: UnsafeMutablePointer<Float>, _ cStride: Int, _ a: UnsafePointer<Float>, _ aPiece: Int,
  _ rows: Int, _ b: UnsafeRawPointer, _ bStride: Int, _ k: Int, _ width: Int, _ sums: Bool,
  _ ahead: UnsafeRawPointer
) {
  unsafe tile(1, c, cStride, a, aPiece, rows, b, bStride, a, k, width, sums, ahead)
}

/// The product with keys in signed bytes: 32 rows of `b` and a column share one of
/// `scales[k / 32][64]`.
package func tileKeyCodes(
  _ c: UnsafeMutablePointer<Float>, _ cStride: Int, _ a: UnsafePointer<Float>, _ aPiece: Int,
  _ rows: Int, _ b: UnsafeRawPointer, _ bStride: Int, _ scales: UnsafePointer<Float>, _ k: Int,
  _ width: Int, _ ahead: UnsafeRawPointer
) {
  unsafe tile(2, c, cStride, a, aPiece, rows, b, bStride, scales, k, width, false, ahead)
}

/// The sums of products with values in signed bytes; `k` is at most 64.
///
/// A row and 32 columns of `b` share a scale, which `a` contains: every 32 columns have an `a` of
/// their own, `aBlock` values after the one before.
package func tileValueCodes(
  _ c: UnsafeMutablePointer<Float>, _ cStride: Int, _ a: UnsafePointer<Float>, _ aBlock: Int,
  _ rows: Int, _ b: UnsafeRawPointer, _ bStride: Int, _ k: Int, _ width: Int,
  _ ahead: UnsafeRawPointer
) {
  unsafe tile(3, c, cStride, a, aBlock, rows, b, bStride, a, k, width, true, ahead)
}

/// Bytes of an element of `b`.
@inline(__always)
private func size(_ kind: Int) -> Int { kind == 0 ? 4 : kind == 1 ? 2 : 1 }

/// The lanes of `b` that are `step` steps of lanes after its start, as float32.
@inline(__always)
private func element(_ kind: Int, _ b: UnsafeRawPointer, _ step: Int) -> Lanes {
  let i = step &* laneCount
  switch kind {
  case 0: return unsafe load(b.assumingMemoryBound(to: Float.self) + i)
  case 1: return unsafe loadHalves(b.assumingMemoryBound(to: UInt16.self) + i)
  default: return unsafe loadCodes(b.assumingMemoryBound(to: Int8.self) + i)
  }
}

/// Rows are taken in equal shares of at most what the registers hold.
@inline(__always)
private func tile(
  _ kind: Int, _ c: UnsafeMutablePointer<Float>, _ cStride: Int, _ a: UnsafePointer<Float>,
  _ aPiece: Int, _ rows: Int, _ b: UnsafeRawPointer, _ bStride: Int,
  _ scales: UnsafePointer<Float>, _ k: Int, _ width: Int, _ sums: Bool, _ ahead: UnsafeRawPointer
) {
  let wide = laneCount == 16
  let most = wide ? 12 : 6
  let bytes = bStride &* size(kind)
  var (r, left) = (0, rows)
  while left > 0 {
    let shares = (left &+ most &- 1) / most
    var some = (left &+ shares &- 1) / shares
    if some > 8 && some < 12 { some = (some &+ 1) / 2 }
    let (x, y) = unsafe (a + r &* aStride, c + r &* cStride)
    // Once is enough for all rows.
    let next = unsafe (r == 0 ? ahead : b) - b
    switch some {
    case 1: unsafe strip(kind, 1, y, cStride, x, aPiece, b, bytes, scales, k, width, sums, next)
    case 2: unsafe strip(kind, 2, y, cStride, x, aPiece, b, bytes, scales, k, width, sums, next)
    case 3: unsafe strip(kind, 3, y, cStride, x, aPiece, b, bytes, scales, k, width, sums, next)
    case 4: unsafe strip(kind, 4, y, cStride, x, aPiece, b, bytes, scales, k, width, sums, next)
    case 5: unsafe strip(kind, 5, y, cStride, x, aPiece, b, bytes, scales, k, width, sums, next)
    case 6: unsafe strip(kind, 6, y, cStride, x, aPiece, b, bytes, scales, k, width, sums, next)
    case 7 where wide:
      unsafe strip(kind, 7, y, cStride, x, aPiece, b, bytes, scales, k, width, sums, next)
    case 8 where wide:
      unsafe strip(kind, 8, y, cStride, x, aPiece, b, bytes, scales, k, width, sums, next)
    default:
      if wide {
        unsafe strip(kind, 12, y, cStride, x, aPiece, b, bytes, scales, k, width, sums, next)
      }
    }
    r &+= some
    left &-= some
  }
}

/// A constant number of rows, all columns.
@_transparent
private func strip(
  _ kind: Int, _ rows: Int, _ c: UnsafeMutablePointer<Float>, _ cStride: Int,
  _ a: UnsafePointer<Float>, _ aPiece: Int, _ b: UnsafeRawPointer, _ bBytes: Int,
  _ scales: UnsafePointer<Float>, _ k: Int, _ width: Int, _ sums: Bool, _ next: Int
) {
  let most = rows <= (laneCount == 16 ? 6 : 2) ? 4 : 2
  var w = 0
  while w &+ most &* laneCount <= width {
    let (c, b) = unsafe (c + w, b + w &* size(kind))
    unsafe columns(
      kind, rows, most, w, c, cStride, a, aPiece, b, bBytes, scales, k, sums, next)
    w &+= most &* laneCount
  }
  while w < width {
    let (c, b) = unsafe (c + w, b + w &* size(kind))
    unsafe columns(kind, rows, 1, w, c, cStride, a, aPiece, b, bBytes, scales, k, sums, next)
    w &+= laneCount
  }
}

/// Columns `w…` of a constant number of vectors.
@_transparent
private func columns(
  _ kind: Int, _ rows: Int, _ vectors: Int, _ w: Int, _ c: UnsafeMutablePointer<Float>,
  _ cStride: Int, _ a: UnsafePointer<Float>, _ aPiece: Int, _ b: UnsafeRawPointer, _ bBytes: Int,
  _ scales: UnsafePointer<Float>, _ k: Int, _ sums: Bool, _ next: Int
) {
  switch kind {
  case 2:
    // The sums of 32 dimensions get their scales before the next are added.
    var (done, b, scale) = unsafe (0, b, scales + w)
    while done < k {
      let a = unsafe a + ((done / 64) &* aPiece &+ (done & 32))
      unsafe prefetch(UnsafeRawPointer(scale) + next, lines: vectors &* laneCount / 16)
      unsafe block(
        2, rows, vectors, c, cStride, a, 0, b, bBytes, scale, 32, done > 0, next)
      unsafe b += 32 &* bBytes
      unsafe scale += 64
      done &+= 32
    }
  case 3:
    // Two blocks of 32 columns, where the vectors are so many.
    let second = vectors &* laneCount > 32 ? aPiece : 0
    unsafe block(
      3, rows, vectors, c, cStride, a + (w / 32) &* aPiece, second, b, bBytes, scales, k, sums,
      next)
  default:
    unsafe block(
      kind, rows, vectors, c, cStride, a, aPiece, b, bBytes, scales, k, sums, next)
  }
}

/// Sums of one row, or values of `b`: up to four vectors of columns.
private typealias Four = (Lanes, Lanes, Lanes, Lanes)

/// A constant number of rows and of vectors of columns (1, 2 or 4): every sum has a register.
@_transparent
private func block(
  _ kind: Int, _ rows: Int, _ vectors: Int, _ c: UnsafeMutablePointer<Float>, _ cStride: Int,
  _ a: UnsafePointer<Float>, _ aPiece: Int, _ b: UnsafeRawPointer, _ bBytes: Int,
  _ scale: UnsafePointer<Float>, _ k: Int, _ sums: Bool, _ next: Int
) {
  let none: Four = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
  var (s0, s1, s2, s3, s4, s5) = (none, none, none, none, none, none)
  var (s6, s7, s8, s9, s10, s11) = (none, none, none, none, none, none)
  var (piece, b, left) = unsafe (a, b, k)
  while left > 0 {
    var x = unsafe piece
    let second = kind == 3 ? aPiece : 0
    var i = left < aStride ? left : aStride
    left &-= i
    while i > 0 {
      unsafe prefetchElements(b + next, vectors &* laneCount &* size(kind))
      let v = unsafe elements(kind, vectors, b)
      unsafe s0 = addRow(kind, rows, 0, vectors, x, second, v, s0)
      unsafe s1 = addRow(kind, rows, 1, vectors, x, second, v, s1)
      unsafe s2 = addRow(kind, rows, 2, vectors, x, second, v, s2)
      unsafe s3 = addRow(kind, rows, 3, vectors, x, second, v, s3)
      unsafe s4 = addRow(kind, rows, 4, vectors, x, second, v, s4)
      unsafe s5 = addRow(kind, rows, 5, vectors, x, second, v, s5)
      unsafe s6 = addRow(kind, rows, 6, vectors, x, second, v, s6)
      unsafe s7 = addRow(kind, rows, 7, vectors, x, second, v, s7)
      unsafe s8 = addRow(kind, rows, 8, vectors, x, second, v, s8)
      unsafe s9 = addRow(kind, rows, 9, vectors, x, second, v, s9)
      unsafe s10 = addRow(kind, rows, 10, vectors, x, second, v, s10)
      unsafe s11 = addRow(kind, rows, 11, vectors, x, second, v, s11)
      unsafe x += 1
      unsafe b += bBytes
      i &-= 1
    }
    unsafe piece += aPiece
  }
  unsafe putRow(kind, rows, 0, vectors, c, cStride, s0, scale, sums)
  unsafe putRow(kind, rows, 1, vectors, c, cStride, s1, scale, sums)
  unsafe putRow(kind, rows, 2, vectors, c, cStride, s2, scale, sums)
  unsafe putRow(kind, rows, 3, vectors, c, cStride, s3, scale, sums)
  unsafe putRow(kind, rows, 4, vectors, c, cStride, s4, scale, sums)
  unsafe putRow(kind, rows, 5, vectors, c, cStride, s5, scale, sums)
  unsafe putRow(kind, rows, 6, vectors, c, cStride, s6, scale, sums)
  unsafe putRow(kind, rows, 7, vectors, c, cStride, s7, scale, sums)
  unsafe putRow(kind, rows, 8, vectors, c, cStride, s8, scale, sums)
  unsafe putRow(kind, rows, 9, vectors, c, cStride, s9, scale, sums)
  unsafe putRow(kind, rows, 10, vectors, c, cStride, s10, scale, sums)
  unsafe putRow(kind, rows, 11, vectors, c, cStride, s11, scale, sums)
}

/// Asks for the lines of `bytes` bytes; a constant.
@_transparent
private func prefetchElements(_ p: UnsafeRawPointer, _ bytes: Int) {
  unsafe prefetch(p)
  if bytes > 64 { unsafe prefetch(p + 64) }
  if bytes > 128 {
    unsafe prefetch(p + 128)
    unsafe prefetch(p + 192)
  }
}

@_transparent
private func elements(_ kind: Int, _ vectors: Int, _ b: UnsafeRawPointer) -> Four {
  let zero = Lanes.zero
  return unsafe (
    element(kind, b, 0), vectors > 1 ? element(kind, b, 1) : zero,
    vectors > 2 ? element(kind, b, 2) : zero, vectors > 2 ? element(kind, b, 3) : zero
  )
}

/// `s + x[row] * v`; nothing where the tile has no such row.
@_transparent
private func addRow(
  _ kind: Int, _ rows: Int, _ row: Int, _ vectors: Int, _ x: UnsafePointer<Float>, _ second: Int,
  _ v: Four, _ s: Four
) -> Four {
  guard row < rows else { return s }
  let x0 = unsafe splat(x[row &* aStride])
  let x1 = unsafe kind == 3 && vectors > 2 ? splat(x[row &* aStride &+ second]) : x0
  return (
    fma(x0, v.0, s.0), vectors > 1 ? fma(x0, v.1, s.1) : s.1,
    vectors > 2 ? fma(x1, v.2, s.2) : s.2, vectors > 2 ? fma(x1, v.3, s.3) : s.3
  )
}

/// Stores a row's result, or adds it to what is there.
@_transparent
private func putRow(
  _ kind: Int, _ rows: Int, _ row: Int, _ vectors: Int, _ c: UnsafeMutablePointer<Float>,
  _ cStride: Int, _ s: Four, _ scale: UnsafePointer<Float>, _ sums: Bool
) {
  guard row < rows else { return }
  let c = unsafe c + row &* cStride
  unsafe put(kind, c, s.0, scale, sums)
  if vectors > 1 { unsafe put(kind, c + laneCount, s.1, scale + laneCount, sums) }
  if vectors > 2 {
    unsafe put(kind, c + 2 &* laneCount, s.2, scale + 2 &* laneCount, sums)
    unsafe put(kind, c + 3 &* laneCount, s.3, scale + 3 &* laneCount, sums)
  }
}

@_transparent
private func put(
  _ kind: Int, _ c: UnsafeMutablePointer<Float>, _ x: Lanes, _ scale: UnsafePointer<Float>,
  _ sums: Bool
) {
  if kind == 2 {
    unsafe store(c, sums ? fma(x, load(scale), load(c)) : x * load(scale))
  } else {
    unsafe store(c, sums ? load(c) + x : x)
  }
}
