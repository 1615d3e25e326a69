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
func tileFloats(
  _ c: UnsafeMutablePointer<Float>, _ cStride: Int, _ a: UnsafePointer<Float>, _ aPiece: Int,
  _ rows: Int, _ b: UnsafeRawPointer, _ bStride: Int, _ k: Int, _ width: Int, _ sums: Bool,
  _ ahead: UnsafeRawPointer
) {
  unsafe multiply(
    .floats, rows,
    Tile(
      c: c, cStride: cStride, a: a, aPiece: aPiece, b: b, bBytes: 4 &* bStride, scales: a, k: k,
      width: width, sums: sums, next: ahead - b))
}

/// The product with `b` in float16.
func tileHalves(
  _ c: UnsafeMutablePointer<Float>, _ cStride: Int, _ a: UnsafePointer<Float>, _ aPiece: Int,
  _ rows: Int, _ b: UnsafeRawPointer, _ bStride: Int, _ k: Int, _ width: Int, _ sums: Bool,
  _ ahead: UnsafeRawPointer
) {
  unsafe multiply(
    .halves, rows,
    Tile(
      c: c, cStride: cStride, a: a, aPiece: aPiece, b: b, bBytes: 2 &* bStride, scales: a, k: k,
      width: width, sums: sums, next: ahead - b))
}

/// The product with keys in signed bytes: 32 rows of `b` and a column share one of
/// `scales[k / 32][64]`.
func tileKeyCodes(
  _ c: UnsafeMutablePointer<Float>, _ cStride: Int, _ a: UnsafePointer<Float>, _ aPiece: Int,
  _ rows: Int, _ b: UnsafeRawPointer, _ bStride: Int, _ scales: UnsafePointer<Float>, _ k: Int,
  _ width: Int, _ ahead: UnsafeRawPointer
) {
  unsafe multiply(
    .keyCodes, rows,
    Tile(
      c: c, cStride: cStride, a: a, aPiece: aPiece, b: b, bBytes: bStride, scales: scales, k: k,
      width: width, sums: false, next: ahead - b))
}

/// The sums of products with values in signed bytes; `k` is at most 64.
///
/// A row and 32 columns of `b` share a scale, which `a` contains: every 32 columns have an `a` of
/// their own, `aBlock` values after the one before.
func tileValueCodes(
  _ c: UnsafeMutablePointer<Float>, _ cStride: Int, _ a: UnsafePointer<Float>, _ aBlock: Int,
  _ rows: Int, _ b: UnsafeRawPointer, _ bStride: Int, _ k: Int, _ width: Int,
  _ ahead: UnsafeRawPointer
) {
  unsafe multiply(
    .valueCodes, rows,
    Tile(
      c: c, cStride: cStride, a: a, aPiece: aBlock, b: b, bBytes: bStride, scales: a, k: k,
      width: width, sums: true, next: ahead - b))
}

/// What `b` holds; a constant of every kernel.
private enum Elements {
  case floats, halves, keyCodes, valueCodes

  /// Bytes of an element of `b`.
  @inline(__always)
  var bytes: Int {
    switch self {
    case .floats: 4
    case .halves: 2
    case .keyCodes, .valueCodes: 1
    }
  }

  /// Whether every 32 rows of `b` get their scales before the next are added.
  @inline(__always)
  var areKeyCodes: Bool {
    switch self {
    case .floats, .halves, .valueCodes: false
    case .keyCodes: true
    }
  }

  /// Whether every 32 columns of `b` have rows of `a` of their own.
  @inline(__always)
  var areValueCodes: Bool {
    switch self {
    case .floats, .halves, .keyCodes: false
    case .valueCodes: true
    }
  }
}

/// A product, or some of its rows and columns.
@safe
private struct Tile {
  var c: UnsafeMutablePointer<Float>
  let cStride: Int
  var a: UnsafePointer<Float>
  /// From one piece of `a` to the next: 64 columns of it, or 32 of `b` where those have their own.
  let aPiece: Int
  var b: UnsafeRawPointer
  /// Bytes from one row of `b` to the next.
  let bBytes: Int
  /// Of key codes.
  var scales: UnsafePointer<Float>
  var k: Int
  let width: Int
  /// Whether the result is added to `c`.
  var sums: Bool
  /// Bytes from `b` to what will be read next.
  var next: Int
}

