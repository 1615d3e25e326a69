/// A layout that can also be written.
protocol EncodableLayout: BlockLayout {
  /// The greatest magnitude that elements count as having.
  static var limit: Float { get }

  /// Writes one block.
  static func pack(_ samples: borrowing Samples, into block: BlockWriter)
}

extension EncodableLayout {
  /// No product of a half-precision scale, a small scale and a code reaches 2^30.
  static var limit: Float { 0x1p30 }

  /// Writes `count` blocks.
  static func encodeRow(
    _ input: UnsafePointer<Float>, count: Int, into bytes: UnsafeMutableRawPointer
  ) {
    for index in 0..<count {
      let samples = unsafe Samples(
        input + index &* type.blockSize, count: type.blockSize, limit: limit)
      unsafe pack(samples, into: BlockWriter(bytes + index &* type.blockBytes))
    }
  }
}

/// The row function of one encodable layout: input, number of blocks, bytes.
typealias EncodeRow = (UnsafePointer<Float>, Int, UnsafeMutableRawPointer) -> Void

extension Quant {
  /// Whether `encode` takes this type.
  package static func canEncode(_ type: TensorType) -> Bool {
    unsafe type.float != nil || encoder(of: type) != nil
  }

  /// Encodes elements as whole blocks of `type`, seeking the least squared error.
  ///
  /// The error over a block is no larger than that of the usual one-pass choice of scale, and for
  /// the types with two stages of scales that of an unweighted search. In blocks NaN counts as 0
  /// and infinities as the largest number the type can hold; F32, F16 and BF16 keep both. Costs 10
  /// to 100 ns an element, plain types and Q8 far less; any thread.
  ///
  /// - Throws: `cannotEncode` where `canEncode(type)` is false, `lengthMismatch` where the sizes do
  ///   not belong together.
  package static func encode(
    _ type: TensorType, _ input: UnsafeBufferPointer<Float>,
    into bytes: UnsafeMutableRawBufferPointer
  ) throws(QuantError) {
    let (float, encodeRow) = unsafe (type.float, encoder(of: type))
    guard unsafe float != nil || encodeRow != nil else { throw .cannotEncode(type) }
    let count = try blockCount(type, bytes: bytes.count, elements: input.count)
    guard let start = input.baseAddress, let target = bytes.baseAddress else { return }
    guard let float else {
      unsafe encodeRow?(start, count, target)
      return
    }
    for index in 0..<count {
      let value = unsafe start[index]
      switch float {
      case .f32: unsafe store(value.bitPattern, target, index)
      case .f16: unsafe store(floatToHalf(value), target, index)
      case .bf16: unsafe store(floatToBF16(value), target, index)
      }
    }
  }

  /// Stores number `index` of a row of plain numbers.
  @inline(__always)
  private static func store<Stored: FixedWidthInteger & BitwiseCopyable>(
    _ value: Stored, _ target: UnsafeMutableRawPointer, _ index: Int
  ) {
    unsafe target.storeBytes(
      of: value.littleEndian, toByteOffset: index &* MemoryLayout<Stored>.size, as: Stored.self)
  }

  /// The row function of the block types that can be written.
  private static func encoder(of type: TensorType) -> EncodeRow? {
    switch type {
    case .q4_0: unsafe row(BlockQ4_0.self)
    case .q4_1: unsafe row(BlockQ4_1.self)
    case .q5_0: unsafe row(BlockQ5_0.self)
    case .q5_1: unsafe row(BlockQ5_1.self)
    case .q8_0: unsafe row(BlockQ8_0.self)
    case .q8_K: unsafe row(BlockQ8_K.self)
    case .q2_K: unsafe row(BlockQ2_K.self)
    case .q3_K: unsafe row(BlockQ3_K.self)
    case .q4_K: unsafe row(BlockQ4_K.self)
    case .q5_K: unsafe row(BlockQ5_K.self)
    case .q6_K: unsafe row(BlockQ6_K.self)
    case .iq4_nl: unsafe row(BlockIQ4_NL.self)
    case .iq4_xs: unsafe row(BlockIQ4_XS.self)
    case .mxfp4: unsafe row(BlockMXFP4.self)
    case .tq1_0: unsafe row(BlockTQ1_0.self)
    case .tq2_0: unsafe row(BlockTQ2_0.self)
    case .f32, .f16, .bf16, .f64, .i8, .i16, .i32, .i64, .iq2_xxs, .iq2_xs, .iq2_s, .iq3_xxs,
      .iq3_s, .iq1_s, .iq1_m, .nvfp4, .q1_0, .q2_0:
      nil
    }
  }

  private static func row<Layout: EncodableLayout>(_ layout: Layout.Type) -> EncodeRow {
    { unsafe layout.encodeRow($0, count: $1, into: $2) }
  }
}
