import TernKernels
import TernQuant
import TernTestSupport

/// Random weights in the file's layout: any bytes (or all `fill`), with scales that are ordinary
/// numbers.
func randomBlocks(
  _ type: TensorType, rows: Int, columns: Int, fill: UInt8? = nil,
  using random: inout SeededGenerator
) -> [UInt8] {
  let count = rows * columns / type.blockSize
  var bytes: [UInt8] = []
  bytes.reserveCapacity(count * type.blockBytes)
  for _ in 0..<count {
    var block = (0..<type.blockBytes).map { _ in
      fill ?? UInt8.random(in: 0...255, using: &random)
    }
    for offset in halfFields(type) {
      // 2⁻¹¹ … 2⁻⁴, either sign.
      let exponent = UInt16.random(in: 4...11, using: &random)
      let bits =
        exponent << 10 | UInt16.random(in: 0...1023, using: &random)
        | (Bool.random(using: &random) ? 0x8000 : 0)
      block[offset] = UInt8(bits & 0xFF)
      block[offset + 1] = UInt8(bits >> 8)
    }
    if type == .mxfp4 { block[0] = UInt8.random(in: 118...125, using: &random) }
    if type == .nvfp4 { for index in 0..<4 { block[index] = block[index] & 7 | 0x30 } }
    if type == .q8_K { block[3] = 0x3B }
    // The high digits of the four 16-bit words at 48 are the scale.
    if type == .iq1_m { block[55] = block[55] & 15 | 0x20 }
    if type == .f32 {
      let bits = random.normal().bitPattern
      block = (0..<4).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt32($0))) }
    }
    if type == .bf16 { block[1] = block[1] & 0x80 | 0x3C }
    if type == .f16 { block[1] = block[1] & 0x83 | UInt8.random(in: 2...14, using: &random) << 2 }
    bytes += block
  }
  return bytes
}

/// Where the half-precision scales of a block lie.
private func halfFields(_ type: TensorType) -> [Int] {
  switch type {
  case .q8_0, .q4_0, .q5_0, .iq4_nl, .iq4_xs, .iq2_xxs, .iq2_xs, .iq2_s, .iq3_xxs, .iq3_s, .iq1_s,
    .q1_0, .q2_0:
    [0]
  case .tq1_0: [52]
  case .tq2_0: [64]
  case .q4_1, .q5_1, .q4_K, .q5_K: [0, 2]
  case .q6_K: [208]
  case .q3_K: [108]
  case .q2_K: [80, 82]
  default: []
  }
}

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
let decodedTypes: [TensorType] = [.q8_K]

/// The instruction sets that this processor runs.
let usableISAs: [ISA] = ISA.allCases.filter {
  $0 <= ISA.hardware() && $0 != .neon && $0.orWeaker == $0
}

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
