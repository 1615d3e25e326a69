import Foundation
import TernKernels
import TernTestSupport
import Testing

@Suite("Functions between a network's projections")
struct InnerFunctionsTests {
  private func logistic(_ x: Double) -> Double { 1 / (1 + exp(-x)) }

  @Test("xIELU equals its formula in double precision, at every length")
  func xielu() {
    var random = SeededGenerator(seed: 31)
    for (alphaN, alphaP, beta) in [(0.8, 0.9, 0.5), (-2, 3, 0.4), (25, 0, 0.6)]
      as [(Float, Float, Float)]
    {
      let f = XIELU(alphaN: alphaN, alphaP: alphaP, beta: beta, epsilon: -1e-6)
      func softplus(_ x: Float) -> Double { log1p(exp(Double(x))) }
      let (below, above) = (softplus(alphaN) + Double(beta), softplus(alphaP))
      forEveryCase { compute, n, offset in
        let x = GuardedRows(rows: 1, columns: n, offset: offset) { _, _ in
          random.normal() * (random.normal() > 0 ? 4 : 1e-3)
        }
        let inputs = x.values().map(Double.init)
        compute.activate(x.rows, f)
        let expected = inputs.map { x in
          x > 0
            ? above * x * x + Double(beta) * x
            : (expm1(min(x, -1e-6)) - x) * below + Double(beta) * x
        }
        expectClose(x.values(), expected, "\(compute.isa) \(n)") { i in
          // Each of the terms errs by a few units, and they may cancel.
          let x = abs(inputs[i])
          return epsilon32 * 8 * (Double(beta) * x + max(below, above) * (x + x * x))
        }
        #expect(x.isIntact)
      }
    }
  }

  @Test("xIELU keeps what is not a number")
  func notANumber() {
    for isa in availableISAs {
      let x = GuardedRows(rows: 1, columns: 19, offset: 1) { $1 % 2 == 0 ? .nan : -1 }
      Compute(threads: 1, isa: isa).activate(
        x.rows, XIELU(alphaN: 1, alphaP: 1, beta: 0.5, epsilon: -1e-6))
      for (place, value) in x.values().enumerated() { #expect(value.isNaN == (place % 2 == 0)) }
    }
  }

  @Test("The limited gate limits the activated gate from above, the other input on both sides")
  func limited() {
    var random = SeededGenerator(seed: 32)
    forEveryCase { compute, n, offset in
      let g = GuardedRows(rows: 1, columns: n, offset: offset) { _, _ in random.normal() * 3 }
      let u = GuardedRows(rows: 1, columns: n, offset: offset) { _, _ in random.normal() * 3 }
      let (gates, ups) = (g.values().map(Double.init), u.values().map(Double.init))
      let limit = 1.25
      compute.gateLimited(g.rows, u.rows, limit: Float(limit), into: g.rows)
      let expected = (0..<n).map {
        min(limit, gates[$0] * logistic(gates[$0])) * min(limit, max(-limit, ups[$0]))
      }
      expectClose(g.values(), expected, "\(compute.isa) \(n)") {
        epsilon32 * 40 * abs(expected[$0])
      }
      #expect(g.isIntact && u.isIntact)
    }
  }

  @Test("Values and whole heads are multiplied by the logistic function of their gates")
  func logisticGates() {
    var random = SeededGenerator(seed: 33)
    forEveryCase { compute, n, offset in
      let x = GuardedRows(rows: 1, columns: 3 * n, offset: offset) { _, _ in random.normal() }
      let g = GuardedRows(rows: 1, columns: 3 * n, offset: offset) { _, _ in random.normal() * 5 }
      let heads = GuardedRows(rows: 1, columns: 3, offset: offset) { _, _ in random.normal() * 5 }
      let (values, gates) = (x.values().map(Double.init), g.values().map(Double.init))
      let wide = heads.values().map(Double.init)
      compute.gateLogistic(g.rows, x.rows, into: g.rows)
      let expected = values.indices.map { values[$0] * logistic(gates[$0]) }
      expectClose(g.values(), expected, "\(compute.isa) \(n)") {
        epsilon32 * 40 * abs(expected[$0])
      }
      compute.gateLogisticHeads(heads.rows, x.rows)
      let byHead = values.indices.map { values[$0] * logistic(wide[$0 / n]) }
      expectClose(x.values(), byHead, "\(compute.isa) \(n)") { epsilon32 * 40 * abs(byHead[$0]) }
      #expect(x.isIntact && g.isIntact && heads.isIntact)
    }
  }

  @Test("Only what is far above a row's mean is kept")
  func keepAbove() {
    var random = SeededGenerator(seed: 34)
    forEveryCase { compute, n, offset in
      guard n > 1 else { return }
      let x = GuardedRows(rows: 1, columns: n, offset: offset) { _, _ in random.normal() + 0.5 }
      let inputs = x.values().map(Double.init)
      compute.keepAbove(x.rows, deviations: 0.5)
      let mean = inputs.reduce(0, +) / Double(n)
      let variance = inputs.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(n - 1)
      let expected = inputs.map { max(0, $0 - mean - 0.5 * variance.squareRoot()) }
      expectClose(x.values(), expected, "\(compute.isa) \(n)") { _ in
        epsilon32 * Double(n + 20)
      }
      #expect(x.isIntact)
    }
  }
}

@Suite("Streams side by side")
struct StreamsTests {
  private let count = 4
  private let width = 21

