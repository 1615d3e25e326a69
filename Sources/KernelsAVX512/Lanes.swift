#if arch(x86_64)
  internal import _Builtin_intrinsics.intel

  /// The values one instruction works on.
  typealias Lanes = SIMD16<Float>

  /// Values in ``Lanes``.
  @inline(__always) var laneCount: Int { 16 }

  /// Registers that hold ``Lanes``.
  @inline(__always) var registerCount: Int { 32 }

  @inline(__always) func splat(_ x: Float) -> Lanes { _mm512_set1_ps(x) }

  @inline(__always) func load(_ p: UnsafePointer<Float>) -> Lanes { unsafe _mm512_loadu_ps(p) }

  @inline(__always) func store(_ p: UnsafeMutablePointer<Float>, _ x: Lanes) {
    unsafe _mm512_storeu_ps(p, x)
  }

  /// The first `n` lanes from memory, zero in the others; `n` in `0...laneCount`.
  @inline(__always) func loadPart(_ p: UnsafePointer<Float>, _ n: Int) -> Lanes {
    unsafe _mm512_maskz_loadu_ps(firstLanes(n), p)
  }

  /// The first `n` lanes to memory.
  @inline(__always) func storePart(_ p: UnsafeMutablePointer<Float>, _ x: Lanes, _ n: Int) {
    unsafe _mm512_mask_storeu_ps(p, firstLanes(n), x)
  }

  /// 16 halves.
  @inline(__always) func loadHalves(_ p: UnsafePointer<UInt16>) -> Lanes {
    let bits = unsafe UnsafeRawPointer(p).assumingMemoryBound(to: __m256i.self)
    return unsafe _mm512_cvtph_ps(_mm256_loadu_si256(bits))
  }

  /// 16 halves, rounded to nearest even.
  @inline(__always) func storeHalves(_ p: UnsafeMutablePointer<UInt16>, _ x: Lanes) {
    // One by one: the conversion of a vector is not one instruction but a call.
    for i in 0..<16 { unsafe p[i] = Float16(x[i]).bitPattern }
  }

  /// The first `n` lanes as halves.
  @inline(__always)
  func storeHalvesPart(_ p: UnsafeMutablePointer<UInt16>, _ x: Lanes, _ n: Int) {
    for i in 0..<n { unsafe p[i] = Float16(x[i & 15]).bitPattern }
  }

  /// 16 signed bytes.
  @inline(__always) func loadCodes(_ p: UnsafePointer<Int8>) -> Lanes {
    let bits = unsafe UnsafeRawPointer(p).assumingMemoryBound(to: __m128i.self)
    return unsafe _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(_mm_loadu_si128(bits)))
  }

  /// `a * b + c`, rounded once.
  @inline(__always) func fma(_ a: Lanes, _ b: Lanes, _ c: Lanes) -> Lanes {
    _mm512_fmadd_ps(a, b, c)
  }

  /// `a > b ? a : b`: `b` where either is NaN.
  @inline(__always) func larger(_ a: Lanes, _ b: Lanes) -> Lanes { _mm512_max_ps(a, b) }

  /// `a < b ? a : b`: `b` where either is NaN.
  @inline(__always) func smaller(_ a: Lanes, _ b: Lanes) -> Lanes { _mm512_min_ps(a, b) }

  @inline(__always) func magnitude(_ x: Lanes) -> Lanes { _mm512_abs_ps(x) }

  @inline(__always) func sum(_ x: Lanes) -> Float { _mm512_reduce_add_ps(x) }

  @inline(__always) func largest(_ x: Lanes) -> Float { _mm512_reduce_max_ps(x) }

  /// `a < b ? x : y`; where `a` or `b` is NaN, either.
  @inline(__always)
  func select(_ a: Lanes, less b: Lanes, _ x: Lanes, _ y: Lanes) -> Lanes {
    _mm512_mask_blend_ps(_mm512_movepi32_mask(_mm512_castps_si512(a - b)), y, x)
  }

  /// Whether a lane of `a` is less than that of `b`; may be true where one of them is NaN.
  @inline(__always)
  func anyLess(_ a: Lanes, than b: Lanes) -> Bool {
    _mm512_movepi32_mask(_mm512_castps_si512(a - b)) != 0
  }

  /// The first `n` lanes of `x`, the others of `y`.
  @inline(__always) func first(_ n: Int, of x: Lanes, else y: Lanes) -> Lanes {
    _mm512_mask_blend_ps(firstLanes(n), y, x)
  }

  /// `x * 2^n` for whole `n`; `shifted` is `n + 1.5 * 2^23`.
  @inline(__always) func scaled(_ x: Lanes, byPower n: Lanes, shifted: Lanes) -> Lanes {
    _mm512_scalef_ps(x, n)
  }

  /// Rotates the pairs `(x0, x1), (x2, x3), …` by the cosines and sines of `laneCount / 2` pairs.
  @inline(__always)
  func rotatedPairs(_ x: Lanes, _ c: UnsafePointer<Float>, _ s: UnsafePointer<Float>) -> Lanes {
    let twice = SIMD16<Int32>(0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7)
    let swap = SIMD16<Int32>(1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14)
    let cosines = unsafe _mm512_permutexvar_ps(
      unsafeBitCast(twice, to: __m512i.self), _mm512_castps256_ps512(_mm256_loadu_ps(c)))
    let sines = unsafe _mm512_permutexvar_ps(
      unsafeBitCast(twice, to: __m512i.self), _mm512_castps256_ps512(_mm256_loadu_ps(s)))
    return unsafe _mm512_fmaddsub_ps(
      x, cosines, _mm512_permutexvar_ps(unsafeBitCast(swap, to: __m512i.self), x) * sines)
  }

  @inline(__always) private func firstLanes(_ n: Int) -> __mmask16 {
    __mmask16(truncatingIfNeeded: (1 &<< n) &- 1)
  }
#endif
