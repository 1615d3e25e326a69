/// Quantizes the rows of a tile to 8 bits (drawn at `ActivationTiles`), never biased.
package func quantizeTile(_ input: TileInput) {
  precondition(!input.biased, "no kernel takes biased codes")
  unsafe input.forEachPart { x, blocks, tile, row in
    unsafe quantizeRow(
      x, blocks: blocks, wide: input.wide, into: tile, rows: input.rows, index: row)
  }
}

/// Blocks whose largest magnitude is below this count as zero.
private var smallestMagnitude: Float { 1e-30 }

/// Quantizes row `index` of a tile of `rows` rows: `blocks` blocks of 32 values from `x`, a scale
/// for each, or one for eight of them (`wide`).
private func quantizeRow(
  _ x: UnsafePointer<Float>, blocks: Int, wide: Bool, into tile: UnsafeMutableRawPointer,
  rows: Int, index: Int
) {
  for first in stride(from: 0, to: blocks, by: wide ? 8 : 1) {
    let span = first..<min(blocks, first + (wide ? 8 : 1))
    var bits: UInt32 = 0
    for block in span { unsafe bits = max(bits, largestMagnitude(x + 32 * block)) }
    let largest = Float(bitPattern: bits)
    for block in span {
      let target = unsafe tile + block * rows * TileInput.blockBytes
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
  let usable = largest >= smallestMagnitude
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
