// Blocks of whole bytes with one scale.

/// Q8_0: 32 elements, `d * q`.
///
///     0  2                34
///     ┌──┬─────────────────┐
///     │d │ q0 q1 … q31     │   d half; q signed bytes
///     └──┴─────────────────┘
enum BlockQ8_0: BlockLayout {
  static let type = TensorType.q8_0

  @inline(__always)
  static func split(_ block: BlockBytes, into sink: CodeSink) {
    let d = block.half(0)
    sink.codes(0, block.bytes16(2))
    sink.codes(1, block.bytes16(18))
    sink.scale(0, d)
    sink.scale(1, d)
  }
}

/// Q8_K: 256 elements, `d * q`.
///
///     0    4                260              292
///     ┌────┬──────────────────┬────────────────┐
///     │ d  │ q0 q1 … q255     │ s0 … s15       │   d single precision; q signed bytes;
///     └────┴──────────────────┴────────────────┘   s the 16-bit sums of 16 codes each, not read
enum BlockQ8_K: BlockLayout {
  static let type = TensorType.q8_K

  @inline(__always)
  static func split(_ block: BlockBytes, into sink: CodeSink) {
    let d = block.float(0)
    for group in 0..<16 {
      sink.codes(group, block.bytes16(4 &+ 16 &* group))
      sink.scale(group, d)
    }
  }
}
