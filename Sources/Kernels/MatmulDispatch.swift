import TernQuant

#if arch(x86_64)
  import TernKernelsAVX2
  import TernKernelsAVX512
#endif

// The only place where the matrix kernels of one instruction set are chosen.

extension Compute {
  /// One panel times one tile of quantized activations (see ``portableMultiplyPanel``).
  @inline(__always)
  func multiplyPanel(
    _ type: TensorType, rows: Int, panel: UnsafeRawPointer, units: Int, tile: UnsafeRawPointer,
    out: UnsafeMutablePointer<Float>, stride: Int
  ) {
    #if arch(x86_64)
      if isa == .avx512 {
        return unsafe TernKernelsAVX512.multiplyPanel(
          type, rows: rows, panel: panel, units: units, tile: tile, out: out, stride: stride)
      }
      if isa == .avx2 {
        return unsafe TernKernelsAVX2.multiplyPanel(
          type, rows: rows, panel: panel, units: units, tile: tile, out: out, stride: stride)
      }
    #endif
    unsafe portableMultiplyPanel(
      type, rows: rows, panel: panel, units: units, tile: tile, out: out, stride: stride)
  }

  /// `count` panels that follow each other times one activation row.
  @inline(__always)
  func multiplyPanelRow(
    _ type: TensorType, panels: UnsafeRawPointer, count: Int, panelBytes: Int, units: Int,
    tile: UnsafeRawPointer, out: UnsafeMutablePointer<Float>
  ) {
    #if arch(x86_64)
      if isa == .avx512 {
        return unsafe TernKernelsAVX512.multiplyPanelRow(
          type, panels: panels, count: count, units: units, tile: tile, out: out)
      }
    #endif
    for panel in 0..<count {
      unsafe multiplyPanel(
        type, rows: 1, panel: panels + panel * panelBytes, units: units, tile: tile,
        out: out + panel * PanelLayout.rows, stride: 0)
    }
  }

  /// Activation rows from which `multiplyTrio` pays, or `nil` where it does not exist.
  ///
  /// Unpacking weights apart from multiplying them costs as much as eight rows do.
  var stripRows: Int? { isa == .avx512 ? 16 : nil }

  /// Up to three panels, `panel` and those behind it, which lie at `panels`, times the rows of
  /// biased tiles; whether the results are finite.
  @inline(__always)
  func multiplyTrio(
    _ weight: WeightMatrix, _ panels: UnsafeRawPointer, panel: Int, count: Int,
    _ tiles: ActivationTiles, rows: Range<Int>, out: Rows, _ scratch: Scratch
  ) -> Bool {
    #if arch(x86_64)
      let eights = rows.count / 8
      let four = rows.lowerBound + 8 * eights
      let strips: TernKernelsAVX512.StripTiles = unsafe (
        eights: UnsafeRawPointer(tiles.tile(at: rows.lowerBound)), count: eights,
        four: UnsafeRawPointer(tiles.tile(at: four)),
        hasFour: rows.count % 8 == 4, blocks: tiles.blocks
      )
      let first = panel * PanelLayout.rows
      return unsafe TernKernelsAVX512.multiplyTrio(
        weight.type, panels: panels, count: count,
        panelBytes: weight.stride, tiles: strips, out: out.row(rows.lowerBound) + first,
        columns: min(PanelLayout.rows * count, weight.rows - first), stride: out.stride,
        scratch: scratch.reserve(TernKernelsAVX512.stripScratchBytes(rows: rows.count)))
    #else
      return false
    #endif
  }

  /// The rows of `x` that the tile beginning at row `first` holds (see ``portableQuantizeRow``).
  func quantizeTile(_ x: Rows, _ tiles: ActivationTiles, at first: Int) {
    let rows = tiles.tileRows(at: first)
    unsafe quantizeTile(
      x.row(first), xStride: x.stride, rows: rows, blocks: tiles.blocks, wide: tiles.wide,
      biased: tiles.biased && rows >= 4, into: tiles.tile(at: first))
  }

