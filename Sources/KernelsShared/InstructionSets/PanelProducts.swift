import TernKernelsPortable
import TernQuant

// The entry points of products with panels: a function for each type, in which its format is a
// constant. Never inlined: all types in one function would be too large for the inliner.

/// One panel times the rows of one tile.
///
/// Four unsigned codes of the rows meet four signed activation codes in each step of the tile (see
/// `MatmulTile`); the sums become float32 once every 32 columns.
func multiplyPanel(_ type: TensorType, _ product: PanelProduct) {
  _ = type.withPanels(TileVisitor(product: product))
}

private struct TileVisitor: PanelVisitor {
  let product: PanelProduct

  @inline(never)
  func visit<Layout: PanelType>(_ layout: Layout.Type) {
    switch product.rows {
    case 8: panelTile(Layout.panel, 8, product)
    case 4: panelTile(Layout.panel, 4, product)
    case 2: panelTile(Layout.panel, 2, product)
    default: panelTile(Layout.panel, 1, product)
    }
  }
}

/// Panels that lie one after the other times one activation row.
///
/// The panels are read as one stream, with ``prefetchDistance`` bytes asked for ahead of what is in
/// use, also beyond the last panel: there the next matrix begins.
func multiplyPanelRow(_ type: TensorType, _ product: PanelRowProduct) {
  _ = type.withPanels(RowVisitor(product: product))
}

private struct RowVisitor: PanelVisitor {
  let product: PanelRowProduct

  @inline(never)
  func visit<Layout: PanelType>(_ layout: Layout.Type) {
    var (panel, out, left) = unsafe (product.panels, product.out, product.count)
    while left > 0 {
      unsafe panelTile(
        Layout.panel, 1,
        PanelProduct(
          panel: panel, units: product.units, tile: product.tile, rows: 1, out: out, stride: 0))
      unsafe panel += product.units &* Layout.panel.unitBytes
      unsafe out += 16
      left &-= 1
    }
  }
}
