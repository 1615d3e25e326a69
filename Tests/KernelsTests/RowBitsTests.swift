import TernKernelCases
import TernKernels
import TernQuant
import TernTestSupport
import Testing

/// Types that are multiplied as the file has them.
private let fileTypes: [TensorType] = WeightMatrixTests.types.filter {
  !panelTypes.contains($0) && !floatTypes.contains($0)
}

/// A row of a product must not depend on the rows beside it: drafted tokens are checked by passes of
/// several rows, and the text may not differ from that of passes of one.
@Suite("The bits of rows in passes of few rows")
struct RowBitsTests {
  @Test(
    "a row has the same bits alone as among up to 15 rows", arguments: usableISAs,
    panelTypes + floatTypes + fileTypes)
  func alone(isa: ISA, type: TensorType) throws {
    var random = SeededGenerator(seed: 91)
    let compute = Compute(threads: 2, isa: isa)
    let columns = type.blockSize == 256 ? 1024 : 640
    let rows = 83
    let bytes = randomBlocks(type, rows: rows, columns: columns, using: &random)
    let weight = try unsafe bytes.withUnsafeBytes {
      try unsafe WeightMatrix(
        $0, type: type, rows: rows, columns: columns, owner: NoOwner(), team: compute.team)
    }
    defer { withExtendedLifetime(bytes) {} }
    let (buffer, x) = randomRows(15, columns: columns, using: &random)
    func product(_ range: Range<Int>) -> [[UInt32]] {
      let out = RowBuffer(rows: range.count, columns: rows)
      compute.multiply(weight, x.slice(rows: range), into: out.rows(range.count))
      return (0..<range.count).map { row in
        (0..<rows).map { out.rows(range.count)[row, $0].bitPattern }
      }
    }
    let alone = (0..<15).flatMap { product($0..<$0 + 1) }
    for count in 2...15 {
      for start in [0, 15 - count] {
        let found = product(start..<start + count)
        for row in 0..<count {
          #expect(found[row] == alone[start + row], "row \(row) of \(count)")
        }
      }
    }
    withExtendedLifetime(buffer) {}
  }
}
