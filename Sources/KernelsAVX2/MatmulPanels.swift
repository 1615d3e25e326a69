#if arch(x86_64)
  import TernQuant
  internal import _Builtin_intrinsics.intel

  /// `out[r][0..<16] = panel · activations[r]` for the R = 8, 4, 2 or 1 rows of one tile.
  ///
  /// `panel` has `units` units of `type` (drawn at `PanelLayout`), `tile` is a tile of `rows` rows
  /// (drawn at `ActivationTiles`), `stride` is the distance of output rows in floats. Four unsigned
  /// codes of the rows meet four signed activation codes in each step of the tile (see
  /// `MatmulTile`); the sums become float32 once every 32 columns.
  package func multiplyPanel(
    _ type: TensorType, rows: Int, panel: UnsafeRawPointer, units: Int, tile: UnsafeRawPointer,
    out: UnsafeMutablePointer<Float>, stride: Int
  ) {
    switch type {
    case .q8_0: unsafe panelQ8_0(rows, panel, units, tile, out, stride)
    case .q4_0: unsafe panelQ4_0(rows, panel, units, tile, out, stride)
    case .q4_1: unsafe panelQ4_1(rows, panel, units, tile, out, stride)
    case .q5_0: unsafe panelQ5_0(rows, panel, units, tile, out, stride)
    case .q5_1: unsafe panelQ5_1(rows, panel, units, tile, out, stride)
    case .iq4_nl: unsafe panelIQ4_NL(rows, panel, units, tile, out, stride)
    case .mxfp4: unsafe panelMXFP4(rows, panel, units, tile, out, stride)
    case .q4_K: unsafe panelQ4_K(rows, panel, units, tile, out, stride)
    case .q5_K: unsafe panelQ5_K(rows, panel, units, tile, out, stride)
    case .q6_K: unsafe panelQ6_K(rows, panel, units, tile, out, stride)
    case .q3_K: unsafe panelQ3_K(rows, panel, units, tile, out, stride)
    case .q2_K: unsafe panelQ2_K(rows, panel, units, tile, out, stride)
    case .iq4_xs: unsafe panelIQ4_XS(rows, panel, units, tile, out, stride)
    default: break
    }
  }

  @inline(never)
  func panelQ8_0(
    _ rows: Int, _ panel: UnsafeRawPointer, _ units: Int, _ tile: UnsafeRawPointer,
    _ out: UnsafeMutablePointer<Float>, _ stride: Int
  ) {
    unsafe panelTiles(.q8_0, rows, panel, units, tile, out, stride)
  }

  @inline(never)
  func panelQ4_0(
    _ rows: Int, _ panel: UnsafeRawPointer, _ units: Int, _ tile: UnsafeRawPointer,
    _ out: UnsafeMutablePointer<Float>, _ stride: Int
  ) {
    unsafe panelTiles(.q4_0, rows, panel, units, tile, out, stride)
  }

  @inline(never)
  func panelQ4_1(
    _ rows: Int, _ panel: UnsafeRawPointer, _ units: Int, _ tile: UnsafeRawPointer,
    _ out: UnsafeMutablePointer<Float>, _ stride: Int
  ) {
    unsafe panelTiles(.q4_1, rows, panel, units, tile, out, stride)
  }

  @inline(never)
  func panelQ5_0(
    _ rows: Int, _ panel: UnsafeRawPointer, _ units: Int, _ tile: UnsafeRawPointer,
    _ out: UnsafeMutablePointer<Float>, _ stride: Int
  ) {
    unsafe panelTiles(.q5_0, rows, panel, units, tile, out, stride)
  }

  @inline(never)
  func panelQ5_1(
    _ rows: Int, _ panel: UnsafeRawPointer, _ units: Int, _ tile: UnsafeRawPointer,
    _ out: UnsafeMutablePointer<Float>, _ stride: Int
  ) {
    unsafe panelTiles(.q5_1, rows, panel, units, tile, out, stride)
  }

  @inline(never)
  func panelIQ4_NL(
    _ rows: Int, _ panel: UnsafeRawPointer, _ units: Int, _ tile: UnsafeRawPointer,
    _ out: UnsafeMutablePointer<Float>, _ stride: Int
  ) {
    unsafe panelTiles(.iq4_nl, rows, panel, units, tile, out, stride)
  }

  @inline(never)
  func panelMXFP4(
    _ rows: Int, _ panel: UnsafeRawPointer, _ units: Int, _ tile: UnsafeRawPointer,
    _ out: UnsafeMutablePointer<Float>, _ stride: Int
  ) {
    unsafe panelTiles(.mxfp4, rows, panel, units, tile, out, stride)
  }

  @inline(never)
  func panelQ4_K(
    _ rows: Int, _ panel: UnsafeRawPointer, _ units: Int, _ tile: UnsafeRawPointer,
    _ out: UnsafeMutablePointer<Float>, _ stride: Int
  ) {
    unsafe panelTiles(.q4_K, rows, panel, units, tile, out, stride)
  }

  @inline(never)
  func panelQ5_K(
    _ rows: Int, _ panel: UnsafeRawPointer, _ units: Int, _ tile: UnsafeRawPointer,
    _ out: UnsafeMutablePointer<Float>, _ stride: Int
  ) {
    unsafe panelTiles(.q5_K, rows, panel, units, tile, out, stride)
  }

  @inline(never)
  func panelQ6_K(
    _ rows: Int, _ panel: UnsafeRawPointer, _ units: Int, _ tile: UnsafeRawPointer,
    _ out: UnsafeMutablePointer<Float>, _ stride: Int
  ) {
    unsafe panelTiles(.q6_K, rows, panel, units, tile, out, stride)
  }

  @inline(never)
  func panelQ3_K(
    _ rows: Int, _ panel: UnsafeRawPointer, _ units: Int, _ tile: UnsafeRawPointer,
    _ out: UnsafeMutablePointer<Float>, _ stride: Int
  ) {
    unsafe panelTiles(.q3_K, rows, panel, units, tile, out, stride)
  }

  @inline(never)
  func panelQ2_K(
    _ rows: Int, _ panel: UnsafeRawPointer, _ units: Int, _ tile: UnsafeRawPointer,
    _ out: UnsafeMutablePointer<Float>, _ stride: Int
  ) {
    unsafe panelTiles(.q2_K, rows, panel, units, tile, out, stride)
  }

  @inline(never)
  func panelIQ4_XS(
    _ rows: Int, _ panel: UnsafeRawPointer, _ units: Int, _ tile: UnsafeRawPointer,
    _ out: UnsafeMutablePointer<Float>, _ stride: Int
  ) {
    unsafe panelTiles(.iq4_xs, rows, panel, units, tile, out, stride)
  }
#endif
