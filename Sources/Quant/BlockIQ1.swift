// Blocks of 256 elements of which eight at a time are a point of a 2,048-point grid with
// coordinates -1, 0, +1, all moved by an eighth up or down: `d * (2s + 1) * (g ± 1/8)`. The codes
// are eight times as large, the scales an eighth, which changes no bit of the values.

/// IQ1_S: a three-bit s and one direction for 32 elements.
///
///     0  2                34              50
///     ┌──┬─────────────────┬───────────────┐
///     │d │ g0 … g31        │ w0 … w7       │   d half; w 16 bits: bits 8 to 10 of four grid
///     └──┴─────────────────┴───────────────┘   indices, s, then 1 for down
@usableFromInline
package enum BlockIQ1_S: BlockLayout {
  @inlinable @inline(__always)
  package static var type: TensorType { .iq1_s }

  @inline(__always)
  static func split(_ block: BlockBytes, into sink: CodeSink) {
    let d = block.half(0)
    for part in 0..<8 {
      let word = Int(block.u16(34 &+ 2 &* part))
      for lane in 0..<4 {
        let index = 4 &* part &+ lane
        let point = Int(block[2 &+ index]) | (word &>> (3 &* lane) & 7) &<< 8
        sink.eight(index, moved(Grids.iq1[point], down: word & 0x8000 != 0))
      }
      let scale = eighthScale(d, word &>> 12)
      sink.scale(2 &* part, scale)
      sink.scale(2 &* part &+ 1, scale)
    }
  }
}

extension BlockIQ1_S: PanelType {
  /// The directions are in the signs of scales, and the grid's points turned round with them: with a
  /// direction m = ±1, 8g + m is m × (8mg + 1).
  @inlinable @inline(__always)
  package static var panel: PanelFormat {
    PanelFormat(
      columns: 256, codes: .two, codebook: .iq1, offset: 7, scales: .signed, factor: 0.125)
  }
}

/// IQ1_M: a three-bit s for 16 elements, a direction for 8.
///
///     0                 32               48           56
///     ┌──────────────────┬────────────────┬────────────┐
///     │ g0 … g31         │ h: 16 bytes    │ w0 … w3    │   w 16 bits: four s, then four bits of
///     └──────────────────┴────────────────┴────────────┘   the half d, w0 with its lowest
///
/// A nibble of h, the earlier one low, is bits 8 to 10 of a grid index, then 1 for down.
@usableFromInline
package enum BlockIQ1_M: BlockLayout {
  @inlinable @inline(__always)
  package static var type: TensorType { .iq1_m }

  @inline(__always)
  static func split(_ block: BlockBytes, into sink: CodeSink) {
    var bits: UInt16 = 0
    for index in 0..<4 {
      bits |= (block.u16(48 &+ 2 &* index) &>> 12) &<< UInt16(4 &* index)
    }
    let d = halfToFloat(bits)
    for group in 0..<16 {
      let pair = Int(block[32 &+ group])
      for lane in 0..<2 {
        let index = 2 &* group &+ lane
        let nibble = pair &>> (4 &* lane)
        let point = Int(block[index]) | (nibble & 7) &<< 8
        sink.eight(index, moved(Grids.iq1[point], down: nibble & 8 != 0))
      }
      let word = Int(block.u16(48 &+ 2 &* (group &>> 2)))
      sink.scale(group, eighthScale(d, word &>> (3 &* (group & 3))))
    }
  }
}

extension BlockIQ1_M: PanelType {
  @inlinable @inline(__always)
  package static var panel: PanelFormat {
    PanelFormat(
      columns: 256, codes: .threeShared, codebook: .iq1, offset: 9, scales: .signedHalves,
      factor: 0.125)
  }
}

/// The scale of a block part, an eighth of `d * (2s + 1)`; s is the lowest three bits.
@inline(__always)
private func eighthScale(_ d: Float, _ s: Int) -> Float { d * Float(2 &* (s & 7) &+ 1) * 0.125 }

/// Eight times the coordinates, -8, 0, 8, each one up or one down.
@inline(__always)
private func moved(_ coordinates: UInt64, down: Bool) -> UInt64 {
  // Byte sums without carries between bytes: the low seven bits added, the top ones by exclusive or.
  let step: UInt64 = down ? 0xFFFF_FFFF_FFFF_FFFF : 0x0101_0101_0101_0101
  let low = 0x7F7F_7F7F_7F7F_7F7F as UInt64
  return (coordinates & low &+ step & low) ^ ((coordinates ^ step) & ~low)
}