  private func rows(_ columns: Int, seed: UInt64) -> GuardedRows {
    var random = SeededGenerator(seed: seed)
    return GuardedRows(rows: 3, columns: columns, offset: 1) { _, _ in random.normal() }
  }

  private func value(_ x: GuardedRows, _ row: Int, _ column: Int) -> Double {
    Double(x.rows[row, column])
  }

  private func close(_ x: GuardedRows, _ expected: (_ row: Int, _ column: Int) -> Double) {
    for row in 0..<3 {
      for column in 0..<x.rows.columns {
        #expect(abs(value(x, row, column) - expected(row, column)) < 1e-5)
      }
    }
    #expect(x.isIntact)
  }

  @Test("Streams are mixed as plain loops do it", arguments: availableISAs)
  func mixes(isa: ISA) {
    let x = rows(count * width, seed: 1)
    let y = rows(count * width, seed: 2)
    let coefficients = rows(count * count, seed: 3)
    Compute(threads: 2, isa: isa).mixStreams(x.rows, by: coefficients.rows, into: y.rows)
    close(y) { row, column in
      var sum = value(x, row, column)
      let (target, place) = (column / width, column % width)
      for source in 0..<count {
        let factor = value(coefficients, row, target * count + source)
        sum += factor * value(x, row, source * width + place)
      }
      return sum
    }
  }

  @Test("What is added to streams is added as plain loops do it", arguments: availableISAs)
  func adds(isa: ISA) {
    let (x, before) = (rows(count * width, seed: 4), rows(count * width, seed: 4))
    let (y, coefficients) = (rows(width, seed: 5), rows(count, seed: 6))
    Compute(threads: 2, isa: isa).addToStreams(y.rows, by: coefficients.rows, to: x.rows)
    close(x) { row, column in
      let factor = 1 + value(coefficients, row, column / width)
      return value(before, row, column) + factor * value(y, row, column % width)
    }
  }

  @Test("Rows get the length of others", arguments: availableISAs)
  func lengths(isa: ISA) {
    let (x, before, y) = (rows(width, seed: 7), rows(width, seed: 7), rows(width, seed: 8))
    func length(_ x: GuardedRows, _ row: Int) -> Double {
      var sum = 0.0
      for column in 0..<width { sum += value(x, row, column) * value(x, row, column) }
      return sum.squareRoot()
    }
    Compute(threads: 2, isa: isa).scaleToMagnitude(of: y.rows, x.rows)
    close(x) { row, column in
      value(before, row, column) * length(y, row) / length(before, row)
    }
  }
}
