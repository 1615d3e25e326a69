import TernQuant

/// The slow twin of the decoders: one element at a time, straight from the drawings.
///
/// It returns a scale, a code and an offset; the grid types are not here but in packed fixtures.
func element(_ type: TensorType, _ b: [UInt8], _ i: Int) -> Float? {
  func half(_ at: Int) -> Float { halfToFloat(UInt16(b[at]) | UInt16(b[at + 1]) << 8) }
  func nibble(_ base: Int) -> Int { Int(b[base + i % 16] >> UInt8(i % 32 / 16 * 4)) & 15 }
  func bit(_ base: Int, _ n: Int) -> Int { Int(b[base + n / 8] >> UInt8(n % 8)) & 1 }
  switch type {
  case .q4_0: return half(0) * Float(nibble(2) - 8)
  case .q4_1: return half(0) * Float(nibble(4)) + half(2)
  case .q5_0: return half(0) * Float(nibble(6) + 16 * bit(2, i) - 16)
  case .q5_1: return half(0) * Float(nibble(8) + 16 * bit(4, i)) + half(2)
  case .q8_0: return half(0) * Float(Int8(bitPattern: b[2 + i]))
  case .iq4_nl: return half(0) * Float(Codebooks.iq4nl[nibble(2)])
  case .mxfp4: return e8m0HalfToFloat(b[0]) * Float(Codebooks.e2m1[nibble(1)])
  case .nvfp4:
    let code = Int(b[4 + i / 16 * 8 + i % 8] >> UInt8(i % 16 / 8 * 4)) & 15
    return ue4m3HalfToFloat(b[i / 16]) * Float(Codebooks.e2m1[code])
  case .q1_0: return bit(2, i) == 1 ? half(0) : -half(0)
  case .q2_0: return half(0) * Float(Int(b[2 + i / 4] >> UInt8(i % 4 * 2)) & 3 - 1)
  case .tq2_0: return half(64) * Float(twoBits(b, 0, i) - 1)
  case .q2_K:
    let scales = b[i / 16]
    return half(80) * Float(scales & 15) * Float(twoBits(b, 16, i)) - half(82) * Float(scales >> 4)
  case .q3_K:
    let group = i / 16
    let low = Int(b[96 + group % 8] >> UInt8(group / 8 * 4)) & 15
    let high = Int(b[104 + group % 4] >> UInt8(group / 4 * 2)) & 3
    let third = Int(b[i % 32] >> UInt8(i / 32)) & 1
    return half(108) * Float(low + 16 * high - 32) * Float(twoBits(b, 32, i) + 4 * third - 4)
  case .q4_K, .q5_K:
    let (s, t) = sixBits(b, i / 32)
    let code = Int(b[(type == .q4_K ? 16 : 48) + i / 64 * 32 + i % 32] >> UInt8(i % 64 / 32 * 4))
    let fifth = type == .q4_K ? 0 : Int(b[16 + i % 32] >> UInt8(i / 32)) & 1
    return half(0) * Float(s) * Float(code & 15 + 16 * fifth) - half(2) * Float(t)
  case .q6_K:
    let (h, row, column) = (i / 128, i % 128 / 32, i % 32)
    let low = Int(b[64 * h + row % 2 * 32 + column] >> UInt8(row / 2 * 4)) & 15
    let high = Int(b[128 + 32 * h + column] >> UInt8(2 * row)) & 3
    return half(208) * Float(Int8(bitPattern: b[192 + i / 16])) * Float(low + 16 * high - 32)
  case .iq4_xs:
    let low = Int(b[4 + i / 64] >> UInt8(i % 64 / 32 * 4)) & 15
    let high = Int(b[2 + i / 128] >> UInt8(i % 128 / 32 * 2)) & 3
    let code = Int(b[8 + i / 32 * 16 + i % 16] >> UInt8(i % 32 / 16 * 4)) & 15
    return half(0) * Float(low + 16 * high - 32) * Float(Codebooks.iq4nl[code])
  case .tq1_0:
    let (byte, digit) =
      i < 160 ? (i % 32, i / 32) : i < 240 ? (32 + i % 16, i / 16 - 10) : (48 + i % 4, i % 16 / 4)
    var rest = Int(b[byte])
    for _ in 0..<digit { rest = rest * 3 % 256 }
    return half(52) * Float(rest * 3 / 256 - 1)
  case .q8_K:
    let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(b[$1]) << (8 * UInt32($1)) }
    return Float(bitPattern: bits) * Float(Int8(bitPattern: b[4 + i]))
  default: return nil
  }
}

private func twoBits(_ b: [UInt8], _ base: Int, _ i: Int) -> Int {
  Int(b[base + i / 128 * 32 + i % 32] >> UInt8(i % 128 / 32 * 2)) & 3
}

private func sixBits(_ b: [UInt8], _ j: Int) -> (Int, Int) {
  let q = b[4..<16].map { Int($0) }
  return j < 4
    ? (q[j] & 63, q[j + 4] & 63)
    : (q[j + 4] & 15 | (q[j - 4] >> 6) << 4, q[j + 4] >> 4 | (q[j] >> 6) << 4)
}
