#if arch(x86_64)
  import TernKernelsPortable
  import TernQuant
  internal import _Builtin_intrinsics.intel

  /// Rows of float weights times float activations.
  func multiplyFloats(_ type: FloatType, _ product: FloatProduct) {
    switch type {
    case .f32: multiplyF32(product)
    case .f16: multiplyF16(product)
    case .bf16: multiplyBF16(product)
    }
  }

  // A function for each type: calls of one that differ in the type alone become a single call, which
  // has it as a variable.

  @inline(never)
  func multiplyF32(_ product: FloatProduct) { floatRows(.f32, product) }

  @inline(never)
  func multiplyF16(_ product: FloatProduct) { floatRows(.f16, product) }

  @inline(never)
  func multiplyBF16(_ product: FloatProduct) { floatRows(.bf16, product) }

  /// Two weight rows meet two activation rows at a time, and four where there are many; one row alone is
  /// read as one stream.
  ///
  /// Below ``exactRows`` a row has the same bits whatever rows are beside it.
  @inline(__always)
  private func floatRows(_ type: FloatType, _ product: FloatProduct) {
    let (rowBytes, columns) = (product.rowBytes, product.columns)
    let (xStride, stride, count) = (product.xStride, product.stride, product.count)
    let out = unsafe product.out
    var row = 0
    if count > 1, count < exactRows {
      while row &+ 1 < product.rows {
        let w = unsafe product.weights + row &* rowBytes
        var index = 0
        while index &+ 1 < count {
          unsafe square(
            type, w, rowBytes, columns, product.x + index &* xStride, xStride,
            out + (index &* stride &+ row), stride)
          index &+= 2
        }
        if index < count {
          let a = unsafe product.x + index &* xStride
          unsafe out[index &* stride &+ row] = floatDot(type, w, a, columns)
          unsafe out[index &* stride &+ row &+ 1] = floatDot(type, w + rowBytes, a, columns)
        }
        row &+= 2
      }
    } else if count >= exactRows {
      while row &+ 1 < product.rows {
        let w = unsafe product.weights + row &* rowBytes
        var index = 0
        while index &+ 3 < count {
          unsafe floatTile(
            type, w, rowBytes, columns, product.x + index &* xStride, xStride,
            out + (index &* stride &+ row), stride)
          index &+= 4
        }
        while index < count {
          let a = unsafe product.x + index &* xStride
          unsafe out[index &* stride &+ row] = floatDot(type, w, a, columns)
          unsafe out[index &* stride &+ row &+ 1] = floatDot(type, w + rowBytes, a, columns)
          index &+= 1
        }
        row &+= 2
      }
    }
    while row < product.rows {
      var index = 0
      while index < count {
        unsafe out[index &* stride &+ row] = floatDot(
          type, product.weights + row &* rowBytes, product.x + index &* xStride, columns)
        index &+= 1
      }
      row &+= 1
    }
  }

  /// So many activation rows are summed up in the quickest order, not in that of a single one.
  @inline(__always)
  private var exactRows: Int { 16 }

  /// Sixteen weights from column `column` as float32.
  @inline(__always)
  private func sixteen(_ type: FloatType, _ w: UnsafeRawPointer, _ column: Int) -> __m512 {
    switch type {
    case .f32: return unsafe _mm512_loadu_ps(w + 4 &* column)
    case .f16: return unsafe _mm512_cvtph_ps(load256(w + 2 &* column))
    case .bf16: return unsafe sixteenBF16(load256(w + 2 &* column))
    }
  }

  /// The weights from column `column` that `mask` selects, zero in the other lanes.
  @inline(__always)
  private func rest(
    _ type: FloatType, _ w: UnsafeRawPointer, _ column: Int, _ mask: __mmask16
  ) -> __m512 {
    switch type {
    case .f32: return unsafe _mm512_maskz_loadu_ps(mask, w + 4 &* column)
    case .f16: return unsafe _mm512_cvtph_ps(_mm256_maskz_loadu_epi16(mask, w + 2 &* column))
    case .bf16: return unsafe sixteenBF16(_mm256_maskz_loadu_epi16(mask, w + 2 &* column))
    }
  }

  @inline(__always)
  private func load256(_ p: UnsafeRawPointer) -> __m256i {
    unsafe _mm256_loadu_si256(p.assumingMemoryBound(to: __m256i.self))
  }

  @inline(__always)
  private func sixteenBF16(_ bits: __m256i) -> __m512 {
    _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(bits), 16))
  }

  /// The lanes below `columns % 16`.
  @inline(__always)
  private func tailMask(_ columns: Int) -> __mmask16 {
    __mmask16((UInt32(1) &<< UInt32(columns & 15)) &- 1)
  }

  @inline(__always)
  private func floatDot(
    _ type: FloatType, _ w: UnsafeRawPointer, _ x: UnsafePointer<Float>, _ columns: Int
  ) -> Float {
    var (a, b) = (_mm512_setzero_ps(), _mm512_setzero_ps())
    var (c, d) = (a, b)
    var column = 0
    while column &+ 63 < columns {
      unsafe prefetch(
        w + (prefetchDistance &+ column &* type.bytes), lines: type.bytes)
      let p = unsafe x + column
      a = unsafe _mm512_fmadd_ps(sixteen(type, w, column), _mm512_loadu_ps(p), a)
      b = unsafe _mm512_fmadd_ps(sixteen(type, w, column &+ 16), _mm512_loadu_ps(p + 16), b)
      c = unsafe _mm512_fmadd_ps(sixteen(type, w, column &+ 32), _mm512_loadu_ps(p + 32), c)
      d = unsafe _mm512_fmadd_ps(sixteen(type, w, column &+ 48), _mm512_loadu_ps(p + 48), d)
      column &+= 64
    }
    while column &+ 15 < columns {
      a = unsafe _mm512_fmadd_ps(sixteen(type, w, column), _mm512_loadu_ps(x + column), a)
      column &+= 16
    }
    if column < columns {
      let mask = tailMask(columns)
      b = unsafe _mm512_fmadd_ps(
        rest(type, w, column, mask), _mm512_maskz_loadu_ps(mask, x + column), b)
    }
    return _mm512_reduce_add_ps(_mm512_add_ps(_mm512_add_ps(a, b), _mm512_add_ps(c, d)))
  }

  /// Sixteen columns of two weight rows times two activation rows.
  @inline(__always)
  private func addSquare(
    _ type: FloatType, _ w: UnsafeRawPointer, _ v: UnsafeRawPointer, _ x: UnsafePointer<Float>,
    _ z: UnsafePointer<Float>, _ column: Int, _ wx: inout __m512, _ wz: inout __m512,
    _ vx: inout __m512, _ vz: inout __m512
  ) {
    let (p, q) = unsafe (sixteen(type, w, column), sixteen(type, v, column))
    let (s, t) = unsafe (_mm512_loadu_ps(x + column), _mm512_loadu_ps(z + column))
    (wx, wz) = (_mm512_fmadd_ps(p, s, wx), _mm512_fmadd_ps(p, t, wz))
    (vx, vz) = (_mm512_fmadd_ps(q, s, vx), _mm512_fmadd_ps(q, t, vz))
  }

  /// The sum of four partial sums, as of one ``floatDot``.
  @inline(__always)
  private func total(_ a: __m512, _ b: __m512, _ c: __m512, _ d: __m512) -> Float {
    _mm512_reduce_add_ps(_mm512_add_ps(_mm512_add_ps(a, b), _mm512_add_ps(c, d)))
  }

  /// The square of a type, in a function of its own: they are too large to be part of their callers.
  ///
  /// Those are not private: of a private one every part of the module would get a weak copy.
  @inline(__always)
  private func square(
    _ type: FloatType, _ w: UnsafeRawPointer, _ rowBytes: Int, _ columns: Int,
    _ x: UnsafePointer<Float>, _ xStride: Int, _ out: UnsafeMutablePointer<Float>, _ stride: Int
  ) {
    switch type {
    case .f32: unsafe squareF32(w, rowBytes, columns, x, xStride, out, stride)
    case .f16: unsafe squareF16(w, rowBytes, columns, x, xStride, out, stride)
    case .bf16: unsafe squareBF16(w, rowBytes, columns, x, xStride, out, stride)
    }
  }

  @inline(never)
  func squareF16(
    _ w: UnsafeRawPointer, _ rowBytes: Int, _ columns: Int, _ x: UnsafePointer<Float>,
    _ xStride: Int, _ out: UnsafeMutablePointer<Float>, _ stride: Int
  ) { unsafe floatSquare(.f16, w, rowBytes, columns, x, xStride, out, stride) }

  @inline(never)
  func squareBF16(
    _ w: UnsafeRawPointer, _ rowBytes: Int, _ columns: Int, _ x: UnsafePointer<Float>,
    _ xStride: Int, _ out: UnsafeMutablePointer<Float>, _ stride: Int
  ) { unsafe floatSquare(.bf16, w, rowBytes, columns, x, xStride, out, stride) }

  @inline(never)
  func squareF32(
    _ w: UnsafeRawPointer, _ rowBytes: Int, _ columns: Int, _ x: UnsafePointer<Float>,
    _ xStride: Int, _ out: UnsafeMutablePointer<Float>, _ stride: Int
  ) { unsafe floatSquare(.f32, w, rowBytes, columns, x, xStride, out, stride) }

  /// Two weight rows times two activation rows, each product summed up as by ``floatDot``.
  @inline(__always)
  private func floatSquare(
    _ type: FloatType, _ w: UnsafeRawPointer, _ rowBytes: Int, _ columns: Int,
    _ x: UnsafePointer<Float>, _ xStride: Int, _ out: UnsafeMutablePointer<Float>, _ stride: Int
  ) {
    let (v, z) = unsafe (w + rowBytes, x + xStride)
    let zero = _mm512_setzero_ps()
    var (wxA, wxB, wxC, wxD, wzA, wzB, wzC, wzD) = (zero, zero, zero, zero, zero, zero, zero, zero)
    var (vxA, vxB, vxC, vxD, vzA, vzB, vzC, vzD) = (zero, zero, zero, zero, zero, zero, zero, zero)
    var column = 0
    while column &+ 63 < columns {
      unsafe prefetch(w + (prefetchDistance &+ column &* type.bytes), lines: type.bytes)
      unsafe prefetch(v + (prefetchDistance &+ column &* type.bytes), lines: type.bytes)
      unsafe addSquare(type, w, v, x, z, column, &wxA, &wzA, &vxA, &vzA)
      unsafe addSquare(type, w, v, x, z, column &+ 16, &wxB, &wzB, &vxB, &vzB)
      unsafe addSquare(type, w, v, x, z, column &+ 32, &wxC, &wzC, &vxC, &vzC)
      unsafe addSquare(type, w, v, x, z, column &+ 48, &wxD, &wzD, &vxD, &vzD)
      column &+= 64
    }
    while column &+ 15 < columns {
      unsafe addSquare(type, w, v, x, z, column, &wxA, &wzA, &vxA, &vzA)
      column &+= 16
    }
    if column < columns {
      let mask = tailMask(columns)
      let (p, q) = unsafe (rest(type, w, column, mask), rest(type, v, column, mask))
      let s = unsafe _mm512_maskz_loadu_ps(mask, x + column)
      let t = unsafe _mm512_maskz_loadu_ps(mask, z + column)
      (wxB, wzB) = (_mm512_fmadd_ps(p, s, wxB), _mm512_fmadd_ps(p, t, wzB))
      (vxB, vzB) = (_mm512_fmadd_ps(q, s, vxB), _mm512_fmadd_ps(q, t, vzB))
    }
    unsafe (out[0], out[1]) = (total(wxA, wxB, wxC, wxD), total(vxA, vxB, vxC, vxD))
    unsafe out[stride] = total(wzA, wzB, wzC, wzD)
    unsafe out[stride &+ 1] = total(vzA, vzB, vzC, vzD)
  }

  /// Two weight rows times four activation rows: eight sums in registers.
  @inline(__always)
  private func floatTile(
    _ type: FloatType, _ w: UnsafeRawPointer, _ rowBytes: Int, _ columns: Int,
    _ x: UnsafePointer<Float>, _ xStride: Int, _ out: UnsafeMutablePointer<Float>, _ stride: Int
  ) {
    let v = unsafe w + rowBytes
    let (x1, x2, x3) = unsafe (x + xStride, x + 2 &* xStride, x + 3 &* xStride)
    let zero = _mm512_setzero_ps()
    var (a0, a1, a2, a3) = (zero, zero, zero, zero)
    var (b0, b1, b2, b3) = (zero, zero, zero, zero)
    var column = 0
    while column < columns {
      unsafe prefetch(w + (prefetchDistance &+ column &* type.bytes))
      unsafe prefetch(v + (prefetchDistance &+ column &* type.bytes))
      let (p, q, y0, y1, y2, y3): (__m512, __m512, __m512, __m512, __m512, __m512)
      if column &+ 15 < columns {
        (p, q) = unsafe (sixteen(type, w, column), sixteen(type, v, column))
        (y0, y1) = unsafe (_mm512_loadu_ps(x + column), _mm512_loadu_ps(x1 + column))
        (y2, y3) = unsafe (_mm512_loadu_ps(x2 + column), _mm512_loadu_ps(x3 + column))
      } else {
        let mask = tailMask(columns)
        (p, q) = unsafe (rest(type, w, column, mask), rest(type, v, column, mask))
        y0 = unsafe _mm512_maskz_loadu_ps(mask, x + column)
        y1 = unsafe _mm512_maskz_loadu_ps(mask, x1 + column)
        y2 = unsafe _mm512_maskz_loadu_ps(mask, x2 + column)
        y3 = unsafe _mm512_maskz_loadu_ps(mask, x3 + column)
      }
      (a0, a1) = (_mm512_fmadd_ps(p, y0, a0), _mm512_fmadd_ps(p, y1, a1))
      (a2, a3) = (_mm512_fmadd_ps(p, y2, a2), _mm512_fmadd_ps(p, y3, a3))
      (b0, b1) = (_mm512_fmadd_ps(q, y0, b0), _mm512_fmadd_ps(q, y1, b1))
      (b2, b3) = (_mm512_fmadd_ps(q, y2, b2), _mm512_fmadd_ps(q, y3, b3))
      column &+= 16
    }
    unsafe out[0] = _mm512_reduce_add_ps(a0)
    unsafe out[1] = _mm512_reduce_add_ps(b0)
    unsafe out[stride] = _mm512_reduce_add_ps(a1)
    unsafe out[stride &+ 1] = _mm512_reduce_add_ps(b1)
    unsafe out[2 &* stride] = _mm512_reduce_add_ps(a2)
    unsafe out[2 &* stride &+ 1] = _mm512_reduce_add_ps(b2)
    unsafe out[3 &* stride] = _mm512_reduce_add_ps(a3)
    unsafe out[3 &* stride &+ 1] = _mm512_reduce_add_ps(b3)
  }

  /// One row of F16 or BF16 (or F32) weights as float32.
  func widenFloats(
    _ type: FloatType, _ from: UnsafeRawPointer, columns: Int,
    into out: UnsafeMutablePointer<Float>
  ) {
    switch type {
    case .f32: unsafe widenF32(from, columns, out)
    case .f16: unsafe widenF16(from, columns, out)
    case .bf16: unsafe widenBF16(from, columns, out)
    }
  }

  @inline(never)
  func widenF32(
    _ from: UnsafeRawPointer, _ columns: Int, _ out: UnsafeMutablePointer<Float>
  ) { unsafe widenRow(.f32, from, columns, out) }

  @inline(never)
  func widenF16(
    _ from: UnsafeRawPointer, _ columns: Int, _ out: UnsafeMutablePointer<Float>
  ) { unsafe widenRow(.f16, from, columns, out) }

  @inline(never)
  func widenBF16(
    _ from: UnsafeRawPointer, _ columns: Int, _ out: UnsafeMutablePointer<Float>
  ) { unsafe widenRow(.bf16, from, columns, out) }

  @inline(__always)
  private func widenRow(
    _ type: FloatType, _ from: UnsafeRawPointer, _ columns: Int, _ out: UnsafeMutablePointer<Float>
  ) {
    var column = 0
    while column &+ 15 < columns {
      unsafe _mm512_storeu_ps(out + column, sixteen(type, from, column))
      column &+= 16
    }
    if column < columns {
      let mask = tailMask(columns)
      unsafe _mm512_mask_storeu_ps(out + column, mask, rest(type, from, column, mask))
    }
  }
#endif
