/// Q2_K: 256 elements in two bits, `d * s * q - m * t` with four-bit s and t for 16 elements each.
///
///     0               16                      80 82 84
///     ┌───────────────┬───────────────────────┬──┬──┐
///     │ s0t0 … s15t15 │ q: 2 × 32 bytes       │d │m │   d, m half; s in the low bits
///     └───────────────┴───────────────────────┴──┴──┘
///
/// Byte j of half h holds, from its low bits up, elements 128h + j, + 32, + 64 and + 96.
@usableFromInline
package enum BlockQ2_K: BlockLayout {
  @inlinable @inline(__always)
  package static var type: TensorType { .q2_K }

  @inline(__always)
  static func split(_ block: BlockBytes, into sink: CodeSink) {
    let d = block.half(80)
    let m = block.half(82)
    for group in 0..<16 {
      let scales = block[group]
      sink.scale(group, d * Float(scales & 15), offset: -(m * Float(scales &>> 4)))
    }
    for half in 0..<2 {
      for part in 0..<2 {
        let quads = block.bytes16(16 &+ 32 &* half &+ 16 &* part)
        for row in 0..<4 {
          sink.codes(8 &* half &+ 2 &* row &+ part, quads &>> UInt8(2 &* row) & 3)
        }
      }
    }
  }
}

extension BlockQ2_K: PanelType {
  @inlinable @inline(__always)
  package static var panel: PanelFormat {
    PanelFormat(columns: 256, codes: .two, header: .scaleAndMinimum, scales: .nibbleHalves)
  }
}

extension BlockQ2_K: EncodableLayout {
  static func pack(_ samples: borrowing Samples, into block: BlockWriter) {
    let lines = SuperblockLines(samples, width: 1, top: 3, most: 15)
    block.u16(80, lines.d.bits)
    block.u16(82, lines.m.bits)
    for group in 0..<16 {
      block.byte(group, UInt8(lines.scales[group]) | UInt8(lines.offsets[group]) << 4)
    }
    for half in 0..<2 {
      for part in 0..<2 {
        var quads = Bytes16(repeating: 0)
        for row in 0..<4 {
          let group = 8 * half + 2 * row + part
          let line = lines.line(group)
          let level = samples.levels(
            group, WholeLevels(low: 0, high: 3), scale: line.scale, offset: line.offset)
          quads |= bytes(level) &<< UInt8(2 * row)
        }
        block.bytes16(16 + 32 * half + 16 * part, quads)
      }
    }
  }
}
