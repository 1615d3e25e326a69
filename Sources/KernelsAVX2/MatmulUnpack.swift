#if arch(x86_64)
  import TernQuant
  internal import _Builtin_intrinsics.intel

  /// The 32 columns of a group: register `s` holds step `s`, 8 rows × 4 codes.
  typealias Codes = (
    __m256i, __m256i, __m256i, __m256i, __m256i, __m256i, __m256i, __m256i
  )

  /// What scales a group, 8 rows.
  ///
  /// The sums of the two halves of 32 columns are weighted as integers, `weights0` and `weights1`
  /// twice in each lane (ones where the halves do not differ), and `scale` is what they have in
  /// common. `offsets` times a row's pair of sums of codes undoes the offset of the weights' codes.
  typealias LaneScales = (
    scale: __m256, weights0: __m256i, weights1: __m256i, offsets: __m256i, minimum0: __m256,
    minimum1: __m256
  )

  @inline(__always)
  func load256(_ p: UnsafeRawPointer, _ offset: Int) -> __m256i {
    unsafe _mm256_loadu_si256((p + offset).assumingMemoryBound(to: __m256i.self))
  }

  extension PanelFormat {
    /// Whether codes have 8 bits: they are made signed, since 255 × 127 twice saturates 16 bits.
    @inline(__always)
    var hasByteCodes: Bool { largestCode > 127 }

    /// What is taken from a code before it is scaled, once codes of 8 bits are signed.
    @inline(__always)
    var signedOffset: Int { hasByteCodes ? offset - 128 : offset }

    /// How many steps of a group may be added up in 16 bits; 0 of signed codes.
    @inline(__always)
    var stepsInSixteenBits: Int { 32_767 / (2 * 127 * largestCode) }
  }

  /// Unpacks the codes of one group; `p` is already at the half of the rows that is wanted.
  @inline(__always)
  func unpackCodes(_ format: PanelFormat, _ p: UnsafeRawPointer) -> Codes {
    let stored = unsafe storedCodes(format, p)
    switch format.codebook {
    case .none: return stored
    case .iq4:
      return lookUp(
        stored,
        _mm_setr_epi8(-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113))
    case .e2m1:
      return lookUp(
        stored, _mm_setr_epi8(12, 13, 14, 15, 16, 18, 20, 24, 12, 11, 10, 9, 8, 6, 4, 0))
    }
  }

  @inline(__always)
  private func storedCodes(_ format: PanelFormat, _ p: UnsafeRawPointer) -> Codes {
    switch format.codes {
    case .two: return unsafe unpackPairs(p)
    case .three: return unsafe addBits(unpackPairs(p), load256(p, 128), 2)
    case .four: return unsafe unpackNibbles(p)
    case .five: return unsafe addBits(unpackNibbles(p), load256(p, 256), 4)
    case .six: return unsafe addPairs(unpackNibbles(p), p + 256)
    case .eight:
      let m = _mm256_set1_epi8(-128)
      return unsafe (
        flip(load256(p, 0), m), flip(load256(p, 64), m), flip(load256(p, 128), m),
        flip(load256(p, 192), m), flip(load256(p, 256), m), flip(load256(p, 320), m),
        flip(load256(p, 384), m), flip(load256(p, 448), m)
      )
    }
  }

  @inline(__always)
  private func flip(_ x: __m256i, _ m: __m256i) -> __m256i { _mm256_xor_si256(x, m) }

  @inline(__always)
  private func and(_ x: __m256i, _ m: __m256i) -> __m256i { _mm256_and_si256(x, m) }

  @inline(__always)
  private func or(_ x: __m256i, _ y: __m256i) -> __m256i { _mm256_or_si256(x, y) }

  /// Fields of bytes move by shifts of 16-bit lanes; the mask removes what crosses over.
  @inline(__always)
  private func right(_ x: __m256i, _ count: Int32) -> __m256i { _mm256_srli_epi16(x, count) }

  @inline(__always)
  private func left(_ x: __m256i, _ count: Int32) -> __m256i { _mm256_slli_epi16(x, count) }

  @inline(__always)
  private func unpackNibbles(_ p: UnsafeRawPointer) -> Codes {
    let m = _mm256_set1_epi8(15)
    let (a, b, c, d) = unsafe (load256(p, 0), load256(p, 64), load256(p, 128), load256(p, 192))
    return (
      and(a, m), and(b, m), and(c, m), and(d, m),
      and(right(a, 4), m), and(right(b, 4), m), and(right(c, 4), m), and(right(d, 4), m)
    )
  }

  @inline(__always)
  private func unpackPairs(_ p: UnsafeRawPointer) -> Codes {
    let m = _mm256_set1_epi8(3)
    let (a, b) = unsafe (load256(p, 0), load256(p, 64))
    return (
      and(a, m), and(right(a, 2), m), and(right(a, 4), m), and(right(a, 6), m),
      and(b, m), and(right(b, 2), m), and(right(b, 4), m), and(right(b, 6), m)
    )
  }

  /// Bits 2j of plane p become bits 4 and 5 of step 4p + j.
  @inline(__always)
  private func addPairs(_ w: Codes, _ p: UnsafeRawPointer) -> Codes {
    let m = _mm256_set1_epi8(0x30)
    let (a, b) = unsafe (load256(p, 0), load256(p, 64))
    return (
      or(w.0, and(left(a, 4), m)), or(w.1, and(left(a, 2), m)), or(w.2, and(a, m)),
      or(w.3, and(right(a, 2), m)),
      or(w.4, and(left(b, 4), m)), or(w.5, and(left(b, 2), m)), or(w.6, and(b, m)),
      or(w.7, and(right(b, 2), m))
    )
  }

  /// Bit s of every byte of `plane` becomes bit `at` (2 or 4) of step s.
  @inline(__always)
  private func addBits(_ w: Codes, _ plane: __m256i, _ at: UInt32) -> Codes {
    let m = _mm256_set1_epi8(at == 4 ? 16 : 4)
    let x = plane
    if at == 4 {
      return (
        or(w.0, and(left(x, 4), m)), or(w.1, and(left(x, 3), m)), or(w.2, and(left(x, 2), m)),
        or(w.3, and(left(x, 1), m)), or(w.4, and(x, m)), or(w.5, and(right(x, 1), m)),
        or(w.6, and(right(x, 2), m)), or(w.7, and(right(x, 3), m))
      )
    }
    return (
      or(w.0, and(left(x, 2), m)), or(w.1, and(left(x, 1), m)), or(w.2, and(x, m)),
      or(w.3, and(right(x, 1), m)), or(w.4, and(right(x, 2), m)), or(w.5, and(right(x, 3), m)),
      or(w.6, and(right(x, 4), m)), or(w.7, and(right(x, 5), m))
    )
  }

  @inline(__always)
  private func lookUp(_ w: Codes, _ values: __m128i) -> Codes {
    let table = _mm256_broadcastsi128_si256(values)
    return (
      _mm256_shuffle_epi8(table, w.0), _mm256_shuffle_epi8(table, w.1),
      _mm256_shuffle_epi8(table, w.2), _mm256_shuffle_epi8(table, w.3),
      _mm256_shuffle_epi8(table, w.4), _mm256_shuffle_epi8(table, w.5),
      _mm256_shuffle_epi8(table, w.6), _mm256_shuffle_epi8(table, w.7)
    )
  }

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

  /// The first field of a unit's header as float32: scales, 8 rows from `row`.
  @inline(__always)
  func headerScales(_ format: PanelFormat, _ unit: UnsafeRawPointer, _ row: Int) -> __m256 {
    switch format.header {
    case .exponent:
      let bits = unsafe _mm256_slli_epi32(_mm256_cvtepu8_epi32(load64(unit, row)), 23)
      return _mm256_castsi256_ps(bits)
    case .scale, .scaleAndMinimum: return unsafe halves(unit, 2 &* row)
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
    }
  }

  /// Both halves scaled by `scale`.
  @inline(__always)
  private func alike(_ format: PanelFormat, _ scale: __m256, _ minimum: __m256) -> LaneScales {
    let ones = _mm256_set1_epi16(1)
    let offsets = _mm256_set1_epi16(Int16(-format.signedOffset))
    return (scale, ones, ones, offsets, minimum, minimum)
  }

  /// The halves weighted by the integers `a` and `b`.
  @inline(__always)
  private func different(
    _ format: PanelFormat, _ scale: __m256, _ a: __m256i, _ b: __m256i, _ minimum0: __m256,
    _ minimum1: __m256
  ) -> LaneScales {
    let offset = _mm256_set1_epi16(Int16(-format.signedOffset))
    return (
      scale, interleaved(a, a), interleaved(b, b),
      _mm256_mullo_epi16(interleaved(a, b), offset), minimum0, minimum1
    )
  }

  /// In every lane `a` as its low 16 bits and `b` as its high.
  @inline(__always)
  private func interleaved(_ a: __m256i, _ b: __m256i) -> __m256i {
    or(and(a, _mm256_set1_epi32(0xFFFF)), _mm256_slli_epi32(b, 16))
  }
#endif
