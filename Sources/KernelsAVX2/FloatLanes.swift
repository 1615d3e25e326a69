#if arch(x86_64)
  internal import _Builtin_intrinsics.intel

  // What the products of floats are made of (`KernelsShared/EightLanes`).

  /// EightLanes values.
  typealias EightLanes = Lanes

  @inline(__always) var eightZeros: EightLanes { _mm256_setzero_ps() }

  @inline(__always) func loadEight(_ p: UnsafePointer<Float>) -> EightLanes { unsafe load(p) }

  @inline(__always) func storeEight(_ p: UnsafeMutablePointer<Float>, _ x: EightLanes) {
    unsafe store(p, x)
  }

  /// EightLanes float16 numbers.
  @inline(__always) func eightHalves(_ p: UnsafeRawPointer) -> EightLanes {
    unsafe _mm256_cvtph_ps(load128(p))
  }

  /// EightLanes bfloat16 numbers: the upper halves of float32.
  @inline(__always) func eightShortFloats(_ p: UnsafeRawPointer) -> EightLanes {
    _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(unsafe load128(p)), 16))
  }

  @inline(__always)
  private func load128(_ p: UnsafeRawPointer) -> __m128i {
    unsafe _mm_loadu_si128(p.assumingMemoryBound(to: __m128i.self))
  }

  /// One float16 number.
  @inline(__always) func oneHalf(_ bits: UInt16) -> Float {
    _mm_cvtss_f32(_mm_cvtph_ps(_mm_cvtsi32_si128(Int32(bits))))
  }

  /// The sum of eight values.
  @inline(__always)
  func total(_ x: EightLanes) -> Float {
    let bits = _mm256_castps_si256(x)
    let upper = _mm256_permutevar8x32_epi32(bits, _mm256_setr_epi32(4, 5, 6, 7, 0, 0, 0, 0))
    let high = _mm256_castps256_ps128(_mm256_castsi256_ps(upper))
    let four = _mm_add_ps(_mm256_castps256_ps128(x), high)
    let two = _mm_add_ps(four, _mm_movehl_ps(four, four))
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)))
  }
#endif
