import TernQuant

/// Decodes row `lane` of a panel of `units` units to float32 at `out`.
///
/// The values are those of decoding the file's blocks, bit for bit, except that MXFP4 blocks whose
/// scale is below 2⁻¹²⁶ become zero. Cost: a scalar loop; meant for embedding rows.
package func readPanelRow(
  _ format: PanelFormat, _ panel: UnsafeRawPointer, units: Int, lane: Int,
  into out: UnsafeMutablePointer<Float>
) {
  for index in 0..<units {
    let unit = unsafe panel + index * format.unitBytes
    for group in 0..<format.groups {
      let codes = unsafe unit + format.codesOffset + group * format.codeBytes
      let words = unsafe codeWords(format, codes, lane)
      let scales = unsafe groupScales(format, unit, group: group, lane: lane)
      let target = unsafe out + index * format.columns + 32 * group
      unsafe decodeWords(words, offset: Int32(format.offset), scales, into: target)
    }
  }
}

/// The codes of 32 columns of one row: 8 words of 4 consecutive unsigned codes.
typealias CodeWords = (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)

/// The scales and minimums of the two halves of 32 columns: `scale × (code − offset) − minimum`.
typealias GroupScales = (scale0: Float, scale1: Float, minimum0: Float, minimum1: Float)

@inline(__always)
private func decodeWords(
  _ words: CodeWords, offset: Int32, _ s: GroupScales, into out: UnsafeMutablePointer<Float>
) {
  let steps: InlineArray<8, UInt32> = [
    words.0, words.1, words.2, words.3, words.4, words.5, words.6, words.7,
  ]
  for column in 0..<32 {
    let code = Int32((steps[column >> 2] &>> UInt32(8 * (column & 3))) & 0xFF)
    let first = column < 16
    let value = (first ? s.scale0 : s.scale1) * Float(code - offset)
    unsafe out[column] = value - (first ? s.minimum0 : s.minimum1)
  }
}

/// The scales of `group` in row `lane` of a unit, as float32 products of the stored fields.
@inline(__always)
func groupScales(
  _ format: PanelFormat, _ unit: UnsafeRawPointer, group: Int, lane: Int
) -> GroupScales {
  let (d, m) = unsafe headerFields(format, unit, lane)
  let fields = unsafe unit + format.headerBytes + format.scaleBytes * group + lane
  switch format.scales {
  case .none: return (d, d, m, m)
  case .signed:
    let scale = unsafe d * Float(Int8(bitPattern: byte(fields, 0)))
    return (scale, scale, m, m)
  case .scaleAndMinimum:
    let (scale, minimum) = unsafe (d * Float(byte(fields, 0)), m * Float(byte(fields, 16)))
    return (scale, scale, minimum, minimum)
  case .signedHalves:
    let a = unsafe Int8(bitPattern: byte(fields, 0))
    let b = unsafe Int8(bitPattern: byte(fields, 16))
    return (d * Float(a), d * Float(b), m, m)
  case .nibbleHalves:
    let (a, b) = unsafe (byte(fields, 0), byte(fields, 16))
    return (d * Float(a & 15), d * Float(b & 15), m * Float(a &>> 4), m * Float(b &>> 4))
  case .floatHalves:
    let (a, b) = unsafe (byte(fields, 0), byte(fields, 16))
    return (d * 2 * ue4m3HalfToFloat(a), d * 2 * ue4m3HalfToFloat(b), m, m)
  }
}

/// The scale of row `lane` in a unit's header times the factor, and the minimum or 0.
@inline(__always)
private func headerFields(
  _ format: PanelFormat, _ unit: UnsafeRawPointer, _ lane: Int
) -> (Float, Float) {
  let factor = format.factor
  switch format.header {
  case .none: return (factor, 0)
  case .exponent: return unsafe (factor * Float(bitPattern: UInt32(byte(unit, lane)) &<< 23), 0)
  case .scale: return unsafe (factor * floatFromHalf(half(unit, 2 * lane)), 0)
  case .scaleAndMinimum:
    let minimum = unsafe floatFromHalf(half(unit, 32 + 2 * lane))
    return unsafe (factor * floatFromHalf(half(unit, 2 * lane)), minimum)
  }
}

/// The 32 unsigned codes of row `lane` in a group whose codes begin at `codes`, in column order.
@inline(__always)
private func codeWords(
  _ format: PanelFormat, _ codes: UnsafeRawPointer, _ lane: Int
) -> CodeWords {
  let stored = unsafe storedWords(format, codes, lane)
  return format.hasCodebook ? lookUp(stored, format.codebook.numbers) : stored
}

