import TernKernelsPortable
import TernQuant

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
private func multiplyF32(_ product: FloatProduct) { floatRows(.f32, product) }

@inline(never)
private func multiplyF16(_ product: FloatProduct) { floatRows(.f16, product) }

@inline(never)
private func multiplyBF16(_ product: FloatProduct) { floatRows(.bf16, product) }

/// Two weight rows meet four activation rows at a time where there are many, and one meets three or
/// two where there are few; one row alone is read as one stream.
///
/// Below ``exactRows`` a row has the same bits whatever rows are beside it.
@inline(__always)
private func floatRows(_ type: FloatType, _ product: FloatProduct) {
  let (rowBytes, columns) = (product.rowBytes, product.columns)
  let (xStride, stride, count) = (product.xStride, product.stride, product.count)
  let out = unsafe product.out
  var row = 0
  if count >= exactRows {
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
    while index &+ 2 < count && count &- index != 4 {
      unsafe floatTriple(
        type, product.weights + row &* rowBytes, columns, product.x + index &* xStride, xStride,
        out + (index &* stride &+ row), stride)
      index &+= 3
    }
    while index &+ 1 < count {
      unsafe floatPair(
        type, product.weights + row &* rowBytes, columns, product.x + index &* xStride, xStride,
        out + (index &* stride &+ row), stride)
      index &+= 2
    }
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

/// EightLanes weights from column `column` as float32.
@inline(__always)
private func eight(_ type: FloatType, _ w: UnsafeRawPointer, _ column: Int) -> EightLanes {
  switch type {
  case .f32: return unsafe loadEight((w + 4 &* column).assumingMemoryBound(to: Float.self))
  case .f16: return unsafe eightHalves(w + 2 &* column)
  case .bf16: return unsafe eightShortFloats(w + 2 &* column)
  }
}

/// One weight as float32.
@inline(__always)
private func one(_ type: FloatType, _ w: UnsafeRawPointer, _ column: Int) -> Float {
  switch type {
  case .f32: return unsafe w.loadUnaligned(fromByteOffset: 4 &* column, as: Float.self)
  case .f16:
    let bits = unsafe w.loadUnaligned(fromByteOffset: 2 &* column, as: UInt16.self)
    return oneHalf(bits)
  case .bf16:
    let bits = unsafe w.loadUnaligned(fromByteOffset: 2 &* column, as: UInt16.self)
    return Float(bitPattern: UInt32(bits) &<< 16)
  }
}

@inline(__always)
private func floatDot(
  _ type: FloatType, _ w: UnsafeRawPointer, _ x: UnsafePointer<Float>, _ columns: Int
) -> Float {
  var (a, b) = (eightZeros, eightZeros)
  var (c, d) = (a, b)
  var column = 0
  while column &+ 31 < columns {
    unsafe prefetch(
      w + (prefetchDistance &+ column &* type.bytes), lines: type.bytes / 2)
    let p = unsafe x + column
    a = unsafe fma(eight(type, w, column), loadEight(p), a)
    b = unsafe fma(eight(type, w, column &+ 8), loadEight(p + 8), b)
    c = unsafe fma(eight(type, w, column &+ 16), loadEight(p + 16), c)
    d = unsafe fma(eight(type, w, column &+ 24), loadEight(p + 24), d)
    column &+= 32
  }
  while column &+ 7 < columns {
    a = unsafe fma(eight(type, w, column), loadEight(x + column), a)
    column &+= 8
  }
  var sum = total((a + b) + (c + d))
  while column < columns {
    sum = unsafe sum + one(type, w, column) * x[column]
    column &+= 1
  }
  return sum
}

/// One weight row times two activation rows, each product summed up as by ``floatDot``.
@inline(__always)
private func floatPair(
  _ type: FloatType, _ w: UnsafeRawPointer, _ columns: Int, _ x: UnsafePointer<Float>,
  _ xStride: Int, _ out: UnsafeMutablePointer<Float>, _ stride: Int
) {
  let z = unsafe x + xStride
  let zero = eightZeros
  var (a, b, c, d) = (zero, zero, zero, zero)
  var (e, f, g, h) = (zero, zero, zero, zero)
  var column = 0
  @inline(__always)
  func step(_ at: Int, _ s: inout EightLanes, _ t: inout EightLanes) {
    let p = unsafe eight(type, w, at)
    s = unsafe fma(p, loadEight(x + at), s)
    t = unsafe fma(p, loadEight(z + at), t)
  }
  while column &+ 31 < columns {
    unsafe prefetch(
      w + (prefetchDistance &+ column &* type.bytes), lines: type.bytes / 2)
    step(column, &a, &e)
    step(column &+ 8, &b, &f)
    step(column &+ 16, &c, &g)
    step(column &+ 24, &d, &h)
    column &+= 32
  }
  while column &+ 7 < columns {
    step(column, &a, &e)
    column &+= 8
  }
  var s = total((a + b) + (c + d))
  var t = total((e + f) + (g + h))
  while column < columns {
    let p = unsafe one(type, w, column)
    s = unsafe s + p * x[column]
    t = unsafe t + p * z[column]
    column &+= 1
  }
  unsafe (out[0], out[stride]) = (s, t)
}

/// One weight row times three activation rows, each product summed up as by ``floatDot``.
@inline(__always)
private func floatTriple(
  _ type: FloatType, _ w: UnsafeRawPointer, _ columns: Int, _ x: UnsafePointer<Float>,
  _ xStride: Int, _ out: UnsafeMutablePointer<Float>, _ stride: Int
) {
  let (y, z) = unsafe (x + xStride, x + 2 &* xStride)
  let zero = eightZeros
  var (a, b, c, d) = (zero, zero, zero, zero)
  var (e, f, g, h) = (zero, zero, zero, zero)
  var (i, j, k, l) = (zero, zero, zero, zero)
  var column = 0
  @inline(__always)
  func step(_ at: Int, _ s: inout EightLanes, _ t: inout EightLanes, _ u: inout EightLanes) {
    let p = unsafe eight(type, w, at)
    s = unsafe fma(p, loadEight(x + at), s)
    t = unsafe fma(p, loadEight(y + at), t)
    u = unsafe fma(p, loadEight(z + at), u)
  }
  while column &+ 31 < columns {
    unsafe prefetch(
      w + (prefetchDistance &+ column &* type.bytes), lines: type.bytes / 2)
    step(column, &a, &e, &i)
    step(column &+ 8, &b, &f, &j)
    step(column &+ 16, &c, &g, &k)
    step(column &+ 24, &d, &h, &l)
    column &+= 32
  }
  while column &+ 7 < columns {
    step(column, &a, &e, &i)
    column &+= 8
  }
  var s = total((a + b) + (c + d))
  var t = total((e + f) + (g + h))
  var u = total((i + j) + (k + l))
  while column < columns {
    let p = unsafe one(type, w, column)
    s = unsafe s + p * x[column]
    t = unsafe t + p * y[column]
    u = unsafe u + p * z[column]
    column &+= 1
  }
  unsafe (out[0], out[stride], out[2 &* stride]) = (s, t, u)
}

/// Two weight rows times four activation rows: eight sums in registers.
@inline(__always)
private func floatTile(
  _ type: FloatType, _ w: UnsafeRawPointer, _ rowBytes: Int, _ columns: Int,
  _ x: UnsafePointer<Float>, _ xStride: Int, _ out: UnsafeMutablePointer<Float>, _ stride: Int
) {
  let v = unsafe w + rowBytes
  let (x1, x2, x3) = unsafe (x + xStride, x + 2 &* xStride, x + 3 &* xStride)
  let zero = eightZeros
  var (a0, a1, a2, a3) = (zero, zero, zero, zero)
  var (b0, b1, b2, b3) = (zero, zero, zero, zero)
  var column = 0
  while column &+ 7 < columns {
    let (p, q) = unsafe (eight(type, w, column), eight(type, v, column))
    let (y0, y1) = unsafe (loadEight(x + column), loadEight(x1 + column))
    (a0, b0) = (fma(p, y0, a0), fma(q, y0, b0))
    (a1, b1) = (fma(p, y1, a1), fma(q, y1, b1))
    let (y2, y3) = unsafe (loadEight(x2 + column), loadEight(x3 + column))
    (a2, b2) = (fma(p, y2, a2), fma(q, y2, b2))
    (a3, b3) = (fma(p, y3, a3), fma(q, y3, b3))
    column &+= 8
  }
  var (s0, s1, s2, s3) = (total(a0), total(a1), total(a2), total(a3))
  var (t0, t1, t2, t3) = (total(b0), total(b1), total(b2), total(b3))
  while column < columns {
    let (p, q) = unsafe (one(type, w, column), one(type, v, column))
    let (y0, y1, y2, y3) = unsafe (x[column], x1[column], x2[column], x3[column])
    (s0, s1, s2, s3) = (s0 + p * y0, s1 + p * y1, s2 + p * y2, s3 + p * y3)
    (t0, t1, t2, t3) = (t0 + q * y0, t1 + q * y1, t2 + q * y2, t3 + q * y3)
    column &+= 1
  }
  unsafe (out[0], out[1]) = (s0, t0)
  unsafe (out[stride], out[stride &+ 1]) = (s1, t1)
  unsafe (out[2 &* stride], out[2 &* stride &+ 1]) = (s2, t2)
  unsafe (out[3 &* stride], out[3 &* stride &+ 1]) = (s3, t3)
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
private func widenF32(
  _ from: UnsafeRawPointer, _ columns: Int, _ out: UnsafeMutablePointer<Float>
) { unsafe widenRow(.f32, from, columns, out) }

@inline(never)
private func widenF16(
  _ from: UnsafeRawPointer, _ columns: Int, _ out: UnsafeMutablePointer<Float>
) { unsafe widenRow(.f16, from, columns, out) }

@inline(never)
private func widenBF16(
  _ from: UnsafeRawPointer, _ columns: Int, _ out: UnsafeMutablePointer<Float>
) { unsafe widenRow(.bf16, from, columns, out) }

@inline(__always)
private func widenRow(
  _ type: FloatType, _ from: UnsafeRawPointer, _ columns: Int, _ out: UnsafeMutablePointer<Float>
) {
  var column = 0
  while column &+ 7 < columns {
    unsafe storeEight(out + column, eight(type, from, column))
    column &+= 8
  }
  while column < columns {
    unsafe out[column] = one(type, from, column)
    column &+= 1
  }
}
