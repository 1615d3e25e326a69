import TernQuant

/// Products of panels with many rows of activations that are rounded to bfloat16, as are the weights
/// while they are multiplied: what tile instructions do fastest.
///
/// Sums are float32. The error is smaller than that of activations with 8 bits for ordinary values.
package struct RoundedKernels {
  /// Activation rows from which they pay.
  package let leastRows: Int
  /// Rounds up to 32 rows.
  package let roundRows: (RoundInput) -> Void
  /// Bytes of scratch for so many rows.
  package let scratchBytes: (_ rows: Int) -> Int
  /// Panels times rows.
  package let multiply: (TensorType, RoundedProduct) -> Void

  package init(
    leastRows: Int, roundRows: @escaping (RoundInput) -> Void,
    scratchBytes: @escaping (_ rows: Int) -> Int,
    multiply: @escaping (TensorType, RoundedProduct) -> Void
  ) {
    self.leastRows = leastRows
    self.roundRows = roundRows
    self.scratchBytes = scratchBytes
    self.multiply = multiply
  }
}

/// Activation rows rounded to bfloat16, in strips of 32; the last is filled up with zeros.
///
/// ```
/// strip = block for each 32 columns
/// block = 32 rows × 32 values, 64 bytes a row
/// ```
@safe
package struct RoundedRows {
  package let base: UnsafeRawPointer
  package let count: Int
  /// Blocks of 32 columns in a row.
  package let blocks: Int

  package init(base: UnsafeRawPointer, count: Int, blocks: Int) {
    unsafe self.base = base
    self.count = count
    self.blocks = blocks
  }

  /// Rows of a strip.
  package static var stripRows: Int { 32 }

  /// Bytes of 32 rows and 32 columns.
  package static var blockBytes: Int { 2048 }

  /// Bytes that `rows` rows of `columns` columns take.
  package static func byteCount(rows: Int, columns: Int) -> Int {
    (rows + stripRows - 1) / stripRows * (columns / 32) * blockBytes
  }

  /// Strips of rows.
  package var strips: Int { (count + Self.stripRows - 1) / Self.stripRows }

  /// Where the blocks of a strip from `block` on lie.
  package func strip(_ index: Int, _ block: Int) -> UnsafeRawPointer {
    unsafe base + (index * blocks + block) * Self.blockBytes
  }
}

/// Up to 32 rows, to be rounded into one strip.
@safe
package struct RoundInput {
  package let x: UnsafePointer<Float>
  /// Floats from one row to the next.
  package let xStride: Int
  package let rows: Int
  /// Blocks of 32 columns in a row.
  package let blocks: Int
  /// At a multiple of 64.
  package let tiles: UnsafeMutableRawPointer

  package init(
    x: UnsafePointer<Float>, xStride: Int, rows: Int, blocks: Int, tiles: UnsafeMutableRawPointer
  ) {
    unsafe self.x = x
    self.xStride = xStride
    self.rows = rows
    self.blocks = blocks
    unsafe self.tiles = tiles
  }
}

/// Panels that lie one after the other times rounded rows:
/// `out[r][0..<columns] = panels · activations[r]`.
@safe
package struct RoundedProduct {
  package let panels: UnsafeRawPointer
  package let count: Int
  package let panelBytes: Int
  package let rows: RoundedRows
  package let out: UnsafeMutablePointer<Float>
  /// At most 16 for each panel: what exists of the rows of weights.
  package let columns: Int
  /// Floats from one output row to the next.
  package let stride: Int
  /// As many bytes as ``RoundedKernels/scratchBytes`` says, at a multiple of 64.
  package let scratch: UnsafeMutableRawPointer

  package init(
    panels: UnsafeRawPointer, count: Int, panelBytes: Int, rows: RoundedRows,
    out: UnsafeMutablePointer<Float>, columns: Int, stride: Int, scratch: UnsafeMutableRawPointer
  ) {
    unsafe self.panels = panels
    self.count = count
    self.panelBytes = panelBytes
    self.rows = rows
    unsafe self.out = out
    self.columns = columns
    self.stride = stride
    unsafe self.scratch = scratch
  }
}
