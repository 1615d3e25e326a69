import TernKernels
import TernTestSupport
import Testing

@Suite("The selective scan of Mamba-1")
struct SelectiveScanTests {
  /// Inputs of a call.
  struct Inputs: RecurrentCalls {
    let (x, dt, b, c): (RecurrentInput, RecurrentInput, RecurrentInput, RecurrentInput)
    let (rates, d): ([Float], [Float])
    let stateDim: Int

    init(channels: Int, stateDim: Int, rows: Int) {
      var random = SeededGenerator(seed: 6)
      self.stateDim = stateDim
      x = RecurrentInput(rows, channels) { _, _ in random.normal() }
      dt = RecurrentInput(rows, channels) { _, _ in Float.random(in: 0...2, using: &random) }
      b = RecurrentInput(rows, stateDim) { _, _ in random.normal() }
      c = RecurrentInput(rows, stateDim) { _, _ in random.normal() }
      rates = (0..<channels * stateDim).map { _ in -Float.random(in: 0...9, using: &random) }
      d = (0..<channels).map { _ in random.normal() }
    }

    func newState() throws -> RecurrentState {
      let rates = try #require(ScanRates(rates, stateDim: stateDim))
      return try RecurrentState(convolutionRows: 0, channels: 0, valueCount: rates.stateCount)
    }

    func run(
      _ compute: Compute, calls: [[StateRun]], skips: Bool = true, inPlace: Bool = false
    ) throws -> GuardedRows {
      let rates = try #require(ScanRates(rates, stateDim: stateDim))
      let out = RecurrentInput(x.values.count, x.rows.columns, offset: 0) {
        inPlace ? x.values[$0][$1] : .nan
      }
      for runs in calls {
        compute.selectiveScan(
          x: inPlace ? out.rows : x.rows, dt: dt.rows, b: b.rows, c: c.rows, rates: rates,
          d: skips ? FloatVector(d) : nil, runs: runs, into: out.rows)
      }
      #expect(out.guarded.isIntact)
      return out.guarded
    }

    func results(_ compute: Compute, calls: [[StateRun]]) throws -> GuardedRows {
      try run(compute, calls: calls)
    }
  }

  @Test(
    "results equal those in double precision however the rows are cut",
    arguments: [(1, 1), (16, 16), (37, 5), (300, 16)])
  func values(channels: Int, stateDim: Int) throws {
    let inputs = Inputs(channels: channels, stateDim: stateDim, rows: 40)
    for skips in [true, false] {
      let expected = RecurrentTwins.selectiveScan(
        x: inputs.x.values, dt: inputs.dt.values, b: inputs.b.values, c: inputs.c.values,
        rates: inputs.rates, d: skips ? inputs.d : nil)
      for isa in availableISAs {
        let compute = Compute(threads: 1, isa: isa)
        for (index, split) in recurrentSplits.enumerated() {
          let state = try inputs.newState()
          let out = try inputs.run(
            compute, calls: ranges(split).map { [StateRun(state: state, rows: $0)] },
            skips: skips, inPlace: index % 2 == 0)
          expectRows(out, expected, relative: 3e-6, "\(isa) \(channels) channels \(split)")
        }
      }
    }
  }

  @Test("runs of one batch do not see each other, and threads change no bit")
  func runs() throws {
    let inputs = Inputs(channels: 600, stateDim: 16, rows: 50)
    try inputs.expectSeparateRuns([0..<20, 20..<21, 21..<50])
  }

  @Test("what is not finite spoils its channels from its row on, and nothing else")
  func notFinite() throws {
    for isa in availableISAs {
      let compute = Compute(threads: 1, isa: isa)
      let clean = Inputs(channels: 20, stateDim: 5, rows: 12)
      let expected = try clean.results(compute, rows: 0..<12)
      for value in nonFiniteValues {
        for place in 0..<4 {
          let inputs = Inputs(channels: 20, stateDim: 5, rows: 12)
          switch place {
          case 0: inputs.x.rows[5, 17] = value
          case 1: inputs.dt.rows[5, 17] = value
          case 2: inputs.b.rows[5, 3] = value
          default: inputs.c.rows[5, 3] = value
          }
          let found = try inputs.results(compute, rows: 0..<12)
          for row in 0..<12 {
            for column in 0..<20 {
              let spoiled = (place > 1 || column == 17) && (place == 3 ? row == 5 : row >= 5)
              let (x, y) = (found.values(row)[column], expected.values(row)[column])
              #expect(
                spoiled ? !x.isFinite : x == y, "\(isa) \(value) at \(place): \(row) \(column)")
            }
          }
        }
      }
    }
  }

  @Test("rates whose count does not fit are refused")
  func refused() {
    #expect(ScanRates([1, 2, 3], stateDim: 2) == nil)
    #expect(ScanRates([1, 2, 3], stateDim: 0) == nil)
    #expect(ScanRates([1, 2, 3, 4], stateDim: 2)?.channels == 2)
  }
}
