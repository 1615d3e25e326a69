/// The row functions of one block layout.
@safe
struct BlockRows {
  /// Bytes, number of blocks, values.
  let decode: (UnsafeRawPointer, Int, UnsafeMutablePointer<Float>) -> Void
  /// Bytes, number of blocks, codes, scales, offsets.
  let split:
    (
      UnsafeRawPointer, Int, UnsafeMutablePointer<Int8>, UnsafeMutablePointer<Float>,
      UnsafeMutablePointer<Float>
    ) -> Void

  init<Layout: BlockLayout>(_ layout: Layout.Type) {
    unsafe decode = { unsafe layout.decodeRow($0, count: $1, into: $2) }
    unsafe split = {
      unsafe layout.splitRow($0, count: $1, codes: $2, scales: $3, offsets: $4)
    }
  }
}

extension Quant {
  /// The row functions of `type`, `nil` where each element is stored by itself.
  static func rows(of type: TensorType) -> BlockRows? {
    switch type {
    case .f32, .f16, .bf16, .f64, .i8, .i16, .i32, .i64: nil
    case .q4_0: BlockRows(BlockQ4_0.self)
    case .q4_1: BlockRows(BlockQ4_1.self)
    case .q5_0: BlockRows(BlockQ5_0.self)
    case .q5_1: BlockRows(BlockQ5_1.self)
    case .q8_0: BlockRows(BlockQ8_0.self)
    case .q2_K: BlockRows(BlockQ2_K.self)
    case .q3_K: BlockRows(BlockQ3_K.self)
    case .q4_K: BlockRows(BlockQ4_K.self)
    case .q5_K: BlockRows(BlockQ5_K.self)
    case .q6_K: BlockRows(BlockQ6_K.self)
    case .q8_K: BlockRows(BlockQ8_K.self)
    case .iq2_xxs: BlockRows(BlockIQ2_XXS.self)
    case .iq2_xs: BlockRows(BlockIQ2_XS.self)
    case .iq2_s: BlockRows(BlockIQ2_S.self)
    case .iq3_xxs: BlockRows(BlockIQ3_XXS.self)
    case .iq3_s: BlockRows(BlockIQ3_S.self)
    case .iq1_s: BlockRows(BlockIQ1_S.self)
    case .iq1_m: BlockRows(BlockIQ1_M.self)
    case .iq4_nl: BlockRows(BlockIQ4_NL.self)
    case .iq4_xs: BlockRows(BlockIQ4_XS.self)
    case .tq1_0: BlockRows(BlockTQ1_0.self)
    case .tq2_0: BlockRows(BlockTQ2_0.self)
    case .mxfp4: BlockRows(BlockMXFP4.self)
    case .nvfp4: BlockRows(BlockNVFP4.self)
    case .q1_0: BlockRows(BlockQ1_0.self)
    case .q2_0: BlockRows(BlockQ2_0.self)
    }
  }
}
