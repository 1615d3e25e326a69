import TernKernels
import TernTestSupport
import Testing

/// The instruction sets whose kernels can run here.
let availableISAs = ISA.available.filter { $0 <= ISA.detect() }

/// Every length up to two steps of the widest kernel and a tail, and a few long ones.
let kernelLengths = Array(0...35) + [64, 100, 257]

/// A unit of the last place of float32 at 1.
let epsilon32 = 0x1p-23

/// Rows in the middle of a buffer, `offset` values after an aligned address, with guard values
/// around them.
struct GuardedRows {
  let buffer: RowBuffer
  let rows: Rows
  private let offset: Int
  private static let guardValue: Float = 12345.678

  init(rows count: Int, columns: Int, offset: Int, _ value: (Int, Int) -> Float) {
    buffer = RowBuffer(rows: count, columns: columns + offset + 3)
    self.offset = offset
    let all = buffer.rows(count)
    for row in 0..<count {
      for column in 0..<all.columns { all[row, column] = Self.guardValue }
      for column in 0..<columns { all[row, offset + column] = value(row, column) }
    }
    rows = all.slice(columns: offset..<offset + columns)
  }

  /// The values of one row.
  func values(_ row: Int = 0) -> [Float] { (0..<rows.columns).map { rows[row, $0] } }

  /// Whether nothing was written outside the rows.
  var isIntact: Bool {
    let all = buffer.rows(rows.count)
    return (0..<rows.count).allSatisfy { row in
      (0..<all.columns).allSatisfy { column in
        (offset..<offset + rows.columns).contains(column) || all[row, column] == Self.guardValue
      }
    }
  }
}

/// Runs `body` for every instruction set, length and misalignment.
func forEveryCase(_ body: (Compute, _ length: Int, _ offset: Int) throws -> Void) rethrows {
  for isa in availableISAs {
    let compute = Compute(threads: 1, isa: isa)
    for length in kernelLengths {
      for offset in [0, 3] { try body(compute, length, offset) }
    }
  }
}

/// Expects `result` to be within `tolerance(i)` of `expected`, and NaN exactly where that is.
func expectClose(
  _ result: [Float], _ expected: [Double], _ what: @autoclosure () -> String,
  tolerance: (Int) -> Double, sourceLocation: SourceLocation = #_sourceLocation
) {
  guard result.count == expected.count else {
    Issue.record("\(what()): counts differ", sourceLocation: sourceLocation)
    return
  }
  for i in result.indices {
    let (x, y) = (Double(result[i]), expected[i])
    let good = x == y || (x.isNaN && y.isNaN) || abs(x - y) <= tolerance(i)
    if !good {
      Issue.record(
        "\(what()) [\(i)]: \(x), expected \(y) ± \(tolerance(i))", sourceLocation: sourceLocation)
      return
    }
  }
}
