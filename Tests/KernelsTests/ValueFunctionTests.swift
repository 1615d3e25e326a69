import Foundation
import TernKernels
import TernTestSupport
import Testing

@Suite("Functions of recurrent layers")
struct ValueFunctionTests {
  private static func exact(_ f: ValueFunction, _ x: Double) -> Double {
    switch f {
    case .sigmoid: 1 / (1 + exp(-x))
    case .tanh: tanh(x)
    case .exponential: exp(x)
    case .softplus: max(x, 0) + log1p(exp(-abs(x)))
    case .decay: exp(-Double(Float(0.606531)) / (1 + exp(-x)))
    }
  }

  @Test("functions are exact to a few units everywhere", arguments: ValueFunction.allCases)
  func range(f: ValueFunction) {
    let magnitudes = (0..<2000).map { Float(exp2(Double($0) / 2000 * 30 - 24)) }
    let inputs = magnitudes + magnitudes.map { -$0 } + [0, -0.0]
    for isa in availableISAs {
      let compute = Compute(threads: 1, isa: isa)
      let x = GuardedRows(rows: 1, columns: inputs.count, offset: 1) { inputs[$1] }
      compute.apply(f, to: x.rows)
      let expected = inputs.map { Double(Float(Self.exact(f, Double($0)))) }
      expectClose(x.values(), expected, "\(isa) \(f)") { 6 * epsilon32 * abs(expected[$0]) + 1e-37 }
      #expect(x.isIntact)
    }
  }

  @Test("a bias is added before, for every length; what is not finite becomes NaN")
  func biasAndNaN() {
    var random = SeededGenerator(seed: 31)
    forEveryCase { compute, n, offset in
      let bias = (0..<n).map { _ in random.normal() }
      let values = (0..<n).map { _ in random.normal() }
      for f in ValueFunction.allCases {
        let x = GuardedRows(rows: 2, columns: n, offset: offset) {
          $0 == 0 ? values[$1] : .infinity
        }
        if n > 2 { x.rows[1, 1] = -.infinity }
        compute.apply(f, to: x.rows, bias: FloatVector(bias))
        let expected = (0..<n).map { Self.exact(f, Double(values[$0] + bias[$0])) }
        expectClose(x.values(), expected, "\(compute.isa) \(f) \(n)") {
          6 * epsilon32 * abs(expected[$0])
        }
        #expect(x.values(1).allSatisfy { $0.isNaN } && x.isIntact)
      }
    }
  }

  @Test("products, gates and mixtures equal the scalar ones")
  func products() {
    var random = SeededGenerator(seed: 32)
    forEveryCase { compute, n, offset in
      func values() -> GuardedRows {
        GuardedRows(rows: 1, columns: n, offset: offset) { _, _ in random.normal() }
      }
      let (x, y, z) = (values(), values(), values())
      let (a, b) = (x.values().map(Double.init), y.values().map(Double.init))
      let w = (0..<n).map { _ in random.normal() }
      func check(_ name: String, _ expected: (Int) -> Double, _ size: (Int) -> Double) {
        expectClose(z.values(), (0..<n).map(expected), "\(name) \(compute.isa) \(n)") {
          8 * epsilon32 * size($0)
        }
        #expect(z.isIntact)
      }
      compute.multiply(x.rows, by: y.rows, into: z.rows)
      check("multiply", { a[$0] * b[$0] }, { abs(a[$0] * b[$0]) })
      compute.mix(x.rows, y.rows, by: FloatVector(w), into: z.rows)
      check(
        "mix", { a[$0] + (b[$0] - a[$0]) * Double(w[$0]) },
        { abs(a[$0]) + (abs(b[$0]) + abs(a[$0])) * abs(Double(w[$0])) })
      let (both, second) = (
        GuardedRows(rows: 1, columns: 2 * n, offset: offset) { _, _ in .nan },
        (0..<n).map { _ in random.normal() }
      )
      compute.mix(x.rows, y.rows, by: FloatVector(w + second), into: both.rows)
      expectClose(
        both.values(),
        (0..<2 * n).map { a[$0 % n] + (b[$0 % n] - a[$0 % n]) * Double((w + second)[$0]) },
        "mixes side by side \(compute.isa) \(n)"
      ) { 8 * epsilon32 * (abs(a[$0 % n]) + abs(b[$0 % n])) * (1 + abs(Double((w + second)[$0]))) }
      #expect(both.isIntact)
      let weights = GuardedRows(rows: 1, columns: n, offset: 2) { w[$1] }
      compute.mix(x.rows, y.rows, by: weights.rows, into: z.rows)
      check(
        "mix by rows", { a[$0] + (b[$0] - a[$0]) * Double(w[$0]) },
        { abs(a[$0]) + (abs(b[$0]) + abs(a[$0])) * abs(Double(w[$0])) })
    }
  }

