// Blocks whose four-bit codes choose one of sixteen unevenly spaced levels (`Codebooks.iq4nl`).

/// IQ4_NL: 32 elements, `d * level(q)`.
///
///     0  2                 18
///     ┌──┬──────────────────┐
///     │d │ q0q16 … q15q31   │   d half; two codes a byte, the earlier one in the low bits
///     └──┴──────────────────┘
@usableFromInline
package enum BlockIQ4_NL: BlockLayout {
  @inlinable @inline(__always)
  package static var type: TensorType { .iq4_nl }

  @inline(__always)
  static func split(_ block: BlockBytes, into sink: CodeSink) {
    let d = block.half(0)
    for index in 0..<16 {
      let pair = Int(block[2 &+ index])
      sink.code(index, Codebooks.iq4nl[pair & 15])
      sink.code(index &+ 16, Codebooks.iq4nl[pair &>> 4])
    }
    sink.scale(0, d)
    sink.scale(1, d)
  }
}

extension BlockIQ4_NL: PanelType {
  @inlinable @inline(__always)
  package static var panel: PanelFormat { PanelFormat(codes: .four, codebook: .iq4, offset: 128) }
}

/// IQ4_XS: 256 elements, `d * (s - 32) * level(q)` with six-bit s for 32 elements each.
///
///     0  2  4    8                          136
///     ┌──┬──┬────┬────────────────────────────┐
///     │d │h │ l  │ q: 8 × 16 bytes            │   d half; l: the low four bits of s, two a byte;
///     └──┴──┴────┴────────────────────────────┘   h: the high two, from the low bits up
///
/// Byte j of part k holds element 32k + j in its low bits and 32k + 16 + j in its high bits.
@usableFromInline
package enum BlockIQ4_XS: BlockLayout {
  @inlinable @inline(__always)
  package static var type: TensorType { .iq4_xs }

  @inline(__always)
  static func split(_ block: BlockBytes, into sink: CodeSink) {
    let d = block.half(0)
    let high = Int(block.u16(2))
    for part in 0..<8 {
      let low = Int(block[4 &+ part &>> 1]) &>> (4 &* (part & 1)) & 15
      let scale = d * Float((low | (high &>> (2 &* part) & 3) &<< 4) &- 32)
      for index in 0..<16 {
        let pair = Int(block[8 &+ 16 &* part &+ index])
        sink.code(32 &* part &+ index, Codebooks.iq4nl[pair & 15])
        sink.code(32 &* part &+ index &+ 16, Codebooks.iq4nl[pair &>> 4])
      }
      sink.scale(2 &* part, scale)
      sink.scale(2 &* part &+ 1, scale)
    }
  }
}

extension BlockIQ4_XS: PanelType {
  @inlinable @inline(__always)
  package static var panel: PanelFormat {
    PanelFormat(columns: 256, codes: .four, codebook: .iq4, offset: 128, scales: .signed)
  }
}

extension BlockIQ4_NL: EncodableLayout {
  static func pack(_ samples: borrowing Samples, into block: BlockWriter) {
    let levels = CodebookLevels<UnevenCodebook>()
    let d = samples.bestHalf(
      0..<2, levels, samples.bestScale(0..<2, levels), samples.extreme(0..<2) / -127)
    block.u16(0, d.bits)
    let low = levels.codes(samples.levels(0, levels, scale: d.value))
    let high = levels.codes(samples.levels(1, levels, scale: d.value))
    block.bytes16(2, low | high &<< 4)
  }
}

extension BlockIQ4_XS: EncodableLayout {
  static func pack(_ samples: borrowing Samples, into block: BlockWriter) {
    let levels = CodebookLevels<UnevenCodebook>()
    let scales = SuperblockScales(samples, width: 2, levels, most: 32)
    var low: UInt32 = 0
    var high: UInt16 = 0
    for part in 0..<8 {
      let small = UInt32(scales.small[part] + 32)
      low |= (small & 15) << UInt32(4 * part)
      high |= UInt16(small >> 4) << UInt16(2 * part)
      let scale = scales.d.value * scales.small[part]
      let early = levels.codes(samples.levels(2 * part, levels, scale: scale))
      let late = levels.codes(samples.levels(2 * part + 1, levels, scale: scale))
      block.bytes16(8 + 16 * part, early | late &<< 4)
    }
    block.u16(0, scales.d.bits)
    block.u16(2, high)
    block.u32(4, low)
  }
}
