#if arch(x86_64)
  import TernQuant
  internal import _Builtin_intrinsics.intel

  /// `out[16 p ..< 16 p + 16] = panels[p] · x` for `count` panels that lie one after the other, and
  /// one activation row.
  ///
  /// `tile` is a tile of one row (drawn at `ActivationTiles`). The panels are read as one stream,
  /// with ``prefetchDistance`` bytes asked for ahead of what is in use, also beyond the last panel:
  /// there the next matrix begins.
  package func multiplyPanelRow(
    _ type: TensorType, panels: UnsafeRawPointer, count: Int, units: Int, tile: UnsafeRawPointer,
    out: UnsafeMutablePointer<Float>
  ) {
    switch type {
    case .q8_0: unsafe rowQ8_0(panels, count, units, tile, out)
    case .q4_0: unsafe rowQ4_0(panels, count, units, tile, out)
    case .q4_1: unsafe rowQ4_1(panels, count, units, tile, out)
    case .q5_0: unsafe rowQ5_0(panels, count, units, tile, out)
    case .q5_1: unsafe rowQ5_1(panels, count, units, tile, out)
    case .iq4_nl: unsafe rowIQ4_NL(panels, count, units, tile, out)
    case .mxfp4: unsafe rowMXFP4(panels, count, units, tile, out)
    case .q4_K: unsafe rowQ4_K(panels, count, units, tile, out)
    case .q5_K: unsafe rowQ5_K(panels, count, units, tile, out)
    case .q6_K: unsafe rowQ6_K(panels, count, units, tile, out)
    case .q3_K: unsafe rowQ3_K(panels, count, units, tile, out)
    case .q2_K: unsafe rowQ2_K(panels, count, units, tile, out)
    case .iq4_xs: unsafe rowIQ4_XS(panels, count, units, tile, out)
    default: break
    }
  }

  /// The body for a constant `type`.
  @inline(__always)
  private func panelRow(
    _ type: TensorType, _ panels: UnsafeRawPointer, _ count: Int, _ units: Int,
    _ tile: UnsafeRawPointer, _ out: UnsafeMutablePointer<Float>
  ) {
    var panel = unsafe panels
    var out = unsafe out
    var left = count
    while left > 0 {
      unsafe panelTile(type, 1, panel, units, tile, out, 0)
      unsafe panel += units &* unitBytes(type)
      unsafe out += 16
      left &-= 1
    }
  }

  @inline(never)
  func rowQ8_0(
    _ panels: UnsafeRawPointer, _ count: Int, _ units: Int, _ tile: UnsafeRawPointer,
    _ out: UnsafeMutablePointer<Float>
  ) {
    unsafe panelRow(.q8_0, panels, count, units, tile, out)
  }

  @inline(never)
  func rowQ4_0(
    _ panels: UnsafeRawPointer, _ count: Int, _ units: Int, _ tile: UnsafeRawPointer,
    _ out: UnsafeMutablePointer<Float>
  ) {
    unsafe panelRow(.q4_0, panels, count, units, tile, out)
  }

  @inline(never)
  func rowQ4_1(
    _ panels: UnsafeRawPointer, _ count: Int, _ units: Int, _ tile: UnsafeRawPointer,
    _ out: UnsafeMutablePointer<Float>
  ) {
    unsafe panelRow(.q4_1, panels, count, units, tile, out)
  }

  @inline(never)
  func rowQ5_0(
    _ panels: UnsafeRawPointer, _ count: Int, _ units: Int, _ tile: UnsafeRawPointer,
    _ out: UnsafeMutablePointer<Float>
  ) {
    unsafe panelRow(.q5_0, panels, count, units, tile, out)
  }

  @inline(never)
  func rowQ5_1(
    _ panels: UnsafeRawPointer, _ count: Int, _ units: Int, _ tile: UnsafeRawPointer,
    _ out: UnsafeMutablePointer<Float>
  ) {
    unsafe panelRow(.q5_1, panels, count, units, tile, out)
  }

  @inline(never)
  func rowIQ4_NL(
    _ panels: UnsafeRawPointer, _ count: Int, _ units: Int, _ tile: UnsafeRawPointer,
    _ out: UnsafeMutablePointer<Float>
  ) {
    unsafe panelRow(.iq4_nl, panels, count, units, tile, out)
  }

  @inline(never)
  func rowMXFP4(
    _ panels: UnsafeRawPointer, _ count: Int, _ units: Int, _ tile: UnsafeRawPointer,
    _ out: UnsafeMutablePointer<Float>
  ) {
    unsafe panelRow(.mxfp4, panels, count, units, tile, out)
  }

  @inline(never)
  func rowQ4_K(
    _ panels: UnsafeRawPointer, _ count: Int, _ units: Int, _ tile: UnsafeRawPointer,
    _ out: UnsafeMutablePointer<Float>
  ) {
    unsafe panelRow(.q4_K, panels, count, units, tile, out)
  }

  @inline(never)
  func rowQ5_K(
    _ panels: UnsafeRawPointer, _ count: Int, _ units: Int, _ tile: UnsafeRawPointer,
    _ out: UnsafeMutablePointer<Float>
  ) {
    unsafe panelRow(.q5_K, panels, count, units, tile, out)
  }

  @inline(never)
  func rowQ6_K(
    _ panels: UnsafeRawPointer, _ count: Int, _ units: Int, _ tile: UnsafeRawPointer,
    _ out: UnsafeMutablePointer<Float>
  ) {
    unsafe panelRow(.q6_K, panels, count, units, tile, out)
  }

  @inline(never)
  func rowQ3_K(
    _ panels: UnsafeRawPointer, _ count: Int, _ units: Int, _ tile: UnsafeRawPointer,
    _ out: UnsafeMutablePointer<Float>
  ) {
    unsafe panelRow(.q3_K, panels, count, units, tile, out)
  }

  @inline(never)
  func rowQ2_K(
    _ panels: UnsafeRawPointer, _ count: Int, _ units: Int, _ tile: UnsafeRawPointer,
    _ out: UnsafeMutablePointer<Float>
  ) {
    unsafe panelRow(.q2_K, panels, count, units, tile, out)
  }

  @inline(never)
  func rowIQ4_XS(
    _ panels: UnsafeRawPointer, _ count: Int, _ units: Int, _ tile: UnsafeRawPointer,
    _ out: UnsafeMutablePointer<Float>
  ) {
    unsafe panelRow(.iq4_xs, panels, count, units, tile, out)
  }
#endif
