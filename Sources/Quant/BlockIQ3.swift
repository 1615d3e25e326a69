// Blocks of 256 elements whose magnitudes, four at a time, are points of a grid (`Grids`), and
// whose signs are kept apart.

/// IQ3_XXS: a scale `d * (s + 1/2) / 2` with four-bit s for 32 elements, a 256-point grid.
///
///     0  2                    66              98
///     ┌──┬─────────────────────┬───────────────┐
///     │d │ g0 … g63            │ w0 … w7       │   d half; w 32 bits: four sign indices of seven
///     └──┴─────────────────────┴───────────────┘   bits (`Codebooks.evenSigns`), then s
@usableFromInline
package enum BlockIQ3_XXS: BlockLayout {
  @inlinable @inline(__always)
  package static var type: TensorType { .iq3_xxs }

  @inline(__always)
  static func split(_ block: BlockBytes, into sink: CodeSink) {
    let d = block.half(0)
    for part in 0..<8 {
      let word = block.u32(66 &+ 4 &* part)
      for lane in 0..<4 {
        let index = 4 &* part &+ lane
        let low = Grids.iq3xxs[Int(block[2 &+ 2 &* index])]
        let high = Grids.iq3xxs[Int(block[3 &+ 2 &* index])]
        let signs = Codebooks.evenSigns(word &>> UInt32(7 &* lane))
        sink.eight(index, Codebooks.negate(UInt64(low) | UInt64(high) &<< 32, where: signs))
      }
      let scale = d * (0.5 + Float(word &>> 28)) * 0.5
      sink.scale(2 &* part, scale)
      sink.scale(2 &* part &+ 1, scale)
    }
  }
}

extension BlockIQ3_XXS: PanelType {
  @inlinable @inline(__always)
  package static var panel: PanelFormat {
    PanelFormat(
      columns: 256, codes: .four, codebook: .iq3xxs, offset: 31, scales: .signed, factor: 0.5)
  }
}

/// IQ3_S: a scale `d * (2s + 1)` with four-bit s for 32 elements, a 512-point grid, all signs
/// stored.
///
///     0  2              66         74              106        110
///     ┌──┬──────────────┬───────────┬───────────────┬───────────┐
///     │d │ g0 … g63     │ h: 8 bytes│ signs: 32     │ s: 4 bytes│   d half; h: bit 8 of the grid
///     └──┴──────────────┴───────────┴───────────────┴───────────┘   indices; s two a byte
@usableFromInline
package enum BlockIQ3_S: BlockLayout {
  @inlinable @inline(__always)
  package static var type: TensorType { .iq3_s }

  @inline(__always)
  static func split(_ block: BlockBytes, into sink: CodeSink) {
    let d = block.half(0)
    for part in 0..<8 {
      let ninth = Int(block[66 &+ part])
      for lane in 0..<4 {
        let index = 4 &* part &+ lane
        let first = Int(block[2 &+ 2 &* index]) | (ninth &>> (2 &* lane) & 1) &<< 8
        let second = Int(block[3 &+ 2 &* index]) | (ninth &>> (2 &* lane &+ 1) & 1) &<< 8
        let magnitudes = UInt64(Grids.iq3s[first]) | UInt64(Grids.iq3s[second]) &<< 32
        sink.eight(index, Codebooks.negate(magnitudes, where: block[74 &+ index]))
      }
      let s = block[106 &+ part &>> 1] &>> UInt8(4 &* (part & 1)) & 15
      let scale = d * Float(2 &* s &+ 1)
      sink.scale(2 &* part, scale)
      sink.scale(2 &* part &+ 1, scale)
    }
  }
}

extension BlockIQ3_S: PanelType {
  @inlinable @inline(__always)
  package static var panel: PanelFormat {
    PanelFormat(columns: 256, codes: .four, codebook: .iq3s, offset: 15, scales: .signed)
  }
}
