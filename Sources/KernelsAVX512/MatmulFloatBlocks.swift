import TernQuant
internal import _Builtin_intrinsics.intel

// Float weights times many activation rows. The weights of 48 rows and a block of columns are
// widened and transposed, to vectors of sixteen rows, column by column, and stay in the first-level
// cache while all activation rows pass by, eight at a time: the sums of three weight vectors and
// eight rows fill 24 registers, so that eleven loads feed 24 multiplications.

/// Columns of a block.
private var blockColumns: Int { 256 }

/// Activation rows that pass by at a time: so many that packing weights costs little, and so few
/// that a block of their columns stays in the second-level cache.
private var chunkRows: Int { 512 }

/// Bytes of scratch for `count` activation rows.
package func floatBlockBytes(count: Int) -> Int {
  (min(count &+ 7, chunkRows) &+ 48) &* blockColumns &* 4
}

/// As `multiplyFloats`, for many activation rows; `scratch` has ``floatBlockBytes(count:)`` bytes
/// on a 64-byte boundary.
package func multiplyFloatBlocks(
  _ type: TensorType, weights: UnsafeRawPointer, rowBytes: Int, rows: Int, columns: Int,
  x: UnsafePointer<Float>, xStride: Int, count: Int, out: UnsafeMutablePointer<Float>,
  stride: Int, scratch: UnsafeMutableRawPointer
) {
  let panels = unsafe scratch.assumingMemoryBound(to: Float.self)
  let copies = unsafe panels + 48 &* blockColumns
  var first = 0
  while first < count {
    let chunk = min(chunkRows, count &- first)
    var column = 0
    // Once at least, so that the sums over no columns become zero.
    while column < columns || column == 0 {
      let width = min(blockColumns, columns &- column)
      unsafe copyRows(x + (first &* xStride &+ column), xStride, chunk, width, copies)
      var row = 0
      while row < rows {
        let from = unsafe weights + (row &* rowBytes &+ column &* floatBytes(type))
        let some = min(48, rows &- row)
        unsafe packPanels(type, from, rowBytes, some, width, panels)
        // What is packed next arrives while the rows pass by.
        if row &+ 48 < rows {
          unsafe prefetchRows(
            from + 48 &* rowBytes, rowBytes, min(48, rows &- row &- 48), width &* floatBytes(type))
        } else {
          let next = column &+ blockColumns
          unsafe prefetchRows(
            weights + next &* floatBytes(type), rowBytes, min(48, rows),
            min(blockColumns, columns &- next) &* floatBytes(type))
        }
        unsafe multiplyTiles(
          copies, panels, (width &+ 15) & ~15, some, chunk, column > 0,
          out + (first &* stride &+ row), stride)
        row &+= 48
      }
      column &+= blockColumns
    }
    first &+= chunkRows
  }
}

/// Asks for `bytes` bytes of each of `rows` rows.
private func prefetchRows(_ p: UnsafeRawPointer, _ rowBytes: Int, _ rows: Int, _ bytes: Int) {
  var row = 0
  while row < rows {
    var byte = 0
    while byte < bytes {
      unsafe prefetch(p + (row &* rowBytes &+ byte))
      byte &+= 64
    }
    row &+= 1
  }
}

/// Copies `rows` activation rows of `width` columns, `blockColumns` apart, with zeros to a whole
/// number of sixteen columns.
private func copyRows(
  _ x: UnsafePointer<Float>, _ xStride: Int, _ rows: Int, _ width: Int,
  _ to: UnsafeMutablePointer<Float>
) {
  var row = 0
  while row < rows {
    let from = unsafe x + row &* xStride
    var column = 0
    while column < width {
      unsafe prefetch(from + (4 &* xStride &+ column))
      unsafe _mm512_storeu_ps(
        to + (row &* blockColumns &+ column), loadPart(from + column, min(16, width &- column)))
      column &+= 16
    }
    row &+= 1
  }
}

/// Up to three panels times all activation rows.
private func multiplyTiles(
  _ x: UnsafePointer<Float>, _ panels: UnsafePointer<Float>, _ width: Int, _ rows: Int,
  _ count: Int, _ adds: Bool, _ out: UnsafeMutablePointer<Float>, _ stride: Int
) {
  var row = 0
  while row < count {
    let from = unsafe x + row &* blockColumns
    let to = unsafe out + row &* stride
    let valid = min(8, count &- row)
    if rows > 32 {
      unsafe floatTrio(3, from, panels, width, rows, valid, adds, to, stride)
    } else if rows > 16 {
      unsafe floatTrio(2, from, panels, width, rows, valid, adds, to, stride)
    } else {
      unsafe floatTrio(1, from, panels, width, rows, valid, adds, to, stride)
    }
    row &+= 8
  }
}

/// Sums of up to three weight vectors with eight activation rows.
private struct FloatSums {
  var (a0, a1, a2, a3): (__m512, __m512, __m512, __m512)
  var (a4, a5, a6, a7): (__m512, __m512, __m512, __m512)
  var (b0, b1, b2, b3): (__m512, __m512, __m512, __m512)
  var (b4, b5, b6, b7): (__m512, __m512, __m512, __m512)
  var (c0, c1, c2, c3): (__m512, __m512, __m512, __m512)
  var (c4, c5, c6, c7): (__m512, __m512, __m512, __m512)

