import Foundation
import TernKernels
import TernTestSupport
import Testing

@Suite("Rotary positions")
struct RopeTests {
  private func reference(
    _ x: [Float], position: Int, dim: Int, frequencies: [Double], scale: Double,
    _ layout: RopeLayout
  ) -> [Double] {
    var y = x.map(Double.init)
    for pair in 0..<dim / 2 {
      let (i, j) = layout == .adjacent ? (2 * pair, 2 * pair + 1) : (pair, pair + dim / 2)
      let angle = Double(position) * frequencies[pair]
      let (c, s) = (cos(angle) * scale, sin(angle) * scale)
      (y[i], y[j]) = (Double(x[i]) * c - Double(x[j]) * s, Double(x[i]) * s + Double(x[j]) * c)
    }
    return y
  }

  @Test(
    "rotations equal those in double precision, also at position a million",
    arguments: [RopeLayout.adjacent, .halves])
  func rotations(layout: RopeLayout) {
    var random = SeededGenerator(seed: 41)
    for isa in availableISAs {
      let compute = Compute(threads: 1, isa: isa)
      for (headDim, ropeDim) in [(2, 2), (8, 8), (14, 10), (64, 64), (80, 32), (96, 96)] {
        for offset in [0, 1] {
          let positions: [Int32] = [0, 1, 777, 1_000_000]
          let frequencies = (0..<ropeDim / 2).map { pow(10000, -2 * Double($0) / Double(ropeDim)) }
          let angles = RopeAngles(capacityRows: 6, pairs: ropeDim / 2)
          angles.set(positions: positions, inverseFrequencies: frequencies, scale: 1.25)
          let x = GuardedRows(rows: 4, columns: 3 * headDim, offset: offset) { _, _ in
            random.normal()
          }
          let before = (0..<4).map { x.values($0) }
          compute.rope(x.rows, heads: 3, headDim: headDim, ropeDim: ropeDim, angles, layout)
          for row in 0..<4 {
            for head in 0..<3 {
              let range = head * headDim..<(head + 1) * headDim
              let input = Array(before[row][range])
              let expected = reference(
                input, position: Int(positions[row]), dim: ropeDim, frequencies: frequencies,
                scale: 1.25, layout)
              let size = Double(input.map(abs).max() ?? 0)
              // Cosine and sine, two products and a sum, each half a unit of a term.
              expectClose(Array(x.values(row)[range]), expected, "\(isa) \(headDim) \(row)") { _ in
                1.25 * 3 * epsilon32 * size
              }
            }
          }
          #expect(x.isIntact)
        }
      }
    }
  }

  @Test("a changed position, frequency or scale changes the angles")
  func changes() {
    let compute = Compute(threads: 1)
    let angles = RopeAngles(capacityRows: 1, pairs: 1)
    func rotated(_ position: Int32, _ frequency: Double, _ scale: Float) -> [Float] {
      angles.set(positions: [position], inverseFrequencies: [frequency], scale: scale)
      let x = GuardedRows(rows: 1, columns: 2, offset: 0) { [1, 0][$1] }
      compute.rope(x.rows, heads: 1, headDim: 2, ropeDim: 2, angles, .halves)
      return x.values()
    }
    #expect(rotated(1, 1, 1) == [Float(cos(1.0)), Float(sin(1.0))])
    #expect(rotated(2, 1, 1) == [Float(cos(2.0)), Float(sin(2.0))])
    #expect(rotated(2, 0.5, 1) == [Float(cos(1.0)), Float(sin(1.0))])
    #expect(rotated(2, 0.5, 2) == [Float(2 * cos(1.0)), Float(2 * sin(1.0))])
  }
}
