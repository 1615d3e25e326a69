import TernQuant

/// Panels times the rows of one tile: the clear version of what the modules of instruction sets do,
/// on plain SIMD types.
///
/// One function for all types, which asks for the format of each group: it runs on processors without a
/// module of their own and in tests, and versions for each type would take long to compile.
package func multiplyPanels(_ type: TensorType, _ product: PanelProduct) {
  guard let format = type.panel else { return }
  for index in 0..<product.count {
    let panel = unsafe product.panels + index * product.units * format.unitBytes
    unsafe panelTile(format, panel, product, product.out + index * PanelFormat.rows)
  }
}

/// The 32 codes of 16 rows: word `s` of the tuple holds step `s`, lane = row.
private typealias Codes = (
  SIMD16<Int32>, SIMD16<Int32>, SIMD16<Int32>, SIMD16<Int32>,
  SIMD16<Int32>, SIMD16<Int32>, SIMD16<Int32>, SIMD16<Int32>
)

/// Scales and minimums of 16 rows for the two halves of 32 columns.
private typealias LaneScales = (
  scale0: SIMD16<Float>, scale1: SIMD16<Float>, minimum0: SIMD16<Float>, minimum1: SIMD16<Float>
)

private func panelTile(
  _ format: PanelFormat, _ panel: UnsafeRawPointer, _ product: PanelProduct,
  _ out: UnsafeMutablePointer<Float>
) {
  for row in 0..<product.rows {
    unsafe store(SIMD16(repeating: 0), out + row * product.stride)
  }
  var block = unsafe product.tile
  for index in 0..<product.units {
    let unit = unsafe panel + index * format.unitBytes
    for group in 0..<format.groups {
      let codes = unsafe spread(format, unit + format.codesOffset + group * format.codeBytes)
      let scales = unsafe laneScales(format, unit, group)
      for row in 0..<product.rows {
        unsafe addGroup(
          format, codes, scales, block, product.rows, row, out + row * product.stride)
      }
      unsafe block += product.rows * TileInput.blockBytes
    }
  }
}

/// Adds the products of 32 columns to one row's 16 sums.
@inline(__always)
private func addGroup(
  _ format: PanelFormat, _ w: Codes, _ s: LaneScales, _ block: UnsafeRawPointer, _ rows: Int,
  _ row: Int, _ out: UnsafeMutablePointer<Float>
) {
  let fields = unsafe block + 32 * rows + 4 * row
  let scale = unsafe fields.load(as: Float.self)
  let sums = unsafe fields.load(fromByteOffset: 4 * rows, as: UInt32.self)
  let sum0 = Int32(Int16(truncatingIfNeeded: sums))
  let sum1 = Int32(bitPattern: sums) &>> 16
  let offset = Int32(truncatingIfNeeded: format.offset)
  let a = unsafe block + 32 * row
  var first = SIMD16<Int32>(repeating: 0 &- offset &* sum0)
  first = unsafe step(step(step(step(first, w.0, a), w.1, a + 4), w.2, a + 8), w.3, a + 12)
  var second = SIMD16<Int32>(repeating: 0 &- offset &* sum1)
  second = unsafe step(step(step(step(second, w.4, a + 16), w.5, a + 20), w.6, a + 24), w.7, a + 28)
  var sum = unsafe UnsafeRawPointer(out).loadUnaligned(as: SIMD16<Float>.self)
  if format.halvesDiffer {
    sum = sum + scale * (s.scale0 * SIMD16<Float>(first) + s.scale1 * SIMD16<Float>(second))
  } else {
    sum = sum + (s.scale0 * scale) * SIMD16<Float>(first &+ second)
  }
  if format.hasMinimums {
    let whole = unsafe fields.load(fromByteOffset: 8 * rows, as: Float.self)
    if format.halvesDiffer {
      let part = unsafe fields.load(fromByteOffset: 12 * rows, as: Float.self)
      sum = sum - s.minimum1 * whole - (s.minimum0 - s.minimum1) * part
    } else {
      sum = sum - s.minimum0 * whole
    }
  }
  unsafe store(sum, out)
}

@inline(__always)
private func store(_ x: SIMD16<Float>, _ out: UnsafeMutablePointer<Float>) {
  unsafe UnsafeMutableRawPointer(out).storeBytes(of: x, as: SIMD16<Float>.self)
}

/// Adds four columns of 16 rows; the products of bytes are what `pmaddwd` multiplies.
@inline(__always)
private func step(
  _ sum: SIMD16<Int32>, _ w: SIMD16<Int32>, _ a: UnsafeRawPointer
) -> SIMD16<Int32> {
  let a0 = unsafe Int32(a.load(as: Int8.self))
  let a1 = unsafe Int32(a.load(fromByteOffset: 1, as: Int8.self))
  let a2 = unsafe Int32(a.load(fromByteOffset: 2, as: Int8.self))
  let a3 = unsafe Int32(a.load(fromByteOffset: 3, as: Int8.self))
  return sum &+ (w & 0xFF) &* a0 &+ (w &>> 8 & 0xFF) &* a1 &+ (w &>> 16 & 0xFF) &* a2
    &+ (w &>> 24 & 0xFF) &* a3
}

