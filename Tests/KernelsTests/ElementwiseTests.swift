import Foundation
import TernKernels
import TernTestSupport
import Testing

@Suite("Elementwise operations")
struct ElementwiseTests {
  @Test("sums, products and limits equal the scalar ones")
  func simple() {
    var random = SeededGenerator(seed: 11)
    forEveryCase { compute, n, offset in
      let first = (0..<n).map { _ in random.normal() }
      let other = GuardedRows(rows: 1, columns: n, offset: offset) { _, _ in random.normal() }
      let y = other.values()
      func check(
        _ name: String, _ run: (Rows) -> Void, _ expected: (Int) -> Double,
        _ tolerance: (Int) -> Double
      ) {
        let x = GuardedRows(rows: 1, columns: n, offset: offset) { first[$1] }
        run(x.rows)
        expectClose(
          x.values(), (0..<n).map(expected), "\(name) \(compute.isa) \(n)", tolerance: tolerance)
        #expect(x.isIntact)
      }
      // At most two roundings, each half a unit of a term or of the sum.
      let sum = { (i: Int) in epsilon32 * Double(abs(first[i]) + 2 * abs(y[i])) }
      let product = { (i: Int) in epsilon32 * Double(abs(first[i] * y[i])) }
      check(
        "add", { compute.add(other.rows, to: $0, scale: 0.7) },
        { Double(first[$0]) + Double(Float(0.7)) * Double(y[$0]) }, sum)
      check(
        "add row", { compute.add(row: FloatVector(y), to: $0) },
        { Double(first[$0]) + Double(y[$0]) }, sum)
      check(
        "multiply", { compute.multiply(row: FloatVector(y), into: $0) },
        { Double(first[$0]) * Double(y[$0]) }, product)
      check(
        "scale", { compute.scale($0, by: -2.5) }, { Double(first[$0]) * -2.5 },
        { 3 * epsilon32 * Double(abs(first[$0])) })
      check(
        "scale rows", { compute.scaleRows($0, by: [0.3]) },
        { Double(first[$0]) * Double(Float(0.3)) }, { epsilon32 * Double(abs(first[$0])) })
      check(
        "clamp", { compute.clamp($0, to: 0.5) }, { Double(min(0.5, max(-0.5, first[$0]))) },
        { _ in 0 })
      check("copy", { compute.copy(other.rows, into: $0) }, { Double(y[$0]) }, { _ in 0 })
      check(
        "softcap", { compute.softcap($0, 2) }, { 2 * tanh(Double(first[$0]) / 2) },
        { 5 * epsilon32 * Double(abs(first[$0])) })
    }
  }

  @Test("halves of groups are taken apart, also in place")
  func separates() {
    for (rows, groups, width) in [(1, 1, 1), (3, 4, 6), (2, 3, 16), (130, 5, 33)] {
      let columns = 2 * groups * width
      let value = { (row: Int, column: Int) in Float(row * columns + column) }
      /// The values that a row of half `half` of the groups has.
      func half(_ half: Int, _ row: Int) -> [Float] {
        (0..<columns / 2).map { value(row, (2 * ($0 / width) + half) * width + $0 % width) }
      }
      for threads in [1, 2] {
        let compute = Compute(threads: threads)
        let x = GuardedRows(rows: rows, columns: columns, offset: 1, value)
        let halves = (0..<2).map { _ in
          GuardedRows(rows: rows, columns: columns / 2, offset: 3) { _, _ in 0 }
        }
        compute.separate(x.rows, groups: groups, into: halves[0].rows, halves[1].rows)
        for row in 0..<rows {
          #expect(halves[0].values(row) == half(0, row) && halves[1].values(row) == half(1, row))
          #expect(x.values(row) == (0..<columns).map { value(row, $0) })
        }
        let front = x.rows.slice(columns: 0..<columns / 2)
        compute.separate(x.rows, groups: groups, into: front, halves[1].rows)
        for row in 0..<rows {
          #expect(Array(x.values(row).prefix(columns / 2)) == half(0, row))
          #expect(halves[1].values(row) == half(1, row))
        }
        #expect(x.isIntact && halves.allSatisfy(\.isIntact))
      }
    }
  }

  @Test("softcap is exact to a few units from tiny values to infinity")
  func softcapRange() {
    let magnitudes = (0..<2000).map { Float(exp2(Double($0) / 2000 * 60 - 50)) }
    let inputs = magnitudes + magnitudes.map { -$0 } + [0, .infinity, -.infinity, .nan]
    for isa in availableISAs {
      let x = GuardedRows(rows: 1, columns: inputs.count, offset: 1) { inputs[$1] }
      Compute(threads: 1, isa: isa).softcap(x.rows, 30)
      let expected = inputs.map { 30 * tanh(Double($0) / 30) }
      expectClose(x.values(), expected, "\(isa)") { 6 * epsilon32 * abs(expected[$0]) }
    }
  }

  @Test("clamp keeps NaN and limits infinities")
  func clampSpecial() {
    for isa in availableISAs {
      let inputs: [Float] = [.nan, .infinity, -.infinity, 0, -0.0]
      let x = GuardedRows(rows: 1, columns: 5, offset: 0) { inputs[$1] }
      Compute(threads: 1, isa: isa).clamp(x.rows, to: 7)
      expectClose(x.values(), [.nan, 7, -7, 0, 0], "\(isa)") { _ in 0 }
    }
  }

  @Test("softmax equals the one in double precision and sums to one")
  func softmax() {
    var random = SeededGenerator(seed: 12)
    forEveryCase { compute, n, offset in
      guard n > 0 else { return }
      let x = GuardedRows(rows: 2, columns: n, offset: offset) { _, _ in random.normal() * 20 }
      let inputs = (0..<2).map { x.values($0).map(Double.init) }
      compute.softmax(x.rows)
      for row in 0..<2 {
        let largest = inputs[row].max() ?? 0
        let exponentials = inputs[row].map { exp($0 - largest) }
        let total = exponentials.reduce(0, +)
        let expected = exponentials.map { $0 / total }
        // The difference to the largest is rounded: half a unit of up to 160, which the
        // exponential turns into a relative error; then 2 units of e^x, sum and product.
        expectClose(x.values(row), expected, "\(compute.isa) \(n)") { i in
          let distance = largest - inputs[row][i]
          return epsilon32 * (distance / 2 + 6 + Double(n) / 16) * expected[i] + 1e-37
        }
      }
      #expect(x.isIntact)
    }
  }

  @Test("softmax of masked values gives them no weight")
  func softmaxMasked() {
    for isa in availableISAs {
      let inputs: [Float] = [1, -.infinity, 1, -.infinity, 200, 200]
      let x = GuardedRows(rows: 1, columns: 6, offset: 0) { inputs[$1] }
      Compute(threads: 1, isa: isa).softmax(x.rows)
      expectClose(x.values(), [0, 0, 0, 0, 0.5, 0.5], "\(isa)") { _ in epsilon32 }
    }
  }
}
