import TernKernelsPortable

/// How a batch of activation rows lies in memory once quantized to 8 bits.
///
/// The rows are cut into tiles of 8 and one of the rest: each tile reads the weights once more. (Arm's
/// kernels take 4, 2 and 1 rows beside 8.) A tile of R rows is a sequence of blocks, one for each 32
/// columns, of 48·R bytes:
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
/// Arm's matrix products take the codes of two rows in turn, 8 of each; a row alone has its own in order.
///
/// Where many rows are multiplied by the kernels of strips (`biased`), a rest of more than 4 rows is cut
/// into a tile of 4 and one of what is left. The tiles of 8 and 4 then hold the codes as unsigned bytes,
/// code + 128, and in wide rows the last field of every second block is (sum of its 32 codes, sum of the
/// next block's) two Int16.
@safe
struct ActivationTiles {
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
  static func byteCount(rows: Int, columns: Int) -> Int {
    rows * (columns / 32) * TileInput.blockBytes
  }

  /// The size of the tile that begins at row `row`, a row where a tile begins.
  @inline(__always)
  func tileRows(at row: Int) -> Int {
    let left = rows - row
    if left >= 8 { return 8 }
    #if arch(arm64)
      return left >= 4 ? 4 : left >= 2 ? 2 : 1
    #else
      return biased && left > 4 ? 4 : left
    #endif
  }

  /// First byte of the tile that begins at row `row`.
  @inline(__always)
  func tile(at row: Int) -> UnsafeMutableRawPointer {
    unsafe base + row * blocks * TileInput.blockBytes
  }
}
