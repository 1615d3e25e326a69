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

  /// A function for each type and number of rows: in a larger one the inliner would leave calls.
  private struct TileVisitor: PanelVisitor {
    let product: PanelProduct

    @inline(never)
    func visit<Layout: PanelType>(_ layout: Layout.Type) {
      switch product.rows {
      case 8: eightRows(layout)
      case 7: sevenRows(layout)
      case 6: sixRows(layout)
      case 5: fiveRows(layout)
      case 4: fourRows(layout)
      case 3: threeRows(layout)
      case 2: twoRows(layout)
      default: oneRow(layout)
      }
    }

    @inline(never)
    private func eightRows<Layout: PanelType>(_ layout: Layout.Type) { multiply(layout, 8) }

    @inline(never)
    private func sevenRows<Layout: PanelType>(_ layout: Layout.Type) { multiply(layout, 7) }

    @inline(never)
    private func sixRows<Layout: PanelType>(_ layout: Layout.Type) { multiply(layout, 6) }

    @inline(never)
    private func fiveRows<Layout: PanelType>(_ layout: Layout.Type) { multiply(layout, 5) }

    @inline(never)
    private func fourRows<Layout: PanelType>(_ layout: Layout.Type) { multiply(layout, 4) }

    @inline(never)
    private func threeRows<Layout: PanelType>(_ layout: Layout.Type) { multiply(layout, 3) }

    @inline(never)
    private func twoRows<Layout: PanelType>(_ layout: Layout.Type) { multiply(layout, 2) }

    @inline(never)
    private func oneRow<Layout: PanelType>(_ layout: Layout.Type) { multiply(layout, 1) }

    /// `rows` is a constant.
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
