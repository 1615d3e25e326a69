/// Q4_K: 256 elements in four bits, `d * s * q - m * t` with six-bit s and t for 32 elements each.
///
///     0  2  4             16                        144
///     ┌──┬──┬─────────────┬──────────────────────────┐
///     │d │m │ s, t (12)   │ q: 4 × 32 bytes          │   d, m half; s, t: see `SixBitPairs`
///     └──┴──┴─────────────┴──────────────────────────┘
///
/// Byte j of quarter k holds element 64k + j in its low bits and 64k + 32 + j in its high bits.
@usableFromInline
package enum BlockQ4_K: BlockLayout {
  @inlinable @inline(__always)
  package static var type: TensorType { .q4_K }

  @inline(__always)
  static func split(_ block: BlockBytes, into sink: CodeSink) {
    SixBitPairs.store(block, into: sink)
    for part in 0..<8 {
      let pairs = block.bytes16(16 &+ 16 &* part)
      let group = 4 &* (part &>> 1) &+ part & 1
      sink.codes(group, pairs & 15)
      sink.codes(group &+ 2, pairs &>> 4)
    }
  }
}

extension BlockQ4_K: PanelType {
  @inlinable @inline(__always)
  package static var panel: PanelFormat {
    PanelFormat(columns: 256, codes: .four, header: .scaleAndMinimum, scales: .scaleAndMinimum)
  }
}

/// The twelve bytes of scales and minima that Q4_K and Q5_K share: eight pairs (s, t) of six bits.
///
///     bytes 0–3    s(j) low six bits, top two bits: bits 4, 5 of s(j + 4)
///     bytes 4–7    t(j) low six bits, top two bits: bits 4, 5 of t(j + 4)
///     bytes 8–11   low nibble: bits 0–3 of s(j + 4), high nibble: bits 0–3 of t(j + 4)
enum SixBitPairs {
  /// Stores the scales and offsets of the block's sixteen groups.
  @inline(__always)
  static func store(_ block: BlockBytes, into sink: CodeSink) {
    let d = block.half(0)
    let m = block.half(2)
    for index in 0..<8 {
      let (s, t) = pair(block, index)
      let scale = d * Float(s)
      let offset = -(m * Float(t))
      sink.scale(2 &* index, scale, offset: offset)
      sink.scale(2 &* index &+ 1, scale, offset: offset)
    }
  }

  /// The pair of 32 elements, each 0 to 63; the twelve bytes begin at byte 4 of the block.
  @inline(__always)
  private static func pair(_ block: BlockBytes, _ index: Int) -> (s: UInt8, t: UInt8) {
    let column = 4 &+ index & 3
    let first = block[column]
    let second = block[column &+ 4]
    let third = block[column &+ 8]
    return index < 4
      ? (first & 63, second & 63)
      : (third & 15 | (first &>> 6) &<< 4, third &>> 4 | (second &>> 6) &<< 4)
  }
}

extension SixBitPairs {
  /// Writes d, m and the eight pairs of a block.
  static func pack(_ lines: borrowing SuperblockLines, into block: BlockWriter) {
    block.u16(0, lines.d.bits)
    block.u16(2, lines.m.bits)
    for column in 0..<4 {
      let (s, t) = (UInt8(lines.scales[column]), UInt8(lines.offsets[column]))
      let (s4, t4) = (UInt8(lines.scales[column + 4]), UInt8(lines.offsets[column + 4]))
      block.byte(4 + column, s | (s4 >> 4) << 6)
      block.byte(8 + column, t | (t4 >> 4) << 6)
      block.byte(12 + column, s4 & 15 | t4 << 4)
    }
  }
}

extension BlockQ4_K: EncodableLayout {
  static func pack(_ samples: borrowing Samples, into block: BlockWriter) {
    let lines = SuperblockLines(samples, width: 2, top: 15, most: 63)
    SixBitPairs.pack(lines, into: block)
    for part in 0..<8 {
      let group = 4 * (part / 2) + part % 2
      let low = lines.codes(samples, group, top: 15)
      let high = lines.codes(samples, group + 2, top: 15)
      block.bytes16(16 + 16 * part, low | high &<< 4)
    }
  }
}
