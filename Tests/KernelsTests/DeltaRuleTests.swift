import Foundation
import TernKernels
import TernTestSupport
import Testing

@Suite("The gated delta rule")
struct DeltaRuleTests {
  /// Inputs of a call: keys and queries of length one, as models have them.
  struct Inputs: RecurrentCalls {
    let shape: DeltaShape
    let (q, k, v): (RecurrentInput, RecurrentInput, RecurrentInput)
    let (decay, beta): (RecurrentInput, RecurrentInput)

    init(_ shape: DeltaShape, rows: Int, perKey: Bool, strength: Float, seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      func units() -> RecurrentInput {
        let raw = (0..<rows).map { _ in
          (0..<shape.keyHeads).flatMap { _ in
            let x = (0..<shape.keyDim).map { _ in random.normal() }
            let length = x.reduce(0) { $0 + $1 * $1 }.squareRoot()
            return x.map { $0 / length }
          }
        }
        return RecurrentInput(rows, shape.keyHeads * shape.keyDim) { raw[$0][$1] }
      }
      self.shape = shape
      (q, k) = (units(), units())
      v = RecurrentInput(rows, shape.valueHeads * shape.valueDim) { _, _ in random.normal() }
      decay = RecurrentInput(rows, shape.valueHeads * (perKey ? shape.keyDim : 1)) { _, _ in
        -strength * Float.random(in: 0...1, using: &random)
      }
      beta = RecurrentInput(rows, shape.valueHeads) { _, _ in
        Float.random(in: 0...1, using: &random)
      }
    }

    var expected: [[Double]] {
      RecurrentTwins.deltaRule(
        q: q.values, k: k.values, v: v.values, decay: decay.values, beta: beta.values,
        shape: shape)
    }

    func newState() throws -> RecurrentState {
      try RecurrentState(convolutionRows: 0, channels: 0, valueCount: shape.stateCount)
    }

    /// Runs all rows; each of `calls` is a call with these runs.
    func run(_ compute: Compute, calls: [[StateRun]], inPlace: Bool = false) -> GuardedRows {
      let out = RecurrentInput(v.values.count, v.rows.columns, offset: 0) {
        inPlace ? v.values[$0][$1] : .nan
      }
      for runs in calls {
        compute.deltaRule(
          q: q.rows, k: k.rows, v: inPlace ? out.rows : v.rows, decay: decay.rows,
          beta: beta.rows, runs: runs, shape: shape, into: out.rows)
      }
      #expect(out.guarded.isIntact)
      return out.guarded
    }

    func results(_ compute: Compute, calls: [[StateRun]]) -> GuardedRows {
      run(compute, calls: calls)
    }
  }

  static let shapes = [
    DeltaShape(keyHeads: 1, valueHeads: 1, keyDim: 1, valueDim: 1, scale: 1),
    DeltaShape(keyHeads: 2, valueHeads: 4, keyDim: 16, valueDim: 16, scale: 0.25),
    DeltaShape(
      keyHeads: 2, valueHeads: 6, keyDim: 20, valueDim: 13, scale: 0.3, sharing: .repeated),
    DeltaShape(keyHeads: 2, valueHeads: 2, keyDim: 72, valueDim: 150, scale: 0.2),
    DeltaShape(
      keyHeads: 1, valueHeads: 2, keyDim: 128, valueDim: 128, scale: 0.09, sharing: .repeated),
  ]

  @Test(
    "results equal those in double precision however the rows are cut",
    arguments: shapes.indices, [Float(0.1), 3, 60])
  func values(shape: Int, strength: Float) throws {
    for perKey in [false, true] {
      let inputs = Inputs(
        Self.shapes[shape], rows: 40, perKey: perKey, strength: strength, seed: 7)
      let expected = inputs.expected
      for isa in availableISAs {
        let compute = Compute(threads: 1, isa: isa)
        for (index, split) in recurrentSplits.enumerated()
        where index > 1 || Self.shapes[shape].keyDim < 64 {
          let state = try inputs.newState()
          let out = inputs.run(
            compute, calls: ranges(split).map { [StateRun(state: state, rows: $0)] },
            inPlace: index % 2 == 0)
          expectRows(
            out, expected, relative: 3e-6, "\(isa) shape \(shape) perKey \(perKey) \(split)")
        }
      }
    }
  }

  @Test("no decay and no new values: nothing is lost or invented")
  func identity() throws {
    let shape = DeltaShape(keyHeads: 1, valueHeads: 1, keyDim: 64, valueDim: 32, scale: 1)
    let compute = Compute(threads: 1)
    let state = try RecurrentState(
      convolutionRows: 0, channels: 0, valueCount: shape.stateCount)
    // Each key is a unit vector of its own; then every query reads its value again.
    let keys = RecurrentInput(128, 64) { $0 % 64 == $1 ? 1 : 0 }
    let values = RecurrentInput(128, 32) { row, column in Float(row * 32 + column) }
    let decay = RecurrentInput(128, 1) { _, _ in 0 }
    let beta = RecurrentInput(128, 1) { row, _ in row < 64 ? 1 : 0 }
    let out = RecurrentInput(128, 32) { _, _ in 0 }
    compute.deltaRule(
      q: keys.rows, k: keys.rows, v: values.rows, decay: decay.rows, beta: beta.rows,
      runs: [StateRun(state: state, rows: 0..<128)], shape: shape, into: out.rows)
    for row in 64..<128 { #expect(out.guarded.values(row) == values.values[row - 64]) }
  }

  @Test("runs of one batch do not see each other, and threads change no bit")
  func runs() throws {
    let shape = DeltaShape(keyHeads: 2, valueHeads: 4, keyDim: 64, valueDim: 64, scale: 0.1)
    for perKey in [false, true] {
      let inputs = Inputs(shape, rows: 60, perKey: perKey, strength: 0.5, seed: 8)
      try inputs.expectSeparateRuns([0..<20, 20..<21, 21..<21, 21..<60])
    }
  }

  @Test("what is not finite spoils its head from its row on, and nothing else")
  func notFinite() throws {
    let shape = DeltaShape(keyHeads: 2, valueHeads: 4, keyDim: 20, valueDim: 20, scale: 0.2)
    for isa in availableISAs {
      let compute = Compute(threads: 1, isa: isa)
      for perKey in [false, true] {
        let clean = Inputs(shape, rows: 30, perKey: perKey, strength: 0.5, seed: 9)
        let expected = try clean.results(compute, rows: 0..<30)
        for value in nonFiniteValues {
          for place in 0..<5 {
            let inputs = Inputs(shape, rows: 30, perKey: perKey, strength: 0.5, seed: 9)
            // Key head 1 is that of value heads 2 and 3.
            let spoiled: SpoiledHeads
            switch place {
            case 0:
              inputs.q.rows[5, 27] = value
              spoiled = SpoiledHeads(heads: [2, 3], isRowAlone: true)
            case 1: (inputs.k.rows[5, 27], spoiled) = (value, SpoiledHeads(heads: [2, 3]))
            case 2: (inputs.v.rows[5, 47], spoiled) = (value, SpoiledHeads(heads: [2], column: 47))
            case 3:
              inputs.decay.rows[5, perKey ? 47 : 2] = value
              spoiled = SpoiledHeads(heads: [2])
            default: (inputs.beta.rows[5, 2], spoiled) = (value, SpoiledHeads(heads: [2]))
            }
            spoiled.expect(
              try inputs.results(compute, rows: 0..<30), expected, "\(isa) \(value) at \(place)")
          }
        }
      }
    }
  }
}
