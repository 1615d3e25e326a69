import TernKernels
import TernTestSupport
import Testing

/// The inputs of a recurrence, to be run in several ways.
protocol RecurrentCalls {
  /// A state of the recurrence's shape, at the start of a sequence.
  func newState() throws -> RecurrentState
  /// The results of some calls, of which each has its runs.
  func results(_ compute: Compute, calls: [[StateRun]]) throws -> GuardedRows
}

extension RecurrentCalls {
  /// The results of rows that are one sequence.
  func results(_ compute: Compute, rows: Range<Int>) throws -> GuardedRows {
    try results(compute, calls: [[StateRun(state: newState(), rows: rows)]])
  }

  /// Fails where the runs of one batch see each other, or threads change a bit.
  func expectSeparateRuns(_ cuts: [Range<Int>]) throws {
    let together = try [1, 3].map { threads in
      let runs = try cuts.map { StateRun(state: try newState(), rows: $0) }
      return try results(Compute(threads: threads), calls: [runs])
    }
    for rows in cuts {
      let alone = try results(Compute(threads: 1), rows: rows)
      for row in rows {
        #expect(together[0].values(row) == alone.values(row))
        #expect(together[1].values(row) == alone.values(row))
      }
    }
  }
}

/// What a value that is not finite has spoiled in the results of 30 rows of four heads of 20 columns.
struct SpoiledHeads {
  /// Where the value came in.
  let row = 5
  let heads: [Int]
  /// Whether only that row is spoiled, or all from it on.
  var isRowAlone = false
  /// The only column that must be spoiled; `nil`: all of the heads.
  var column: Int?

  /// Fails where `found` is finite and should not be, or elsewhere not equal to `expected`.
  func expect(_ found: GuardedRows, _ expected: GuardedRows, _ note: String) {
    for row in 0..<30 {
      for head in 0..<4 {
        let columns = head * 20..<head * 20 + 20
        let (x, y) = (found.values(row)[columns], expected.values(row)[columns])
        if !heads.contains(head) || row < self.row || isRowAlone && row > self.row {
          #expect(x == y, "\(note): row \(row) head \(head)")
        } else if let column {
          #expect(!x[column].isFinite, "\(note): row \(row)")
        } else {
          #expect(x.allSatisfy { !$0.isFinite }, "\(note): row \(row)")
        }
      }
    }
  }
}
