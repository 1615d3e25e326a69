/// How a batch of activation rows lies in memory once quantized to 8 bits.
///
/// The rows are cut into tiles of 8, then one of 4, 2 and 1 as the rest needs. A tile of R rows is
/// a sequence of blocks, one for each 32 columns, of 48·R bytes:
///
/// ```
/// R × 32 signed codes | R × scale f32 | R × (sum of columns 0–15, sum of 16–31) two Int16
///   | R × scale · (sum of all 32) f32 | R × scale · (sum of the first 16) f32
/// ```
///
/// A value is `scale × code`, scale = max |x| / 127 over the 32 columns, or over 256 for weights
/// whose scales are shared by 256 columns (`wide`). The sums are of codes; they undo the offset of
/// unsigned weight codes and serve the minimums. Blocks whose largest magnitude is below 1e-30
/// count as zero. Where a value is NaN or infinite the scale is NaN and the codes are 0, so that
/// every product with the row is NaN.
///
/// Where many rows are multiplied by the kernels of strips (`biased`), the tiles of 8 and 4 hold
/// the codes as unsigned bytes, code + 128, and in wide rows the last field of every second block
/// is (sum of its 32 codes, sum of the next block's) two Int16.
@safe
struct ActivationTiles {
  /// Bytes of one row's 32 columns.
  static let blockBytes = 48
  static let smallest: Float = 1e-30

  let base: UnsafeMutableRawPointer
  let rows: Int
  let blocks: Int
  /// Whether 256 columns share a scale.
  let wide: Bool
  /// Whether the tiles of 8 and 4 rows hold biased codes.
  let biased: Bool

  init(base: UnsafeMutableRawPointer, rows: Int, columns: Int, wide: Bool, biased: Bool) {
    unsafe self.base = base
    self.rows = rows
    blocks = columns / 32
    self.wide = wide
    self.biased = biased
  }

  /// Bytes that `rows` rows of `columns` columns take.
  static func byteCount(rows: Int, columns: Int) -> Int { rows * (columns / 32) * blockBytes }

  /// The size of the tile that begins at row `row`, a row where a tile begins.
  @inline(__always)
  func tileRows(at row: Int) -> Int {
    let left = rows - row
    return left >= 8 ? 8 : left >= 4 ? 4 : left >= 2 ? 2 : 1
  }

  /// The row where the tile that holds `row` begins.
  @inline(__always)
  func firstRow(ofTileWith row: Int) -> Int {
    if row < rows & ~7 { return row & ~7 }
    // The rest of fewer than 8 rows is cut 4, 2, 1: a tile begins where higher bits are used up.
    var first = rows & ~7
    while first + tileRows(at: first) <= row { first += tileRows(at: first) }
    return first
  }

  /// First byte of the tile that begins at row `row`.
  @inline(__always)
  func tile(at row: Int) -> UnsafeMutableRawPointer {
    unsafe base + row * blocks * Self.blockBytes
  }
}

/// Quantizes row `index` of a tile of `rows` rows: `blocks` blocks of 32 values from `x`, a scale
/// for each, or one for eight of them (`wide`).
func portableQuantizeRow(
  _ x: UnsafePointer<Float>, blocks: Int, wide: Bool, into tile: UnsafeMutableRawPointer,
  rows: Int, index: Int
) {
  for first in stride(from: 0, to: blocks, by: wide ? 8 : 1) {
    let span = first..<min(blocks, first + (wide ? 8 : 1))
    var bits: UInt32 = 0
    for block in span { unsafe bits = max(bits, largestMagnitude(x + 32 * block)) }
    let largest = Float(bitPattern: bits)
    for block in span {
      let target = unsafe tile + block * rows * ActivationTiles.blockBytes
      if largest.isFinite {
        unsafe quantizeBlock(x + 32 * block, largest, into: target, rows: rows, index: index)
      } else {
        unsafe spoilBlock(target, rows: rows, index: index)
      }
    }
  }
}

