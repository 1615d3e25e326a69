// The matrix product inside attention: `c[rows][width] (+)= a[rows][k] * b[k][width]`, with `b` as
// the cache stores it. `width` is a multiple of 16. For two rows or more, `a` and `c` have rows up
// to the next multiple of 4, and those are computed too: a row of zeros costs less than a special
// kernel. `ahead` is what will be read next, in the shape of `b`: its lines are asked for while `b`
// is in use. Where nothing is next it is `b`, whose lines cost nothing.

/// The product with `b` in float32.
package func tileFloats(
  _ c: UnsafeMutablePointer<Float>, _ cStride: Int, _ a: UnsafePointer<Float>, _ aStride: Int,
  _ rows: Int, _ b: UnsafeRawPointer, _ bStride: Int, _ k: Int, _ width: Int, _ sums: Bool,
  _ ahead: UnsafeRawPointer
) {
  unsafe tile(0, c, cStride, a, aStride, rows, b, bStride, k, width, sums, ahead)
}

/// The product with `b` in float16.
package func tileHalves(
  _ c: UnsafeMutablePointer<Float>, _ cStride: Int, _ a: UnsafePointer<Float>, _ aStride: Int,
  _ rows: Int, _ b: UnsafeRawPointer, _ bStride: Int, _ k: Int, _ width: Int, _ sums: Bool,
  _ ahead: UnsafeRawPointer
) {
  unsafe tile(1, c, cStride, a, aStride, rows, b, bStride, k, width, sums, ahead)
}

