/// One way of storing a block of elements.
///
/// Every layout splits into groups of sixteen elements with `value = scale * code + offset`, where
/// the code fits in eight bits. Evaluated in float32 in this order the values are bit for bit those
/// of the format's reference program.
protocol BlockLayout {
  /// The tensor type stored in this way; it knows the block's sizes.
  static var type: TensorType { get }

  /// Splits one block into codes, scales and offsets.
  static func split(_ block: BlockBytes, into sink: CodeSink)
}

/// Most elements in a block of any type.
let largestBlock = 256

extension BlockLayout {
  /// Splits `count` blocks into rows of codes, scales and offsets.
  static func splitRow(
    _ bytes: UnsafeRawPointer, count: Int, codes: UnsafeMutablePointer<Int8>,
    scales: UnsafeMutablePointer<Float>, offsets: UnsafeMutablePointer<Float>
  ) {
    let size = type.blockSize
    let stride = type.blockBytes
    for index in 0..<count {
      let group = index &* (size / 16)
      unsafe split(
        BlockBytes(bytes + index &* stride),
        into: CodeSink(codes + index &* size, scales + group, offsets + group))
    }
  }

  /// Writes the values of `count` blocks.
  static func decodeRow(
    _ bytes: UnsafeRawPointer, count: Int, into output: UnsafeMutablePointer<Float>
  ) {
    let size = type.blockSize
    let stride = type.blockBytes
    var codes = InlineArray<256, Int8>(repeating: 0)
    var scales = InlineArray<16, Float>(repeating: 0)
    var offsets = InlineArray<16, Float>(repeating: 0)
    for index in 0..<count {
      unsafe withUnsafeMutablePointer(to: &codes) { codes in
        unsafe withUnsafeMutablePointer(to: &scales) { scales in
          unsafe withUnsafeMutablePointer(to: &offsets) { offsets in
            let codes = unsafe UnsafeMutableRawPointer(codes).assumingMemoryBound(to: Int8.self)
            let scales = unsafe UnsafeMutableRawPointer(scales).assumingMemoryBound(to: Float.self)
            let offsets = unsafe UnsafeMutableRawPointer(offsets)
              .assumingMemoryBound(to: Float.self)
            unsafe split(
              BlockBytes(bytes + index &* stride), into: CodeSink(codes, scales, offsets))
          }
        }
      }
      let block = unsafe output + index &* size
      for group in 0..<size / 16 {
        let scale = scales[group]
        let offset = offsets[group]
        for element in 16 &* group..<16 &* group &+ 16 {
          unsafe block[element] = scale * Float(codes[element]) + offset
        }
      }
    }
  }
}
