import Foundation
import Testing
import TernKernels
import TernQuant
import TernTestSupport

@Suite("Matrix products")
struct MatmulTests {
  /// Checks `y = W x` against Double sums over the decoded weights.
  ///
  /// The bound: the float32 rounding of a sum of one term a block and lane, whose terms are no
  /// larger than the block's largest weight times the sum of its activations; three times that
  /// where minimums are subtracted apart from the scaled codes.
  private func check(
    _ compute: Compute, _ type: TensorType, rows: Int, columns: Int, count: Int, seed: UInt64,
    offset: Int = 0
  ) throws {
    var random = SeededGenerator(seed: seed)
    let bytes = randomBlocks(type, rows: rows, columns: columns, using: &random)
    let (buffer, x) = randomRows(count, columns: columns, offset: offset, using: &random)
    let result = RowBuffer(rows: count, columns: rows + offset)
    let y = result.rows(count).slice(columns: offset..<offset + rows)
    try unsafe bytes.withUnsafeBytes { raw in
      let weight = try unsafe WeightMatrix(
        raw, type: type, rows: rows, columns: columns, owner: NoOwner(), team: compute.team)
      compute.multiply(weight, x, into: y)
      var w = [Float](repeating: 0, count: rows * columns)
      try unsafe w.withUnsafeMutableBufferPointer { try unsafe Quant.decode(type, raw, into: $0) }
      let quantized = panelTypes.contains(type)
      let unit = pow(2, -24.0)
      for index in 0..<count {
        let floats = (0..<columns).map { x[index, $0] }
        let a = quantized ? roundedActivations(floats) : floats.map(Double.init)
        for row in 0..<rows {
          var sum = 0.0
          var size = 0.0
          for start in stride(from: 0, to: columns, by: 32) {
            var (largest, total) = (0.0, 0.0)
            for column in start..<min(columns, start + 32) {
              let value = Double(w[row * columns + column])
              sum += value * a[column]
              largest = max(largest, abs(value))
              total += abs(a[column])
            }
            size += largest * total
          }
          let terms = Double(quantized ? columns / 32 + 8 : columns / 16 + 24)
          let bound = 3 * size * terms * unit + 1e-30
          let found = Double(y[index, row])
          #expect(
            abs(found - sum) <= bound,
            "\(type.name) \(compute.isa) row \(row) of \(rows)×\(columns), input \(index)")
        }
      }
    }
    withExtendedLifetime((buffer, result)) {}
  }

  @Test(
    "every quantized type equals the Double product of decoded weights and rounded activations",
    arguments: usableISAs, panelTypes)
  func panels(isa: ISA, type: TensorType) throws {
    let compute = Compute(threads: 2, isa: isa)
    let unit = type.blockSize
    for (rows, blocks, count) in [
      (1, 1, 1), (15, 2, 2), (16, 1, 3), (17, 3, 8), (40, 1, 17), (33, 2, 5), (48, 5, 1),
    ] {
      try check(
        compute, type, rows: rows, columns: unit * blocks, count: count,
        seed: UInt64(rows * 100 + count), offset: count % 3)
    }
  }

  @Test("float types equal the Double product", arguments: usableISAs, floatTypes)
  func floats(isa: ISA, type: TensorType) throws {
    for blas in [true, false] {
      let compute = Compute(threads: 2, isa: isa, useBLAS: blas)
      for (rows, columns, count) in [
        (1, 1, 1), (3, 7, 2), (16, 16, 3), (17, 33, 8), (40, 100, 17), (9, 64, 5), (5, 129, 4),
      ] {
        try check(
          compute, type, rows: rows, columns: columns, count: count, seed: UInt64(rows),
          offset: count % 3)
      }
    }
  }
}
