import TernKernels
import TernTestSupport
import Testing

@Suite("Short convolutions")
struct ConvolutionTests {
  private static let rows = 40

  @Test("results equal those in double precision however the rows are cut", arguments: 2...8)
  func values(taps: Int) throws {
    var random = SeededGenerator(seed: UInt64(taps))
    for channels in [1, 5, 16, 50, 520] {
      let x = RecurrentInput(Self.rows, channels) { _, _ in random.normal() }
      let weights = (0..<channels * taps).map { _ in random.normal() }
      let bias = (0..<channels).map { _ in random.normal() }
      for (withBias, silu) in [(true, true), (false, false)] {
        let convolution = try #require(
          ConvolutionWeights(weights, taps: taps, bias: withBias ? bias : nil))
        let expected = RecurrentTwins.convolution(
          x.values, weights: weights, taps: taps, bias: withBias ? bias : nil, silu: silu)
        for isa in availableISAs {
          let compute = Compute(threads: 1, isa: isa)
          for split in recurrentSplits {
            // The channels are the middle ones of a state, and the results replace the inputs.
            let y = RecurrentInput(Self.rows, channels, offset: 0) { x.values[$0][$1] }
            let state = try RecurrentState(
              convolutionRows: taps - 1, channels: channels + 5, valueCount: 0)
            for rows in ranges(split) {
              compute.convolve(
                y.rows, convolution, runs: [StateRun(state: state, rows: rows)], channel: 3,
                silu: silu, into: y.rows)
            }
            expectRows(
              y.guarded, expected, relative: 1e-6, "\(isa) \(taps) taps \(channels) channels")
            #expect(y.guarded.isIntact)
          }
        }
      }
    }
  }

  @Test("runs of one batch do not see each other, and threads change no bit")
  func runs() throws {
    var random = SeededGenerator(seed: 3)
    let x = RecurrentInput(64, 1500) { _, _ in random.normal() }
    let weights = (0..<4500).map { _ in random.normal() }
    let convolution = try #require(ConvolutionWeights(weights, taps: 3))
    let cuts = [0..<30, 30..<31, 31..<64]
    let results = try [1, 3].map { threads in
      let y = RecurrentInput(64, 1500) { _, _ in 0 }
      let runs = try cuts.map {
        StateRun(
          state: try RecurrentState(convolutionRows: 2, channels: 1500, valueCount: 0), rows: $0)
      }
      Compute(threads: threads).convolve(
        x.rows, convolution, runs: runs, silu: true, into: y.rows)
      return y
    }
    for rows in cuts {
      let expected = RecurrentTwins.convolution(
        Array(x.values[rows]), weights: weights, taps: 3, bias: nil, silu: true)
      for row in rows {
        expectClose(results[0].guarded.values(row), expected[row - rows.lowerBound], "\(row)") {
          _ in 1e-5
        }
        #expect(results[0].guarded.values(row) == results[1].guarded.values(row))
      }
    }
  }

  @Test("an input that is not finite gives NaN to the rows that see it, and to no others")
  func notFinite() throws {
    for isa in availableISAs {
      let compute = Compute(threads: 1, isa: isa)
      for (taps, value) in zip([3, 4, 6], nonFiniteValues) {
        let convolution = try #require(
          ConvolutionWeights([Float](repeating: 0.5, count: 20 * taps), taps: taps))
        let x = RecurrentInput(12, 20) { row, column in
          row == 4 && column == 17 ? value : Float(row - column)
        }
        let state = try RecurrentState(convolutionRows: taps - 1, channels: 20, valueCount: 0)
        for rows in [0..<5, 5..<12] {
          compute.convolve(
            x.rows, convolution, runs: [StateRun(state: state, rows: rows)], silu: true,
            into: x.rows)
        }
        for row in 0..<12 {
          for column in 0..<20 {
            let spoiled = column == 17 && (4..<4 + taps).contains(row)
            #expect(x.rows[row, column].isNaN == spoiled, "\(isa) \(row) \(column)")
          }
        }
      }
    }
  }

  @Test("weights whose counts do not fit are refused")
  func refused() {
    #expect(ConvolutionWeights([1, 2, 3], taps: 2) == nil)
    #expect(ConvolutionWeights([1, 2, 3, 4], taps: 2, bias: [1]) == nil)
    #expect(ConvolutionWeights([1, 2, 3], taps: 1) == nil)
    #expect(ConvolutionWeights([Float](repeating: 0, count: 9), taps: 9) == nil)
    #expect(ConvolutionWeights([1, 2, 3, 4], taps: 2, bias: [1, 2])?.channels == 2)
  }
}
