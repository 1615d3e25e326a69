#if arch(x86_64)
  import TernQuant
  internal import _Builtin_intrinsics.intel

  /// One step of a group: 16 rows × 4 codes.
  typealias CodeRegister = __m512i

  /// What instructions take as a count of bits.
  typealias ShiftCount = UInt32

  /// Scales of the two halves of a group (equal where they do not differ) and minimums, 16 rows.
  typealias LaneScales = (scale0: __m512, scale1: __m512, minimum0: __m512, minimum1: __m512)

  @inline(__always)
  func load512(_ p: UnsafeRawPointer, _ offset: Int) -> __m512i {
    unsafe _mm512_loadu_si512(p + offset)
  }

  @inline(__always)
  func loadBytes(_ p: UnsafeRawPointer, _ offset: Int) -> __m512i { unsafe load512(p, offset) }

  /// Unpacks the codes of one group.
  @inline(__always)
  func unpackCodes(_ format: PanelFormat, _ p: UnsafeRawPointer) -> Codes {
    let stored = unsafe storedCodes(format, p, 0)
    if !format.hasCodebook { return stored }
    let values = unsafe unsafeBitCast(format.codebook.numbers, to: __m128i.self)
    return lookUp(stored, _mm512_broadcast_i32x4(values))
  }

  @inline(__always)
  func and(_ x: __m512i, _ m: __m512i) -> __m512i { _mm512_and_si512(x, m) }

  @inline(__always)
  func or(_ x: __m512i, _ y: __m512i) -> __m512i { _mm512_or_si512(x, y) }

  /// Fields of bytes move by shifts of 16-bit lanes; the mask removes what crosses over.
  @inline(__always)
  func right(_ x: __m512i, _ count: UInt32) -> __m512i { _mm512_srli_epi16(x, count) }

  @inline(__always)
  func left(_ x: __m512i, _ count: UInt32) -> __m512i { _mm512_slli_epi16(x, count) }

  @inline(__always)
  func inAllBytes(_ x: Int8) -> __m512i { _mm512_set1_epi8(x) }

  /// Each of 16 bytes in all bytes of a lane.
  @inline(__always)
  func inFourBytes(_ p: UnsafeRawPointer) -> __m512i {
    let order = _mm_setr_epi8(0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12)
    let lanes = unsafe _mm512_cvtepu8_epi32(load128(p, 0))
    return _mm512_shuffle_epi8(lanes, _mm512_broadcast_i32x4(order))
  }

  /// The bytes of `values` at the places that the bytes of `x` name.
  @inline(__always)
  func look(_ values: __m512i, _ x: __m512i) -> __m512i { _mm512_shuffle_epi8(values, x) }

  @inline(__always)
  private func halves(_ p: UnsafeRawPointer, _ offset: Int) -> __m512 {
    unsafe _mm512_cvtph_ps(_mm256_loadu_si256((p + offset).assumingMemoryBound(to: __m256i.self)))
  }

  @inline(__always)
  private func load128(_ p: UnsafeRawPointer, _ offset: Int) -> __m128i {
    unsafe _mm_loadu_si128((p + offset).assumingMemoryBound(to: __m128i.self))
  }

  @inline(__always)
  private func unsignedBytes(_ x: __m128i) -> __m512 { _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(x)) }

  @inline(__always)
  private func signedBytes(_ x: __m128i) -> __m512 { _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(x)) }

  /// The first field of a unit's header as float32 times the factor: scales, 16 rows.
  @inline(__always)
  func headerScales(_ format: PanelFormat, _ unit: UnsafeRawPointer) -> __m512 {
    let factor = _mm512_set1_ps(format.factor)
    switch format.header {
    case .none: return factor
    case .exponent:
      let bits = unsafe _mm512_slli_epi32(_mm512_cvtepu8_epi32(load128(unit, 0)), 23)
      return _mm512_mul_ps(_mm512_castsi512_ps(bits), factor)
    case .scale, .scaleAndMinimum: return unsafe _mm512_mul_ps(halves(unit, 0), factor)
    }
  }

  /// The second field, for types with minimums.
  @inline(__always)
  func headerMinimums(_ format: PanelFormat, _ unit: UnsafeRawPointer) -> __m512 {
    format.hasMinimums ? unsafe halves(unit, 32) : _mm512_setzero_ps()
  }

  /// The scales and minimums of group `group`; `d` and `m` are the header's.
  @inline(__always)
  func groupScales(
    _ format: PanelFormat, _ unit: UnsafeRawPointer, _ group: Int, _ d: __m512, _ m: __m512
  ) -> LaneScales {
    let first = format.headerBytes &+ format.scaleBytes &* group
    switch format.scales {
    case .none: return (d, d, m, m)
    case .signed:
      let s = unsafe _mm512_mul_ps(d, signedBytes(load128(unit, first)))
      return (s, s, m, m)
    case .scaleAndMinimum:
      let s = unsafe _mm512_mul_ps(d, unsignedBytes(load128(unit, first)))
      let n = unsafe _mm512_mul_ps(m, unsignedBytes(load128(unit, first &+ 16)))
      return (s, s, n, n)
    case .signedHalves:
      let a = unsafe _mm512_mul_ps(d, signedBytes(load128(unit, first)))
      let b = unsafe _mm512_mul_ps(d, signedBytes(load128(unit, first &+ 16)))
      return (a, b, m, m)
    case .nibbleHalves:
      let low = _mm_set1_epi8(15)
      let (a, b) = unsafe (load128(unit, first), load128(unit, first &+ 16))
      let na = _mm_and_si128(_mm_srli_epi16(a, 4), low)
      let nb = _mm_and_si128(_mm_srli_epi16(b, 4), low)
      return (
        _mm512_mul_ps(d, unsignedBytes(_mm_and_si128(a, low))),
        _mm512_mul_ps(d, unsignedBytes(_mm_and_si128(b, low))),
        _mm512_mul_ps(m, unsignedBytes(na)), _mm512_mul_ps(m, unsignedBytes(nb))
      )
    case .floatHalves:
      let a = unsafe _mm512_mul_ps(d, smallFloats(load128(unit, first)))
      let b = unsafe _mm512_mul_ps(d, smallFloats(load128(unit, first &+ 16)))
      return (a, b, m, m)
    }
  }

  /// 16 numbers of format E4M3 without signs.
  @inline(__always)
  private func smallFloats(_ x: __m128i) -> __m512 {
    // The bits of a half whose exponent is less by 8.
    let bits = _mm256_slli_epi16(_mm256_cvtepu8_epi16(x), 7)
    return _mm512_mul_ps(_mm512_cvtph_ps(bits), _mm512_set1_ps(256))
  }
#endif
