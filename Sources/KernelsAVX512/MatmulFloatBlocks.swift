#if arch(x86_64)
  import TernKernelsPortable
  import TernQuant
  internal import _Builtin_intrinsics.intel

  // Float weights times many activation rows. The weights of 48 rows and a block of columns are
  // widened and transposed, to vectors of sixteen rows, column by column, and stay in the nearest
  // caches while all activation rows pass by, eight at a time: the sums of three weight vectors and
  // eight rows fill 24 registers, so that eleven loads feed 24 multiplications.

  /// Columns of a block.
  var blockColumns: Int { 256 }

  /// Activation rows that pass by at a time: so many that packing weights costs little, and so few
  /// that a block of their columns stays in the second-level cache.
  private var chunkRows: Int { 512 }

  /// Bytes of scratch for `count` activation rows.
  func floatBlockBytes(count: Int) -> Int {
    (min((count &+ 7) & ~7, chunkRows) &+ 48) &* blockColumns &* 4
  }

  /// As `multiplyFloats`, for many activation rows; `scratch` has ``floatBlockBytes(count:)`` bytes
  /// on a 64-byte boundary.
  func multiplyFloatBlocks(
    _ type: FloatType, _ product: FloatProduct, _ scratch: UnsafeMutableRawPointer
  ) {
    let panels = unsafe scratch.assumingMemoryBound(to: Float.self)
    let copies = unsafe panels + 48 &* blockColumns
    let (weights, rowBytes, bytes) = unsafe (product.weights, product.rowBytes, type.bytes)
    let (rows, columns, stride) = (product.rows, product.columns, product.stride)
    var first = 0
    while first < product.count {
      let chunk = min(chunkRows, product.count &- first)
      var column = 0
      // Once at least, so that the sums over no columns become zero.
      while column < columns || column == 0 {
        let width = min(blockColumns, columns &- column)
        unsafe copyFloatRows(
          product.x + (first &* product.xStride &+ column), product.xStride, chunk, width, copies)
        var row = 0
        while row < rows {
          let from = unsafe weights + (row &* rowBytes &+ column &* bytes)
          let some = min(48, rows &- row)
          unsafe packFloatPanels(type, from, rowBytes, some, width, panels)
          // What is packed next arrives while the rows pass by.
          if row &+ 48 < rows {
            unsafe prefetchFloatRows(
              from + 48 &* rowBytes, rowBytes, min(48, rows &- row &- 48), width &* bytes)
          } else {
            let next = column &+ blockColumns
            unsafe prefetchFloatRows(
              weights + next &* bytes, rowBytes, min(48, rows),
              min(blockColumns, columns &- next) &* bytes)
          }
          unsafe multiplyFloatTiles(
            copies, panels, (width &+ 15) & ~15, some, chunk, column > 0,
            product.out + (first &* stride &+ row), stride)
          row &+= 48
        }
        column &+= blockColumns
      }
      first &+= chunkRows
    }
  }

  /// Asks for `bytes` bytes of each of `rows` rows.
  func prefetchFloatRows(_ p: UnsafeRawPointer, _ rowBytes: Int, _ rows: Int, _ bytes: Int) {
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
  /// number of sixteen columns, and the last row again to a whole number of eight rows.
  func copyFloatRows(
    _ x: UnsafePointer<Float>, _ xStride: Int, _ rows: Int, _ width: Int,
    _ to: UnsafeMutablePointer<Float>
  ) {
    var row = 0
    while row < (rows &+ 7) & ~7 {
      let from = unsafe x + min(row, rows &- 1) &* xStride
      let target = unsafe to + row &* blockColumns
      var column = 0
      while column < width {
        unsafe prefetch(from + (4 &* xStride &+ column))
        unsafe _mm512_storeu_ps(target + column, loadPart(from + column, min(16, width &- column)))
        column &+= 16
      }
      row &+= 1
    }
  }

  /// Up to three panels times all activation rows.
  func multiplyFloatTiles(
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

  /// The sums of one weight vector with eight activation rows.
  typealias FloatSums = (__m512, __m512, __m512, __m512, __m512, __m512, __m512, __m512)

  /// `vectors` panels (a constant) of `rows` weight rows times eight rows, of which `valid` count.
  @inline(__always)
  func floatTrio(
    _ vectors: Int, _ x: UnsafePointer<Float>, _ panels: UnsafePointer<Float>, _ width: Int,
    _ rows: Int, _ valid: Int, _ adds: Bool, _ out: UnsafeMutablePointer<Float>, _ stride: Int
  ) {
    let zero = _mm512_setzero_ps()
    var a: FloatSums = (zero, zero, zero, zero, zero, zero, zero, zero)
    var (b, c) = (a, a)
    var (w, y) = unsafe (panels, x)
    var left = width
    while left > 0 {
      let p = unsafe _mm512_loadu_ps(w)
      let q = unsafe vectors > 1 ? _mm512_loadu_ps(w + 16 &* blockColumns) : p
      let r = unsafe vectors > 2 ? _mm512_loadu_ps(w + 32 &* blockColumns) : p
      unsafe addToTrio(vectors, p, q, r, y, 0, &a.0, &b.0, &c.0)
      unsafe addToTrio(vectors, p, q, r, y, 1, &a.1, &b.1, &c.1)
      unsafe addToTrio(vectors, p, q, r, y, 2, &a.2, &b.2, &c.2)
      unsafe addToTrio(vectors, p, q, r, y, 3, &a.3, &b.3, &c.3)
      unsafe addToTrio(vectors, p, q, r, y, 4, &a.4, &b.4, &c.4)
      unsafe addToTrio(vectors, p, q, r, y, 5, &a.5, &b.5, &c.5)
      unsafe addToTrio(vectors, p, q, r, y, 6, &a.6, &b.6, &c.6)
      unsafe addToTrio(vectors, p, q, r, y, 7, &a.7, &b.7, &c.7)
      unsafe w = w + 16
      unsafe y = y + 1
      left &-= 1
    }
    let n = (rows, valid, adds)
    unsafe keepRow(vectors, n, a.0, b.0, c.0, 0, out, stride)
    unsafe keepRow(vectors, n, a.1, b.1, c.1, 1, out, stride)
    unsafe keepRow(vectors, n, a.2, b.2, c.2, 2, out, stride)
    unsafe keepRow(vectors, n, a.3, b.3, c.3, 3, out, stride)
    unsafe keepRow(vectors, n, a.4, b.4, c.4, 4, out, stride)
    unsafe keepRow(vectors, n, a.5, b.5, c.5, 5, out, stride)
    unsafe keepRow(vectors, n, a.6, b.6, c.6, 6, out, stride)
    unsafe keepRow(vectors, n, a.7, b.7, c.7, 7, out, stride)
  }

  /// Row `row` of one column of the activations at `x` times the column of the panels.
  @inline(__always)
  func addToTrio(
    _ vectors: Int, _ p: __m512, _ q: __m512, _ r: __m512, _ x: UnsafePointer<Float>, _ row: Int,
    _ a: inout __m512, _ b: inout __m512, _ c: inout __m512
  ) {
    let y = unsafe _mm512_set1_ps(x[row &* blockColumns])
    a = _mm512_fmadd_ps(p, y, a)
    if vectors > 1 { b = _mm512_fmadd_ps(q, y, b) }
    if vectors > 2 { c = _mm512_fmadd_ps(r, y, c) }
  }

  /// The sums of row `row`: stored, or added to those of the columns before.
  @inline(__always)
  func keepRow(
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
  func keepVector(_ p: UnsafeMutablePointer<Float>, _ x: __m512, _ n: Int, _ adds: Bool) {
    let sum = unsafe adds ? _mm512_add_ps(loadPart(p, n), x) : x
    unsafe storePart(p, sum, n)
  }
#endif