@inline(__always)
private func load(_ p: UnsafeRawPointer, _ offset: Int) -> SIMD16<Int32> {
  unsafe p.loadUnaligned(fromByteOffset: offset, as: SIMD16<Int32>.self)
}

@inline(never)
private func spread(_ format: PanelFormat, _ p: UnsafeRawPointer) -> Codes {
  let stored = unsafe storedCodes(format, p)
  return format.hasCodebook ? lookUp(stored, format.codebook.numbers) : stored
}

@inline(__always)
private func storedCodes(_ format: PanelFormat, _ p: UnsafeRawPointer) -> Codes {
  switch format.codes {
  case .one:
    let zero = SIMD16<Int32>(repeating: 0)
    return unsafe withBits((zero, zero, zero, zero, zero, zero, zero, zero), load(p, 0), 1)
  case .two: return unsafe pairs(p)
  case .threeShared: return unsafe withSharedBits(pairs(p), p + 128)
  case .three: return unsafe withBits(pairs(p), load(p, 128), 2)
  case .four: return unsafe nibbles(p)
  case .five: return unsafe withBits(nibbles(p), load(p, 256), 4)
  case .six:
    let (n, h) = unsafe (nibbles(p), pairs(p + 256))
    return (
      n.0 | h.0 &<< 4, n.1 | h.1 &<< 4, n.2 | h.2 &<< 4, n.3 | h.3 &<< 4,
      n.4 | h.4 &<< 4, n.5 | h.5 &<< 4, n.6 | h.6 &<< 4, n.7 | h.7 &<< 4
    )
  case .eight:
    return unsafe (
      load(p, 0), load(p, 64), load(p, 128), load(p, 192), load(p, 256), load(p, 320),
      load(p, 384), load(p, 448)
    )
  }
}

@inline(__always)
private func nibbles(_ p: UnsafeRawPointer) -> Codes {
  let m: Int32 = 0x0F0F_0F0F
  let (a, b, c, d) = unsafe (load(p, 0), load(p, 64), load(p, 128), load(p, 192))
  return (a & m, b & m, c & m, d & m, a &>> 4 & m, b &>> 4 & m, c &>> 4 & m, d &>> 4 & m)
}

@inline(__always)
private func pairs(_ p: UnsafeRawPointer) -> Codes {
  let m: Int32 = 0x0303_0303
  let (a, b) = unsafe (load(p, 0), load(p, 64))
  return (
    a & m, a &>> 2 & m, a &>> 4 & m, a &>> 6 & m, b & m, b &>> 2 & m, b &>> 4 & m, b &>> 6 & m
  )
}

@inline(__always)
private func withBits(_ w: Codes, _ plane: SIMD16<Int32>, _ at: Int32) -> Codes {
  let m: Int32 = 0x0101_0101
  return (
    w.0 | (plane & m) &<< at, w.1 | (plane &>> 1 & m) &<< at, w.2 | (plane &>> 2 & m) &<< at,
    w.3 | (plane &>> 3 & m) &<< at, w.4 | (plane &>> 4 & m) &<< at,
    w.5 | (plane &>> 5 & m) &<< at, w.6 | (plane &>> 6 & m) &<< at,
    w.7 | (plane &>> 7 & m) &<< at
  )
}

/// Adds bit `k` of each row's byte at `p` to the codes of the steps 2k and 2k + 1, as bit 2.
@inline(__always)
private func withSharedBits(_ w: Codes, _ p: UnsafeRawPointer) -> Codes {
  let rows = unsafe p.loadUnaligned(as: SIMD16<UInt8>.self)
  let bits = SIMD16<Int32>(truncatingIfNeeded: rows)
  @inline(__always) func bit(_ k: Int32) -> SIMD16<Int32> { (bits &>> k & 1) &* 0x0404_0404 }
  let (a, b, c, d) = (bit(0), bit(1), bit(2), bit(3))
  return (w.0 | a, w.1 | a, w.2 | b, w.3 | b, w.4 | c, w.5 | c, w.6 | d, w.7 | d)
}

/// Replaces every nibble by its table value, byte by byte.
@inline(__always)
private func lookUp(_ w: Codes, _ table: SIMD16<UInt8>) -> Codes {
  @inline(__always) func map(_ x: SIMD16<Int32>) -> SIMD16<Int32> {
    var result = unsafe unsafeBitCast(x, to: SIMD64<UInt8>.self)
    for index in 0..<64 { result[index] = table[Int(result[index])] }
    return unsafe unsafeBitCast(result, to: SIMD16<Int32>.self)
  }
  return (map(w.0), map(w.1), map(w.2), map(w.3), map(w.4), map(w.5), map(w.6), map(w.7))
}

@inline(never)
private func laneScales(
  _ format: PanelFormat, _ unit: UnsafeRawPointer, _ group: Int
) -> LaneScales {
  var result: LaneScales = (
    SIMD16(repeating: 0), SIMD16(repeating: 0), SIMD16(repeating: 0), SIMD16(repeating: 0)
  )
  for lane in 0..<16 {
    let s = unsafe groupScales(format, unit, group: group, lane: lane)
    result.scale0[lane] = s.scale0
    result.scale1[lane] = s.scale1
    result.minimum0[lane] = s.minimum0
    result.minimum1[lane] = s.minimum1
  }
  return result
}
