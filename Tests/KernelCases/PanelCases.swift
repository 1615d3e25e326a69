import TernKernelsPortable
import TernQuant
import TernTestSupport

// Weights in panels: packed, and multiplied by tiles of quantized rows.

extension KernelCases {
  mutating func comparePanels() {
    for wide in [false, true] {
      for rows in [1, 2, 4, 8] {
        for blocks in [8, 16, 24, 40] { compareQuantization(wide, rows, blocks) }
      }
    }
    for type in TensorType.allCases {
      guard let format = type.panel else { continue }
      for units in [1, 2, 5] {
        comparePacking(type, format, units)
        for fill: UInt8? in [nil, 0xFF, 0x00] {
          compareProducts(type, format, units: units, panels: fill == nil ? 2 : 1, fill: fill)
        }
      }
    }
  }

  // MARK: - Quantized rows

  /// Rows of ordinary values, or (`largest`) some of them so large, tiny, zero or not finite.
  private mutating func activationRows(
    _ rows: Int, _ columns: Int, largest: Float? = nil
  ) -> [Float] {
    var x = normal(rows * columns, size: 2)
    guard let largest else { return x }
    for row in 0..<rows {
      let start = row * columns + Int.random(in: 0..<columns, using: &random)
      switch row % 4 {
      case 0: x[start] = row < 4 ? .nan : .infinity
      case 1: for i in 0..<32 { x[row * columns + i] *= 1e-32 }
      case 2: for i in 0..<columns { x[row * columns + i] = 0 }
      default: x[start] = largest
      }
    }
    return x
  }

  /// The rows as the table quantizes them.
  private func tile(
    _ kernels: KernelTable, _ x: [Float], rows: Int, wide: Bool
  ) -> [UInt32] {
    let columns = x.count / rows
    // As words, for the alignment.
    var words = [UInt32](repeating: 0xA5A5_A5A5, count: rows * columns / 32 * 12 + 4)
    unsafe x.withUnsafeBufferPointer { x in
      unsafe words.withUnsafeMutableBytes { tile in
        guard let x = x.baseAddress, let tile = tile.baseAddress else { return }
        unsafe kernels.matrix.quantizeTile(
          TileInput(
            x: x, xStride: columns, rows: rows, blocks: columns / 32, wide: wide, biased: false,
            tile: tile))
      }
    }
    return words
  }

  private mutating func compareQuantization(_ wide: Bool, _ rows: Int, _ blocks: Int) {
    for odd in [false, true] {
      let x = activationRows(rows, 32 * blocks, largest: odd ? 3e38 : nil)
      let own = tile(table, x, rows: rows, wide: wide)
      let portable = tile(.portable, x, rows: rows, wide: wide)
      let perBlock = 12 * rows
      var isEqual = own.suffix(4).elementsEqual(portable.suffix(4))
      for block in 0..<blocks {
        for word in 0..<perBlock {
          let a = own[block * perBlock + place(word, rows)]
          let b = portable[block * perBlock + word]
          // Scales, and sums times scales, may be NaN.
          let isNumber = word >= 8 * rows && !(9 * rows..<10 * rows).contains(word)
          let areNaN =
            isNumber && Float(bitPattern: a).isNaN && Float(bitPattern: b).isNaN
          isEqual = isEqual && (a == b || areNaN)
        }
      }
      expect(isEqual, "quantizeTile \(wide) \(rows) × \(blocks)")
    }
  }

  /// Where word `word` of a block of a plain tile lies in a tile of the table's.
  private func place(_ word: Int, _ rows: Int) -> Int {
    guard tilesHavePairs && rows > 1 && word < 8 * rows else { return word }
    let (row, step) = (word / 8, word % 8)
    return row / 2 * 16 + step / 2 * 4 + row % 2 * 2 + step % 2
  }

  // MARK: - Panels

  private mutating func comparePacking(_ type: TensorType, _ format: PanelFormat, _ units: Int) {
    let source = randomBlocks(type, rows: 16, columns: units * format.columns, using: &random)
    let own = panels(table, type, format, source, count: 1, units: units)
    let portable = panels(.portable, type, format, source, count: 1, units: units)
    expect(own == portable, "packPanel \(type.rawValue) \(units)")
  }