@inline(__always)
private func storedWords(
  _ format: PanelFormat, _ codes: UnsafeRawPointer, _ lane: Int
) -> CodeWords {
  let p = unsafe codes + 4 * lane
  switch format.codes {
  case .one: return unsafe withHighBits((0, 0, 0, 0, 0, 0, 0, 0), word(p, 0), 1)
  case .two: return unsafe pairWords(p)
  case .threeShared: return unsafe withSharedBits(pairWords(p), byte(codes, 128 + lane))
  case .three: return unsafe withHighBits(pairWords(p), word(p, 128), 2)
  case .four: return unsafe nibbleWords(p)
  case .five: return unsafe withHighBits(nibbleWords(p), word(p, 256), 4)
  case .six:
    let (n, h) = unsafe (nibbleWords(p), pairWords(p + 256))
    return (
      n.0 | h.0 &<< 4, n.1 | h.1 &<< 4, n.2 | h.2 &<< 4, n.3 | h.3 &<< 4,
      n.4 | h.4 &<< 4, n.5 | h.5 &<< 4, n.6 | h.6 &<< 4, n.7 | h.7 &<< 4
    )
  case .eight:
    return unsafe (
      word(p, 0), word(p, 64), word(p, 128), word(p, 192), word(p, 256), word(p, 320),
      word(p, 384), word(p, 448)
    )
  }
}

@inline(__always)
private func nibbleWords(_ p: UnsafeRawPointer) -> CodeWords {
  let m: UInt32 = 0x0F0F_0F0F
  let (a, b, c, d) = unsafe (word(p, 0), word(p, 64), word(p, 128), word(p, 192))
  return (a & m, b & m, c & m, d & m, a &>> 4 & m, b &>> 4 & m, c &>> 4 & m, d &>> 4 & m)
}

@inline(__always)
private func pairWords(_ p: UnsafeRawPointer) -> CodeWords {
  let m: UInt32 = 0x0303_0303
  let (a, b) = unsafe (word(p, 0), word(p, 64))
  return (
    a & m, a &>> 2 & m, a &>> 4 & m, a &>> 6 & m, b & m, b &>> 2 & m, b &>> 4 & m, b &>> 6 & m
  )
}

/// Adds bit `s` of every byte of `plane` to step `s`, as bit `at` of the code.
@inline(__always)
private func withHighBits(_ w: CodeWords, _ plane: UInt32, _ at: UInt32) -> CodeWords {
  @inline(__always) func bit(_ step: UInt32) -> UInt32 {
    ((plane &>> step) & 0x0101_0101) &<< at
  }
  return (
    w.0 | bit(0), w.1 | bit(1), w.2 | bit(2), w.3 | bit(3),
    w.4 | bit(4), w.5 | bit(5), w.6 | bit(6), w.7 | bit(7)
  )
}

/// Adds bit `k` of `bits` to all codes of the steps 2k and 2k + 1, as bit 2.
@inline(__always)
private func withSharedBits(_ w: CodeWords, _ bits: UInt8) -> CodeWords {
  @inline(__always) func bit(_ k: UInt8) -> UInt32 { UInt32(bits &>> k & 1) &* 0x0404_0404 }
  let (a, b, c, d) = (bit(0), bit(1), bit(2), bit(3))
  return (w.0 | a, w.1 | a, w.2 | b, w.3 | b, w.4 | c, w.5 | c, w.6 | d, w.7 | d)
}

@inline(__always)
private func lookUp(_ w: CodeWords, _ table: SIMD16<UInt8>) -> CodeWords {
  @inline(__always) func map(_ x: UInt32) -> UInt32 {
    UInt32(table[Int(x & 15)]) | UInt32(table[Int(x &>> 8 & 15)]) &<< 8
      | UInt32(table[Int(x &>> 16 & 15)]) &<< 16 | UInt32(table[Int(x &>> 24 & 15)]) &<< 24
  }
  return (map(w.0), map(w.1), map(w.2), map(w.3), map(w.4), map(w.5), map(w.6), map(w.7))
}

/// A half as float32, exactly, by integer steps (a conversion call on processors without F16C).
@inline(__always)
func floatFromHalf(_ bits: UInt16) -> Float {
  let magnitude = UInt32(bits & 0x7FFF)
  let sign = UInt32(bits & 0x8000) &<< 16
  if magnitude >= 0x7C00 {
    return Float(bitPattern: sign | 0x7F80_0000 | (magnitude & 0x3FF) &<< 13)
  }
  // Read with the exponent bias of float32 the value is 2¹¹² too small, subnormals included.
  let value = Float(bitPattern: magnitude &<< 13) * Float(bitPattern: 0x7780_0000)
  return Float(bitPattern: value.bitPattern | sign)
}
