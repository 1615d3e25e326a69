// Blocks of 256 elements -d, 0 and +d.

/// TQ1_0: five elements a byte as digits of base three.
///
///     0                        48    52 54
///     ┌────────────────────────┬─────┬──┐
///     │ q: 32 bytes, 16 bytes  │ r   │d │   d half
///     └────────────────────────┴─────┴──┘
///
/// The first 32 bytes hold elements 0 to 159, digit n of byte j being element 32n + j; the next 16
/// hold 160 to 239 in the same way, 16n + j; the 4 of r hold 240 to 255, 4n + j. A byte is the
/// number 0.d0d1d2d3d4 in base three, rounded up to 256ths: multiplied by 3^n modulo 256 it is the
/// number from digit n on, whose first digit is the whole part of three times it.
@usableFromInline
package enum BlockTQ1_0: BlockLayout {
  @inlinable @inline(__always)
  package static var type: TensorType { .tq1_0 }

  @inline(__always)
  static func split(_ block: BlockBytes, into sink: CodeSink) {
    let d = block.half(52)
    for group in 0..<16 { sink.scale(group, d) }
    for part in 0..<3 {
      var digits = Digits(block.bytes16(16 &* part))
      for digit in 0..<5 {
        sink.codes(part < 2 ? 2 &* digit &+ part : 10 &+ digit, digits.next() &- 1)
      }
    }
    var digits = Digits(bytes16(UInt64(block.u32(48)), 0))
    for digit in 0..<4 {
      let four = digits.next() &- 1
      for index in 0..<4 {
        sink.code(240 &+ 4 &* digit &+ index, Int8(truncatingIfNeeded: four[index]))
      }
    }
  }
}

extension BlockTQ1_0: PanelType {
  @inlinable @inline(__always)
  package static var panel: PanelFormat {
    PanelFormat(columns: 256, codes: .two, offset: 1)
  }
}

/// The base-three digits of sixteen bytes, from the first on.
private struct Digits {
  private var even: SIMD8<UInt16>
  private var odd: SIMD8<UInt16>

  @inline(__always)
  init(_ bytes: Bytes16) {
    let words = unsafe unsafeBitCast(bytes, to: SIMD8<UInt16>.self)
    even = words & 255
    odd = words &>> 8
  }

  /// The next digit of each byte.
  @inline(__always)
  mutating func next() -> Bytes16 {
    even = even &* 3
    odd = odd &* 3
    let digits = even &>> 8 | odd & 0xFF00
    even &= 255
    odd &= 255
    return unsafe unsafeBitCast(digits, to: Bytes16.self)
  }
}

/// TQ2_0: `d * (q - 1)` with two-bit q.
///
///     0                      64 66
///     ┌───────────────────────┬──┐
///     │ q: 2 × 32 bytes       │d │   d half
///     └───────────────────────┴──┘
///
/// Byte j of half h holds, from its low bits up, elements 128h + j, + 32, + 64 and + 96.
@usableFromInline
package enum BlockTQ2_0: BlockLayout {
  @inlinable @inline(__always)
  package static var type: TensorType { .tq2_0 }

  @inline(__always)
  static func split(_ block: BlockBytes, into sink: CodeSink) {
    let d = block.half(64)
    for half in 0..<2 {
      for part in 0..<2 {
        let quads = block.bytes16(32 &* half &+ 16 &* part)
        for row in 0..<4 {
          let group = 8 &* half &+ 2 &* row &+ part
          sink.codes(group, (quads &>> UInt8(2 &* row) & 3) &- 1)
          sink.scale(group, d)
        }
      }
    }
  }
}

extension BlockTQ2_0: PanelType {
  @inlinable @inline(__always)
  package static var panel: PanelFormat {
    PanelFormat(columns: 256, codes: .two, offset: 1)
  }
}

/// The scale and the codes 0, 1, 2 of a block of ternary elements.
private struct TernaryFit {
  let d: (bits: UInt16, value: Float)
  var codes: InlineArray<16, Bytes16>

  init(_ samples: borrowing Samples) {
    let levels = WholeLevels(low: -1, high: 1)
    // Ternary weights are stored exactly with their magnitude for scale.
    d = samples.bestHalf(
      0..<16, levels, samples.extreme(0..<16).magnitude,
      samples.bestScale(0..<16, levels).magnitude)
    codes = InlineArray(repeating: Bytes16(repeating: 0))
    for group in 0..<16 {
      codes[group] = bytes(samples.levels(group, levels, scale: d.value) + 1)
    }
  }
}

extension BlockTQ1_0: EncodableLayout {
  static func pack(_ samples: borrowing Samples, into block: BlockWriter) {
    let fit = TernaryFit(samples)
    block.u16(52, fit.d.bits)
    for part in 0..<3 {
      for lane in 0..<16 {
        var number = 0
        for digit in 0..<5 {
          let group = part < 2 ? 2 * digit + part : 10 + digit
          number = 3 * number + Int(fit.codes[group][lane])
        }
        block.byte(16 * part + lane, fraction(number))
      }
    }
    for index in 0..<4 {
      var number = 0
      for digit in 0..<4 { number = 3 * number + Int(fit.codes[15][4 * digit + index]) }
      block.byte(48 + index, fraction(3 * number))
    }
  }

  /// `number / 243` in 256ths, rounded up.
  private static func fraction(_ number: Int) -> UInt8 { UInt8((number * 256 + 242) / 243) }
}

extension BlockTQ2_0: EncodableLayout {
  static func pack(_ samples: borrowing Samples, into block: BlockWriter) {
    let fit = TernaryFit(samples)
    block.u16(64, fit.d.bits)
    for half in 0..<2 {
      for part in 0..<2 {
        var quads = Bytes16(repeating: 0)
        for row in 0..<4 { quads |= fit.codes[8 * half + 2 * row + part] &<< UInt8(2 * row) }
        block.bytes16(32 * half + 16 * part, quads)
      }
    }
  }
}
