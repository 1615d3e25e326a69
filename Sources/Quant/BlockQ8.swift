// Blocks of whole bytes with one scale.

/// Q8_0: 32 elements, `d * q`.
///
///     0  2                34
///     ┌──┬─────────────────┐
///     │d │ q0 q1 … q31     │   d half; q signed bytes
///     └──┴─────────────────┘
@usableFromInline
package enum BlockQ8_0: BlockLayout {
  @inlinable @inline(__always)
  package static var type: TensorType { .q8_0 }

  @inline(__always)
  static func split(_ block: BlockBytes, into sink: CodeSink) {
    let d = block.half(0)
    sink.codes(0, block.bytes16(2))
    sink.codes(1, block.bytes16(18))
    sink.scale(0, d)
    sink.scale(1, d)
  }
}

extension BlockQ8_0: PanelType {
  @inlinable @inline(__always)
  package static var panel: PanelFormat { PanelFormat(codes: .eight, offset: 128) }
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

extension BlockQ8_0: EncodableLayout {
  static func pack(_ samples: borrowing Samples, into block: BlockWriter) {
    let levels = WholeLevels(low: -127, high: 127)
    let d = halfScale(samples.extreme(0..<2).magnitude / 127)
    block.u16(0, d.bits)
    for index in 0..<2 {
      block.bytes16(2 + 16 * index, bytes(samples.levels(index, levels, scale: d.value)))
    }
  }
}

extension BlockQ8_K: EncodableLayout {
  // The scale is single precision. A little room is left for its rounding.
  static var limit: Float { 0x1.FFFp127 }

  static func pack(_ samples: borrowing Samples, into block: BlockWriter) {
    let levels = WholeLevels(low: -127, high: 127)
    let extreme = samples.extreme(0..<16)
    // Elements so small that they have no finite scale are stored as zeros.
    let inverse = extreme != 0 && (127 / extreme).isFinite ? -127 / extreme : 0
    block.u32(0, reciprocal(inverse).bitPattern)
    for index in 0..<16 {
      let level = levels.nearest(samples.vectors[index] * inverse)
      block.bytes16(4 + 16 * index, bytes(level))
      block.u16(260 + 2 * index, UInt16(bitPattern: Int16(sum(level))))
    }
  }
}