/// The lanes of `b` that are `step` steps of lanes after its start, as float32.
@inline(__always)
private func element(_ kind: Elements, _ b: UnsafeRawPointer, _ step: Int) -> Lanes {
  let i = step &* laneCount
  switch kind {
  case .floats: return unsafe load(b.assumingMemoryBound(to: Float.self) + i)
  case .halves: return unsafe loadHalves(b.assumingMemoryBound(to: UInt16.self) + i)
  case .keyCodes, .valueCodes:
    return unsafe loadCodes(b.assumingMemoryBound(to: Int8.self) + i)
  }
}

/// Rows are taken in equal shares of at most what the registers hold.
///
/// Each `strip` and `columns` below is a kernel of its own, and the compiler takes long for each.
@inline(__always)
private func multiply(_ kind: Elements, _ rows: Int, _ product: Tile) {
  let wide = registerCount == 32
  let most = wide ? 12 : 6
  var (tile, left) = (product, rows)
  while left > 0 {
    let shares = (left &+ most &- 1) / most
    var some = (left &+ shares &- 1) / shares
    if some > 8 && some < 12 { some = (some &+ 1) / 2 }
    switch some {
    case 1: strip(kind, 1, tile)
    case 2: strip(kind, 2, tile)
    case 3: strip(kind, 3, tile)
    case 4: strip(kind, 4, tile)
    case 5: strip(kind, 5, tile)
    case 6: strip(kind, 6, tile)
    case 7 where wide: strip(kind, 7, tile)
    case 8 where wide: strip(kind, 8, tile)
    default:
      if wide { strip(kind, 12, tile) }
    }
    rest(kind, some, tile)
    unsafe tile.a += some &* aStride
    unsafe tile.c += some &* tile.cStride
    // To ask once is enough for all rows.
    tile.next = 0
    left &-= some
  }
}

/// Vectors of columns that a kernel of `rows` rows takes at once.
@_transparent
private func vectorsAtOnce(_ rows: Int) -> Int {
  rows <= (registerCount == 32 ? 6 : 2) ? 4 : 2
}

/// A constant number of rows, and as many columns as can be taken with several vectors at once.
@_transparent
private func strip(_ kind: Elements, _ rows: Int, _ product: Tile) {
  let vectors = vectorsAtOnce(rows)
  var w = 0
  while w &+ vectors &* laneCount <= product.width {
    columns(kind, rows, vectors, w, product)
    w &+= vectors &* laneCount
  }
}

/// The columns that `strip` leaves, at most three vectors, by four rows or by one: head dimensions are
/// seldom other than multiples of 64.
@_transparent
private func rest(_ kind: Elements, _ rows: Int, _ product: Tile) {
  let wide = vectorsAtOnce(rows) &* laneCount
  var w = product.width & ~(wide &- 1)
  while w < product.width {
    var (tile, left) = (product, rows)
    while left >= 4 {
      columns(kind, 4, 1, w, tile)
      unsafe tile.a += 4 &* aStride
      unsafe tile.c += 4 &* tile.cStride
      left &-= 4
    }
    while left > 0 {
      columns(kind, 1, 1, w, tile)
      unsafe tile.a += aStride
      unsafe tile.c += tile.cStride
      left &-= 1
    }
    w &+= laneCount
  }
}

/// Columns `w…` of a constant number of vectors.
@_transparent
private func columns(_ kind: Elements, _ rows: Int, _ vectors: Int, _ w: Int, _ product: Tile) {
  var tile = product
  unsafe tile.c += w
  unsafe tile.b += w &* kind.bytes
  if kind.areValueCodes { unsafe tile.a += (w / 32) &* tile.aPiece }
  if kind.areKeyCodes {
    unsafe tile.scales += w
    tile.k = 32
  }
  var done = 0
  repeat {
    if kind.areKeyCodes {
      // The sums of 32 dimensions get their scales before the next are added.
      unsafe tile.a = product.a + ((done / 64) &* product.aPiece &+ (done & 32))
      unsafe prefetch(
        UnsafeRawPointer(tile.scales) + tile.next, lines: vectors &* laneCount / 16)
      tile.sums = done > 0
    }
    block(kind, rows, vectors, tile)
    if kind.areKeyCodes {
      unsafe tile.b += 32 &* tile.bBytes
      unsafe tile.scales += 64
    }
    done &+= 32
  } while kind.areKeyCodes && done < product.k
}

