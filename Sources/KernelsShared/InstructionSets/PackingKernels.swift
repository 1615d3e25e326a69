import TernKernelsPortable
import TernQuant

/// Packs 16 rows into one panel.
///
/// The bytes are those that the portable packer writes, which takes one row after the other; here a
/// word of all 16 rows moves at once, a line of the panel. Types that have no packer of lines are
/// left to the portable one.
func packPanel(_ type: TensorType, _ rows: PanelSource) {
  if type.withPanels(LinePacker(rows: rows)) == true { return }
  packRows(type, rows)
}

/// Asks for the 16 rows that follow while it packs these; says whether the type has such a packer.
private struct LinePacker: PanelVisitor {
  let rows: PanelSource

  @inline(never)
  func visit<Layout: PanelType>(_ layout: Layout.Type) -> Bool {
    let (rowBytes, blockBytes) = (rows.rowBytes, Layout.type.blockBytes)
    var (from, to) = unsafe (rows.source, rows.panel)
    var next = unsafe from + 16 &* rowBytes
    for _ in 0..<rows.units {
      var ahead = 0
      while ahead < 16 &* blockBytes {
        unsafe prefetch(next + ahead)
        ahead &+= 64
      }
      guard unsafe packUnit(Layout.type, from, rowBytes, to) else { return false }
      unsafe from += blockBytes
      unsafe to += Layout.panel.unitBytes
      unsafe next += 16 &* blockBytes
    }
    return true
  }
}

/// One unit; whether the type has a packer of lines.
@inline(__always)
private func packUnit(
  _ type: TensorType, _ s: UnsafeRawPointer, _ n: Int, _ u: UnsafeMutableRawPointer
) -> Bool {
  switch type {
  case .q8_0: unsafe packQ8(s, n, u)
  case .q4_0, .iq4_nl:
    unsafe moveHalves(s, n, u)
    unsafe storeLines(loadLines(s + 2, n), u + 32)
  case .q4_1:
    unsafe storeScaleAndMinimum(loadLines(s, n).0, u)
    unsafe storeLines(loadLines(s + 4, n), u + 64)
  case .q5_0:
    unsafe moveHalves(s, n, u)
    unsafe storeLines(loadLines(s + 6, n), u + 32)
    unsafe storeLine(spreadBits(loadLines(s + 2, n).0), u + 288)
  case .q5_1:
    let head = unsafe loadLines(s, n)
    unsafe storeScaleAndMinimum(head.0, u)
    unsafe storeLines(loadLines(s + 8, n), u + 64)
    unsafe storeLine(spreadBits(head.1), u + 320)
  case .mxfp4: unsafe packMXFP4(s, n, u)
  case .q4_K: unsafe packQ4K(s, n, u)
  case .q5_K: unsafe packQ5K(s, n, u)
  case .q6_K: unsafe packQ6K(s, n, u)
  case .q3_K: unsafe packQ3K(s, n, u)
  case .q2_K: unsafe packQ2K(s, n, u)
  case .iq4_xs: unsafe packIQ4XS(s, n, u)
  case .tq2_0:
    unsafe moveHalves(s + 64, n, u)
    for part in 0..<2 { unsafe storePairs(s + 32 &* part, n, u + (32 &+ 512 &* part), 128) }
  case .f32, .f16, .bf16, .f64, .i8, .i16, .i32, .i64, .q8_K, .iq2_xxs, .iq2_xs, .iq2_s, .iq3_xxs,
    .iq3_s, .iq1_s, .iq1_m, .tq1_0, .nvfp4, .q1_0, .q2_0:
    return false
  }
  return true
}

/// The half that lies at `s` in every row.
@inline(__always)
func moveHalves(_ s: UnsafeRawPointer, _ n: Int, _ u: UnsafeMutableRawPointer) {
  for lane in 0..<16 {
    let value = unsafe s.loadUnaligned(fromByteOffset: lane &* n, as: UInt16.self)
    unsafe u.storeBytes(of: value, toByteOffset: 2 &* lane, as: UInt16.self)
  }
}

/// Words of a scale and an offset become 16 scales and 16 minimums, the offsets negated.
@inline(__always)
private func storeScaleAndMinimum(_ x: Line, _ u: UnsafeMutableRawPointer) {
  unsafe storeHalves(x, u)
  unsafe storeHalves(down(flipped(x, 0x8000_0000), 16), u + 32)
}

@inline(__always)
func storeLines(_ x: Lines, _ p: UnsafeMutableRawPointer) {
  unsafe storeLine(x.0, p)
  unsafe storeLine(x.1, p + 64)
  unsafe storeLine(x.2, p + 128)
  unsafe storeLine(x.3, p + 192)
}

@inline(__always)
private func packQ8(_ s: UnsafeRawPointer, _ n: Int, _ u: UnsafeMutableRawPointer) {
  unsafe moveHalves(s, n, u)
  let (a, b) = unsafe (loadLines(s + 2, n), loadLines(s + 18, n))
  unsafe storeLines(signFlipped(a), u + 32)
  unsafe storeLines(signFlipped(b), u + 288)
}

@inline(__always)
private func signFlipped(_ x: Lines) -> Lines {
  let sign: UInt32 = 0x8080_8080
  return (flipped(x.0, sign), flipped(x.1, sign), flipped(x.2, sign), flipped(x.3, sign))
}

/// Bit 4s + i of every word moves to bit 8i + s: the high bits of Q5_0 and Q5_1.
@inline(__always)
private func spreadBits(_ x: Line) -> Line {
  // Byte i collects bit i of the 8 nibbles: one step for each bit of a byte.
  joined(
    joined(spreadByte(x, 0, 0), spreadByte(x, 1, 8)),
    joined(spreadByte(x, 2, 16), spreadByte(x, 3, 24)))
}

/// Bits `bit`, `bit + 4`, `bit + 8`, … of every word, side by side from `place` on.
@inline(__always)
private func spreadByte(_ x: Line, _ bit: UInt32, _ place: UInt32) -> Line {
  var y = bits(down(x, bit), 0x1111_1111)
  y = bits(joined(y, down(y, 3)), 0x0303_0303)
  y = bits(joined(y, down(y, 6)), 0x000F_000F)
  y = bits(joined(y, down(y, 12)), 0xFF)
  return up(y, place)
}

@inline(__always)
private func packMXFP4(_ s: UnsafeRawPointer, _ n: Int, _ u: UnsafeMutableRawPointer) {
  for lane in 0..<16 {
    let exponent = unsafe s.load(fromByteOffset: lane &* n, as: UInt8.self)
    unsafe u.storeBytes(of: exponent == 0 ? 0 : exponent &- 1, toByteOffset: lane, as: UInt8.self)
  }
  unsafe storeLines(loadLines(s + 1, n), u + 16)
}
