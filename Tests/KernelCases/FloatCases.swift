import TernKernelsPortable
import TernQuant
import TernTestSupport

// Float weights, and what only reads memory.

extension KernelCases {
  private var floatTypes: [(TensorType, FloatType)] {
    [(.f32, .f32), (.f16, .f16), (.bf16, .bf16)]
  }

  mutating func compareFloatProducts() {
    for (type, float) in floatTypes {
      for columns in [1, 7, 8, 31, 32, 33, 64, 100, 257] {
        compareWidening(type, float, columns)
        for (rows, count) in [(1, 1), (3, 2), (2, 3), (5, 4), (3, 5), (4, 7), (3, 16), (5, 23)] {
          compareFloats(type, float, rows, columns, count)
        }
      }
    }
    compareHalves()
    compareReading()
  }

  /// Bytes as floats, filled up with zeros.
  private static func asFloats(_ bytes: [UInt8]) -> [Float] {
    stride(from: 0, to: bytes.count, by: 4).map { start in
      var bits: UInt32 = 0
      for i in start..<min(bytes.count, start + 4) {
        bits |= UInt32(bytes[i]) << (8 * UInt32(i - start))
      }
      return Float(bitPattern: bits)
    }
  }

  private mutating func compareFloats(
    _ type: TensorType, _ float: FloatType, _ rows: Int, _ columns: Int, _ count: Int
  ) {
    let weights = randomBlocks(type, rows: rows, columns: columns, using: &random)
    let contents = [
      Self.asFloats(weights), normal(count * (columns + 1)), zeros(count * (rows + 2)),
    ]
    compare(
      "multiplyFloats \(type.rawValue) \(rows) × \(columns) × \(count)", contents,
      .partOfLargest(1e-5)
    ) {
      t, p in
      unsafe t.matrix.multiplyFloats(
        float,
        FloatProduct(
          weights: p[0], rowBytes: float.bytes * columns, rows: rows, columns: columns, x: p[1],
          xStride: columns + 1, count: count, out: p[2], stride: rows + 2))
    }
  }

  private mutating func compareWidening(_ type: TensorType, _ float: FloatType, _ columns: Int) {
    let weights = randomBlocks(type, rows: 1, columns: columns, using: &random)
    compare(
      "widenFloats \(type.rawValue) \(columns)", [Self.asFloats(weights), zeros(columns)], .none
    ) {
      t, p in unsafe t.matrix.widenFloats(float, p[0], columns, p[1])
    }
  }

  /// All halves there are.
  private mutating func compareHalves() {
    let all = (0..<32768).map { Float(bitPattern: UInt32($0) << 1 | UInt32($0 << 1 | 1) << 16) }
    compare("widenFloats, every half", [all, zeros(65536)], .none) { t, p in
      unsafe t.matrix.widenFloats(.f16, p[0], 65536, p[1])
    }
  }

  private mutating func compareReading() {
    for blocks in [0, 1, 3, 8] {
      for asked in [false, true] {
        let words = bytes(blocks * 64) { random, _ in UInt8.random(in: 0...255, using: &random) }
        compare("combineWords \(blocks)", [words, zeros(4)], .none) { t, p in
          let all = unsafe t.matrix.combineWords(p[0], blocks, asked)
          for i in 0..<4 { unsafe p[1][i] = Float(all >> UInt64(16 * i) & 0xFFFF) }
        }
      }
    }
    guard let dots = table.matrix.dots else { return }
    let codes = (0..<4096).map { UInt8(truncatingIfNeeded: $0 * 7) }
    var found: [Int32] = []
    for rounds in [1, 1, 2] {
      unsafe codes.withUnsafeBytes {
        if let base = $0.baseAddress { unsafe found.append(dots.run(rounds, base)) }
      }
    }
    expect(found[0] == found[1] && found[0] != found[2], "dots")
  }
}
