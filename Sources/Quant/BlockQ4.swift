// Blocks of 32 elements in four bits each, with one scale, or a scale and an offset.

/// Q4_0: `d * (q - 8)`.
///
///     0  2                 18
///     ┌──┬──────────────────┐
///     │d │ q0q16 … q15q31   │   d half; two codes a byte, the earlier one in the low bits
///     └──┴──────────────────┘
@usableFromInline
package enum BlockQ4_0: BlockLayout {
  @inlinable @inline(__always)
  package static var type: TensorType { .q4_0 }

  @inline(__always)
  static func split(_ block: BlockBytes, into sink: CodeSink) {
    let d = block.half(0)
    let pairs = block.bytes16(2)
    sink.codes(0, pairs & 15 &- 8)
    sink.codes(1, pairs &>> 4 &- 8)
    sink.scale(0, d)
    sink.scale(1, d)
  }
}

extension BlockQ4_0: PanelType {
  @inlinable @inline(__always)
  package static var panel: PanelFormat { PanelFormat(codes: .four, offset: 8) }
}

/// Q4_1: `d * q + m`.
///
///     0  2  4                 20
///     ┌──┬──┬──────────────────┐
///     │d │m │ q0q16 … q15q31   │   d, m half; two codes a byte, the earlier one in the low bits
///     └──┴──┴──────────────────┘
@usableFromInline
package enum BlockQ4_1: BlockLayout {
  @inlinable @inline(__always)
  package static var type: TensorType { .q4_1 }

  @inline(__always)
  static func split(_ block: BlockBytes, into sink: CodeSink) {
    let d = block.half(0)
    let m = block.half(2)
    let pairs = block.bytes16(4)
    sink.codes(0, pairs & 15)
    sink.codes(1, pairs &>> 4)
    sink.scale(0, d, offset: m)
    sink.scale(1, d, offset: m)
  }
}

extension BlockQ4_1: PanelType {
  @inlinable @inline(__always)
  package static var panel: PanelFormat { PanelFormat(codes: .four, header: .scaleAndMinimum) }
}

extension BlockQ4_0: EncodableLayout {
  static func pack(_ samples: borrowing Samples, into block: BlockWriter) {
    let levels = WholeLevels(low: -8, high: 7)
    let d = samples.bestHalf(
      0..<2, levels, samples.bestScale(0..<2, levels), samples.extreme(0..<2) / -8)
    block.u16(0, d.bits)
    let low = bytes(samples.levels(0, levels, scale: d.value) + 8)
    let high = bytes(samples.levels(1, levels, scale: d.value) + 8)
    block.bytes16(2, low | high &<< 4)
  }
}

extension BlockQ4_1: EncodableLayout {
  static func pack(_ samples: borrowing Samples, into block: BlockWriter) {
    let line = HalfLine(samples, top: 15)
    block.u16(0, line.d.bits)
    block.u16(2, line.m.bits)
    block.bytes16(4, line.codes(samples, 0) | line.codes(samples, 1) &<< 4)
  }
}