/// Quantizes 32 values whose scale is `largest / 127`.
@inline(__always)
private func quantizeBlock(
  _ x: UnsafePointer<Float>, _ largest: Float, into out: UnsafeMutableRawPointer, rows: Int,
  index: Int
) {
  let source = unsafe UnsafeRawPointer(x)
  let a = unsafe source.loadUnaligned(as: SIMD16<Float>.self)
  let b = unsafe source.loadUnaligned(fromByteOffset: 64, as: SIMD16<Float>.self)
  let usable = largest >= ActivationTiles.smallest
  let scale = usable ? largest / 127 : 0
  let inverse = usable ? 127 / largest : 0
  let (qa, qb) = (nearest(a * inverse), nearest(b * inverse))
  let (sa, sb) = (qa.wrappedSum(), qb.wrappedSum())
  unsafe (out + 32 * index).storeBytes(of: bytes(qa), as: SIMD16<Int8>.self)
  unsafe (out + 32 * index + 16).storeBytes(of: bytes(qb), as: SIMD16<Int8>.self)
  let fields = unsafe out + 32 * rows + 4 * index
  unsafe fields.storeBytes(of: scale, as: Float.self)
  let sums = UInt32(UInt16(truncatingIfNeeded: sa)) | UInt32(truncatingIfNeeded: sb) &<< 16
  unsafe fields.storeBytes(of: sums, toByteOffset: 4 * rows, as: UInt32.self)
  unsafe fields.storeBytes(of: scale * Float(sa &+ sb), toByteOffset: 8 * rows, as: Float.self)
  unsafe fields.storeBytes(of: scale * Float(sa), toByteOffset: 12 * rows, as: Float.self)
}

/// Writes 32 columns of a row that holds a NaN or an infinity: codes of 0, and a scale of NaN.
private func spoilBlock(_ out: UnsafeMutableRawPointer, rows: Int, index: Int) {
  unsafe (out + 32 * index).storeBytes(of: .zero, as: SIMD32<Int8>.self)
  let fields = unsafe out + 32 * rows + 4 * index
  unsafe fields.storeBytes(of: .nan, as: Float.self)
  unsafe fields.storeBytes(of: 0, toByteOffset: 4 * rows, as: UInt32.self)
  unsafe fields.storeBytes(of: .nan, toByteOffset: 8 * rows, as: Float.self)
  unsafe fields.storeBytes(of: .nan, toByteOffset: 12 * rows, as: Float.self)
}

/// The bits of the largest of 32 magnitudes: they are in the order of the numbers, and those of
/// NaN are above those of infinity.
@inline(__always)
private func largestMagnitude(_ x: UnsafePointer<Float>) -> UInt32 {
  let source = unsafe UnsafeRawPointer(x)
  let a = unsafe magnitudes(source.loadUnaligned(as: SIMD16<UInt32>.self))
  let b = unsafe magnitudes(source.loadUnaligned(fromByteOffset: 64, as: SIMD16<UInt32>.self))
  return a.replacing(with: b, where: b .> a).max()
}

@inline(__always)
private func magnitudes(_ x: SIMD16<UInt32>) -> SIMD16<UInt32> { x & 0x7FFF_FFFF }

/// The nearest integers (ties to even) of values below 2²² in magnitude: added to 1½·2²³ the
/// fraction is rounded off and the integer stands in the low bits.
@inline(__always)
private func nearest(_ x: SIMD16<Float>) -> SIMD16<Int32> {
  let magic: Float = 12_582_912
  let shifted = unsafe unsafeBitCast(x + magic, to: SIMD16<Int32>.self)
  return shifted &- Int32(bitPattern: magic.bitPattern)
}

@inline(__always)
private func bytes(_ x: SIMD16<Int32>) -> SIMD16<Int8> { SIMD16<Int8>(truncatingIfNeeded: x) }
