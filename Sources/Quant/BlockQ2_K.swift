/// Q2_K: 256 elements in two bits, `d * s * q - m * t` with four-bit s and t for 16 elements each.
///
///     0               16                      80 82 84
///     ┌───────────────┬───────────────────────┬──┬──┐
///     │ s0t0 … s15t15 │ q: 2 × 32 bytes       │d │m │   d, m half; s in the low bits
///     └───────────────┴───────────────────────┴──┴──┘
///
/// Byte j of half h holds, from its low bits up, elements 128h + j, + 32, + 64 and + 96.
enum BlockQ2_K: BlockLayout {
  static let type = TensorType.q2_K

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
