/// Q5_K: 256 elements in five bits, `d * s * q - m * t` with six-bit s and t for 32 elements each.
///
///     0  2  4             16              48                        176
///     ┌──┬──┬─────────────┬───────────────┬──────────────────────────┐
///     │d │m │ s, t (12)   │ h: 32 bytes   │ q: 4 × 32 bytes          │   s, t: see `SixBitPairs`
///     └──┴──┴─────────────┴───────────────┴──────────────────────────┘
///
/// d, m half. Bit i of h's byte j is the fifth bit of element 32i + j. Byte j of quarter k of q
/// holds element 64k + j in its low bits and 64k + 32 + j in its high bits.
@usableFromInline
package enum BlockQ5_K: BlockLayout {
  @inlinable @inline(__always)
  package static var type: TensorType { .q5_K }

  @inline(__always)
  static func split(_ block: BlockBytes, into sink: CodeSink) {
    SixBitPairs.store(block, into: sink)
    for part in 0..<8 {
      let pairs = block.bytes16(48 &+ 16 &* part)
      let high = block.bytes16(16 &+ 16 &* (part & 1))
      let row = part & 6
      let group = 2 &* row &+ part & 1
      sink.codes(group, pairs & 15 | (high &>> UInt8(row) & 1) &<< 4)
      sink.codes(group &+ 2, pairs &>> 4 | (high &>> UInt8(row &+ 1) & 1) &<< 4)
    }
  }
}

extension BlockQ5_K: PanelType {
  @inlinable @inline(__always)
  package static var panel: PanelFormat {
    PanelFormat(columns: 256, codes: .five, header: .scaleAndMinimum, scales: .scaleAndMinimum)
  }
}

extension BlockQ5_K: EncodableLayout {
  static func pack(_ samples: borrowing Samples, into block: BlockWriter) {
    let lines = SuperblockLines(samples, width: 2, top: 31, most: 63)
    SixBitPairs.pack(lines, into: block)
    for part in 0..<2 {
      var fifth = Bytes16(repeating: 0)
      for row in 0..<4 {
        let low = lines.codes(samples, 4 * row + part, top: 31)
        let high = lines.codes(samples, 4 * row + part + 2, top: 31)
        fifth |= (low &>> 4) &<< UInt8(2 * row) | (high &>> 4) &<< UInt8(2 * row + 1)
        block.bytes16(48 + 32 * row + 16 * part, low & 15 | high &<< 4)
      }
      block.bytes16(16 + 16 * part, fifth)
    }
  }
}
