import TernKernels
import TernTestSupport
import Testing

@Suite("The recurrence of RWKV-7")
struct WKVTests {
  /// Inputs of a call, in the order r, w, k, v, a, b.
  struct Inputs: RecurrentCalls {
    let heads: Int
    let inputs: [RecurrentInput]

    init(heads: Int, width: Int, rows: Int) {
      var random = SeededGenerator(seed: 12)
      self.heads = heads
      func normal(_ scale: Float) -> RecurrentInput {
        RecurrentInput(rows, heads * width) { _, _ in scale * random.normal() }
      }
      let root = Float(width).squareRoot()
      // Removal keys of length one, as models have them, and a learning rate below one.
      let removal = normal(1 / root)
      let rates = (0..<heads * width).map { _ in Float.random(in: 0...1, using: &random) }
      inputs = [
        normal(1 / root),
        RecurrentInput(rows, heads * width) { _, _ in Float.random(in: 0.5...1, using: &random) },
        normal(1 / root), normal(1),
        RecurrentInput(rows, heads * width) { -removal.values[$0][$1] },
        RecurrentInput(rows, heads * width) { removal.values[$0][$1] * rates[$1] },
      ]
    }

    func newState() throws -> RecurrentState {
      let width = inputs[0].rows.columns / heads
      return try RecurrentState(
        convolutionRows: 0, channels: 0,
        valueCount: Compute.wkvStateCount(heads: heads, headDim: width))
    }

    func run(_ compute: Compute, calls: [[StateRun]], inPlace: Bool = false) -> GuardedRows {
      let out = RecurrentInput(inputs[3].values.count, inputs[3].rows.columns, offset: 0) {
        inPlace ? inputs[3].values[$0][$1] : .nan
      }
      let rows = inputs.map(\.rows)
      for runs in calls {
        compute.wkv(
          r: rows[0], w: rows[1], k: rows[2], v: inPlace ? out.rows : rows[3], a: rows[4],
          b: rows[5], runs: runs, heads: heads, into: out.rows)
      }
      #expect(out.guarded.isIntact)
      return out.guarded
    }

    func results(_ compute: Compute, calls: [[StateRun]]) -> GuardedRows {
      run(compute, calls: calls)
    }
  }

  @Test(
    "results equal those in double precision however the rows are cut",
    arguments: [(1, 1), (3, 16), (2, 21), (2, 64), (1, 90)])
  func values(heads: Int, width: Int) throws {
    let inputs = Inputs(heads: heads, width: width, rows: 40)
    let expected = RecurrentTwins.wkv(inputs.inputs.map(\.values), heads: heads)
    for isa in availableISAs {
      let compute = Compute(threads: 1, isa: isa)
      for (index, split) in recurrentSplits.enumerated() {
        let state = try inputs.newState()
        let out = inputs.run(
          compute, calls: ranges(split).map { [StateRun(state: state, rows: $0)] },
          inPlace: index % 2 == 0)
        expectRows(out, expected, relative: 3e-6, "\(isa) \(heads) heads of \(width) \(split)")
      }
    }
  }

  @Test(
    "keys are what their equations give, in each head by itself",
    arguments: [(1, 1), (3, 16), (2, 21), (2, 64), (1, 90)])
  func keys(heads: Int, width: Int) {
    var random = SeededGenerator(seed: 13)
    let count = heads * width
    func rows(_ value: () -> Float) -> RecurrentInput {
      RecurrentInput(3, count) { _, _ in value() }
    }
    let (k, rate) = (rows { random.normal() }, rows { Float.random(in: 0...1, using: &random) })
    let (removal, keyRate) = (
      (0..<count).map { _ in random.normal() }, (0..<count).map { _ in random.normal() }
    )
    for isa in availableISAs {
      let found = [k, rate, k, k].map { input in
        GuardedRows(rows: 3, columns: count, offset: 1) { input.values[$0][$1] }
      }
      Compute(threads: 1, isa: isa).setWKVKeys(
        k: found[0].rows, rate: found[1].rows, removal: FloatVector(removal),
        keyRate: FloatVector(keyRate), heads: heads, a: found[2].rows, b: found[3].rows)
      for row in 0..<3 {
        let (key, part) = (k.values[row].map(Double.init), rate.values[row].map(Double.init))
        let removed = (0..<count).map { key[$0] * Double(removal[$0]) }
        let lengths = (0..<heads).map { head in
          removed[head * width..<(head + 1) * width].reduce(0) { $0 + $1 * $1 }.squareRoot()
        }
        let n = (0..<count).map { removed[$0] / lengths[$0 / width] }
        let changed = (0..<count).map { key[$0] * (1 + (part[$0] - 1) * Double(keyRate[$0])) }
        let keyParts: [Double] = (0..<count).map { key[$0] * part[$0] }
        let parts: [Double] = (0..<count).map { n[$0] * part[$0] }
        let expected: [[Double]] = [changed, keyParts, n.map { -$0 }, parts]
        for (found, expected) in zip(found, expected) {
          expectClose(found.values(row), expected, "\(isa) \(heads) heads of \(width)") {
            16 * epsilon32 * (1 + abs(key[$0])) * (1 + abs(Double(keyRate[$0])))
          }
        }
      }
      #expect(found.allSatisfy { $0.isIntact })
    }
  }

  @Test("runs of one batch do not see each other, and threads change no bit")
  func runs() throws {
    let inputs = Inputs(heads: 4, width: 64, rows: 40)
    try inputs.expectSeparateRuns([0..<20, 20..<21, 21..<40])
  }

  @Test("what is not finite spoils its head from its row on, and nothing else")
  func notFinite() throws {
    for isa in availableISAs {
      let compute = Compute(threads: 1, isa: isa)
      let clean = Inputs(heads: 3, width: 20, rows: 12)
      let expected = try clean.results(compute, rows: 0..<12)
      for value in nonFiniteValues {
        for place in 0..<6 {
          let inputs = Inputs(heads: 3, width: 20, rows: 12)
          inputs.inputs[place].rows[5, 27] = value
          let found = try inputs.results(compute, rows: 0..<12)
          for row in 0..<12 {
            let (x, y) = (found.values(row), expected.values(row))
            #expect(x[..<20] == y[..<20] && x[40...] == y[40...], "\(isa) \(value) at \(place)")
            if row < 5 || (place == 0 && row > 5) {
              #expect(x == y, "\(isa) \(value) at \(place) row \(row)")
            } else if place == 3 {
              #expect(!x[27].isFinite, "\(isa) \(value) row \(row)")
            } else {
              #expect(
                x[20..<40].allSatisfy { !$0.isFinite }, "\(isa) \(value) at \(place) row \(row)")
            }
          }
        }
      }
    }
  }
}
