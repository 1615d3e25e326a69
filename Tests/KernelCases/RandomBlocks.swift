import TernQuant
import TernTestSupport

/// Random weights in the file's layout: any bytes (or all `fill`), with scales that are ordinary
/// numbers.
package func randomBlocks(
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
  // Plain numbers, and blocks whose scales are of other kinds: above.
  case .f32, .f16, .bf16, .f64, .i8, .i16, .i32, .i64, .q8_K, .iq1_m, .mxfp4, .nvfp4: []
  }
}
