import Foundation
import TernKernels
import TernTestSupport
import Testing

@Suite("Searches in logits")
struct SearchTests {
  @Test("argmax finds the first of the largest values")
  func argmax() {
    var random = SeededGenerator(seed: 31)
    forEveryCase { compute, n, offset in
      guard n > 0 else { return }
      // Few different values, so that there are equals.
      let x = GuardedRows(rows: 1, columns: n, offset: offset) { _, _ in
        Float(Int.random(in: 0...5, using: &random))
      }
      let values = x.values()
      let largest = values.max() ?? 0
      unsafe x.rows.withRow(0) { row in
        let buffer = UnsafeBufferPointer(row)
        unsafe #expect(compute.argmax(buffer) == values.firstIndex(of: largest))
        unsafe #expect(compute.maximum(buffer) == largest)
      }
    }
  }

  @Test("NaN never wins, and nothing above −∞ gives the first index")
  func special() {
    for isa in availableISAs {
      let compute = Compute(threads: 1, isa: isa)
      var values = [Float](repeating: .nan, count: 3000)
      unsafe values.withUnsafeBufferPointer { unsafe #expect(compute.argmax($0) == 0) }
      values[2500] = -7
      values[2600] = -7
      unsafe values.withUnsafeBufferPointer {
        unsafe #expect(compute.argmax($0) == 2500)
        unsafe #expect(compute.maximum($0) == -7)
      }
      let low = [Float](repeating: -.infinity, count: 5)
      unsafe low.withUnsafeBufferPointer { unsafe #expect(compute.argmax($0) == 0) }
      unsafe #expect(compute.argmax(UnsafeBufferPointer(start: nil, count: 0)) == 0)
    }
  }

  @Test("the largest of a long row is found wherever it stands")
  func everywhere() {
    let compute = Compute(threads: 1)
    var values = [Float](repeating: -1, count: 5000)
    for place in stride(from: 0, to: 5000, by: 37) {
      values[place] = 1
      unsafe values.withUnsafeBufferPointer { unsafe #expect(compute.argmax($0) == place) }
      values[place] = -1
    }
  }

  @Test("sums of exponentials equal those in double precision")
  func exponentials() {
    var random = SeededGenerator(seed: 32)
    forEveryCase { compute, n, offset in
      let x = GuardedRows(rows: 1, columns: n, offset: offset) { _, _ in random.normal() * 5 }
      let expected = x.values().map { exp(Double($0) - 3) }.reduce(0, +)
      unsafe x.rows.withRow(0) { row in
        let sum = unsafe compute.sumOfExponentials(UnsafeBufferPointer(row), minus: 3)
        // Half a unit of an argument of up to 32, 2 of the function, and the sum's own.
        #expect(abs(Double(sum) - expected) <= (18 + Double(n) / 8) * epsilon32 * expected)
      }
    }
  }
}
