import TernQuant
import TernTestSupport
import Testing

private let blockTypes = TensorType.allCases.filter { Quant.hasCodes($0) }

/// The types whose blocks are worked out by hand in `GridTests`.
private let gridTypes: [TensorType] = [
  .iq1_s, .iq1_m, .iq2_xxs, .iq2_xs, .iq2_s, .iq3_xxs, .iq3_s,
]

@Suite("Decoding")
struct DecodeTests {
  @Test(
    "random blocks decode as their drawings say, one element at a time",
    arguments: blockTypes.filter { !gridTypes.contains($0) })
  func matchesTheDrawing(type: TensorType) throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<50 {
      let block = randomBlocks(type, 1, &random)
      let values = try decoded(type, block)
      for index in 0..<type.blockSize {
        let expected = try #require(element(type, block, index))
        #expect(sameBits(values[index], expected), "element \(index)")
      }
    }
  }

  @Test("scale * code + offset is the decoded value bit for bit", arguments: blockTypes)
  func codesAreTheValues(type: TensorType) throws {
    var random = SeededGenerator(seed: 2)
    let bytes = randomBlocks(type, 20, &random)
    let values = try decoded(type, bytes)
    // One more of each, to see that nothing is written beyond the end.
    var codes = [Int8](repeating: 77, count: values.count + 1)
    var scales = [Float](repeating: 77, count: values.count / 16 + 1)
    var offsets = scales
    unsafe bytes.withUnsafeBytes {
      unsafe Quant.decodeCodes(type, $0, codes: &codes, scales: &scales, offsets: &offsets)
    }
    for (index, value) in values.enumerated() {
      let rebuilt = scales[index / 16] * Float(codes[index]) + offsets[index / 16]
      #expect(sameBits(rebuilt, value), "element \(index)")
    }
    #expect(codes.last == 77 && scales.last == 77 && offsets.last == 77)
  }

  @Test("blocks may begin at any address", arguments: TensorType.allCases)
  func anyAlignment(type: TensorType) throws {
    var random = SeededGenerator(seed: 3)
    let bytes = randomBlocks(type, 2, &random)
    let expected = try decoded(type, bytes)
    for shift in 1..<4 {
      let shifted = [UInt8](repeating: 0, count: shift) + bytes
      var values = [Float](repeating: 0, count: expected.count)
      try unsafe shifted.withUnsafeBytes { source in
        try unsafe values.withUnsafeMutableBufferPointer { target in
          try unsafe Quant.decode(
            type, UnsafeRawBufferPointer(rebasing: source[shift...]), into: target)
        }
      }
      #expect(zip(values, expected).allSatisfy { sameBits($0, $1) })
    }
  }

  @Test("sizes that do not belong together are refused", arguments: TensorType.allCases)
  func sizesMustMatch(type: TensorType) throws {
    let sizes = [
      (type.blockBytes - 1, type.blockSize), (type.blockBytes + 1, type.blockSize),
      (type.blockBytes, type.blockSize + 1), (type.blockBytes, 0), (0, type.blockSize),
    ]
    for (count, elements) in sizes {
      let bytes = [UInt8](repeating: 0, count: count)
      var values = [Float](repeating: 0, count: elements)
      let expected = QuantError.lengthMismatch(type: type, bytes: count, elements: elements)
      #expect(throws: expected) {
        try unsafe bytes.withUnsafeBytes { source in
          try unsafe values.withUnsafeMutableBufferPointer { target in
            try unsafe Quant.decode(type, source, into: target)
          }
        }
      }
      #expect(throws: expected) {
        _ = try unsafe bytes.withUnsafeBytes { source in
          try unsafe values.withUnsafeBufferPointer { try unsafe Quant.dot(type, source, $0) }
        }
      }
    }
    #expect(try decoded(type, []).isEmpty)
  }

  @Test("plain numbers")
  func plainNumbers() throws {
    #expect(try decoded(.f32, [0, 0, 0x20, 0xC0]) == [-2.5])
    #expect(try decoded(.f16, [0, 0x3C, 1, 0]) == [1, 0x1p-24])
    #expect(try decoded(.bf16, [0x80, 0x3F, 0, 0xC0]) == [1, -2])
    #expect(try decoded(.f64, [0, 0, 0, 0, 0, 0, 0xF8, 0xBF]) == [-1.5])
    #expect(try decoded(.i8, [0x80, 0x7F]) == [-128, 127])
    #expect(try decoded(.i16, [0xFE, 0xFF]) == [-2])
    #expect(try decoded(.i32, [0, 0, 1, 0]) == [65536])
    #expect(try decoded(.i64, [0, 0, 0, 0, 1, 0, 0, 0]) == [0x1p32])
  }

  @Test("a dot product is the sum of the products of the values", arguments: TensorType.allCases)
  func dotIsTheSum(type: TensorType) throws {
    var random = SeededGenerator(seed: 4)
    let bytes = randomBlocks(type, 3, &random)
    let values = try decoded(type, bytes)
    let x = values.map { _ in random.normal() }
    let sum = try unsafe bytes.withUnsafeBytes { source in
      try unsafe x.withUnsafeBufferPointer { try unsafe Quant.dot(type, source, $0) }
    }
    let expected = zip(values, x).reduce(0.0) { $0 + Double($1.0) * Double($1.1) }
    #expect(sum == expected || (sum.isNaN && expected.isNaN))
  }
}

/// Blocks of random bytes.
func randomBlocks(_ type: TensorType, _ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
  (0..<count * type.blockBytes).map { _ in UInt8.random(in: 0...255, using: &random) }
}
