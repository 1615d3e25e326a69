// Blocks of one or two bits an element in plain order.

/// Q1_0: 128 elements, +d where the bit is set, else -d.
///
///     0  2                 18
///     ┌──┬──────────────────┐
///     │d │ bits, lowest first│   d half
///     └──┴──────────────────┘
@usableFromInline
package enum BlockQ1_0: BlockLayout {
  @inlinable @inline(__always)
  package static var type: TensorType { .q1_0 }

  @inline(__always)
  static func split(_ block: BlockBytes, into sink: CodeSink) {
    let d = block.half(0)
    for index in 0..<16 {
      sink.eight(index, Codebooks.negate(0x0101_0101_0101_0101, where: ~block[2 &+ index]))
    }
    for group in 0..<8 { sink.scale(group, d) }
  }
}

extension BlockQ1_0: PanelType {
  @inlinable @inline(__always)
  package static var panel: PanelFormat {
    PanelFormat(columns: 128, codes: .one, offset: 1)
  }
}

/// Q2_0: 64 elements, `d * (q - 1)`.
///
///     0  2                 18
///     ┌──┬──────────────────┐
///     │d │ q: four a byte   │   d half; the earlier ones in the lower bits
///     └──┴──────────────────┘
@usableFromInline
package enum BlockQ2_0: BlockLayout {
  @inlinable @inline(__always)
  package static var type: TensorType { .q2_0 }

  @inline(__always)
  static func split(_ block: BlockBytes, into sink: CodeSink) {
    let d = block.half(0)
    for index in 0..<8 {
      // Two bytes, 16 bits, become eight bytes of two bits.
      var word = UInt64(block.u16(2 &+ 2 &* index))
      word = (word | word &<< 24) & 0x0000_00FF_0000_00FF
      word = (word | word &<< 12) & 0x000F_000F_000F_000F
      word = (word | word &<< 6) & 0x0303_0303_0303_0303
      // One less in each byte: the guard bit takes the borrow of 0, which becomes 255.
      let guarded = (word | 0x8080_8080_8080_8080) &- 0x0101_0101_0101_0101
      sink.eight(index, guarded ^ 0x8080_8080_8080_8080)
    }
    for group in 0..<4 { sink.scale(group, d) }
  }
}

extension BlockQ2_0: PanelType {
  @inlinable @inline(__always)
  package static var panel: PanelFormat {
    PanelFormat(columns: 64, codes: .two, offset: 1)
  }
}
