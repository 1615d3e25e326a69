import TernQuant

/// Rows of float weights times float activations: the clear version of what the modules of
/// instruction sets do.
package func multiplyFloats(_ type: FloatType, _ product: FloatProduct) {
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

@inline(__always)
private func floatRows(_ type: FloatType, _ product: FloatProduct) {
  for row in 0..<product.rows {
    let w = unsafe product.weights + row * product.rowBytes
    for index in 0..<product.count {
      let a = unsafe product.x + index * product.xStride
      unsafe product.out[index * product.stride + row] = floatDot(type, w, a, product.columns)
    }
  }
}

@inline(__always)
private func floatDot(
  _ type: FloatType, _ w: UnsafeRawPointer, _ x: UnsafePointer<Float>, _ columns: Int
) -> Float {
  var a = SIMD16<Float>(repeating: 0)
  let whole = columns & ~15
  var column = 0
  while column < whole {
    let v = unsafe UnsafeRawPointer(x + column).loadUnaligned(as: SIMD16<Float>.self)
    a = unsafe a + sixteenFloats(type, w, column) * v
    column += 16
  }
  var sum = a.sum()
  while column < columns {
    sum += unsafe oneFloat(type, w, column) * x[column]
    column += 1
  }
  return sum
}

@inline(__always)
private func sixteenFloats(
  _ type: FloatType, _ w: UnsafeRawPointer, _ column: Int
) -> SIMD16<Float> {
  switch type {
  case .f32:
    return unsafe w.loadUnaligned(fromByteOffset: 4 * column, as: SIMD16<Float>.self)
  case .f16:
    let bits = unsafe w.loadUnaligned(fromByteOffset: 2 * column, as: SIMD16<UInt16>.self)
    return floatsFromHalves(SIMD16<UInt32>(truncatingIfNeeded: bits))
  case .bf16:
    let bits = unsafe w.loadUnaligned(fromByteOffset: 2 * column, as: SIMD16<UInt16>.self)
    return unsafe unsafeBitCast(
      SIMD16<UInt32>(truncatingIfNeeded: bits) &<< 16, to: SIMD16<Float>.self)
  }
}

/// ``floatFromHalf(_:)`` on sixteen lanes.
@inline(__always)
private func floatsFromHalves(_ bits: SIMD16<UInt32>) -> SIMD16<Float> {
  let magnitude = bits & 0x7FFF
  let scaled =
    unsafe unsafeBitCast(magnitude &<< 13, to: SIMD16<Float>.self)
    * Float(bitPattern: 0x7780_0000)
  // Infinities and NaNs, from 0x7C00 on, without a comparison, which would go lane by lane.
  let special = (0 &- (magnitude &+ 0x400) &>> 15) & 0x7F80_0000
  let result = unsafe unsafeBitCast(scaled, to: SIMD16<UInt32>.self) | special
  return unsafe unsafeBitCast(result | (bits & 0x8000) &<< 16, to: SIMD16<Float>.self)
}

/// Weight `column` of a row of F32, F16 or BF16.
@inline(__always)
private func oneFloat(_ type: FloatType, _ w: UnsafeRawPointer, _ column: Int) -> Float {
  switch type {
  case .f32: unsafe w.loadUnaligned(fromByteOffset: 4 * column, as: Float.self)
  case .f16: unsafe floatFromHalf(half(w, 2 * column))
  case .bf16: unsafe Float(bitPattern: UInt32(half(w, 2 * column)) &<< 16)
  }
}

/// One row of F32, F16 or BF16 weights as float32.
package func widenFloats(
  _ type: FloatType, _ from: UnsafeRawPointer, columns: Int, into out: UnsafeMutablePointer<Float>
) {
  for column in 0..<columns { unsafe out[column] = oneFloat(type, from, column) }
}
