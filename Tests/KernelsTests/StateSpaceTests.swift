import TernKernels
import TernTestSupport
import Testing

@Suite("The state-space recurrence of Mamba-2")
struct StateSpaceTests {
  /// Inputs of a call.
  struct Inputs: RecurrentCalls {
    let shape: StateSpaceShape
    let (x, dt, b, c): (RecurrentInput, RecurrentInput, RecurrentInput, RecurrentInput)
    let (a, d): ([Float], [Float])

    init(_ shape: StateSpaceShape, rows: Int, strength: Float = 1, seed: UInt64 = 5) {
      var random = SeededGenerator(seed: seed)
      self.shape = shape
      x = RecurrentInput(rows, shape.heads * shape.headDim) { _, _ in random.normal() }
      dt = RecurrentInput(rows, shape.heads) { _, _ in Float.random(in: 0...1, using: &random) }
      b = RecurrentInput(rows, shape.groups * shape.stateDim) { _, _ in random.normal() }
      c = RecurrentInput(rows, shape.groups * shape.stateDim) { _, _ in random.normal() }
      a = (0..<shape.heads).map { _ in -strength * Float.random(in: 0.1...1, using: &random) }
      d = (0..<shape.heads).map { _ in random.normal() }
    }

    func newState() throws -> RecurrentState {
      try RecurrentState(convolutionRows: 0, channels: 0, valueCount: shape.stateCount)
    }

    func run(
      _ compute: Compute, calls: [[StateRun]], skips: Bool = true, inPlace: Bool = false
    ) -> GuardedRows {
      let out = RecurrentInput(x.values.count, x.rows.columns, offset: 0) {
        inPlace ? x.values[$0][$1] : .nan
      }
      for runs in calls {
        compute.stateSpace(
          x: inPlace ? out.rows : x.rows, dt: dt.rows, b: b.rows, c: c.rows, a: FloatVector(a),
          d: skips ? FloatVector(d) : nil, runs: runs, shape: shape, into: out.rows)
      }
      #expect(out.guarded.isIntact)
      return out.guarded
    }

    func results(_ compute: Compute, calls: [[StateRun]]) -> GuardedRows {
      run(compute, calls: calls)
    }
  }

  static let shapes = [
    StateSpaceShape(heads: 4, groups: 2, headDim: 16, stateDim: 16),
    StateSpaceShape(heads: 6, groups: 3, headDim: 13, stateDim: 20),
    StateSpaceShape(heads: 1, groups: 1, headDim: 1, stateDim: 1),
    StateSpaceShape(heads: 3, groups: 1, headDim: 64, stateDim: 128),
    StateSpaceShape(heads: 2, groups: 1, headDim: 150, stateDim: 256),
  ]

  @Test(
    "results equal those in double precision however the rows are cut",
    arguments: shapes.indices, [Float(0.1), 2, 50])
  func values(shape: Int, strength: Float) throws {
    let inputs = Inputs(Self.shapes[shape], rows: 40, strength: strength)
    for skips in [true, false] {
      let expected = RecurrentTwins.stateSpace(
        x: inputs.x.values, dt: inputs.dt.values, b: inputs.b.values, c: inputs.c.values,
        a: inputs.a, d: skips ? inputs.d : nil, shape: inputs.shape)
      for isa in availableISAs {
        let compute = Compute(threads: 1, isa: isa)
        for (index, split) in recurrentSplits.enumerated()
        where index > 1 || Self.shapes[shape].stateDim < 64 {
          let state = try inputs.newState()
          let out = inputs.run(
            compute, calls: ranges(split).map { [StateRun(state: state, rows: $0)] },
            skips: skips, inPlace: index % 2 == 0)
          expectRows(out, expected, relative: 3e-6, "\(isa) shape \(shape) \(split)")
        }
      }
    }
  }

  @Test("runs of one batch do not see each other, and threads change no bit")
  func runs() throws {
    let inputs = Inputs(
      StateSpaceShape(heads: 4, groups: 2, headDim: 64, stateDim: 64), rows: 60)
    try inputs.expectSeparateRuns([0..<20, 20..<21, 21..<60])
  }

  @Test("what is not finite spoils its head from its row on, and nothing else")
  func notFinite() throws {
    let shape = StateSpaceShape(heads: 4, groups: 2, headDim: 20, stateDim: 20)
    for isa in availableISAs {
      let compute = Compute(threads: 1, isa: isa)
      let clean = Inputs(shape, rows: 30)
      let expected = try clean.results(compute, rows: 0..<30)
      for value in nonFiniteValues {
        for place in 0..<4 {
          let inputs = Inputs(shape, rows: 30)
          // Group 1 is that of heads 2 and 3.
          let spoiled: SpoiledHeads
          switch place {
          case 0: (inputs.x.rows[5, 47], spoiled) = (value, SpoiledHeads(heads: [2], column: 47))
          case 1: (inputs.dt.rows[5, 2], spoiled) = (value, SpoiledHeads(heads: [2]))
          case 2: (inputs.b.rows[5, 27], spoiled) = (value, SpoiledHeads(heads: [2, 3]))
          default:
            inputs.c.rows[5, 27] = value
            spoiled = SpoiledHeads(heads: [2, 3], isRowAlone: true)
          }
          spoiled.expect(
            try inputs.results(compute, rows: 0..<30), expected, "\(isa) \(value) at \(place)")
        }
      }
    }
  }
}
