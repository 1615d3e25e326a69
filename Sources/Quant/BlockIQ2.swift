// Blocks of 256 elements whose magnitudes, eight at a time, are points of a grid (`Grids`), and
// whose signs are kept apart. A scale is `d * (s + 1/2) / 4` with four-bit s.

/// IQ2_XXS: a scale for 32 elements, a 256-point grid.
///
///     0  2                        66
///     ┌──┬─────────────────────────┐
///     │d │ 8 × (g0 g1 g2 g3 w)     │   d half; g bytes; w 32 bits: four sign indices of seven
///     └──┴─────────────────────────┘   bits (`Codebooks.evenSigns`), then s
@usableFromInline
package enum BlockIQ2_XXS: BlockLayout {
  @inlinable @inline(__always)
  package static var type: TensorType { .iq2_xxs }

  @inline(__always)
  static func split(_ block: BlockBytes, into sink: CodeSink) {
    let d = block.half(0)
    for part in 0..<8 {
      let start = 2 &+ 8 &* part
      let word = block.u32(start &+ 4)
      for index in 0..<4 {
        let magnitudes = Grids.iq2xxs[Int(block[start &+ index])]
        let signs = Codebooks.evenSigns(word &>> UInt32(7 &* index))
        sink.eight(4 &* part &+ index, Codebooks.negate(magnitudes, where: signs))
      }
      let scale = quarterScale(d, word &>> 28)
      sink.scale(2 &* part, scale)
      sink.scale(2 &* part &+ 1, scale)
    }
  }
}

extension BlockIQ2_XXS: PanelType {
  @inlinable @inline(__always)
  package static var panel: PanelFormat {
    PanelFormat(
      columns: 256, codes: .three, codebook: .iq2, offset: 43, scales: .signed, factor: 0.125)
  }
}

/// IQ2_XS: a scale for 16 elements, a 512-point grid.
///
///     0  2                  66          74
///     ┌──┬───────────────────┬───────────┐
///     │d │ w0 … w31          │ s: 8 bytes│   d half; w 16 bits: nine of the grid index, seven of
///     └──┴───────────────────┴───────────┘   the sign index; two s a byte, the earlier one low
@usableFromInline
package enum BlockIQ2_XS: BlockLayout {
  @inlinable @inline(__always)
  package static var type: TensorType { .iq2_xs }

  @inline(__always)
  static func split(_ block: BlockBytes, into sink: CodeSink) {
    let d = block.half(0)
    for index in 0..<32 {
      let word = block.u16(2 &+ 2 &* index)
      let signs = Codebooks.evenSigns(UInt32(word &>> 9))
      sink.eight(index, Codebooks.negate(Grids.iq2xs[Int(word & 511)], where: signs))
    }
    storeScales(block, at: 66, d, into: sink)
  }
}

extension BlockIQ2_XS: PanelType {
  @inlinable @inline(__always)
  package static var panel: PanelFormat {
    PanelFormat(
      columns: 256, codes: .three, codebook: .iq2, offset: 43, scales: .signedHalves, factor: 0.125)
  }
}

/// IQ2_S: a scale for 16 elements, a 1,024-point grid, all signs stored.
///
///     0  2           34          66           74           82
///     ┌──┬───────────┬───────────┬────────────┬────────────┐
///     │d │ g0 … g31  │ signs: 32 │ h: 8 bytes │ s: 8 bytes │   d half; h: bits 8, 9 of four grid
///     └──┴───────────┴───────────┴────────────┴────────────┘   indices a byte; s two a byte
@usableFromInline
package enum BlockIQ2_S: BlockLayout {
  @inlinable @inline(__always)
  package static var type: TensorType { .iq2_s }

  @inline(__always)
  static func split(_ block: BlockBytes, into sink: CodeSink) {
    let d = block.half(0)
    for part in 0..<8 {
      let high = Int(block[66 &+ part])
      for lane in 0..<4 {
        let index = 4 &* part &+ lane
        let point = Int(block[2 &+ index]) | (high &>> (2 &* lane) & 3) &<< 8
        sink.eight(index, Codebooks.negate(Grids.iq2s[point], where: block[34 &+ index]))
      }
    }
    storeScales(block, at: 74, d, into: sink)
  }
}

extension BlockIQ2_S: PanelType {
  @inlinable @inline(__always)
  package static var panel: PanelFormat {
    PanelFormat(
      columns: 256, codes: .three, codebook: .iq2, offset: 43, scales: .signedHalves, factor: 0.125)
  }
}

/// The scale that a half-precision number and four bits make; the order of the products matters.
@inline(__always)
private func quarterScale(_ d: Float, _ s: UInt32) -> Float { d * (0.5 + Float(s)) * 0.25 }

/// Stores sixteen scales whose four bits lie two a byte.
@inline(__always)
private func storeScales(_ block: BlockBytes, at start: Int, _ d: Float, into sink: CodeSink) {
  for index in 0..<8 {
    let pair = block[start &+ index]
    sink.scale(2 &* index, quarterScale(d, UInt32(pair & 15)))
    sink.scale(2 &* index &+ 1, quarterScale(d, UInt32(pair &>> 4)))
  }
}
