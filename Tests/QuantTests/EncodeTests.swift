import TernQuant
import TernTestSupport
import Testing

/// Every type that can be written in blocks, with the most of its relative error on normal data.
private let bounds: [(TensorType, Double)] = [
  (.q8_0, 0.006), (.q8_K, 0.008), (.q6_K, 0.02), (.q5_0, 0.045), (.q5_1, 0.04), (.q5_K, 0.04),
  (.q4_0, 0.09), (.q4_1, 0.08), (.q4_K, 0.08), (.iq4_nl, 0.08), (.iq4_xs, 0.08), (.mxfp4, 0.125),
  (.q3_K, 0.17), (.q2_K, 0.32), (.tq1_0, 0.5), (.tq2_0, 0.5),
]

private let blockTypes = bounds.map(\.0)

@Suite("Encoding")
struct EncodeTests {
  @Test("normal data comes back within the type's error", arguments: bounds)
  func errorIsBounded(type: TensorType, bound: Double) throws {
    var random = SeededGenerator(seed: 5)
    let values = (0..<256 * 40).map { _ in random.normal() * 0.02 }
    let back = try decoded(type, try encoded(type, values))
    let error = squaredError(values, back, 0..<values.count)
    let size = values.reduce(0.0) { $0 + Double($1) * Double($1) }
    #expect((error / size).squareRoot() <= bound)
  }

  @Test("encoding decoded blocks again loses nothing more", arguments: [TensorType.q8_0, .q4_0])
  func encodingTwiceIsStable(type: TensorType) throws {
    var random = SeededGenerator(seed: 6)
    let once = try decoded(type, try encoded(type, (0..<1024).map { _ in random.normal() }))
    let twice = try decoded(type, try encoded(type, once))
    #expect(squaredError(once, twice, 0..<1024) <= 1e-6 * 1024)
  }

  @Test("zeros stay zeros", arguments: blockTypes)
  func zeros(type: TensorType) throws {
    let back = try decoded(type, try encoded(type, [Float](repeating: 0, count: 512)))
    #expect(back.allSatisfy { $0 == 0 })
  }

  @Test("constants of either sign stay close", arguments: blockTypes)
  func constants(type: TensorType) throws {
    for constant in [Float(0.37), -0.37, 1000, -1000] {
      let back = try decoded(type, try encoded(type, [Float](repeating: constant, count: 256)))
      let bound: Float = type == .mxfp4 ? 0.2 : 0.02
      #expect(back.allSatisfy { abs($0 - constant) <= bound * abs(constant) })
    }
  }

  @Test("NaN counts as zero, infinities as the largest number", arguments: blockTypes)
  func specialNumbers(type: TensorType) throws {
    var values = [Float](repeating: 1, count: 256)
    for index in stride(from: 0, to: 256, by: 2) { values[index] = .nan }
    let ones = values.map { $0.isNaN ? 0 : $0 }
    #expect(try encoded(type, values) == encoded(type, ones))
    for special in [Float.infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude] {
      let extremes = (0..<256).map { $0.isMultiple(of: 3) ? special : 1 }
      let back = try decoded(type, try encoded(type, extremes))
      #expect(back.allSatisfy { !$0.isNaN })
      let same = try decoded(type, try encoded(type, [Float](repeating: special, count: 256)))
      #expect(same.allSatisfy { $0.isFinite && $0 * special >= 0 })
    }
  }

  @Test("random bit patterns never trap", arguments: blockTypes)
  func anyBits(type: TensorType) throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<20 {
      let values = (0..<256).map { _ in Float(bitPattern: random.next() as UInt32) }
      #expect(try decoded(type, encoded(type, values)).allSatisfy { !$0.isNaN })
    }
  }

  @Test("ternary weights are stored exactly", arguments: [TensorType.tq1_0, .tq2_0])
  func ternaryIsExact(type: TensorType) throws {
    var random = SeededGenerator(seed: 8)
    let values = (0..<512).map { _ in Float(Int.random(in: -1...1, using: &random)) * 0.75 }
    #expect(try decoded(type, try encoded(type, values)) == values)
  }

  @Test("Q8_K stores the sums of its codes")
  func sumsOfQ8K() throws {
    var random = SeededGenerator(seed: 9)
    let bytes = try encoded(.q8_K, (0..<256).map { _ in random.normal() })
    for group in 0..<16 {
      let codes = bytes[4 + 16 * group..<20 + 16 * group].map { Int(Int8(bitPattern: $0)) }
      let stored = UInt16(bytes[260 + 2 * group]) | UInt16(bytes[261 + 2 * group]) << 8
      #expect(Int(Int16(bitPattern: stored)) == codes.reduce(0, +))
    }
  }

  @Test("plain numbers keep NaN and infinities")
  func plainNumbers() throws {
    #expect(try encoded(.f32, [-2.5]) == [0, 0, 0x20, 0xC0])
    #expect(try encoded(.f16, [1, .infinity]) == [0, 0x3C, 0, 0x7C])
    #expect(try encoded(.bf16, [1, .nan]) == [0x80, 0x3F, 0xC0, 0x7F])
  }

  @Test("sizes that do not belong together are refused", arguments: blockTypes)
  func sizesMustMatch(type: TensorType) {
    let values = [Float](repeating: 0, count: type.blockSize)
    var bytes = [UInt8](repeating: 0, count: type.blockBytes - 1)
    let expected = QuantError.lengthMismatch(
      type: type, bytes: bytes.count, elements: values.count)
    #expect(throws: expected) {
      try unsafe values.withUnsafeBufferPointer { source in
        try unsafe bytes.withUnsafeMutableBytes { target in
          try unsafe Quant.encode(type, source, into: target)
        }
      }
    }
  }

  @Test("types that cannot be written say so")
  func otherTypesAreRefused() {
    let written = Set(blockTypes + [.f32, .f16, .bf16])
    for type in TensorType.allCases {
      #expect(Quant.canEncode(type) == written.contains(type))
      guard !written.contains(type) else { continue }
      #expect(throws: QuantError.cannotEncode(type)) {
        try encoded(type, [Float](repeating: 0, count: type.blockSize))
      }
    }
    #expect(QuantError.cannotEncode(.iq2_xs).description == "IQ2_XS can be read but not written")
  }
}
