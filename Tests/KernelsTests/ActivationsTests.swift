import Foundation
import TernKernels
import TernTestSupport
import Testing

@Suite("Activations and gates")
struct ActivationsTests {
  private func reference(_ f: Activation, _ x: Double) -> Double {
    // Limits where the formula has infinity times zero.
    if x == -.infinity { return 0 }
    switch f {
    case .silu: return x / (1 + exp(-x))
    case .gelu:
      let u = 2 * (2 / Double.pi).squareRoot() * (x + 0.044715 * x * x * x)
      return x / (1 + exp(-u))
    case .geluErf: return x / 2 * erfc(-x / 2.0.squareRoot())
    case .geluQuick: return x / (1 + exp(-1.702 * x))
    case .relu: return x.isNaN ? x : max(x, 0)
    case .reluSquared: return x.isNaN ? x : max(x, 0) * max(x, 0)
    }
  }

  /// Relative error: a few units, and half a unit of the exponent's argument (which is rounded
  /// before it is used) for each of its about three roundings.
  private func tolerance(_ f: Activation, _ x: Double, _ y: Double) -> Double {
    let argument: Double =
      switch f {
      case .silu: abs(x)
      case .gelu: min(100, abs(1.6 * x * (1 + 0.045 * x * x)))
      case .geluErf: min(100, x * x / 2)
      case .geluQuick: abs(1.702 * x)
      case .relu, .reluSquared: 0
      }
    // Below e^-88 the exponential of the negated argument overflows and the result becomes zero.
    return epsilon32 * (6 + (x < 0 ? 2 * min(argument, 100) : 0)) * abs(y) + 1e-35
  }

  /// From tiny to huge, both signs, and the special values.
  private var inputs: [Float] {
    let sizes = (0..<3000).map { Float(exp2(Double($0) / 3000 * 180 - 60)) }
    let near = (-1200...1200).map { Float($0) / 100 }
    return sizes + sizes.map { -$0 } + near
      + [0, -0.0, .infinity, -.infinity, .nan, .greatestFiniteMagnitude]
  }

  @Test("every function equals the one in double precision", arguments: Activation.allCases)
  func activate(f: Activation) {
    let inputs = inputs
    let expected = inputs.map { reference(f, Double($0)) }.map { abs($0) > 3.4e38 ? .infinity : $0 }
    for isa in availableISAs {
      let x = GuardedRows(rows: 1, columns: inputs.count, offset: 1) { inputs[$1] }
      Compute(threads: 1, isa: isa).activate(x.rows, f)
      expectClose(x.values(), expected, "\(f) \(isa)") {
        tolerance(f, Double(inputs[$0]), expected[$0])
      }
      #expect(x.isIntact)
    }
  }

  @Test("gates multiply by the second input, at every length", arguments: Activation.allCases)
  func gate(f: Activation) {
    var random = SeededGenerator(seed: 21)
    forEveryCase { compute, n, offset in
      let g = GuardedRows(rows: 1, columns: n, offset: offset) { _, _ in random.normal() * 4 }
      let u = GuardedRows(rows: 1, columns: n, offset: offset) { _, _ in random.normal() }
      let y = GuardedRows(rows: 1, columns: n, offset: offset) { _, _ in 0 }
      compute.gate(g.rows, u.rows, f, into: y.rows)
      let (gates, ups) = (g.values(), u.values())
      let expected = (0..<n).map { reference(f, Double(gates[$0])) * Double(ups[$0]) }
      expectClose(y.values(), expected, "\(f) \(compute.isa) \(n)") {
        tolerance(f, Double(gates[$0]), expected[$0]) + epsilon32 * abs(expected[$0])
      }
      compute.activate(g.rows, f)
      compute.gate(u.rows, u.rows, .relu, into: u.rows)
      expectClose(u.values(), ups.map { Double(max($0, 0) * $0) }, "in place") { _ in 0 }
      #expect(g.isIntact && y.isIntact && u.isIntact)
    }
  }

  @Test("the clamped gate limits both inputs")
  func gateOAI() {
    var random = SeededGenerator(seed: 22)
    forEveryCase { compute, n, offset in
      let g = GuardedRows(rows: 1, columns: n, offset: offset) { _, _ in random.normal() * 8 }
      let u = GuardedRows(rows: 1, columns: n, offset: offset) { _, _ in random.normal() * 8 }
      let y = GuardedRows(rows: 1, columns: n, offset: offset) { _, _ in 0 }
      compute.gateOAI(g.rows, u.rows, into: y.rows)
      let (gates, ups) = (g.values().map(Double.init), u.values().map(Double.init))
      let expected = (0..<n).map { i in
        let x = min(gates[i], 7)
        return x / (1 + exp(-1.702 * x)) * (min(7, max(-7, ups[i])) + 1)
      }
      expectClose(y.values(), expected, "\(compute.isa) \(n)") { i in
        let gate = reference(.geluQuick, min(gates[i], 7))
        return tolerance(.geluQuick, gates[i], expected[i]) + 8 * epsilon32 * abs(gate)
      }
      #expect(y.isIntact)
    }
  }
}