  @inline(__always)
  init() {
    let zero = _mm512_setzero_ps()
    (a0, a1, a2, a3, a4, a5, a6, a7) = (zero, zero, zero, zero, zero, zero, zero, zero)
    (b0, b1, b2, b3, b4, b5, b6, b7) = (zero, zero, zero, zero, zero, zero, zero, zero)
    (c0, c1, c2, c3, c4, c5, c6, c7) = (zero, zero, zero, zero, zero, zero, zero, zero)
  }

  /// One column of `vectors` (a constant) panels at `w` and of eight rows at `x`.
  @inline(__always)
  mutating func step(_ vectors: Int, _ w: UnsafePointer<Float>, _ x: UnsafePointer<Float>) {
    let size = 16 &* blockColumns
    let p = unsafe _mm512_loadu_ps(w)
    let q = unsafe vectors > 1 ? _mm512_loadu_ps(w + size) : p
    let r = unsafe vectors > 2 ? _mm512_loadu_ps(w + 2 &* size) : p
    unsafe add(vectors, p, q, r, x, 0, &a0, &b0, &c0)
    unsafe add(vectors, p, q, r, x, 1, &a1, &b1, &c1)
    unsafe add(vectors, p, q, r, x, 2, &a2, &b2, &c2)
    unsafe add(vectors, p, q, r, x, 3, &a3, &b3, &c3)
    unsafe add(vectors, p, q, r, x, 4, &a4, &b4, &c4)
    unsafe add(vectors, p, q, r, x, 5, &a5, &b5, &c5)
    unsafe add(vectors, p, q, r, x, 6, &a6, &b6, &c6)
    unsafe add(vectors, p, q, r, x, 7, &a7, &b7, &c7)
  }
}

@inline(__always)
private func add(
  _ vectors: Int, _ p: __m512, _ q: __m512, _ r: __m512, _ x: UnsafePointer<Float>, _ row: Int,
  _ a: inout __m512, _ b: inout __m512, _ c: inout __m512
) {
  let y = unsafe _mm512_set1_ps(x[row &* blockColumns])
  a = _mm512_fmadd_ps(p, y, a)
  if vectors > 1 { b = _mm512_fmadd_ps(q, y, b) }
  if vectors > 2 { c = _mm512_fmadd_ps(r, y, c) }
}

/// `vectors` panels (a constant) of `rows` weight rows times eight rows, of which `valid` count.
@inline(__always)
private func floatTrio(
  _ vectors: Int, _ x: UnsafePointer<Float>, _ panels: UnsafePointer<Float>, _ width: Int,
  _ rows: Int, _ valid: Int, _ adds: Bool, _ out: UnsafeMutablePointer<Float>, _ stride: Int
) {
  var sums = FloatSums()
  var (w, y) = unsafe (panels, x)
  var left = width
  while left > 0 {
    unsafe sums.step(vectors, w, y)
    unsafe w = w + 16
    unsafe y = y + 1
    left &-= 1
  }
  let n = (rows, valid, adds)
  unsafe keep(vectors, n, sums.a0, sums.b0, sums.c0, 0, out, stride)
  unsafe keep(vectors, n, sums.a1, sums.b1, sums.c1, 1, out, stride)
  unsafe keep(vectors, n, sums.a2, sums.b2, sums.c2, 2, out, stride)
  unsafe keep(vectors, n, sums.a3, sums.b3, sums.c3, 3, out, stride)
  unsafe keep(vectors, n, sums.a4, sums.b4, sums.c4, 4, out, stride)
  unsafe keep(vectors, n, sums.a5, sums.b5, sums.c5, 5, out, stride)
  unsafe keep(vectors, n, sums.a6, sums.b6, sums.c6, 6, out, stride)
  unsafe keep(vectors, n, sums.a7, sums.b7, sums.c7, 7, out, stride)
}

/// The sums of row `row`: stored, or added to those of the columns before.
@inline(__always)
private func keep(
  _ vectors: Int, _ n: (rows: Int, valid: Int, adds: Bool), _ a: __m512, _ b: __m512, _ c: __m512,
  _ row: Int, _ out: UnsafeMutablePointer<Float>, _ stride: Int
) {
  if row >= n.valid { return }
  let to = unsafe out + row &* stride
  unsafe keepVector(to, a, min(16, n.rows), n.adds)
  if vectors > 1 { unsafe keepVector(to + 16, b, min(16, n.rows &- 16), n.adds) }
  if vectors > 2 { unsafe keepVector(to + 32, c, min(16, n.rows &- 32), n.adds) }
}

@inline(__always)
private func keepVector(_ p: UnsafeMutablePointer<Float>, _ x: __m512, _ n: Int, _ adds: Bool) {
  let sum = unsafe adds ? _mm512_add_ps(loadPart(p, n), x) : x
  unsafe storePart(p, sum, n)
}