/// Sums of one row, or values of `b`: up to four vectors of columns.
private typealias Four = (Lanes, Lanes, Lanes, Lanes)

/// A constant number of rows and of vectors of columns (1, 2 or 4): every sum has a register.
@_transparent
private func block(_ kind: Elements, _ rows: Int, _ vectors: Int, _ tile: Tile) {
  let none: Four = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
  var (s0, s1, s2, s3, s4, s5) = (none, none, none, none, none, none)
  var (s6, s7, s8, s9, s10, s11) = (none, none, none, none, none, none)
  // Two blocks of 32 columns, where the vectors are so many.
  let second = kind.areValueCodes && vectors &* laneCount > 32 ? tile.aPiece : 0
  var (piece, b, left) = unsafe (tile.a, tile.b, tile.k)
  while left > 0 {
    var x = unsafe piece
    var i = left < aStride ? left : aStride
    left &-= i
    while i > 0 {
      unsafe prefetchElements(b + tile.next, vectors &* laneCount &* kind.bytes)
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
      unsafe b += tile.bBytes
      i &-= 1
    }
    unsafe piece += tile.aPiece
  }
  putRow(kind, rows, 0, vectors, tile, s0)
  putRow(kind, rows, 1, vectors, tile, s1)
  putRow(kind, rows, 2, vectors, tile, s2)
  putRow(kind, rows, 3, vectors, tile, s3)
  putRow(kind, rows, 4, vectors, tile, s4)
  putRow(kind, rows, 5, vectors, tile, s5)
  putRow(kind, rows, 6, vectors, tile, s6)
  putRow(kind, rows, 7, vectors, tile, s7)
  putRow(kind, rows, 8, vectors, tile, s8)
  putRow(kind, rows, 9, vectors, tile, s9)
  putRow(kind, rows, 10, vectors, tile, s10)
  putRow(kind, rows, 11, vectors, tile, s11)
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
private func elements(_ kind: Elements, _ vectors: Int, _ b: UnsafeRawPointer) -> Four {
  let zero = Lanes.zero
  return unsafe (
    element(kind, b, 0), vectors > 1 ? element(kind, b, 1) : zero,
    vectors > 2 ? element(kind, b, 2) : zero, vectors > 2 ? element(kind, b, 3) : zero
  )
}

/// `s + x[row] * v`; nothing where the tile has no such row.
@_transparent
private func addRow(
  _ kind: Elements, _ rows: Int, _ row: Int, _ vectors: Int, _ x: UnsafePointer<Float>,
  _ second: Int,
  _ v: Four, _ s: Four
) -> Four {
  guard row < rows else { return s }
  let x0 = unsafe splat(x[row &* aStride])
  let x1 = unsafe kind.areValueCodes && vectors > 2 ? splat(x[row &* aStride &+ second]) : x0
  return (
    fma(x0, v.0, s.0), vectors > 1 ? fma(x0, v.1, s.1) : s.1,
    vectors > 2 ? fma(x1, v.2, s.2) : s.2, vectors > 2 ? fma(x1, v.3, s.3) : s.3
  )
}

/// Stores a row's result, or adds it to what is there.
@_transparent
private func putRow(
  _ kind: Elements, _ rows: Int, _ row: Int, _ vectors: Int, _ tile: Tile, _ s: Four
) {
  guard row < rows else { return }
  let (c, scale) = unsafe (tile.c + row &* tile.cStride, tile.scales)
  unsafe put(kind, c, s.0, scale, tile.sums)
  if vectors > 1 { unsafe put(kind, c + laneCount, s.1, scale + laneCount, tile.sums) }
  if vectors > 2 {
    unsafe put(kind, c + 2 &* laneCount, s.2, scale + 2 &* laneCount, tile.sums)
    unsafe put(kind, c + 3 &* laneCount, s.3, scale + 3 &* laneCount, tile.sums)
  }
}

@_transparent
private func put(
  _ kind: Elements, _ c: UnsafeMutablePointer<Float>, _ x: Lanes, _ scale: UnsafePointer<Float>,
  _ sums: Bool
) {
  if kind.areKeyCodes {
    unsafe store(c, sums ? fma(x, load(scale), load(c)) : x * load(scale))
  } else {
    unsafe store(c, sums ? load(c) + x : x)
  }
}
