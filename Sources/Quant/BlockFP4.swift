// Blocks of four-bit floating point numbers (`Codebooks.e2m1`: 1 sign, 2 exponent, 1 fraction).

/// MXFP4: 32 elements with a power of two for scale.
///
///     0 1                 17
///     ┌─┬──────────────────┐
///     │e│ q0q16 … q15q31   │   e E8M0; two codes a byte, the earlier one in the low bits
///     └─┴──────────────────┘
enum BlockMXFP4: BlockLayout {
  static let type = TensorType.mxfp4

  @inline(__always)
  static func split(_ block: BlockBytes, into sink: CodeSink) {
    let d = e8m0HalfToFloat(block[0])
    for index in 0..<16 {
      let pair = Int(block[1 &+ index])
      sink.code(index, Codebooks.e2m1[pair & 15])
      sink.code(index &+ 16, Codebooks.e2m1[pair &>> 4])
    }
    sink.scale(0, d)
    sink.scale(1, d)
  }
}

/// NVFP4: 64 elements with an unsigned E4M3 scale for 16 each.
///
///     0           4                        36
///     ┌───────────┬─────────────────────────┐
///     │ e0 … e3   │ 4 × (q0q8 … q7q15)      │   two codes a byte, the earlier one in the low bits
///     └───────────┴─────────────────────────┘
enum BlockNVFP4: BlockLayout {
  static let type = TensorType.nvfp4

  @inline(__always)
  static func split(_ block: BlockBytes, into sink: CodeSink) {
    for group in 0..<4 {
      for index in 0..<8 {
        let pair = Int(block[4 &+ 8 &* group &+ index])
        sink.code(16 &* group &+ index, Codebooks.e2m1[pair & 15])
        sink.code(16 &* group &+ index &+ 8, Codebooks.e2m1[pair &>> 4])
      }
      sink.scale(group, ue4m3HalfToFloat(block[group]))
    }
  }
}
