import TernKernelsPortable
import TernTestSupport

// Products with pages of keys and values, and the running softmax between them.

extension KernelCases {
  mutating func compareAttentionKernels() {
    for rows in [1, 2, 3, 5, 6, 7, 8, 11, 12, 13, 25] {
      for (k, width) in [(1, 16), (20, 32), (64, 64), (100, 48), (128, 64)] {
        for sums in [false, true] { compareTiles(rows, k, width, sums) }
      }
      compareCodeTiles(rows)
      compareSoftmax(rows)
    }
    for dims in [3, 8, 20, 64] {
      for columns in [16, 64] { compareSpread(dims, columns) }
    }
    comparePositive()
  }

  /// Halves of ordinary size, as bytes.
  private static func halfByte(_ random: inout SeededGenerator, _ index: Int) -> UInt8 {
    let byte = UInt8.random(in: 0...255, using: &random)
    return index % 2 == 0 ? byte : byte & 0x83 | 0x38
  }

  private mutating func compareTiles(_ rows: Int, _ k: Int, _ width: Int, _ sums: Bool) {
    let (cStride, bStride, aPiece) = (width + 3, 64, rows * 64)
    let a = normal(aPiece * ((k + 63) / 64))
    let c = normal(rows * cStride)
    compare(
      "tileFloats \(rows) × \(k) × \(width)", [c, a, normal(k * bStride)], .partOfLargest(4e-6)
    ) {
      t, p in
      unsafe t.vector.tileFloats(
        p[0], cStride, p[1], aPiece, rows, p[2], bStride, k, width, sums, p[2])
    }
    let halves = bytes(k * bStride / 2, Self.halfByte)
    compare("tileHalves \(rows) × \(k) × \(width)", [c, a, halves], .partOfLargest(4e-6)) { t, p in
      unsafe t.vector.tileHalves(
        p[0], cStride, p[1], aPiece, rows, p[2], bStride, k, width, sums, p[2])
    }
  }

  private mutating func compareCodeTiles(_ rows: Int) {
    for (k, width) in [(32, 16), (64, 64), (96, 48), (128, 32)] {
      let cStride = width + 3
      let codes = bytes(k * 16) { random, _ in UInt8.random(in: 0...255, using: &random) }
      let a = normal(rows * 64 * ((k + 63) / 64))
      compare(
        "tileKeyCodes \(rows) × \(k) × \(width)",
        [zeros(rows * cStride), a, codes, normal(k / 32 * 64)], .partOfLargest(4e-6)
      ) { t, p in
        unsafe t.vector.tileKeyCodes(
          p[0], cStride, p[1], rows * 64, rows, p[2], 64, p[3], k, width, p[2])
      }
    }
    for (k, width) in [(1, 16), (20, 32), (64, 64), (40, 48), (64, 128)] {
      let cStride = width + 3
      let codes = bytes(k * width / 4) { random, _ in UInt8.random(in: 0...255, using: &random) }
      let a = normal(rows * 64 * ((width + 31) / 32))
      compare(
        "tileValueCodes \(rows) × \(k) × \(width)", [normal(rows * cStride), a, codes],
        .partOfLargest(4e-6)
      ) { t, p in
        unsafe t.vector.tileValueCodes(
          p[0], cStride, p[1], rows * 64, rows, p[2], width, k, width, p[2])
      }
    }
  }

  private mutating func compareSoftmax(_ rows: Int) {
    let sumStride = 32
    for (low, high, count) in [(0, 64, 64), (0, 5, 16), (7, 64, 64), (3, 33, 48), (9, 9, 16)] {
      for begins in [true, false] {
        let states = (0..<2 * rows).map { index -> Float in
          begins ? (index % 2 == 0 ? -.infinity : 0) : Float(index % 5)
        }
        compare(
          "streamSoftmax \(rows) \(low)…\(high) of \(count)",
          [normal(rows * 64, size: 6), states, normal(rows * sumStride)], .part(5e-6)
        ) { t, p in
          unsafe t.vector.streamSoftmax(p[0], rows, low, high, count, p[1], p[2], sumStride)
        }
      }
    }
    for blocks in [1, 3] {
      compare(
        "scaleWeights \(rows) \(blocks)",
        [normal(rows * 64), normal(blocks * 64), zeros(blocks * rows * 64)], .none
      ) { t, p in unsafe t.vector.scaleWeights(p[0], rows, p[1], blocks, p[2], 0) }
    }
  }

  private mutating func compareSpread(_ dims: Int, _ columns: Int) {
    let stride = (dims + 15) & ~15
    let keys = [
      normal(dims * 64), bytes(dims * 32, Self.halfByte),
      bytes(dims * 16) { random, _ in UInt8.random(in: 0...255, using: &random) },
    ]
    for kind in 0..<3 {
      let contents = [
        keys[kind], normal((dims + 31) / 32 * 64), zeros(columns * stride), zeros(8 * 64),
      ]
      compare("spreadKeys \(kind) \(dims) × \(columns)", contents, .none) { t, p in
        unsafe t.vector.spreadKeys(kind, p[0], p[1], dims, columns, p[2], stride, p[3])
      }
    }
  }

  private mutating func comparePositive() {
    for rows in [1, 2, 7] {
      var x = normal(rows * 64)
      x[5] = .nan
      compare("sumPositive \(rows)", [x, normal(rows), zeros(64)], .partOfLargest(2e-6)) { t, p in
        unsafe t.vector.sumPositive(p[0], rows, p[1], p[2])
      }
    }
  }
}