  /// As above, for a tile of its own.
  func quantizeTile(
    _ x: UnsafePointer<Float>, xStride: Int, rows: Int, blocks: Int, wide: Bool, biased: Bool,
    into tile: UnsafeMutableRawPointer
  ) {
    #if arch(x86_64)
      if isa == .avx512 {
        return unsafe TernKernelsAVX512.quantizeTile(
          x, xStride: xStride, rows: rows, blocks: blocks, wide: wide, biased: biased, into: tile)
      }
    #endif
    // A few columns of all rows at a time: their codes share cache lines.
    for block in stride(from: 0, to: blocks, by: 16) {
      let target = unsafe tile + block * rows * ActivationTiles.blockBytes
      let count = min(16, blocks - block)
      for index in 0..<rows {
        let source = unsafe x + index * xStride + 32 * block
        #if arch(x86_64)
          if isa == .avx2 {
            unsafe TernKernelsAVX2.quantizeActivations(
              source, blocks: count, wide: wide, into: target, rows: rows, index: index)
            continue
          }
        #endif
        unsafe portableQuantizeRow(
          source, blocks: count, wide: wide, into: target, rows: rows, index: index)
      }
    }
  }

  /// Rows of float weights times float activations (see ``portableMultiplyFloats``).
  @inline(__always)
  func multiplyFloats(
    _ type: TensorType, weights: UnsafeRawPointer, rowBytes: Int, rows: Int, columns: Int,
    x: UnsafePointer<Float>, xStride: Int, count: Int, out: UnsafeMutablePointer<Float>,
    stride: Int
  ) {
    #if arch(x86_64)
      if isa == .avx512 {
        return unsafe TernKernelsAVX512.multiplyFloats(
          type, weights: weights, rowBytes: rowBytes, rows: rows, columns: columns, x: x,
          xStride: xStride, count: count, out: out, stride: stride)
      }
      if isa == .avx2 {
        return unsafe TernKernelsAVX2.multiplyFloats(
          type, weights: weights, rowBytes: rowBytes, rows: rows, columns: columns, x: x,
          xStride: xStride, count: count, out: out, stride: stride)
      }
    #endif
    unsafe portableMultiplyFloats(
      type, weights: weights, rowBytes: rowBytes, rows: rows, columns: columns, x: x,
      xStride: xStride, count: count, out: out, stride: stride)
  }

  /// Activation rows from which ``multiplyFloatBlocks`` pays; `nil` where it does not exist.
  var floatBlockRows: Int? { isa == .avx512 ? 20 : nil }

  /// As ``multiplyFloats``, for many activation rows; `scratch` has `floatBlockBytes` bytes.
  @inline(__always)
  func multiplyFloatBlocks(
    _ type: TensorType, weights: UnsafeRawPointer, rowBytes: Int, rows: Int, columns: Int,
    x: UnsafePointer<Float>, xStride: Int, count: Int, out: UnsafeMutablePointer<Float>,
    stride: Int, scratch: UnsafeMutableRawPointer
  ) {
    #if arch(x86_64)
      unsafe TernKernelsAVX512.multiplyFloatBlocks(
        type, weights: weights, rowBytes: rowBytes, rows: rows, columns: columns, x: x,
        xStride: xStride, count: count, out: out, stride: stride, scratch: scratch)
    #endif
  }

  /// Bytes of scratch of ``multiplyFloatBlocks`` for `count` activation rows.
  func floatBlockBytes(count: Int) -> Int {
    #if arch(x86_64)
      TernKernelsAVX512.floatBlockBytes(count: count)
    #else
      0
    #endif
  }

  /// One row of F32, F16 or BF16 weights as float32.
  @inline(__always)
  func widenFloats(
    _ type: TensorType, _ from: UnsafeRawPointer, columns: Int,
    into out: UnsafeMutablePointer<Float>
  ) {
    #if arch(x86_64)
      if isa == .avx512 {
        return unsafe TernKernelsAVX512.widenFloats(type, from, columns: columns, into: out)
      }
      if isa == .avx2 {
        return unsafe TernKernelsAVX2.widenFloats(type, from, columns: columns, into: out)
      }
    #endif
    unsafe portableWidenFloats(type, from, columns: columns, into: out)
  }
}
