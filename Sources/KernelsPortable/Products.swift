// What the matrix kernels are called with. The types lie here, in code for any processor: a module of
// an instruction set that declared one would emit weak functions for it, and the linker could give
// them to the whole program.

/// Panels that lie one after the other times the rows of one tile of quantized activations:
/// `out[r][16 p ..< 16 p + 16] = panels[p] · activations[r]`.
@safe
package struct PanelProduct {
  package let panels: UnsafeRawPointer
  package let count: Int
  /// Units of each panel.
  package let units: Int
  /// The quantized rows (drawn at `ActivationTiles`).
  package let tile: UnsafeRawPointer
  /// Their number, from 1 to 8.
  package let rows: Int
  package let out: UnsafeMutablePointer<Float>
  /// Floats from one output row to the next.
  package let stride: Int

  package init(
    panels: UnsafeRawPointer, count: Int, units: Int, tile: UnsafeRawPointer, rows: Int,
    out: UnsafeMutablePointer<Float>, stride: Int
  ) {
    unsafe self.panels = panels
    self.count = count
    self.units = units
    unsafe self.tile = tile
    self.rows = rows
    unsafe self.out = out
    self.stride = stride
  }
}

/// Up to three panels times many rows, whose codes are biased (see `ActivationTiles`):
/// `out[r][0..<columns] = panels · activations[r]`.
@safe
package struct TrioProduct {
  package let panels: UnsafeRawPointer
  /// Panels: 1, 2 or 3.
  package let count: Int
  package let panelBytes: Int
  package let rows: StripRows
  package let out: UnsafeMutablePointer<Float>
  /// At most 16 for each panel: what exists of the rows of weights.
  package let columns: Int
  /// Floats from one output row to the next.
  package let stride: Int
  /// As many bytes as ``StripKernels/scratchBytes`` says.
  package let scratch: UnsafeMutableRawPointer

  package init(
    panels: UnsafeRawPointer, count: Int, panelBytes: Int, rows: StripRows,
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

/// The activation rows that pass over panels together.
@safe
package struct StripRows {
  /// Tiles of eight rows, one behind the other.
  package let eights: UnsafeRawPointer
  package let count: Int
  /// A tile of four rows, where there is one.
  package let four: UnsafeRawPointer?
  /// Blocks of 32 columns in a row.
  package let blocks: Int

  package init(eights: UnsafeRawPointer, count: Int, four: UnsafeRawPointer?, blocks: Int) {
    unsafe self.eights = eights
    self.count = count
    unsafe self.four = four
    self.blocks = blocks
  }
}

/// The rows of one tile, to be quantized (drawn at `ActivationTiles`).
@safe
package struct TileInput {
  package let x: UnsafePointer<Float>
  /// Floats from one row to the next.
  package let xStride: Int
  package let rows: Int
  /// Blocks of 32 columns in a row.
  package let blocks: Int
  /// Whether 256 columns share a scale.
  package let wide: Bool
  /// Whether the codes are stored plus 128.
  package let biased: Bool
  package let tile: UnsafeMutableRawPointer

  /// Bytes of one row's 32 columns.
  package static var blockBytes: Int { 48 }

  package init(
    x: UnsafePointer<Float>, xStride: Int, rows: Int, blocks: Int, wide: Bool, biased: Bool,
    tile: UnsafeMutableRawPointer
  ) {
    unsafe self.x = x
    self.xStride = xStride
    self.rows = rows
    self.blocks = blocks
    self.wide = wide
    self.biased = biased
    unsafe self.tile = tile
  }

  /// Calls `body` with the first value of each row, its blocks, where they go and the row's number,
  /// a few columns of all rows at a time: their codes share cache lines.
  package func forEachPart(
    _ body: (UnsafePointer<Float>, _ blocks: Int, UnsafeMutableRawPointer, _ row: Int) -> Void
  ) {
    for block in Swift.stride(from: 0, to: blocks, by: 16) {
      let target = unsafe tile + block * rows * Self.blockBytes
      for row in 0..<rows {
        unsafe body(x + row * xStride + 32 * block, min(16, blocks - block), target, row)
      }
    }
  }
}

/// Rows of a quantized matrix as they lie in the file, and the panel that they become.
@safe
package struct PanelSource {
  package let source: UnsafeRawPointer
  package let rowBytes: Int
  /// Rows: 16, or fewer at a matrix's end.
  package let rows: Int
  package let panel: UnsafeMutableRawPointer
  package let units: Int

  package init(
    source: UnsafeRawPointer, rowBytes: Int, rows: Int, panel: UnsafeMutableRawPointer, units: Int
  ) {
    unsafe self.source = source
    self.rowBytes = rowBytes
    self.rows = rows
    unsafe self.panel = panel
    self.units = units
  }
}

/// Rows of F32, F16 or BF16 weights times rows of float32 activations, which are not rounded.
///
/// `out[i][r] = weights[r] · x[i]`; any alignment, any number of columns.
@safe
package struct FloatProduct {
  package let weights: UnsafeRawPointer
  package let rowBytes: Int
  package let rows: Int
  package let columns: Int
  package let x: UnsafePointer<Float>
  /// Floats from one activation row to the next.
  package let xStride: Int
  package let count: Int
  package let out: UnsafeMutablePointer<Float>
  /// Floats from one output row to the next.
  package let stride: Int

  package init(
    weights: UnsafeRawPointer, rowBytes: Int, rows: Int, columns: Int, x: UnsafePointer<Float>,
    xStride: Int, count: Int, out: UnsafeMutablePointer<Float>, stride: Int
  ) {
    unsafe self.weights = weights
    self.rowBytes = rowBytes
    self.rows = rows
    self.columns = columns
    unsafe self.x = x
    self.xStride = xStride
    self.count = count
    unsafe self.out = out
    self.stride = stride
  }
}
