// Blocks of 32 elements in five bits each, with one scale, or a scale and an offset.

/// Q5_0: `d * (q - 16)`.
///
///     0  2    6                 22
///     ┌──┬────┬──────────────────┐
///     │d │ h  │ q0q16 … q15q31   │   d half; bit i of h is the fifth bit of q(i);
///     └──┴────┴──────────────────┘   two lower codes a byte, the earlier one in the low bits
@usableFromInline
package enum BlockQ5_0: BlockLayout {
  @inlinable @inline(__always)
  package static var type: TensorType { .q5_0 }

  @inline(__always)
  static func split(_ block: BlockBytes, into sink: CodeSink) {
    let d = block.half(0)
    let pairs = block.bytes16(6)
    sink.codes(0, (pairs & 15 | fifthBits(block.u16(2))) &- 16)
    sink.codes(1, (pairs &>> 4 | fifthBits(block.u16(4))) &- 16)
    sink.scale(0, d)
    sink.scale(1, d)
  }
}

extension BlockQ5_0: PanelType {
  @inlinable @inline(__always)
  package static var panel: PanelFormat { PanelFormat(codes: .five, offset: 16) }
}

/// Q5_1: `d * q + m`.
///
///     0  2  4    8                 24
///     ┌──┬──┬────┬──────────────────┐
///     │d │m │ h  │ q0q16 … q15q31   │   d, m half; bit i of h is the fifth bit of q(i);
///     └──┴──┴────┴──────────────────┘   two lower codes a byte, the earlier one in the low bits
@usableFromInline
package enum BlockQ5_1: BlockLayout {
  @inlinable @inline(__always)
  package static var type: TensorType { .q5_1 }

  @inline(__always)
  static func split(_ block: BlockBytes, into sink: CodeSink) {
    let d = block.half(0)
    let m = block.half(2)
    let pairs = block.bytes16(8)
    sink.codes(0, pairs & 15 | fifthBits(block.u16(4)))
    sink.codes(1, pairs &>> 4 | fifthBits(block.u16(6)))
    sink.scale(0, d, offset: m)
    sink.scale(1, d, offset: m)
  }
}

extension BlockQ5_1: PanelType {
  @inlinable @inline(__always)
  package static var panel: PanelFormat { PanelFormat(codes: .five, header: .scaleAndMinimum) }
}

/// Sixteen bits, each as the 16 of its own byte.
@inline(__always)
private func fifthBits(_ bits: UInt16) -> Bytes16 {
  let low = Codebooks.spread(UInt8(truncatingIfNeeded: bits))
  let high = Codebooks.spread(UInt8(truncatingIfNeeded: bits &>> 8))
  return bytes16(low &<< 4, high &<< 4)
}

/// The fifth bits of sixteen bytes, the first lowest.
@inline(__always)
private func gatherFifth(_ codes: Bytes16) -> UInt16 {
  var bits: UInt16 = 0
  for lane in 0..<16 { bits |= UInt16(codes[lane] &>> 4 & 1) &<< UInt16(lane) }
  return bits
}

extension BlockQ5_0: EncodableLayout {
  static func pack(_ samples: borrowing Samples, into block: BlockWriter) {
    let levels = WholeLevels(low: -16, high: 15)
    let d = samples.bestHalf(
      0..<2, levels, samples.bestScale(0..<2, levels), samples.extreme(0..<2) / -16)
    let low = bytes(samples.levels(0, levels, scale: d.value) + 16)
    let high = bytes(samples.levels(1, levels, scale: d.value) + 16)
    block.u16(0, d.bits)
    block.u16(2, gatherFifth(low))
    block.u16(4, gatherFifth(high))
    block.bytes16(6, low & 15 | high &<< 4)
  }
}

extension BlockQ5_1: EncodableLayout {
  static func pack(_ samples: borrowing Samples, into block: BlockWriter) {
    let line = HalfLine(samples, top: 31)
    let low = line.codes(samples, 0)
    let high = line.codes(samples, 1)
    block.u16(0, line.d.bits)
    block.u16(2, line.m.bits)
    block.u16(4, gatherFifth(low))
    block.u16(6, gatherFifth(high))
    block.bytes16(8, low & 15 | high &<< 4)
  }
}
