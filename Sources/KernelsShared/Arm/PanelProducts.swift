#if arch(arm64)
  import TernKernelsPortable
  import TernQuant

  /// Panels times the rows of one tile: 1, 2, 4 or 8.
  ///
  /// Four codes of the rows meet four activation codes in each lane; the sums become float32 once every
  /// 32 columns. The panels are read as one stream, with ``prefetchDistance`` bytes asked for ahead of
  /// what is in use, also beyond the last panel: there the next matrix begins. A row has the same bits
  /// whatever tile it is in.
  func multiplyPanels(_ type: TensorType, _ product: PanelProduct) {
    _ = type.withPanels(TileVisitor(product: product))
  }

  /// A function for each type and number of rows.
  private struct TileVisitor: PanelVisitor {
    let product: PanelProduct

    @inline(never)
    func visit<Layout: PanelType>(_ layout: Layout.Type) {
      switch product.rows {
      case 8: eightRows(layout)
      case 4: fourRows(layout)
      case 2: twoRows(layout)
      case 1: oneRow(layout)
      default: preconditionFailure("a tile has 1, 2, 4 or 8 rows")
      }
    }

    @inline(never)
    private func eightRows<Layout: PanelType>(_ layout: Layout.Type) { multiply(layout, 8) }

    @inline(never)
    private func fourRows<Layout: PanelType>(_ layout: Layout.Type) { multiply(layout, 4) }

    @inline(never)
    private func twoRows<Layout: PanelType>(_ layout: Layout.Type) { multiply(layout, 2) }

    @inline(never)
    private func oneRow<Layout: PanelType>(_ layout: Layout.Type) {
      let bytes = product.units &* Layout.panel.unitBytes
      var (panel, out, left) = unsafe (product.panels, product.out, product.count)
      while left > 0 {
        unsafe panelRow(Layout.panel, panel, product, out)
        unsafe panel += bytes
        unsafe out += 16
        left &-= 1
      }
    }

    /// `rows` is a constant.
    ///
    /// A quarter of a panel, four rows, meets all rows of the tile before the next does: so all sums
    /// have registers.
    @inline(__always)
    private func multiply<Layout: PanelType>(_ layout: Layout.Type, _ rows: Int) {
      let bytes = product.units &* Layout.panel.unitBytes
      var (panel, out, left) = unsafe (product.panels, product.out, product.count)
      while left > 0 {
        var row = 0
        while row < 16 {
          unsafe panelTile(Layout.panel, rows, row, panel, product, out + row)
          row &+= 4
        }
        unsafe panel += bytes
        unsafe out += 16
        left &-= 1
      }
    }
  }

  /// Asks for a group's share of the unit that lies `prefetchDistance` ahead: it follows in memory,
  /// in this panel or in the next.
  @inline(__always)
  func prefetchGroup(_ format: PanelFormat, _ unit: UnsafeRawPointer, _ group: Int) {
    let lines = (format.unitBytes / format.groups &+ 63) / 64
    unsafe prefetch(unit + (prefetchDistance &+ group &* lines &* 64), lines: lines)
  }
#endif
