/// Q6_K: 256 elements in six bits, `d * s * (q - 32)` with a signed byte s for 16 elements each.
///
///     0                     128               192             208  210
///     ┌──────────────────────┬─────────────────┬───────────────┬───┐
///     │ l: 2 × 64 bytes      │ h: 2 × 32 bytes │ s0 … s15      │ d │   d half
///     └──────────────────────┴─────────────────┴───────────────┴───┘
///
/// Of half k, elements 128k + 32i + j: the low four bits of i = 0, 1 are the low nibbles of l's
/// bytes 32i + j, those of i = 2, 3 the high nibbles; the top two are in h's byte j, at bit 2i.
@usableFromInline
package enum BlockQ6_K: BlockLayout {
  @inlinable @inline(__always)
  package static var type: TensorType { .q6_K }

  @inline(__always)
  static func split(_ block: BlockBytes, into sink: CodeSink) {
    let d = block.half(208)
    for group in 0..<16 {
      sink.scale(group, d * Float(Int8(bitPattern: block[192 &+ group])))
    }
    for half in 0..<2 {
      for part in 0..<2 {
        let low0 = block.bytes16(64 &* half &+ 16 &* part)
        let low1 = block.bytes16(64 &* half &+ 32 &+ 16 &* part)
        let high = block.bytes16(128 &+ 32 &* half &+ 16 &* part)
        let group = 8 &* half &+ part
        sink.codes(group, (low0 & 15 | (high & 3) &<< 4) &- 32)
        sink.codes(group &+ 2, (low1 & 15 | (high &>> 2 & 3) &<< 4) &- 32)
        sink.codes(group &+ 4, (low0 &>> 4 | (high &>> 4 & 3) &<< 4) &- 32)
        sink.codes(group &+ 6, (low1 &>> 4 | (high &>> 6) &<< 4) &- 32)
      }
    }
  }
}

extension BlockQ6_K: PanelType {
  @inlinable @inline(__always)
  package static var panel: PanelFormat {
    PanelFormat(columns: 256, codes: .six, offset: 32, scales: .signedHalves)
  }
}

extension BlockQ6_K: EncodableLayout {
  static func pack(_ samples: borrowing Samples, into block: BlockWriter) {
    let levels = WholeLevels(low: -32, high: 31)
    let scales = SuperblockScales(samples, width: 1, levels, most: 128)
    block.u16(208, scales.d.bits)
    for group in 0..<16 {
      block.byte(192 + group, UInt8(bitPattern: Int8(scales.small[group])))
    }
    for half in 0..<2 {
      for part in 0..<2 {
        var codes = InlineArray<4, Bytes16>(repeating: Bytes16(repeating: 0))
        for row in 0..<4 {
          let group = 8 * half + 2 * row + part
          codes[row] = bytes(
            samples.levels(group, levels, scale: scales.d.value * scales.small[group]) + 32)
        }
        block.bytes16(64 * half + 16 * part, codes[0] & 15 | codes[2] &<< 4)
        block.bytes16(64 * half + 32 + 16 * part, codes[1] & 15 | codes[3] &<< 4)
        let high =
          codes[0] &>> 4 | (codes[1] &>> 4) &<< 2 | (codes[2] &>> 4) &<< 4
          | (codes[3] &>> 4) &<< 6
        block.bytes16(128 + 32 * half + 16 * part, high)
      }
    }
  }
}
