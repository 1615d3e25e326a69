// Blocks of four-bit floating point numbers (`Codebooks.e2m1`: 1 sign, 2 exponent, 1 fraction).

/// MXFP4: 32 elements with a power of two for scale.
///
///     0 1                 17
///     ┌─┬──────────────────┐
///     │e│ q0q16 … q15q31   │   e E8M0; two codes a byte, the earlier one in the low bits
///     └─┴──────────────────┘
@usableFromInline
package enum BlockMXFP4: BlockLayout {
  @inlinable @inline(__always)
  package static var type: TensorType { .mxfp4 }

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

extension BlockMXFP4: PanelType {
  @inlinable @inline(__always)
  package static var panel: PanelFormat {
    PanelFormat(codes: .four, codebook: .e2m1, offset: 12, header: .exponent)
  }
}

/// NVFP4: 64 elements with an unsigned E4M3 scale for 16 each.
///
///     0           4                        36
///     ┌───────────┬─────────────────────────┐
///     │ e0 … e3   │ 4 × (q0q8 … q7q15)      │   two codes a byte, the earlier one in the low bits
///     └───────────┴─────────────────────────┘
@usableFromInline
package enum BlockNVFP4: BlockLayout {
  @inlinable @inline(__always)
  package static var type: TensorType { .nvfp4 }

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

extension BlockNVFP4: PanelType {
  @inlinable @inline(__always)
  package static var panel: PanelFormat {
    PanelFormat(
      columns: 64, codes: .four, codebook: .e2m1, offset: 12, header: .none, scales: .floatHalves,
      factor: 0.5)
  }
}

extension BlockMXFP4: EncodableLayout {
  // The scale reaches beyond single precision: only infinities have to be brought in.
  static var limit: Float { .greatestFiniteMagnitude }

  static func pack(_ samples: borrowing Samples, into block: BlockWriter) {
    let levels = CodebookLevels<TinyFloatCodebook>()
    let greatest = samples.extreme(0..<2).magnitude
    // The usual scale puts the greatest magnitude between 4 and 8, of which 6 can be stored.
    let usual = greatest > 0 ? 125 + Int(greatest.exponent) : 0
    var (best, least) = (max(0, min(252, usual)), Float.infinity)
    for candidate in best - 1...best + 1 where (0...252).contains(candidate) {
      let error = samples.error(
        0..<2, levels, scale: e8m0HalfToFloat(UInt8(candidate)))
      if error < least { (best, least) = (candidate, error) }
    }
    let scale = e8m0HalfToFloat(UInt8(best))
    block.byte(0, UInt8(best))
    let low = levels.codes(samples.levels(0, levels, scale: scale))
    let high = levels.codes(samples.levels(1, levels, scale: scale))
    block.bytes16(1, low | high &<< 4)
  }
}
