import TernKernelCases
import TernKernels
import TernQuant
import TernTestSupport

/// Keeps nothing alive: the test's own array outlives the matrix.
final class NoOwner: Sendable {}

/// Random rows of ordinary values, at an address that is a multiple of 4 only.
func randomRows(
  _ count: Int, columns: Int, offset: Int = 0, using random: inout SeededGenerator
) -> (RowBuffer, Rows) {
  let buffer = RowBuffer(rows: count, columns: columns + offset)
  let rows = buffer.rows(count).slice(columns: offset..<offset + columns)
  for row in 0..<count {
    let size = Float.random(in: 0.1...4, using: &random)
    for column in 0..<columns { rows[row, column] = random.normal() * size }
  }
  return (buffer, rows)
}

/// The types with panels, and the plain float types.
let panelTypes = TensorType.allCases.filter { $0.panel != nil }
let floatTypes: [TensorType] = [.f32, .f16, .bf16]

/// Types whose rows are decoded before they are multiplied.
let decodedTypes = TensorType.allCases.filter { Quant.hasCodes($0) && $0.panel == nil }

/// The instruction sets that this processor runs.
let usableISAs = ISA.available

/// One row of activations as the 8-bit path sees it: rounded to 127 steps of each `span`'s maximum.
func roundedActivations(_ x: [Float], span: Int) -> [Double] {
  var result: [Double] = []
  for start in stride(from: 0, to: x.count, by: span) {
    let block = x[start..<start + span]
    let largest = block.reduce(0) { max($0, abs($1)) }
    guard largest >= 1e-30 else {
      result += [Double](repeating: 0, count: span)
      continue
    }
    let (scale, inverse) = (largest / 127, 127 / largest)
    result += block.map { Double(scale) * Double(($0 * inverse).rounded(.toNearestOrEven)) }
  }
  return result
}
