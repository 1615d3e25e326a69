import TernKernelsPortable
import TernQuant

// Kernels for many activation rows, which only some tables have.

/// Memory at a multiple of 64.
@safe
private struct AlignedBytes: ~Copyable {
  let base: UnsafeMutableRawPointer

  init(count: Int) { unsafe base = .allocate(byteCount: count, alignment: 64) }

  /// A copy of arrays, one behind the other.
  init<Element: BitwiseCopyable>(_ parts: [[Element]]) {
    let size = MemoryLayout<Element>.stride
    unsafe base = .allocate(
      byteCount: parts.reduce(0) { $0 + $1.count } * size + 64, alignment: 64)
    var place = unsafe base
    for part in parts {
      for element in part {
        unsafe place.storeBytes(of: element, as: Element.self)
        unsafe place += size
      }
    }
  }

  deinit { unsafe base.deallocate() }
}

extension KernelCases {
  mutating func compareManyRows() {
    if table.matrix.floatBlocks != nil {
      for (rows, columns, count) in [(48, 64, 20), (50, 257, 33), (7, 33, 47), (100, 300, 24)] {
        compareFloatBlocks(.f32, .f32, rows, columns, count)
        compareFloatBlocks(.f16, .f16, rows, columns, count)
        compareFloatBlocks(.bf16, .bf16, rows, columns, count)
      }
    }
    guard let strips = table.matrix.strips else { return }
    for type in TensorType.allCases {
      guard let format = type.panel else { continue }
      for (units, panels) in [(1, 3), (3, 2), (5, 1)] {
        compareStrips(strips, type, format, units, panels, odd: false)
      }
      compareStrips(strips, type, format, 2, 3, odd: true)
    }
  }

  private mutating func compareFloatBlocks(
    _ type: TensorType, _ float: FloatType, _ rows: Int, _ columns: Int, _ count: Int
  ) {
    let weights = randomBlocks(type, rows: rows, columns: columns, using: &random)
    let contents = [normal(count * (columns + 1)), zeros(count * (rows + 2))]
    compare("floatBlocks \(type.rawValue) \(rows) × \(columns)", contents, .partOfLargest(1e-5)) {
      t, p in
      let kept = AlignedBytes([weights])
      let product = unsafe FloatProduct(
        weights: kept.base, rowBytes: float.bytes * columns, rows: rows, columns: columns, x: p[0],
        xStride: columns + 1, count: count, out: p[1], stride: rows + 2)
      guard let blocks = t.matrix.floatBlocks else {
        return t.matrix.multiplyFloats(float, product)
      }
      let scratch = AlignedBytes(count: blocks.scratchBytes(count))
      unsafe blocks.multiply(float, product, scratch.base)
    }
  }

  /// Up to three panels times 28 rows: three tiles of eight rows and one of four.
  private mutating func compareStrips(
    _ strips: StripKernels, _ type: TensorType, _ format: PanelFormat, _ units: Int, _ count: Int,
    odd: Bool
  ) {
    let (rows, columns) = (28, units * format.columns)
    let source = randomBlocks(type, rows: 16 * count, columns: columns, using: &random)
    let packed = panels(.portable, type, format, source, count: count, units: units)
    var x = normal(rows * columns, size: 2)
    if odd { x[5 * columns + 3] = .infinity }
    let tiles = [0, 8, 16, 24].map { first -> [UInt32] in
      let part = Array(x[first * columns..<min(rows, first + 8) * columns])
      let words = tile(
        table, part, rows: part.count / columns, wide: format.isWide, biased: true)
      return Array(words.dropLast(4))
    }
    let expected = [0, 8, 16, 24].flatMap { first -> [[Float]] in
      let part = Array(x[first * columns..<min(rows, first + 8) * columns])
      return products(
        .portable, type, packed, units, count, part, part.count / columns, format.isWide)
    }
    let stride = 16 * count + 3
    var out = [Float](repeating: 12345.678, count: rows * stride)
    let eights = AlignedBytes(Array(tiles.dropLast()))
    let four = AlignedBytes([tiles[3]])
    let kept = AlignedBytes([packed])
    let scratch = AlignedBytes(count: strips.scratchBytes(rows))
    var isFinite = false
    unsafe out.withUnsafeMutableBufferPointer { out in
      guard let out = out.baseAddress else { return }
      isFinite = unsafe strips.multiplyTrio(
        type,
        TrioProduct(
          panels: kept.base, count: count, panelBytes: units * format.unitBytes,
          rows: StripRows(
            eights: eights.base, count: 3, four: UnsafeRawPointer(four.base),
            blocks: columns / 32),
          out: out, columns: 16 * count, stride: stride, scratch: scratch.base))
    }
    expect(isFinite != odd, "multiplyTrio \(type.rawValue), whether results are finite")
    for row in 0..<rows {
      expect(
        Self.areClose(
          Array(out[row * stride..<(row + 1) * stride]), expected[row], .partOfLargest(8e-6)),
        "multiplyTrio \(type.rawValue), row \(row) of \(units) units")
    }
  }
}
