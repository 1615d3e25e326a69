/// Q3_K: 256 elements in three bits, `d * (s - 32) * (q - 4)` with six-bit s for 16 elements each.
///
///     0               32                      96           108  110
///     ┌───────────────┬───────────────────────┬─────────────┬───┐
///     │ h: 32 bytes   │ q: 2 × 32 bytes       │ s: 12 bytes │ d │   d half
///     └───────────────┴───────────────────────┴─────────────┴───┘
///
/// Bit i of h's byte j is the third bit of element 32i + j. Byte j of half k of q holds, from its
/// low bits up, the lower bits of elements 128k + j, + 32, + 64 and + 96. The low four bits of s(i)
/// are in byte i % 8, nibble i / 8; its high two in byte 8 + i % 4, at bit 2 (i / 4).
@usableFromInline
package enum BlockQ3_K: BlockLayout {
  @inlinable @inline(__always)
  package static var type: TensorType { .q3_K }

  @inline(__always)
  static func split(_ block: BlockBytes, into sink: CodeSink) {
    let d = block.half(108)
    for group in 0..<16 {
      sink.scale(group, d * Float(scale(block, group)))
    }
    for half in 0..<2 {
      for part in 0..<2 {
        let quads = block.bytes16(32 &+ 32 &* half &+ 16 &* part)
        let high = block.bytes16(16 &* part)
        for row in 0..<4 {
          let low = quads &>> UInt8(2 &* row) & 3
          let third = high &>> UInt8(4 &* half &+ row) & 1
          sink.codes(8 &* half &+ 2 &* row &+ part, (low | third &<< 2) &- 4)
        }
      }
    }
  }

  /// The signed scale of a group, -32 to 31.
  @inline(__always)
  private static func scale(_ block: BlockBytes, _ group: Int) -> Int {
    let low = Int(block[96 &+ group & 7] &>> UInt8(4 &* (group &>> 3))) & 15
    let high = Int(block[104 &+ group & 3] &>> UInt8(2 &* (group &>> 2))) & 3
    return (low | high &<< 4) &- 32
  }
}

extension BlockQ3_K: PanelType {
  @inlinable @inline(__always)
  package static var panel: PanelFormat {
    PanelFormat(columns: 256, codes: .three, offset: 4, scales: .signedHalves)
  }
}

extension BlockQ3_K: EncodableLayout {
  static func pack(_ samples: borrowing Samples, into block: BlockWriter) {
    let levels = WholeLevels(low: -4, high: 3)
    let scales = SuperblockScales(samples, width: 1, levels, most: 32)
    block.u16(108, scales.d.bits)
    packScales(scales, into: block)
    for part in 0..<2 {
      var high = Bytes16(repeating: 0)
      for half in 0..<2 {
        var quads = Bytes16(repeating: 0)
        for row in 0..<4 {
          let group = 8 * half + 2 * row + part
          let level = samples.levels(
            group, levels, scale: scales.d.value * scales.small[group])
          let code = bytes(level + 4)
          quads |= (code & 3) &<< UInt8(2 * row)
          high |= (code &>> 2) &<< UInt8(4 * half + row)
        }
        block.bytes16(32 + 32 * half + 16 * part, quads)
      }
      block.bytes16(16 * part, high)
    }
  }

  /// Writes the sixteen scales, six bits each.
  private static func packScales(_ scales: borrowing SuperblockScales, into block: BlockWriter) {
    var packed = InlineArray<12, UInt8>(repeating: 0)
    for group in 0..<16 {
      let scale = UInt8(scales.small[group] + 32)
      packed[group % 8] |= (scale & 15) << UInt8(4 * (group / 8))
      packed[8 + group % 4] |= (scale >> 4) << UInt8(2 * (group / 4))
    }
    for index in 0..<12 { block.byte(96 + index, packed[index]) }
  }
}
