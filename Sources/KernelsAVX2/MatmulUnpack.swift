#if arch(x86_64)
  import TernQuant
  internal import _Builtin_intrinsics.intel

  /// One step of a group: 8 rows × 4 codes.
  typealias CodeRegister = __m256i

  /// What instructions take as a count of bits.
  typealias ShiftCount = Int32

  /// What scales a group, 8 rows.
  ///
  /// The sums of the two halves of 32 columns are weighted as integers, `weights0` and `weights1`
  /// twice in each lane (ones where the halves do not differ), and `scale0` is what they have in
  /// common. Halves whose scales are no integers have `scale0` and `scale1` instead. `offsets` times a
  /// row's pair of sums of codes undoes the offset of the weights' codes.
  typealias LaneScales = (
    scale0: __m256, scale1: __m256, weights0: __m256i, weights1: __m256i, offsets: __m256i,
    minimum0: __m256, minimum1: __m256
  )

  @inline(__always)
  func load256(_ p: UnsafeRawPointer, _ offset: Int) -> __m256i {
    unsafe _mm256_loadu_si256((p + offset).assumingMemoryBound(to: __m256i.self))
  }

  extension PanelFormat {
    /// What is taken from a code before it is scaled, once codes are signed where they must be.
    @inline(__always)
    var signedOffset: Int { takesSignedCodes ? offset &- 128 : offset }
  }

  @inline(__always)
  func loadBytes(_ p: UnsafeRawPointer, _ offset: Int) -> __m256i { unsafe load256(p, offset) }

  /// Unpacks the codes of the group at `codes`, 8 rows from `row`.
  @inline(__always)
  func unpackCodes(_ format: PanelFormat, _ codes: UnsafeRawPointer, _ row: Int) -> Codes {
    let stored = unsafe storedCodes(format, codes + 4 &* row, row)
    let sign = _mm_set1_epi8(format.takesSignedCodes ? -128 : 0)
    if format.hasCodebook {
      let values = unsafe unsafeBitCast(format.codebook.numbers, to: __m128i.self)
      return lookUp(stored, _mm256_broadcastsi128_si256(_mm_xor_si128(values, sign)))
    }
    if !format.takesSignedCodes { return stored }
    return flipped(stored, _mm256_broadcastsi128_si256(sign))
  }

  @inline(__always)
  private func flipped(_ w: Codes, _ m: __m256i) -> Codes {
    (
      _mm256_xor_si256(w.0, m), _mm256_xor_si256(w.1, m), _mm256_xor_si256(w.2, m),
      _mm256_xor_si256(w.3, m), _mm256_xor_si256(w.4, m), _mm256_xor_si256(w.5, m),
      _mm256_xor_si256(w.6, m), _mm256_xor_si256(w.7, m)
    )
  }

  @inline(__always)
  func and(_ x: __m256i, _ m: __m256i) -> __m256i { _mm256_and_si256(x, m) }

  @inline(__always)
  func or(_ x: __m256i, _ y: __m256i) -> __m256i { _mm256_or_si256(x, y) }

  /// Fields of bytes move by shifts of 16-bit lanes; the mask removes what crosses over.
  @inline(__always)
  func right(_ x: __m256i, _ count: Int32) -> __m256i { _mm256_srli_epi16(x, count) }

  @inline(__always)
  func left(_ x: __m256i, _ count: Int32) -> __m256i { _mm256_slli_epi16(x, count) }

  @inline(__always)
  func inAllBytes(_ x: Int8) -> __m256i { _mm256_set1_epi8(x) }

  /// Each of 8 bytes in all bytes of a lane.
  @inline(__always)
  func inFourBytes(_ p: UnsafeRawPointer) -> __m256i {
    let order = _mm_setr_epi8(0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12)
    let lanes = unsafe _mm256_cvtepu8_epi32(load64(p, 0))
    return _mm256_shuffle_epi8(lanes, _mm256_broadcastsi128_si256(order))
  }

  /// The bytes of `values` at the places that the bytes of `x` name.
  @inline(__always)
  func look(_ values: __m256i, _ x: __m256i) -> __m256i { _mm256_shuffle_epi8(values, x) }

  @inline(__always)
  private func halves(_ p: UnsafeRawPointer, _ offset: Int) -> __m256 {
    unsafe _mm256_cvtph_ps(_mm_loadu_si128((p + offset).assumingMemoryBound(to: __m128i.self)))
  }

  @inline(__always)
  private func load64(_ p: UnsafeRawPointer, _ offset: Int) -> __m128i {
    unsafe _mm_loadl_epi64((p + offset).assumingMemoryBound(to: __m128i.self))
  }

  @inline(__always)
  private func unsignedBytes(_ x: __m128i) -> __m256 { _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(x)) }

  @inline(__always)
  private func signedBytes(_ x: __m128i) -> __m256 { _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(x)) }

  /// The first field of a unit's header as float32 times the factor: scales, 8 rows from `row`.
  @inline(__always)
  func headerScales(_ format: PanelFormat, _ unit: UnsafeRawPointer, _ row: Int) -> __m256 {
    let factor = _mm256_set1_ps(format.factor)
    switch format.header {
    case .none: return factor
    case .exponent:
      let bits = unsafe _mm256_slli_epi32(_mm256_cvtepu8_epi32(load64(unit, row)), 23)
      return _mm256_mul_ps(_mm256_castsi256_ps(bits), factor)
    case .scale, .scaleAndMinimum: return unsafe _mm256_mul_ps(halves(unit, 2 &* row), factor)
    }
  }

  /// The second field, for types with minimums.
  @inline(__always)
  func headerMinimums(_ format: PanelFormat, _ unit: UnsafeRawPointer, _ row: Int) -> __m256 {
    format.hasMinimums ? unsafe halves(unit, 32 &+ 2 &* row) : _mm256_setzero_ps()
  }

  /// The scales and minimums of group `group`; `d` and `m` are the header's.
  ///
  /// Eight rows from `row`.
  @inline(__always)
  func groupScales(
    _ format: PanelFormat, _ unit: UnsafeRawPointer, _ row: Int, _ group: Int, _ d: __m256,
    _ m: __m256
  ) -> LaneScales {
    let first = format.headerBytes &+ format.scaleBytes &* group &+ row
    switch format.scales {
    case .none: return alike(format, d, m)
    case .signed:
      return unsafe alike(format, _mm256_mul_ps(d, signedBytes(load64(unit, first))), m)
    case .scaleAndMinimum:
      let s = unsafe _mm256_mul_ps(d, unsignedBytes(load64(unit, first)))
      let n = unsafe _mm256_mul_ps(m, unsignedBytes(load64(unit, first &+ 16)))
      return alike(format, s, n)
    case .signedHalves:
      let a = unsafe _mm256_cvtepi8_epi32(load64(unit, first))
      let b = unsafe _mm256_cvtepi8_epi32(load64(unit, first &+ 16))
      return different(format, d, a, b, m, m)
    case .nibbleHalves:
      let low = _mm_set1_epi8(15)
      let (a, b) = unsafe (load64(unit, first), load64(unit, first &+ 16))
      let na = _mm_and_si128(_mm_srli_epi16(a, 4), low)
      let nb = _mm_and_si128(_mm_srli_epi16(b, 4), low)
      return different(
        format, d, _mm256_cvtepu8_epi32(_mm_and_si128(a, low)),
        _mm256_cvtepu8_epi32(_mm_and_si128(b, low)), _mm256_mul_ps(m, unsignedBytes(na)),
        _mm256_mul_ps(m, unsignedBytes(nb)))
    case .floatHalves:
      let ones = _mm256_set1_epi16(1)
      let offsets = _mm256_set1_epi16(Int16(truncatingIfNeeded: 0 &- format.signedOffset))
      let a = unsafe _mm256_mul_ps(d, smallFloats(load64(unit, first)))
      let b = unsafe _mm256_mul_ps(d, smallFloats(load64(unit, first &+ 16)))
      return (a, b, ones, ones, offsets, m, m)
    }
  }

  /// 8 numbers of format E4M3 without signs.
  @inline(__always)
  private func smallFloats(_ x: __m128i) -> __m256 {
    // The bits of a half whose exponent is less by 8.
    let bits = _mm_slli_epi16(_mm_cvtepu8_epi16(x), 7)
    return _mm256_mul_ps(_mm256_cvtph_ps(bits), _mm256_set1_ps(256))
  }

  /// Both halves scaled by `scale`.
  @inline(__always)
  private func alike(_ format: PanelFormat, _ scale: __m256, _ minimum: __m256) -> LaneScales {
    let ones = _mm256_set1_epi16(1)
    let offsets = _mm256_set1_epi16(Int16(truncatingIfNeeded: 0 &- format.signedOffset))
    return (scale, scale, ones, ones, offsets, minimum, minimum)
  }

  /// The halves weighted by the integers `a` and `b`.
  @inline(__always)
  private func different(
    _ format: PanelFormat, _ scale: __m256, _ a: __m256i, _ b: __m256i, _ minimum0: __m256,
    _ minimum1: __m256
  ) -> LaneScales {
    let offset = _mm256_set1_epi16(Int16(truncatingIfNeeded: 0 &- format.signedOffset))
    return (
      scale, scale, interleaved(a, a), interleaved(b, b),
      _mm256_mullo_epi16(interleaved(a, b), offset), minimum0, minimum1
    )
  }

  /// In every lane `a` as its low 16 bits and `b` as its high.
  @inline(__always)
  private func interleaved(_ a: __m256i, _ b: __m256i) -> __m256i {
    or(and(a, _mm256_set1_epi32(0xFFFF)), _mm256_slli_epi32(b, 16))
  }
#endif
