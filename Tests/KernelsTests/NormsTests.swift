import TernKernels
import TernTestSupport
import Testing

@Suite("Norms")
struct NormsTests {
  /// In Double: `(x - mean) / sqrt(mean square + epsilon) * weight + bias`.
  private func reference(
    _ x: [Float], _ w: [Float]?, _ b: [Float]?, epsilon: Double, centred: Bool
  ) -> [Double] {
    let values = x.map(Double.init)
    let mean = centred ? values.reduce(0, +) / Double(x.count) : 0
    let variance = values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(x.count)
    return values.indices.map { i in
      (values[i] - mean) / (variance + epsilon).squareRoot() * Double(w?[i] ?? 1)
        + Double(b?[i] ?? 0)
    }
  }

  // The sum of n squares in 4 or more chains errs by at most (n/4 + 4) half units relatively, its
  // root by half of that; mean, division and products add about 4 units, relative to the largest
  // magnitude that enters.
  private func tolerance(_ n: Int) -> Double { (Double(n) / 8 + 6) * epsilon32 }

  @Test("rms norm equals the one in double precision")
  func rmsNorm() {
    var random = SeededGenerator(seed: 1)
    forEveryCase { compute, n, offset in
      let x = GuardedRows(rows: 2, columns: n, offset: offset) { _, _ in random.normal() }
      let y = GuardedRows(rows: 2, columns: n, offset: offset) { _, _ in 0 }
      let w = (0..<n).map { _ in random.normal() }
      for weight in [nil, w] {
        compute.rmsNorm(
          x.rows, weight: weight.map(FloatVector.init), epsilon: 1e-5, into: y.rows)
        for row in 0..<2 {
          let expected = reference(x.values(row), weight, nil, epsilon: 1e-5, centred: false)
          expectClose(y.values(row), expected, "\(compute.isa) \(n)") {
            tolerance(n) * abs(expected[$0])
          }
        }
      }
      #expect(x.isIntact && y.isIntact)
    }
  }

  @Test("layer norm equals the one in double precision, also in place")
  func layerNorm() {
    var random = SeededGenerator(seed: 2)
    forEveryCase { compute, n, offset in
      let x = GuardedRows(rows: 2, columns: n, offset: offset) { _, _ in random.normal() + 3 }
      let w = (0..<n).map { _ in random.normal() }
      let b = (0..<n).map { _ in random.normal() }
      let expected = (0..<2).map { reference(x.values($0), w, b, epsilon: 1e-3, centred: true) }
      compute.layerNorm(
        x.rows, weight: FloatVector(w), bias: FloatVector(b), epsilon: 1e-3, into: x.rows)
      for row in 0..<2 {
        // Values near 3 are centred: their rounding is relative to 3 over a deviation that for
        // tiny n may be small, bounded below by sqrt(1e-3).
        expectClose(x.values(row), expected[row], "\(compute.isa) \(n)") { i in
          tolerance(n) * (abs(Double(w[i])) * 6 / 0.0316 + abs(Double(b[i])))
        }
      }
      #expect(x.isIntact)
    }
  }

  @Test("head norms treat every head by itself, with shared or own weights", arguments: [1, 3, 4])
  func heads(heads: Int) {
    var random = SeededGenerator(seed: 3)
    for isa in availableISAs {
      let compute = Compute(threads: 1, isa: isa)
      for width in [8, 20, 64] {
        for own in [false, true] {
          let w = (0..<width * (own ? heads : 1)).map { _ in random.normal() }
          let x = GuardedRows(rows: 3, columns: heads * width, offset: 1) { _, _ in
            random.normal()
          }
          let y = GuardedRows(rows: 3, columns: heads * width, offset: 0) { x.rows[$0, $1] }
          let before = (0..<3).map { x.values($0) }
          compute.rmsNormHeads(x.rows, heads: heads, weight: FloatVector(w), epsilon: 1e-6)
          compute.layerNormHeads(
            y.rows, heads: heads, weight: FloatVector(w), bias: FloatVector(w), epsilon: 1e-2)
          for row in 0..<3 {
            for head in 0..<heads {
              let range = head * width..<(head + 1) * width
              let weights = own ? Array(w[range]) : w
              let input = Array(before[row][range])
              let rms = reference(input, weights, nil, epsilon: 1e-6, centred: false)
              expectClose(Array(x.values(row)[range]), rms, "rms \(isa)") {
                tolerance(width) * abs(rms[$0])
              }
              let layer = reference(input, weights, weights, epsilon: 1e-2, centred: true)
              expectClose(Array(y.values(row)[range]), layer, "layer \(isa)") {
                tolerance(width) * abs(Double(weights[$0])) * 30
              }
            }
          }
        }
      }
    }
  }

  @Test("many rows on several threads give the same bits as on one")
  func threads() {
    var random = SeededGenerator(seed: 4)
    let x = GuardedRows(rows: 100, columns: 700, offset: 0) { _, _ in random.normal() }
    let results = [1, 3].map { threads in
      let y = GuardedRows(rows: 100, columns: 700, offset: 0) { _, _ in 0 }
      Compute(threads: threads).rmsNorm(x.rows, weight: nil, epsilon: 1e-5, into: y.rows)
      return (0..<100).map { y.values($0) }
    }
    #expect(results[0] == results[1])
  }
}