/// The product with `b` in signed bytes.
package func tileCodes(
  _ c: UnsafeMutablePointer<Float>, _ cStride: Int, _ a: UnsafePointer<Float>, _ aStride: Int,
  _ rows: Int, _ b: UnsafeRawPointer, _ bStride: Int, _ k: Int, _ width: Int, _ sums: Bool,
  _ ahead: UnsafeRawPointer
) {
  unsafe tile(2, c, cStride, a, aStride, rows, b, bStride, k, width, sums, ahead)
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

@inline(__always)
private func tile(
  _ kind: Int, _ c: UnsafeMutablePointer<Float>, _ cStride: Int, _ a: UnsafePointer<Float>,
  _ aStride: Int, _ rows: Int, _ b: UnsafeRawPointer, _ bStride: Int, _ k: Int, _ width: Int,
  _ sums: Bool, _ ahead: UnsafeRawPointer
) {
  let bBytes = bStride &* size(kind)
  var r = 0
  while r < rows {
    let (a, c) = unsafe (a + r * aStride, c + r * cStride)
    // Once is enough for all rows.
    let next = unsafe (r == 0 ? ahead : b) - b
    var w = 0
    if rows - r == 1 {
      while w + 4 &* laneCount <= width {
        unsafe oneRowFour(kind, c + w, a, b + w &* size(kind), bBytes, k, sums, next)
        w += 4 * laneCount
      }
      while w < width {
        unsafe oneRowOne(kind, c + w, a, b + w &* size(kind), bBytes, k, sums, next)
        w += laneCount
      }
    } else {
      // Sixteen sums at once need the 32 registers of AVX-512.
      while laneCount == 16 && w + 4 &* laneCount <= width {
        unsafe fourRowsFour(
          kind, c + w, cStride, a, aStride, b + w &* size(kind), bBytes, k, sums, next)
        w += 4 * laneCount
      }
      while w + 2 &* laneCount <= width {
        unsafe fourRowsTwo(
          kind, c + w, cStride, a, aStride, b + w &* size(kind), bBytes, k, sums, next)
        w += 2 * laneCount
      }
      if w < width {
        unsafe fourRowsOne(
          kind, c + w, cStride, a, aStride, b + w &* size(kind), bBytes, k, sums, next)
      }
    }
    r += 4
  }
}

@inline(__always)
private func oneRowFour(
  _ kind: Int, _ c: UnsafeMutablePointer<Float>, _ a: UnsafePointer<Float>,
  _ b: UnsafeRawPointer, _ bBytes: Int, _ k: Int, _ sums: Bool, _ next: Int
) {
  var (c0, c1, c2, c3) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
  var (a, b) = unsafe (a, b)
  for _ in 0..<k {
    unsafe prefetch(b + next)
    unsafe prefetch(b + (next &+ 64))
    let a0 = unsafe splat(a[0])
    unsafe c0 = fma(a0, element(kind, b, 0), c0)
    unsafe c1 = fma(a0, element(kind, b, 1), c1)
    unsafe c2 = fma(a0, element(kind, b, 2), c2)
    unsafe c3 = fma(a0, element(kind, b, 3), c3)
    unsafe a += 1
    unsafe b += bBytes
  }
  unsafe putFour(c, c0, c1, c2, c3, sums)
}

@inline(__always)
private func oneRowOne(
  _ kind: Int, _ c: UnsafeMutablePointer<Float>, _ a: UnsafePointer<Float>,
  _ b: UnsafeRawPointer, _ bBytes: Int, _ k: Int, _ sums: Bool, _ next: Int
) {
  var c0 = Lanes.zero
  var (a, b) = unsafe (a, b)
  for _ in 0..<k {
    unsafe prefetch(b + next)
    unsafe c0 = fma(splat(a[0]), element(kind, b, 0), c0)
    unsafe a += 1
    unsafe b += bBytes
  }
  unsafe put(c, c0, sums)
}

@inline(__always)
private func fourRowsFour(
  _ kind: Int, _ c: UnsafeMutablePointer<Float>, _ cStride: Int, _ a: UnsafePointer<Float>,
  _ aStride: Int, _ b: UnsafeRawPointer, _ bBytes: Int, _ k: Int, _ sums: Bool, _ next: Int
) {
  var (c00, c01, c02, c03) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
  var (c10, c11, c12, c13) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
  var (c20, c21, c22, c23) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
  var (c30, c31, c32, c33) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
  var (a, b) = unsafe (a, b)
  for _ in 0..<k {
    unsafe prefetch(b + next)
    unsafe prefetch(b + (next &+ 64))
    let b0 = unsafe element(kind, b, 0)
    let b1 = unsafe element(kind, b, 1)
    let b2 = unsafe element(kind, b, 2)
    let b3 = unsafe element(kind, b, 3)
    let a0 = unsafe splat(a[0])
    c00 = fma(a0, b0, c00)
    c01 = fma(a0, b1, c01)
    c02 = fma(a0, b2, c02)
    c03 = fma(a0, b3, c03)
    let a1 = unsafe splat(a[aStride])
    c10 = fma(a1, b0, c10)
    c11 = fma(a1, b1, c11)
    c12 = fma(a1, b2, c12)
    c13 = fma(a1, b3, c13)
    let a2 = unsafe splat(a[2 &* aStride])
    c20 = fma(a2, b0, c20)
    c21 = fma(a2, b1, c21)
    c22 = fma(a2, b2, c22)
    c23 = fma(a2, b3, c23)
    let a3 = unsafe splat(a[3 &* aStride])
    c30 = fma(a3, b0, c30)
    c31 = fma(a3, b1, c31)
    c32 = fma(a3, b2, c32)
    c33 = fma(a3, b3, c33)
    unsafe a += 1
    unsafe b += bBytes
  }
  unsafe putFour(c, c00, c01, c02, c03, sums)
  unsafe putFour(c + cStride, c10, c11, c12, c13, sums)
  unsafe putFour(c + 2 &* cStride, c20, c21, c22, c23, sums)
  unsafe putFour(c + 3 &* cStride, c30, c31, c32, c33, sums)
}

@inline(__always)
private func fourRowsTwo(
  _ kind: Int, _ c: UnsafeMutablePointer<Float>, _ cStride: Int, _ a: UnsafePointer<Float>,
  _ aStride: Int, _ b: UnsafeRawPointer, _ bBytes: Int, _ k: Int, _ sums: Bool, _ next: Int
) {
  var (c00, c01, c10, c11) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
  var (c20, c21, c30, c31) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
  var (a, b) = unsafe (a, b)
  for _ in 0..<k {
    unsafe prefetch(b + next)
    let b0 = unsafe element(kind, b, 0)
    let b1 = unsafe element(kind, b, 1)
    let a0 = unsafe splat(a[0])
    c00 = fma(a0, b0, c00)
    c01 = fma(a0, b1, c01)
    let a1 = unsafe splat(a[aStride])
    c10 = fma(a1, b0, c10)
    c11 = fma(a1, b1, c11)
    let a2 = unsafe splat(a[2 &* aStride])
    c20 = fma(a2, b0, c20)
    c21 = fma(a2, b1, c21)
    let a3 = unsafe splat(a[3 &* aStride])
    c30 = fma(a3, b0, c30)
    c31 = fma(a3, b1, c31)
    unsafe a += 1
    unsafe b += bBytes
  }
  unsafe put(c, c00, sums)
  unsafe put(c + laneCount, c01, sums)
  unsafe put(c + cStride, c10, sums)
  unsafe put(c + cStride + laneCount, c11, sums)
  unsafe put(c + 2 &* cStride, c20, sums)
  unsafe put(c + 2 &* cStride + laneCount, c21, sums)
  unsafe put(c + 3 &* cStride, c30, sums)
  unsafe put(c + 3 &* cStride + laneCount, c31, sums)
}

@inline(__always)
private func fourRowsOne(
  _ kind: Int, _ c: UnsafeMutablePointer<Float>, _ cStride: Int, _ a: UnsafePointer<Float>,
  _ aStride: Int, _ b: UnsafeRawPointer, _ bBytes: Int, _ k: Int, _ sums: Bool, _ next: Int
) {
  var (c0, c1, c2, c3) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
  var (a, b) = unsafe (a, b)
  for _ in 0..<k {
    unsafe prefetch(b + next)
    let b0 = unsafe element(kind, b, 0)
    unsafe c0 = fma(splat(a[0]), b0, c0)
    unsafe c1 = fma(splat(a[aStride]), b0, c1)
    unsafe c2 = fma(splat(a[2 &* aStride]), b0, c2)
    unsafe c3 = fma(splat(a[3 &* aStride]), b0, c3)
    unsafe a += 1
    unsafe b += bBytes
  }
  unsafe put(c, c0, sums)
  unsafe put(c + cStride, c1, sums)
  unsafe put(c + 2 &* cStride, c2, sums)
  unsafe put(c + 3 &* cStride, c3, sums)
}

/// Stores a result, or adds it to what is there.
@inline(__always)
private func put(_ c: UnsafeMutablePointer<Float>, _ x: Lanes, _ sums: Bool) {
  unsafe store(c, sums ? load(c) + x : x)
}

@inline(__always)
private func putFour(
  _ c: UnsafeMutablePointer<Float>, _ x0: Lanes, _ x1: Lanes, _ x2: Lanes, _ x3: Lanes,
  _ sums: Bool
) {
  unsafe put(c, x0, sums)
  unsafe put(c + laneCount, x1, sums)
  unsafe put(c + 2 &* laneCount, x2, sums)
  unsafe put(c + 3 &* laneCount, x3, sums)
}