  /// Panels of 16 rows each, as the table packs them.
  private func panels(
    _ kernels: KernelTable, _ type: TensorType, _ format: PanelFormat, _ source: [UInt8],
    count: Int,
    units: Int
  ) -> [UInt8] {
    let (panelBytes, rowBytes) = (units * format.unitBytes, source.count / (16 * count))
    var result = [UInt8](repeating: 0xA5, count: count * panelBytes + 16)
    unsafe source.withUnsafeBytes { source in
      unsafe result.withUnsafeMutableBytes { panels in
        guard let from = source.baseAddress, let to = panels.baseAddress else { return }
        for panel in 0..<count {
          unsafe kernels.matrix.packPanel(
            type,
            PanelSource(
              source: from + panel * 16 * rowBytes, rowBytes: rowBytes, rows: 16,
              panel: to + panel * panelBytes, units: units))
        }
      }
    }
    return result
  }

  /// Panels times the rows of tiles of every size.
  ///
  /// The bound: the float32 rounding of one term for every 32 columns, of which those of scales and
  /// those of minimums may cancel.
  private mutating func compareProducts(
    _ type: TensorType, _ format: PanelFormat, units: Int, panels count: Int, fill: UInt8?
  ) {
    let columns = units * format.columns
    let source = randomBlocks(type, rows: 16 * count, columns: columns, fill: fill, using: &random)
    let packed = panels(.portable, type, format, source, count: count, units: units)
    var alone: [[Float]] = []
    // With all codes at their ends the activations are too: nothing may overflow.
    let x =
      fill == nil
      ? activationRows(8, columns) : (0..<8 * columns).map { $0 / columns % 2 == 0 ? 3 : -3 }
    for rows in [1, 2, 4, 8] {
      for first in stride(from: 0, to: 8, by: rows) {
        let part = Array(x[first * columns..<(first + rows) * columns])
        let own = products(table, type, packed, units, count, part, rows, format.isWide)
        let portable = products(.portable, type, packed, units, count, part, rows, format.isWide)
        expect(
          Self.areClose(own.flatMap { $0 }, portable.flatMap { $0 }, .partOfLargest(4e-6)),
          "multiplyPanels \(type.rawValue), \(rows) rows, \(units) units")
        if rows == 1 { alone += own }
        // The same bits whatever rows are beside it.
        expect(
          Array(alone[first..<first + rows]) == own,
          "multiplyPanels \(type.rawValue), a row alone and among \(rows)")
      }
    }
    // No products that overflow: in which order they are added up would matter.
    let odd = activationRows(8, columns, largest: 1e30)
    let own = products(table, type, packed, units, count, odd, 8, format.isWide)
    let portable = products(.portable, type, packed, units, count, odd, 8, format.isWide)
    for row in 0..<8 {
      expect(
        Self.areClose(own[row], portable[row], .partOfLargest(4e-6)),
        "multiplyPanels \(type.rawValue), odd row \(row)")
    }
  }

  /// The products with `rows` rows, row by row.
  private func products(
    _ kernels: KernelTable, _ type: TensorType, _ packed: [UInt8], _ units: Int, _ count: Int,
    _ x: [Float], _ rows: Int, _ wide: Bool
  ) -> [[Float]] {
    let tile = tile(kernels, x, rows: rows, wide: wide)
    let stride = 16 * count + 3
    let guardValue: Float = 12345.678
    var out = [Float](repeating: guardValue, count: rows * stride)
    unsafe packed.withUnsafeBytes { panels in
      unsafe tile.withUnsafeBytes { tile in
        unsafe out.withUnsafeMutableBufferPointer { out in
          guard let panels = panels.baseAddress, let tile = tile.baseAddress,
            let out = out.baseAddress
          else { return }
          unsafe kernels.matrix.multiplyPanels(
            type,
            PanelProduct(
              panels: panels, count: count, units: units, tile: tile, rows: rows, out: out,
              stride: stride))
        }
      }
    }
    return (0..<rows).map { row in
      // What lies behind the results stays with them: it must be as it was.
      Array(out[row * stride..<(row + 1) * stride])
    }
  }
}
