#if arch(x86_64)
  import TernKernelsPortable
  import TernQuant

  /// Panels times the rows of one tile.
  ///
  /// Four unsigned codes of the rows meet four signed activation codes in each step of the tile (see
  /// `MatmulTile`); the sums become float32 once every 32 columns. The panels are read as one stream,
  /// with ``prefetchDistance`` bytes asked for ahead of what is in use, also beyond the last panel:
  /// there the next matrix begins.
  func multiplyPanels(_ type: TensorType, _ product: PanelProduct) {
    _ = type.withPanels(TileVisitor(product: product))
  }

  /// Two functions for each type: of one row, and of any number of them.
  private struct TileVisitor: PanelVisitor {
    let product: PanelProduct

    @inline(never)
    func visit<Layout: PanelType>(_ layout: Layout.Type) {
      if product.rows == 1 { oneRow(layout) } else { severalRows(layout) }
    }

    @inline(never)
    private func oneRow<Layout: PanelType>(_ layout: Layout.Type) { multiply(layout, 1) }

    @inline(never)
    private func severalRows<Layout: PanelType>(_ layout: Layout.Type) {
      multiply(layout, product.rows)
    }

    @inline(__always)
    private func multiply<Layout: PanelType>(_ layout: Layout.Type, _ rows: Int) {
      let bytes = product.units &* Layout.panel.unitBytes
      var (panel, out, left) = unsafe (product.panels, product.out, product.count)
      while left > 0 {
        unsafe panelTile(Layout.panel, rows, panel, product, out)
        unsafe panel += bytes
        unsafe out += 16
        left &-= 1
      }
    }
  }
#endif
