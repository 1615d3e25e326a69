/// What a stored weight is: bytes to values and back, one block at a time.
///
/// Everything here is pure: it may be called from any thread, on disjoint outputs at once.
package enum Quant {}

extension Quant {
  /// Decodes whole blocks of `type` into `output`, bit for bit as the format defines the values.
  ///
  /// - Parameters:
  ///   - bytes: a whole number of blocks, at any alignment.
  ///   - output: as many elements as the blocks hold.
  /// - Throws: `lengthMismatch` where the two sizes do not belong together.
  package static func decode(
    _ type: TensorType, _ bytes: UnsafeRawBufferPointer,
    into output: UnsafeMutableBufferPointer<Float>
  ) throws(QuantError) {
    let count = try blockCount(type, bytes: bytes.count, elements: output.count)
    guard let start = bytes.baseAddress, let target = output.baseAddress else { return }
    if let rows = rows(of: type) {
      unsafe rows.decode(start, count, target)
    } else {
      unsafe decodePlain(type, start, count, into: target)
    }
  }

  /// Whether `decodeCodes` takes this type: every type that stores blocks.
  package static func hasCodes(_ type: TensorType) -> Bool { type.blockSize > 1 }

  /// Splits blocks into int8 codes and one scale and one offset for every 16 elements:
  /// `value[i] = scales[i / 16] * Float(codes[i]) + offsets[i / 16]`, bit for bit what `decode`
  /// gives.
  ///
  /// Types without offsets store -0, which compares equal to 0 and keeps the signs of zeros.
  /// - Precondition: `hasCodes(type)`; `bytes` is a whole number of blocks; the outputs have room
  ///   for one code an element, one scale and one offset for every 16.
  package static func decodeCodes(
    _ type: TensorType, _ bytes: UnsafeRawBufferPointer, codes: UnsafeMutablePointer<Int8>,
    scales: UnsafeMutablePointer<Float>, offsets: UnsafeMutablePointer<Float>
  ) {
    precondition(bytes.count.isMultiple(of: type.blockBytes), "part of a block")
    guard let rows = rows(of: type) else { preconditionFailure("\(type.name) has no blocks") }
    guard let start = bytes.baseAddress else { return }
    unsafe rows.split(start, bytes.count / type.blockBytes, codes, scales, offsets)
  }

  /// The dot product, in double precision, of an encoded row with `x`: the oracle of the kernels.
  ///
  /// - Throws: `lengthMismatch` where the row does not hold as many elements as `x`.
  package static func dot(
    _ type: TensorType, _ bytes: UnsafeRawBufferPointer, _ x: UnsafeBufferPointer<Float>
  ) throws(QuantError) -> Double {
    let count = try blockCount(type, bytes: bytes.count, elements: x.count)
    var values = [Float](repeating: 0, count: type.blockSize)
    var sum = 0.0
    for index in 0..<count {
      let block = unsafe UnsafeRawBufferPointer(
        rebasing: bytes[index * type.blockBytes..<(index + 1) * type.blockBytes])
      var failure: QuantError?
      unsafe values.withUnsafeMutableBufferPointer { output in
        do throws(QuantError) {
          try unsafe decode(type, block, into: output)
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      for element in 0..<type.blockSize {
        sum += unsafe Double(values[element]) * Double(x[index * type.blockSize + element])
      }
    }
    return sum
  }

  /// The number of blocks, where the two sizes belong together.
  static func blockCount(
    _ type: TensorType, bytes: Int, elements: Int
  ) throws(QuantError) -> Int {
    guard let expected = type.byteCount(elements: elements), expected == bytes else {
      throw .lengthMismatch(type: type, bytes: bytes, elements: elements)
    }
    return elements / type.blockSize
  }

  /// Decodes the types that store each element by itself.
  private static func decodePlain(
    _ type: TensorType, _ start: UnsafeRawPointer, _ count: Int,
    into output: UnsafeMutablePointer<Float>
  ) {
    switch type {
    case .f32:
      unsafe convert(start, count, into: output) { (bits: UInt32) in Float(bitPattern: bits) }
    case .f16: unsafe convert(start, count, into: output) { (bits: UInt16) in halfToFloat(bits) }
    case .bf16: unsafe convert(start, count, into: output) { (bits: UInt16) in bf16ToFloat(bits) }
    case .f64:
      unsafe convert(start, count, into: output) { (bits: UInt64) in
        Float(Double(bitPattern: bits))
      }
    case .i8: unsafe convert(start, count, into: output) { (value: Int8) in Float(value) }
    case .i16: unsafe convert(start, count, into: output) { (value: Int16) in Float(value) }
    case .i32: unsafe convert(start, count, into: output) { (value: Int32) in Float(value) }
    case .i64: unsafe convert(start, count, into: output) { (value: Int64) in Float(value) }
    case .q8_0, .q4_0, .q4_1, .q5_0, .q5_1, .q8_K, .q4_K, .q5_K, .q6_K, .q3_K, .q2_K, .iq4_nl,
      .iq4_xs, .iq2_xxs, .iq2_xs, .iq2_s, .iq3_xxs, .iq3_s, .iq1_s, .iq1_m, .tq1_0, .tq2_0, .mxfp4,
      .nvfp4, .q1_0, .q2_0:
      preconditionFailure("\(type.name) has blocks")
    }
  }

  /// Applies `value` to each stored number.
  @inline(__always)
  private static func convert<Stored: FixedWidthInteger & BitwiseCopyable>(
    _ start: UnsafeRawPointer, _ count: Int, into output: UnsafeMutablePointer<Float>,
    _ value: (Stored) -> Float
  ) {
    for index in 0..<count {
      let offset = index &* MemoryLayout<Stored>.size
      let stored = unsafe start.loadUnaligned(fromByteOffset: offset, as: Stored.self)
      unsafe output[index] = value(Stored(littleEndian: stored))
    }
  }
}
