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
enum BlockQ3_K: BlockLayout {
  static let type = TensorType.q3_K

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
