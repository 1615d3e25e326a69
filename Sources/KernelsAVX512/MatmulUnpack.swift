#if arch(x86_64)
  import TernQuant
  internal import _Builtin_intrinsics.intel

  /// The 32 columns of a group: register `s` holds step `s`, 16 rows × 4 unsigned codes.
  typealias Codes = (
    __m512i, __m512i, __m512i, __m512i, __m512i, __m512i, __m512i, __m512i
  )

  /// Scales of the two halves of a group (equal where they do not differ) and minimums, 16 rows.
  typealias LaneScales = (scale0: __m512, scale1: __m512, minimum0: __m512, minimum1: __m512)

  @inline(__always)
  func load512(_ p: UnsafeRawPointer, _ offset: Int) -> __m512i {
    unsafe _mm512_loadu_si512(p + offset)
  }

  /// Unpacks the codes of one group.
  @inline(__always)
  func unpackCodes(_ format: PanelFormat, _ p: UnsafeRawPointer) -> Codes {
    let stored = unsafe storedCodes(format, p)
    switch format.codebook {
    case .none: return stored
    case .iq4:
      return lookUp(
        stored,
        _mm_setr_epi8(1, 24, 45, 63, 79, 93, 106, 118, -127, -115, -103, -90, -75, -59, -39, -15))
    case .e2m1:
      return lookUp(
        stored, _mm_setr_epi8(12, 13, 14, 15, 16, 18, 20, 24, 12, 11, 10, 9, 8, 6, 4, 0))
    }
  }

  @inline(__always)
  private func storedCodes(_ format: PanelFormat, _ p: UnsafeRawPointer) -> Codes {
    switch format.codes {
    case .two: return unsafe unpackPairs(p)
    case .three: return unsafe addBits(unpackPairs(p), load512(p, 128), 2)
    case .four: return unsafe unpackNibbles(p)
    case .five: return unsafe addBits(unpackNibbles(p), load512(p, 256), 4)
    case .six: return unsafe addPairs(unpackNibbles(p), p + 256)
    case .eight:
      return unsafe (
        load512(p, 0), load512(p, 64), load512(p, 128), load512(p, 192), load512(p, 256),
        load512(p, 320), load512(p, 384), load512(p, 448)
      )
    }
  }

  @inline(__always)
  private func and(_ x: __m512i, _ m: __m512i) -> __m512i { _mm512_and_si512(x, m) }

  @inline(__always)
  private func or(_ x: __m512i, _ y: __m512i) -> __m512i { _mm512_or_si512(x, y) }

  /// Fields of bytes move by shifts of 16-bit lanes; the mask removes what crosses over.
  @inline(__always)
  private func right(_ x: __m512i, _ count: UInt32) -> __m512i { _mm512_srli_epi16(x, count) }

  @inline(__always)
  private func left(_ x: __m512i, _ count: UInt32) -> __m512i { _mm512_slli_epi16(x, count) }

  @inline(__always)
  private func unpackNibbles(_ p: UnsafeRawPointer) -> Codes {
    let m = _mm512_set1_epi8(15)
    let (a, b, c, d) = unsafe (load512(p, 0), load512(p, 64), load512(p, 128), load512(p, 192))
    return (
      and(a, m), and(b, m), and(c, m), and(d, m),
      and(right(a, 4), m), and(right(b, 4), m), and(right(c, 4), m), and(right(d, 4), m)
    )
  }

  @inline(__always)
  private func unpackPairs(_ p: UnsafeRawPointer) -> Codes {
    let m = _mm512_set1_epi8(3)
    let (a, b) = unsafe (load512(p, 0), load512(p, 64))
    return (
      and(a, m), and(right(a, 2), m), and(right(a, 4), m), and(right(a, 6), m),
      and(b, m), and(right(b, 2), m), and(right(b, 4), m), and(right(b, 6), m)
    )
  }

  /// Bits 2j of plane p become bits 4 and 5 of step 4p + j.
  @inline(__always)
  private func addPairs(_ w: Codes, _ p: UnsafeRawPointer) -> Codes {
    let m = _mm512_set1_epi8(0x30)
    let (a, b) = unsafe (load512(p, 0), load512(p, 64))
    return (
      or(w.0, and(left(a, 4), m)), or(w.1, and(left(a, 2), m)), or(w.2, and(a, m)),
      or(w.3, and(right(a, 2), m)),
      or(w.4, and(left(b, 4), m)), or(w.5, and(left(b, 2), m)), or(w.6, and(b, m)),
      or(w.7, and(right(b, 2), m))
    )
  }

  /// Bit s of every byte of `plane` becomes bit `at` (2 or 4) of step s.
  @inline(__always)
  private func addBits(_ w: Codes, _ plane: __m512i, _ at: UInt32) -> Codes {
    let m = _mm512_set1_epi8(at == 4 ? 16 : 4)
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
    let table = _mm512_broadcast_i32x4(values)
    return (
      _mm512_shuffle_epi8(table, w.0), _mm512_shuffle_epi8(table, w.1),
      _mm512_shuffle_epi8(table, w.2), _mm512_shuffle_epi8(table, w.3),
      _mm512_shuffle_epi8(table, w.4), _mm512_shuffle_epi8(table, w.5),
      _mm512_shuffle_epi8(table, w.6), _mm512_shuffle_epi8(table, w.7)
    )
  }

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

  /// The first field of a unit's header as float32: scales, 16 rows.
  @inline(__always)
  func headerScales(_ format: PanelFormat, _ unit: UnsafeRawPointer) -> __m512 {
    switch format.header {
    case .exponent:
      let bits = unsafe _mm512_slli_epi32(_mm512_cvtepu8_epi32(load128(unit, 0)), 23)
      return _mm512_castsi512_ps(bits)
    case .scale, .scaleAndMinimum: return unsafe halves(unit, 0)
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
    }
  }
#endif