  @Test("products over a head are added to its values")
  func headProducts() {
    var random = SeededGenerator(seed: 33)
    for isa in availableISAs {
      for width in [1, 7, 16, 64, 70] {
        func values() -> GuardedRows {
          GuardedRows(rows: 2, columns: 3 * width, offset: 1) { _, _ in random.normal() }
        }
        let (x, w, v, y) = (values(), values(), values(), values())
        let weight = (0..<3 * width).map { _ in random.normal() }
        let before = y.values(1)
        Compute(threads: 1, isa: isa).addHeadProducts(
          x.rows, w.rows, weight: FloatVector(weight), times: v.rows, heads: 3, to: y.rows)
        let expected = (0..<3 * width).map { i in
          let head = i / width * width
          let factor = (head..<head + width).reduce(0.0) {
            $0 + Double(x.rows[1, $1]) * Double(w.rows[1, $1]) * Double(weight[$1])
          }
          return Double(before[i]) + factor * Double(v.rows[1, i])
        }
        expectClose(y.values(1), expected, "\(isa) \(width)") { _ in 1e-4 }
        #expect(y.isIntact)
      }
    }
  }

  @Test("heads are divided by their length, with epsilon added or as the least")
  func lengths() {
    var random = SeededGenerator(seed: 34)
    for isa in availableISAs {
      let compute = Compute(threads: 1, isa: isa)
      for width in [1, 5, 16, 37, 128] {
        for (floor, epsilon, size) in [
          (false, Float(1e-6), Float(1)), (false, 0.5, 0.1), (true, 1e-6, 1), (true, 0.5, 0.01),
          (true, 0.5, 0), (false, 0.5, 0),
        ] {
          let x = GuardedRows(rows: 2, columns: 2 * width, offset: 1) { _, _ in
            random.normal() * size
          }
          let before = x.values(1).map(Double.init)
          compute.l2NormHeads(x.rows, heads: 2, epsilon: epsilon, floor: floor)
          let expected = before.indices.map { i in
            let head = i / width * width
            let total = before[head..<head + width].reduce(0) { $0 + $1 * $1 }
            let length =
              floor
              ? max(total.squareRoot(), Double(epsilon))
              : (total + Double(epsilon)).squareRoot()
            return before[i] / length
          }
          expectClose(x.values(1), expected, "\(isa) \(width) \(floor) \(epsilon)") {
            16 * epsilon32 * abs(expected[$0])
          }
          #expect(x.isIntact)
        }
        for value in nonFiniteValues + [1e25] {
          for floor in [false, true] {
            let x = GuardedRows(rows: 1, columns: 2 * width, offset: 0) { _, column in
              column == width ? value : 1
            }
            compute.l2NormHeads(x.rows, heads: 2, epsilon: 1e-6, floor: floor)
            #expect(x.values()[width...].allSatisfy { $0.isNaN })
            #expect(x.values()[..<width].allSatisfy { $0.isFinite })
          }
        }
      }
    }
  }

  @Test("a shift gives every row the one before it in its run, across calls")
  func shift() throws {
    let x = GuardedRows(rows: 9, columns: 5, offset: 1) { Float($0 * 10 + $1) }
    let y = GuardedRows(rows: 9, columns: 5, offset: 0) { _, _ in .nan }
    let compute = Compute(threads: 1)
    let states = try (0..<2).map { _ in
      try RecurrentState(convolutionRows: 2, channels: 5, valueCount: 0)
    }
    for (first, second) in [(0..<3, 3..<4), (5..<5, 4..<5), (5..<7, 7..<9)] {
      compute.shift(
        x.rows,
        runs: [
          StateRun(state: states[0], rows: first), StateRun(state: states[1], rows: second),
        ],
        kept: 1, into: y.rows)
    }
    let before: [Int?] = [nil, 0, 1, nil, 3, 2, 5, 4, 7]
    for (row, source) in before.enumerated() {
      #expect(y.values(row) == (source.map { x.values($0) } ?? [0, 0, 0, 0, 0]))
    }
    #expect(y.isIntact)
  }
}
