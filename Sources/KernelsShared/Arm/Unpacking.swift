#if arch(arm64)
  import TernQuant
  internal import _Builtin_intrinsics.arm.neon

  /// The 32 columns of a group: register `s` holds step `s`, 4 rows × 4 codes.
  ///
  /// Codes of 8 bits, and numbers of a codebook that are as large, come as signed bytes: less 128.
  typealias Codes = (
    uint8x16_t, uint8x16_t, uint8x16_t, uint8x16_t, uint8x16_t, uint8x16_t, uint8x16_t, uint8x16_t
  )

  extension PanelFormat {
    /// Whether codes have 8 bits: the instructions multiply signed bytes by signed ones.
    @inline(__always)
    var takesSignedCodes: Bool { largestCode > 127 }

    /// What is taken from a code before it is scaled, once codes are signed where they must be.
    @inline(__always)
    var signedOffset: Int { takesSignedCodes ? offset &- 128 : offset }
  }

  @inline(__always)
  func loadBytes(_ p: UnsafeRawPointer, _ offset: Int) -> uint8x16_t {
    unsafe p.loadUnaligned(fromByteOffset: offset, as: uint8x16_t.self)
  }

  /// Unpacks the codes of the group at `codes`, 4 rows from `row`.
  @_transparent
  func unpackCodes(_ format: PanelFormat, _ codes: UnsafeRawPointer, _ row: Int) -> Codes {
    let stored = unsafe storedCodes(format, codes, row)
    if !format.hasCodebook { return stored }
    let flip = vdupq_n_u8(format.takesSignedCodes ? 128 : 0)
    return lookUp(stored, veorq_u8(format.codebook.numbers, flip))
  }

  @_transparent
  private func storedCodes(
    _ format: PanelFormat, _ codes: UnsafeRawPointer, _ row: Int
  ) -> Codes {
    let p = unsafe codes + 4 &* row
    switch format.codes {
    case .one:
      let zero = vdupq_n_u8(0)
      return unsafe addBits((zero, zero, zero, zero, zero, zero, zero, zero), loadBytes(p, 0), 1)
    case .two: return unsafe unpackPairs(p)
    case .threeShared: return unsafe addSharedBits(unpackPairs(p), codes + 128 + row)
    case .three: return unsafe addBits(unpackPairs(p), loadBytes(p, 128), 2)
    case .four: return unsafe unpackNibbles(p)
    case .five: return unsafe addBits(unpackNibbles(p), loadBytes(p, 256), 4)
    case .six: return unsafe addPairs(unpackNibbles(p), p + 256)
    case .eight:
      let m = vdupq_n_u8(format.takesSignedCodes ? 128 : 0)
      return unsafe (
        veorq_u8(loadBytes(p, 0), m), veorq_u8(loadBytes(p, 64), m),
        veorq_u8(loadBytes(p, 128), m), veorq_u8(loadBytes(p, 192), m),
        veorq_u8(loadBytes(p, 256), m), veorq_u8(loadBytes(p, 320), m),
        veorq_u8(loadBytes(p, 384), m), veorq_u8(loadBytes(p, 448), m)
      )
    }
  }

  @inline(__always)
  private func and(_ x: uint8x16_t, _ m: uint8x16_t) -> uint8x16_t { vandq_u8(x, m) }

  @inline(__always)
  private func or(_ x: uint8x16_t, _ y: uint8x16_t) -> uint8x16_t { vorrq_u8(x, y) }

  /// Every byte shifted to the left by a constant, to the right by a negative one.
  @inline(__always)
  private func left(_ x: uint8x16_t, _ count: Int8) -> uint8x16_t {
    vshlq_u8(x, vdupq_n_s8(count))
  }

  @inline(__always)
  private func unpackNibbles(_ p: UnsafeRawPointer) -> Codes {
    let m = vdupq_n_u8(15)
    let (a, b) = unsafe (loadBytes(p, 0), loadBytes(p, 64))
    let (c, d) = unsafe (loadBytes(p, 128), loadBytes(p, 192))
    return (
      and(a, m), and(b, m), and(c, m), and(d, m), left(a, -4), left(b, -4), left(c, -4), left(d, -4)
    )
  }

  @inline(__always)
  private func unpackPairs(_ p: UnsafeRawPointer) -> Codes {
    let m = vdupq_n_u8(3)
    let (a, b) = unsafe (loadBytes(p, 0), loadBytes(p, 64))
    return (
      and(a, m), and(left(a, -2), m), and(left(a, -4), m), left(a, -6),
      and(b, m), and(left(b, -2), m), and(left(b, -4), m), left(b, -6)
    )
  }

  /// Bits 2j of plane p become bits 4 and 5 of step 4p + j.
  @inline(__always)
  private func addPairs(_ w: Codes, _ p: UnsafeRawPointer) -> Codes {
    let m = vdupq_n_u8(0x30)
    let (a, b) = unsafe (loadBytes(p, 0), loadBytes(p, 64))
    return (
      or(w.0, and(left(a, 4), m)), or(w.1, and(left(a, 2), m)), or(w.2, and(a, m)),
      or(w.3, and(left(a, -2), m)),
      or(w.4, and(left(b, 4), m)), or(w.5, and(left(b, 2), m)), or(w.6, and(b, m)),
      or(w.7, and(left(b, -2), m))
    )
  }

  /// Bit `from` of every byte as its bit `to`, alone.
  @inline(__always)
  private func bit(_ x: uint8x16_t, _ from: Int8, _ to: Int8) -> uint8x16_t {
    and(left(x, to &- from), left(vdupq_n_u8(1), to))
  }

  /// Bit s of every byte of `x` becomes bit `at` of step s.
  @inline(__always)
  private func addBits(_ w: Codes, _ x: uint8x16_t, _ at: Int8) -> Codes {
    (
      or(w.0, bit(x, 0, at)), or(w.1, bit(x, 1, at)), or(w.2, bit(x, 2, at)),
      or(w.3, bit(x, 3, at)), or(w.4, bit(x, 4, at)), or(w.5, bit(x, 5, at)),
      or(w.6, bit(x, 6, at)), or(w.7, bit(x, 7, at))
    )
  }

  /// Bit k of each row's byte at `p` becomes bit 2 of all codes of the steps 2k and 2k + 1.
  @inline(__always)
  private func addSharedBits(_ w: Codes, _ p: UnsafeRawPointer) -> Codes {
    // Each of 4 bytes in all bytes of a lane.
    let order = uint8x16_t(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3)
    let word = unsafe p.loadUnaligned(as: UInt32.self)
    let x = vqtbl1q_u8(vreinterpretq_u8_u32(vdupq_n_u32(word)), order)
    let (a, b, c, d) = (bit(x, 0, 2), bit(x, 1, 2), bit(x, 2, 2), bit(x, 3, 2))
    return (
      or(w.0, a), or(w.1, a), or(w.2, b), or(w.3, b), or(w.4, c), or(w.5, c), or(w.6, d), or(w.7, d)
    )
  }

  @inline(__always)
  private func lookUp(_ w: Codes, _ table: uint8x16_t) -> Codes {
    (
      vqtbl1q_u8(table, w.0), vqtbl1q_u8(table, w.1), vqtbl1q_u8(table, w.2),
      vqtbl1q_u8(table, w.3), vqtbl1q_u8(table, w.4), vqtbl1q_u8(table, w.5),
      vqtbl1q_u8(table, w.6), vqtbl1q_u8(table, w.7)
    )
  }
#endif
