import TernKernels
import TernTestSupport
import Testing

@Suite("Rounding activations to 8 bits")
struct RoundingTests {
  @Test("Each run of 256 becomes whole multiples of its largest magnitude / 127")
  func runs() {
    let compute = Compute(threads: 1)
    var random = SeededGenerator(seed: 3)
    let buffers = [RowBuffer(rows: 2, columns: 300), RowBuffer(rows: 2, columns: 300)]
    let (x, y) = (buffers[0].rows(2), buffers[1].rows(2))
    defer { withExtendedLifetime(buffers) {} }
    for row in 0..<2 {
      for column in 0..<300 {
        x[row, column] = random.normal() * (column < 256 ? 1 : 1000)
      }
    }
    compute.roundTo8Bits(x, into: y)
    for row in 0..<2 {
      for run in [0..<256, 256..<300] {
        let largest = run.map { abs(x[row, $0]) }.max() ?? 0
        for column in run {
          let steps = y[row, column] / (largest / 127)
          #expect(abs(steps - steps.rounded()) < 1e-3)
          #expect(abs(y[row, column] - x[row, column]) <= largest / 254 * 1.001)
        }
      }
    }
  }

  @Test("Zeros stay, in place too, and what is not finite passes through")
  func edges() {
    let compute = Compute(threads: 1)
    let buffer = RowBuffer(rows: 2, columns: 3)
    let x = buffer.rows(2)
    defer { withExtendedLifetime(buffer) {} }
    x[1, 0] = .infinity
    x[1, 1] = 2
    compute.roundTo8Bits(x, into: x)
    #expect((0..<3).allSatisfy { x[0, $0] == 0 })
    #expect(x[1, 0] == .infinity && x[1, 1] == 2)
  }
}
