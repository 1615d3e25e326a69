#if arch(x86_64)
  import TernQuant

  /// The 32 columns of a group: register `s` holds step `s`, four codes of each row.
  ///
  /// A module says what a register is (``CodeRegister``) and how one is loaded, shifted and combined.
  typealias Codes = (
    CodeRegister, CodeRegister, CodeRegister, CodeRegister, CodeRegister, CodeRegister,
    CodeRegister, CodeRegister
  )

  /// The codes of a group as they are stored.
  ///
  /// `p` is the first byte of the rows in the group's planes, and `row` the number of the first row.
  @inline(__always)
  func storedCodes(_ format: PanelFormat, _ p: UnsafeRawPointer, _ row: Int) -> Codes {
    switch format.codes {
    case .one:
      let zero = inAllBytes(0)
      return unsafe addBits((zero, zero, zero, zero, zero, zero, zero, zero), loadBytes(p, 0), 1)
    case .two: return unsafe unpackPairs(p)
    case .threeShared:
      return unsafe addSharedBits(unpackPairs(p), inFourBytes(p + (128 &- 3 &* row)))
    case .three: return unsafe addBits(unpackPairs(p), loadBytes(p, 128), 2)
    case .four: return unsafe unpackNibbles(p)
    case .five: return unsafe addBits(unpackNibbles(p), loadBytes(p, 256), 4)
    case .six: return unsafe addPairs(unpackNibbles(p), p + 256)
    case .eight:
      return unsafe (
        loadBytes(p, 0), loadBytes(p, 64), loadBytes(p, 128), loadBytes(p, 192), loadBytes(p, 256),
        loadBytes(p, 320), loadBytes(p, 384), loadBytes(p, 448)
      )
    }
  }

  @inline(__always)
  private func unpackNibbles(_ p: UnsafeRawPointer) -> Codes {
    let m = inAllBytes(15)
    let (a, b) = unsafe (loadBytes(p, 0), loadBytes(p, 64))
    let (c, d) = unsafe (loadBytes(p, 128), loadBytes(p, 192))
    return (
      and(a, m), and(b, m), and(c, m), and(d, m),
      and(right(a, 4), m), and(right(b, 4), m), and(right(c, 4), m), and(right(d, 4), m)
    )
  }

  @inline(__always)
  private func unpackPairs(_ p: UnsafeRawPointer) -> Codes {
    let m = inAllBytes(3)
    let (a, b) = unsafe (loadBytes(p, 0), loadBytes(p, 64))
    return (
      and(a, m), and(right(a, 2), m), and(right(a, 4), m), and(right(a, 6), m),
      and(b, m), and(right(b, 2), m), and(right(b, 4), m), and(right(b, 6), m)
    )
  }

  /// Bits 2j of plane p become bits 4 and 5 of step 4p + j.
  @inline(__always)
  private func addPairs(_ w: Codes, _ p: UnsafeRawPointer) -> Codes {
    let m = inAllBytes(0x30)
    let (a, b) = unsafe (loadBytes(p, 0), loadBytes(p, 64))
    return (
      or(w.0, and(left(a, 4), m)), or(w.1, and(left(a, 2), m)), or(w.2, and(a, m)),
      or(w.3, and(right(a, 2), m)),
      or(w.4, and(left(b, 4), m)), or(w.5, and(left(b, 2), m)), or(w.6, and(b, m)),
      or(w.7, and(right(b, 2), m))
    )
  }

  /// Bit `from` of every byte as its bit `to`, alone.
  @inline(__always)
  private func bit(_ x: CodeRegister, _ from: ShiftCount, _ to: ShiftCount) -> CodeRegister {
    // One of the two counts is 0, or beyond all bits of a lane, which leaves nothing: no branch, of
    // which the inliner takes only so many.
    let moved = or(left(x, to &- from), right(x, from &- to))
    return and(moved, inAllBytes(Int8(truncatingIfNeeded: 1 &<< to)))
  }

  /// Bit s of every byte of `x` becomes bit `at` of step s.
  @inline(__always)
  private func addBits(_ w: Codes, _ x: CodeRegister, _ at: ShiftCount) -> Codes {
    (
      or(w.0, bit(x, 0, at)), or(w.1, bit(x, 1, at)), or(w.2, bit(x, 2, at)),
      or(w.3, bit(x, 3, at)), or(w.4, bit(x, 4, at)), or(w.5, bit(x, 5, at)),
      or(w.6, bit(x, 6, at)), or(w.7, bit(x, 7, at))
    )
  }

  /// Bit k of each row's bytes in `x` becomes bit 2 of all codes of the steps 2k and 2k + 1.
  @inline(__always)
  private func addSharedBits(_ w: Codes, _ x: CodeRegister) -> Codes {
    let (a, b, c, d) = (bit(x, 0, 2), bit(x, 1, 2), bit(x, 2, 2), bit(x, 3, 2))
    return (
      or(w.0, a), or(w.1, a), or(w.2, b), or(w.3, b), or(w.4, c), or(w.5, c), or(w.6, d), or(w.7, d)
    )
  }

  /// The codes' values in a table of 16 bytes, which is repeated in all 128-bit parts of `values`.
  @inline(__always)
  func lookUp(_ w: Codes, _ values: CodeRegister) -> Codes {
    (
      look(values, w.0), look(values, w.1), look(values, w.2), look(values, w.3),
      look(values, w.4), look(values, w.5), look(values, w.6), look(values, w.7)
    )
  }
#endif
