/// Q5_K: 256 elements in five bits, `d * s * q - m * t` with six-bit s and t for 32 elements each.
///
///     0  2  4             16              48                        176
///     ┌──┬──┬─────────────┬───────────────┬──────────────────────────┐
///     │d │m │ s, t (12)   │ h: 32 bytes   │ q: 4 × 32 bytes          │   s, t: see `SixBitPairs`
///     └──┴──┴─────────────┴───────────────┴──────────────────────────┘
///
/// d, m half. Bit i of h's byte j is the fifth bit of element 32i + j. Byte j of quarter k of q
/// holds element 64k + j in its low bits and 64k + 32 + j in its high bits.
enum BlockQ5_K: BlockLayout {
  static let type = TensorType.q5_K

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
