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
    if !format.hasCodebook { return stored }
    return unsafe lookUp(stored, unsafeBitCast(format.codebook.numbers, to: __m128i.self))
  }

  @inline(__always)
  private func storedCodes(_ format: PanelFormat, _ p: UnsafeRawPointer) -> Codes {
    switch format.codes {
    case .one:
      let zero = _mm512_setzero_si512()
      return unsafe addBits((zero, zero, zero, zero, zero, zero, zero, zero), load512(p, 0), 1)
    case .two: return unsafe unpackPairs(p)
    case .threeShared: return unsafe addSharedBits(unpackPairs(p), p + 128)
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

  /// Bit `from` of every byte as its bit `to`, alone.
  @inline(__always)
  private func bit(_ x: __m512i, _ from: UInt32, _ to: UInt32) -> __m512i {
    // One of the two counts is 0, or beyond all bits of a lane, which leaves nothing: no branch, of
    // which the inliner takes only so many.
    let moved = or(left(x, to &- from), right(x, from &- to))
    return and(moved, _mm512_set1_epi8(Int8(truncatingIfNeeded: 1 &<< to)))
  }

  /// Bit s of every byte of `x` becomes bit `at` of step s.
  @inline(__always)
  private func addBits(_ w: Codes, _ x: __m512i, _ at: UInt32) -> Codes {
    (
      or(w.0, bit(x, 0, at)), or(w.1, bit(x, 1, at)), or(w.2, bit(x, 2, at)),
      or(w.3, bit(x, 3, at)), or(w.4, bit(x, 4, at)), or(w.5, bit(x, 5, at)),
      or(w.6, bit(x, 6, at)), or(w.7, bit(x, 7, at))
    )
  }

  /// Bit k of each row's byte at `p` becomes bit 2 of all codes of the steps 2k and 2k + 1.
  @inline(__always)
  private func addSharedBits(_ w: Codes, _ p: UnsafeRawPointer) -> Codes {
    let x = unsafe inFourBytes(p)
    let (a, b, c, d) = (bit(x, 0, 2), bit(x, 1, 2), bit(x, 2, 2), bit(x, 3, 2))
    return (
      or(w.0, a), or(w.1, a), or(w.2, b), or(w.3, b), or(w.4, c), or(w.5, c), or(w.6, d), or(w.7, d)
    )
  }

  /// Each of 16 bytes in all bytes of a lane.
  @inline(__always)
  private func inFourBytes(_ p: UnsafeRawPointer) -> __m512i {
    let order = _mm_setr_epi8(0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12)
    let lanes = unsafe _mm512_cvtepu8_epi32(load128(p, 0))
    return _mm512_shuffle_epi8(lanes, _mm512_broadcast_i32x4(order))
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