/// `width` columns of up to 48 weight rows as panels of sixteen rows, `[column][16]`,
/// `blockColumns` columns apart.
private func packPanels(
  _ type: TensorType, _ weights: UnsafeRawPointer, _ rowBytes: Int, _ rows: Int, _ width: Int,
  _ panels: UnsafeMutablePointer<Float>
) {
  var row = 0
  while row < rows {
    let from = unsafe weights + row &* rowBytes
    let to = unsafe panels + row &* blockColumns
    let valid = min(16, rows &- row)
    var column = 0
    while column < width {
      let n = min(16, width &- column)
      let source = unsafe from + column &* floatBytes(type)
      switch type {
      case .f16: unsafe packSquare(.f16, source, rowBytes, valid, n, to + 16 &* column)
      case .bf16: unsafe packSquare(.bf16, source, rowBytes, valid, n, to + 16 &* column)
      default: unsafe packSquare(.f32, source, rowBytes, valid, n, to + 16 &* column)
      }
      column &+= 16
    }
    row &+= 16
  }
}

/// The first `n` of sixteen weights as float32, zero for the others.
@inline(__always)
private func firstWeights(_ type: TensorType, _ p: UnsafeRawPointer, _ n: Int) -> __m512 {
  if case .f32 = type { return unsafe loadPart(p.assumingMemoryBound(to: Float.self), n) }
  let mask = UInt16(truncatingIfNeeded: (1 &<< n) &- 1)
  let bits = unsafe _mm256_maskz_loadu_epi16(mask, p)
  if case .f16 = type { return _mm512_cvtph_ps(bits) }
  return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(bits), 16))
}

/// Sixteen vectors.
private typealias Square = (
  __m512, __m512, __m512, __m512, __m512, __m512, __m512, __m512,
  __m512, __m512, __m512, __m512, __m512, __m512, __m512, __m512
)

/// Up to 16 × 16 weights, transposed; rows beyond `rows` repeat the last.
@inline(__always)
private func packSquare(
  _ type: TensorType, _ p: UnsafeRawPointer, _ rowBytes: Int, _ rows: Int, _ n: Int,
  _ to: UnsafeMutablePointer<Float>
) {
  @inline(__always) func row(_ index: Int) -> __m512 {
    unsafe firstWeights(type, p + min(index, rows &- 1) &* rowBytes, n)
  }
  let square = (
    row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7),
    row(8), row(9), row(10), row(11), row(12), row(13), row(14), row(15)
  )
  let t = shuffled(shuffled(shuffled(shuffled(square))))
  unsafe (_mm512_storeu_ps(to, t.0), _mm512_storeu_ps(to + 16, t.1))
  unsafe (_mm512_storeu_ps(to + 32, t.2), _mm512_storeu_ps(to + 48, t.3))
  unsafe (_mm512_storeu_ps(to + 64, t.4), _mm512_storeu_ps(to + 80, t.5))
  unsafe (_mm512_storeu_ps(to + 96, t.6), _mm512_storeu_ps(to + 112, t.7))
  unsafe (_mm512_storeu_ps(to + 128, t.8), _mm512_storeu_ps(to + 144, t.9))
  unsafe (_mm512_storeu_ps(to + 160, t.10), _mm512_storeu_ps(to + 176, t.11))
  unsafe (_mm512_storeu_ps(to + 192, t.12), _mm512_storeu_ps(to + 208, t.13))
  unsafe (_mm512_storeu_ps(to + 224, t.14), _mm512_storeu_ps(to + 240, t.15))
}

/// One of four equal steps of a transposition: rows i and i + 8 interleaved become rows 2i and
/// 2i + 1, which moves the highest bit of the row's number to the column's and the column's to the
/// row's.
@inline(__always)
private func shuffled(_ s: Square) -> Square {
  (
    low(s.0, s.8), high(s.0, s.8), low(s.1, s.9), high(s.1, s.9),
    low(s.2, s.10), high(s.2, s.10), low(s.3, s.11), high(s.3, s.11),
    low(s.4, s.12), high(s.4, s.12), low(s.5, s.13), high(s.5, s.13),
    low(s.6, s.14), high(s.6, s.14), low(s.7, s.15), high(s.7, s.15)
  )
}

/// The low halves of `a` and `b`, interleaved.
@inline(__always)
private func low(_ a: __m512, _ b: __m512) -> __m512 {
  let order = SIMD16<Int32>(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
  return unsafe _mm512_permutex2var_ps(a, unsafeBitCast(order, to: __m512i.self), b)
}

/// The high halves of `a` and `b`, interleaved.
@inline(__always)
private func high(_ a: __m512, _ b: __m512) -> __m512 {
  let order = SIMD16<Int32>(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
  return unsafe _mm512_permutex2var_ps(a, unsafeBitCast(order, to: __m512i.self), b)
}

/// Bytes of a weight.
@inline(__always)
private func floatBytes(_ type: TensorType) -> Int { if case .f32 = type { 4 } else { 2 } }
