#if arch(x86_64)
  import TernQuant
  internal import _Builtin_intrinsics.intel

  // How the weights of `MatmulFloatBlocks` come to lie column by column.

  /// `width` columns of up to 48 weight rows as panels of sixteen rows, `[column][16]`,
  /// `blockColumns` columns apart.
  func packFloatPanels(
    _ type: FloatType, _ weights: UnsafeRawPointer, _ rowBytes: Int, _ rows: Int, _ width: Int,
    _ panels: UnsafeMutablePointer<Float>
  ) {
    switch type {
    case .f32: unsafe packF32(weights, rowBytes, rows, width, panels)
    case .f16: unsafe packF16(weights, rowBytes, rows, width, panels)
    case .bf16: unsafe packBF16(weights, rowBytes, rows, width, panels)
    }
  }

  @inline(never)
  private func packF32(
    _ weights: UnsafeRawPointer, _ rowBytes: Int, _ rows: Int, _ width: Int,
    _ panels: UnsafeMutablePointer<Float>
  ) { unsafe packPanels(.f32, weights, rowBytes, rows, width, panels) }

  @inline(never)
  private func packF16(
    _ weights: UnsafeRawPointer, _ rowBytes: Int, _ rows: Int, _ width: Int,
    _ panels: UnsafeMutablePointer<Float>
  ) { unsafe packPanels(.f16, weights, rowBytes, rows, width, panels) }

  @inline(never)
  private func packBF16(
    _ weights: UnsafeRawPointer, _ rowBytes: Int, _ rows: Int, _ width: Int,
    _ panels: UnsafeMutablePointer<Float>
  ) { unsafe packPanels(.bf16, weights, rowBytes, rows, width, panels) }

  /// The body for a constant type.
  @inline(__always)
  private func packPanels(
    _ type: FloatType, _ weights: UnsafeRawPointer, _ rowBytes: Int, _ rows: Int, _ width: Int,
    _ panels: UnsafeMutablePointer<Float>
  ) {
    var row = 0
    while row < rows {
      let from = unsafe weights + row &* rowBytes
      let to = unsafe panels + row &* blockColumns
      let valid = min(16, rows &- row)
      var column = 0
      while column < width {
        unsafe packFloatSquare(
          type, from + column &* type.bytes, rowBytes, valid, min(16, width &- column),
          to + 16 &* column)
        column &+= 16
      }
      row &+= 16
    }
  }

  /// The first `n` of sixteen weights as float32, zero for the others.
  @inline(__always)
  func firstWeights(_ type: FloatType, _ p: UnsafeRawPointer, _ n: Int) -> __m512 {
    let mask = UInt16(truncatingIfNeeded: (1 &<< n) &- 1)
    switch type {
    case .f32: return unsafe loadPart(p.assumingMemoryBound(to: Float.self), n)
    case .f16: return unsafe _mm512_cvtph_ps(_mm256_maskz_loadu_epi16(mask, p))
    case .bf16:
      let bits = unsafe _mm256_maskz_loadu_epi16(mask, p)
      return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(bits), 16))
    }
  }

  /// Sixteen vectors.
  typealias FloatSquare = (
    __m512, __m512, __m512, __m512, __m512, __m512, __m512, __m512,
    __m512, __m512, __m512, __m512, __m512, __m512, __m512, __m512
  )

  /// Up to 16 × 16 weights, transposed; rows beyond `rows` repeat the last.
  @inline(__always)
  func packFloatSquare(
    _ type: FloatType, _ p: UnsafeRawPointer, _ rowBytes: Int, _ rows: Int, _ n: Int,
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
    unsafe _mm512_storeu_ps(to, t.0)
    unsafe _mm512_storeu_ps(to + 16, t.1)
    unsafe _mm512_storeu_ps(to + 32, t.2)
    unsafe _mm512_storeu_ps(to + 48, t.3)
    unsafe _mm512_storeu_ps(to + 64, t.4)
    unsafe _mm512_storeu_ps(to + 80, t.5)
    unsafe _mm512_storeu_ps(to + 96, t.6)
    unsafe _mm512_storeu_ps(to + 112, t.7)
    unsafe _mm512_storeu_ps(to + 128, t.8)
    unsafe _mm512_storeu_ps(to + 144, t.9)
    unsafe _mm512_storeu_ps(to + 160, t.10)
    unsafe _mm512_storeu_ps(to + 176, t.11)
    unsafe _mm512_storeu_ps(to + 192, t.12)
    unsafe _mm512_storeu_ps(to + 208, t.13)
    unsafe _mm512_storeu_ps(to + 224, t.14)
    unsafe _mm512_storeu_ps(to + 240, t.15)
  }

  /// One of four equal steps of a transposition: rows i and i + 8 interleaved become rows 2i and
  /// 2i + 1, which moves the highest bit of the row's number to the column's and the column's to the
  /// row's.
  @inline(__always)
  func shuffled(_ s: FloatSquare) -> FloatSquare {
    (
      lows(s.0, s.8), highs(s.0, s.8), lows(s.1, s.9), highs(s.1, s.9),
      lows(s.2, s.10), highs(s.2, s.10), lows(s.3, s.11), highs(s.3, s.11),
      lows(s.4, s.12), highs(s.4, s.12), lows(s.5, s.13), highs(s.5, s.13),
      lows(s.6, s.14), highs(s.6, s.14), lows(s.7, s.15), highs(s.7, s.15)
    )
  }

  /// The low halves of `a` and `b`, interleaved.
  @inline(__always)
  func lows(_ a: __m512, _ b: __m512) -> __m512 {
    let order = SIMD16<Int32>(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
    return unsafe _mm512_permutex2var_ps(a, unsafeBitCast(order, to: __m512i.self), b)
  }

  /// The high halves of `a` and `b`, interleaved.
  @inline(__always)
  func highs(_ a: __m512, _ b: __m512) -> __m512 {
    let order = SIMD16<Int32>(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
    return unsafe _mm512_permutex2var_ps(a, unsafeBitCast(order, to: __m512i.self), b)
  }
#endif
