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

  /// Whether ``multiplyPanelPairs`` exists for this instruction set and type: those that gain.
  func hasPanelPairs(_ type: TensorType) -> Bool {
    isa == .avx512 && [.q8_0, .q4_0, .q6_K].contains(type)
  }

  /// An even number of panels times one or two tiles of eight rows, faster than one by one.
  @inline(__always)
  func multiplyPanelPairs(
    _ type: TensorType, panels: UnsafeRawPointer, count: Int, panelBytes: Int, units: Int,
    tile: UnsafeRawPointer, tileBytes: Int, tiles: Int, out: UnsafeMutablePointer<Float>,
    stride: Int, scratch: Scratch
  ) {
    #if arch(x86_64)
      let blocks = tileBytes / (8 * ActivationTiles.blockBytes)
      unsafe TernKernelsAVX512.multiplyPanelPairs(
        type, panels: panels, count: count, panelBytes: panelBytes, units: units, tile: tile,
        tileBytes: tileBytes, tiles: tiles, out: out, stride: stride,
        scratch: scratch.reserve(TernKernelsAVX512.pairScratchBytes(blocks: blocks)))
    #endif
  }

  /// One activation row into a tile (see ``portableQuantizeRow``).
  @inline(__always)
  func quantizeRow(
    _ x: UnsafePointer<Float>, blocks: Int, into tile: UnsafeMutableRawPointer, rows: Int,
    index: Int
  ) {
    #if arch(x86_64)
      if isa == .avx512 {
        return unsafe TernKernelsAVX512.quantizeActivations(
          x, blocks: blocks, into: tile, rows: rows, index: index)
      }
      if isa == .avx2 {
        return unsafe TernKernelsAVX2.quantizeActivations(
          x, blocks: blocks, into: tile, rows: rows, index: index)
      }
    #endif
    unsafe portableQuantizeRow(x, blocks: blocks, into: tile, rows: rows, index: index)
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
