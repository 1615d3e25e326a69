import TernKernels
import TernTestSupport
import Testing

@Suite("Rows that are taken out and put back")
struct RowSelectionTests {
  /// Rows of random numbers, and the rows and factors of a selection.
  private struct Case {
    let columns: Int
    let all: RowBuffer
    let some: RowBuffer
    let choice: [(row: Int, factor: Float)]

    init(rows: Int, count: Int, columns: Int) {
      var random = SeededGenerator(seed: UInt64(rows + count + columns))
      self.columns = columns
      all = RowBuffer(rows: rows, columns: columns)
      some = RowBuffer(rows: count, columns: columns)
      for (buffer, count) in [(all, rows), (some, count)] {
        let x = buffer.rows(count)
        for row in 0..<count {
          for column in 0..<columns { x[row, column] = random.normal() }
        }
      }
      choice = (0..<count).map { index in
        (Int.random(in: 0..<rows, using: &random), index % 3 == 0 ? 1 : random.normal())
      }
    }
  }

  private static let shapes = [(1, 8, 64), (3, 1, 5), (8, 64, 2048), (31, 250, 333), (64, 512, 80)]

  @Test("are copied, times their factors", arguments: usableISAs, [1, 3])
  func gather(isa: ISA, threads: Int) {
    let compute = Compute(threads: threads, isa: isa)
    for (rows, count, columns) in Self.shapes {
      let test = Case(rows: rows, count: count, columns: columns)
      let (x, y) = (test.all.rows(rows), test.some.rows(count))
      compute.gather(x, into: y) { test.choice[$0] }
      for (index, choice) in test.choice.enumerated() {
        for column in 0..<columns {
          #expect(y[index, column] == x[choice.row, column] * choice.factor)
        }
      }
    }
  }

  @Test("are added in order, to the same bits with any number of threads", arguments: usableISAs)
  func scatterSum(isa: ISA) {
    for (rows, count, columns) in Self.shapes {
      var found: [[UInt32]] = []
      for threads in [1, 2, 5] {
        let compute = Compute(threads: threads, isa: isa)
        let test = Case(rows: rows, count: count, columns: columns)
        let (x, y) = (test.all.rows(rows), test.some.rows(count))
        var expected = (0..<rows).map { row in (0..<columns).map { Double(x[row, $0]) } }
        for (index, choice) in test.choice.enumerated() {
          for column in 0..<columns {
            expected[choice.row][column] += Double(y[index, column]) * Double(choice.factor)
          }
        }
        compute.scatterSum(y, into: x) { test.choice[$0] }
        for row in 0..<rows {
          for column in 0..<columns {
            #expect(abs(Double(x[row, column]) - expected[row][column]) < 1e-4)
          }
        }
        found.append((0..<rows).flatMap { row in (0..<columns).map { x[row, $0].bitPattern } })
      }
      #expect(found.allSatisfy { $0 == found[0] })
    }
  }
}
