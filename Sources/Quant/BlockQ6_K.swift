/// Q6_K: 256 elements in six bits, `d * s * (q - 32)` with a signed byte s for 16 elements each.
///
///     0                     128               192             208  210
///     ┌──────────────────────┬─────────────────┬───────────────┬───┐
///     │ l: 2 × 64 bytes      │ h: 2 × 32 bytes │ s0 … s15      │ d │   d half
///     └──────────────────────┴─────────────────┴───────────────┴───┘
///
/// Of half k, elements 128k + 32i + j: the low four bits of i = 0, 1 are the low nibbles of l's
/// bytes 32i + j, those of i = 2, 3 the high nibbles; the top two are in h's byte j, at bit 2i.
enum BlockQ6_K: BlockLayout {
  static let type = TensorType.q6_K

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
