#if arch(x86_64)
  internal import _Builtin_intrinsics.intel

  /// The values one instruction works on.
  typealias Lanes = SIMD8<Float>

  /// Values in ``Lanes``.
  @inline(__always) var laneCount: Int { 8 }

  /// Registers that hold ``Lanes``.
  @inline(__always) var registerCount: Int { 16 }

  @inline(__always) func splat(_ x: Float) -> Lanes { _mm256_set1_ps(x) }

  @inline(__always) func load(_ p: UnsafePointer<Float>) -> Lanes { unsafe _mm256_loadu_ps(p) }

  @inline(__always) func store(_ p: UnsafeMutablePointer<Float>, _ x: Lanes) {
    unsafe _mm256_storeu_ps(p, x)
  }

  /// The first `n` lanes from memory, zero in the others; `n` in `0...laneCount`.
  @inline(__always) func loadPart(_ p: UnsafePointer<Float>, _ n: Int) -> Lanes {
    unsafe _mm256_maskload_ps(p, firstLanes(n))
  }

  /// The first `n` lanes to memory.
  @inline(__always) func storePart(_ p: UnsafeMutablePointer<Float>, _ x: Lanes, _ n: Int) {
    unsafe _mm256_maskstore_ps(p, firstLanes(n), x)
  }

  /// 8 halves.
  @inline(__always) func loadHalves(_ p: UnsafePointer<UInt16>) -> Lanes {
    let bits = unsafe UnsafeRawPointer(p).assumingMemoryBound(to: __m128i.self)
    return unsafe _mm256_cvtph_ps(_mm_loadu_si128(bits))
  }

  /// 8 halves, rounded to nearest even.
  @inline(__always) func storeHalves(_ p: UnsafeMutablePointer<UInt16>, _ x: Lanes) {
    // One by one: the conversion of a vector is not one instruction but a call.
    for i in 0..<8 { unsafe p[i] = Float16(x[i]).bitPattern }
  }

  /// The first `n` lanes as halves.
  @inline(__always)
  func storeHalvesPart(_ p: UnsafeMutablePointer<UInt16>, _ x: Lanes, _ n: Int) {
    for i in 0..<n { unsafe p[i] = Float16(x[i & 7]).bitPattern }
  }

  /// 8 signed bytes.
  @inline(__always) func loadCodes(_ p: UnsafePointer<Int8>) -> Lanes {
    let bits = unsafe UnsafeRawPointer(p).assumingMemoryBound(to: __m128i.self)
    return unsafe _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(_mm_loadl_epi64(bits)))
  }

  /// `a * b + c`, rounded once.
  @inline(__always) func fma(_ a: Lanes, _ b: Lanes, _ c: Lanes) -> Lanes {
    _mm256_fmadd_ps(a, b, c)
  }

  /// `a > b ? a : b`: `b` where either is NaN.
  @inline(__always) func larger(_ a: Lanes, _ b: Lanes) -> Lanes { _mm256_max_ps(a, b) }

  /// `a < b ? a : b`: `b` where either is NaN.
  @inline(__always) func smaller(_ a: Lanes, _ b: Lanes) -> Lanes { _mm256_min_ps(a, b) }

  @inline(__always) func magnitude(_ x: Lanes) -> Lanes {
    _mm256_andnot_ps(_mm256_set1_ps(-0.0), x)
  }

  @inline(__always) func sum(_ x: Lanes) -> Float {
    let four = x.lowHalf + x.highHalf
    let two = four.lowHalf + four.highHalf
    return two.x + two.y
  }

  @inline(__always) func largest(_ x: Lanes) -> Float {
    let four = _mm_max_ps(x.lowHalf, x.highHalf)
    let two = _mm_max_ps(four, _mm_movehl_ps(four, four))
    return two.x > two.y ? two.x : two.y
  }

  /// `a < b ? x : y`; where `a` or `b` is NaN, either.
  @inline(__always)
  func select(_ a: Lanes, less b: Lanes, _ x: Lanes, _ y: Lanes) -> Lanes {
    _mm256_blendv_ps(y, x, a - b)
  }

  /// Whether a lane of `a` is less than that of `b`; may be true where one of them is NaN.
  @inline(__always)
  func anyLess(_ a: Lanes, than b: Lanes) -> Bool { _mm256_movemask_ps(a - b) != 0 }

  /// The first `n` lanes of `x`, the others of `y`.
  @inline(__always) func first(_ n: Int, of x: Lanes, else y: Lanes) -> Lanes {
    _mm256_blendv_ps(y, x, _mm256_castsi256_ps(firstLanes(n)))
  }

  /// `x * 2^n` for whole `n` in −160…130; `shifted` is `n + 1.5 * 2^23`.
  @inline(__always) func scaled(_ x: Lanes, byPower n: Lanes, shifted: Lanes) -> Lanes {
    // Two steps, because 2^n itself may be outside the normal range.
    let whole = _mm256_cvtps_epi32(n)
    let half = _mm256_srai_epi32(whole, 1)
    return x * power(half) * power(_mm256_sub_epi32(whole, half))
  }

  @inline(__always) private func power(_ n: __m256i) -> Lanes {
    _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_add_epi32(n, _mm256_set1_epi32(127)), 23))
  }

  /// Rotates the pairs `(x0, x1), (x2, x3), …` by the cosines and sines of `laneCount / 2` pairs.
  @inline(__always)
  func rotatedPairs(_ x: Lanes, _ c: UnsafePointer<Float>, _ s: UnsafePointer<Float>) -> Lanes {
    let twice = _mm256_setr_epi32(0, 0, 1, 1, 2, 2, 3, 3)
    let swap = _mm256_setr_epi32(1, 0, 3, 2, 5, 4, 7, 6)
    let cosines = unsafe _mm256_permutevar8x32_ps(_mm256_castps128_ps256(_mm_loadu_ps(c)), twice)
    let sines = unsafe _mm256_permutevar8x32_ps(_mm256_castps128_ps256(_mm_loadu_ps(s)), twice)
    return _mm256_fmaddsub_ps(x, cosines, _mm256_permutevar8x32_ps(x, swap) * sines)
  }

  @inline(__always) private func firstLanes(_ n: Int) -> __m256i {
    _mm256_cmpgt_epi32(
      _mm256_set1_epi32(Int32(truncatingIfNeeded: n)), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7))
  }
#endif
