import TernKernelsPortable
import TernQuant

// Products with panels: what meets what, and where it goes.

extension Compute {
  /// All activation rows over the panels of `range`, which lie at `panels`; whether the results are
  /// finite.
  func multiplyPanels(
    _ job: MatmulJob, _ tiles: ActivationTiles, _ range: Range<Int>, _ panels: UnsafeRawPointer,
    _ scratch: Scratch
  ) -> Bool {
    guard let format = job.weight.format else { return true }
    let stride = job.weight.stride
    var isFinite = true
    var row = 0
    if tiles.biased, let strips = matrix.strips {
      // As many rows at a time as keep their sums in the second-level cache.
      let end = tiles.rows & ~3
      while row < end {
        let rows = row..<min(end, row + Self.stripBatch)
        for panel in Swift.stride(from: range.lowerBound, to: range.upperBound, by: 3) {
          let isTrioFinite = unsafe multiplyTrio(
            strips, job, tiles, panel..<min(panel + 3, range.upperBound),
            panels + (panel - range.lowerBound) * stride, rows: rows, scratch)
          isFinite = isFinite && isTrioFinite
        }
        row = rows.upperBound
      }
    }
    // Tile by tile, the panels staying in cache.
    let units = job.weight.columns / format.columns
    let first = range.lowerBound * PanelFormat.rows
    let whole = min(range.count, max(0, job.weight.rows - first) / PanelFormat.rows)
    let rest = row..<tiles.rows
    while row < tiles.rows {
      let count = tiles.tileRows(at: row)
      unsafe matrix.multiplyPanels(
        job.weight.type,
        PanelProduct(
          panels: panels, count: whole, units: units, tile: tiles.tile(at: row), rows: count,
          out: job.output.row(row) + first, stride: job.output.stride))
      if whole < range.count {
        unsafe multiplyLastPanel(
          job, panels + whole * stride, units, tiles.tile(at: row), row, count,
          first + whole * PanelFormat.rows)
      }
      row += count
    }
    if !isFinite || rest.isEmpty { return isFinite }
    return areFinite(
      job.output.slice(rows: rest),
      columns: first..<min(range.upperBound * PanelFormat.rows, job.weight.rows))
  }

  /// Rows that pass over three panels at a time; a multiple of 8.
  private static var stripBatch: Int { 512 }

  /// Up to three panels, which lie at `panels`, times the rows of biased tiles; whether the results
  /// are finite.
  @inline(__always)
  private func multiplyTrio(
    _ strips: StripKernels, _ job: MatmulJob, _ tiles: ActivationTiles, _ range: Range<Int>,
    _ panels: UnsafeRawPointer, rows: Range<Int>, _ scratch: Scratch
  ) -> Bool {
    let (weight, out) = (job.weight, job.output)
    let first = range.lowerBound * PanelFormat.rows
    let four = rows.lowerBound + rows.count / 8 * 8
    let stripRows = unsafe StripRows(
      eights: UnsafeRawPointer(tiles.tile(at: rows.lowerBound)), count: rows.count / 8,
      four: rows.count % 8 == 4 ? UnsafeRawPointer(tiles.tile(at: four)) : nil,
      blocks: tiles.blocks)
    return unsafe strips.multiplyTrio(
      weight.type,
      TrioProduct(
        panels: panels, count: range.count, panelBytes: weight.stride, rows: stripRows,
        out: out.row(rows.lowerBound) + first,
        columns: min(PanelFormat.rows * range.count, weight.rows - first), stride: out.stride,
        scratch: scratch.reserve(strips.scratchBytes(rows.count))))
  }

  /// The panel with fewer rows than 16: through a buffer, so that nothing is written beyond.
  private func multiplyLastPanel(
    _ job: MatmulJob, _ panel: UnsafeRawPointer, _ units: Int, _ tile: UnsafeRawPointer,
    _ row: Int, _ count: Int, _ first: Int
  ) {
    unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 8 * PanelFormat.rows) {
      guard let buffer = $0.baseAddress else { return }
      unsafe matrix.multiplyPanels(
        job.weight.type,
        PanelProduct(
          panels: panel, count: 1, units: units, tile: tile, rows: count, out: buffer,
          stride: PanelFormat.rows))
      for index in 0..<count {
        for lane in 0..<job.weight.rows - first {
          unsafe job.output.row(row + index)[first + lane] = buffer[16 * index + lane]
        }
      }
    }
  }

  /// Quantizes the rows of `x` that the tile beginning at row `first` holds.
  func quantizeTile(_ x: Rows, _ tiles: ActivationTiles, at first: Int) {
    let rows = tiles.tileRows(at: first)
    unsafe matrix.quantizeTile(
      TileInput(
        x: x.row(first), xStride: x.stride, rows: rows, blocks: tiles.blocks, wide: tiles.wide,
        biased: tiles.biased && rows >= 4, tile: tiles.tile(at: first)))
  }
}

// MARK: - Rounded activations

extension Compute {
  /// Whether a job's panels meet activations that are rounded to bfloat16.
  func isRounded(_ job: MatmulJob) -> Bool {
    job.weight.format != nil && job.input.count >= roundedRows ?? .max
  }

  /// Rounds the rows of `x` to `memory`, on the team.
  func roundRows(_ x: Rows, _ memory: UnsafeMutableRawPointer, _ rows: RoundedRows) {
    guard let rounded = matrix.rounded else { return }
    team.run(rows.strips) { strip in
      let first = strip * RoundedRows.stripRows
      unsafe rounded.roundRows(
        RoundInput(
          x: x.row(first), xStride: x.stride, rows: min(RoundedRows.stripRows, x.count - first),
          blocks: rows.blocks,
          tiles: memory + strip * rows.blocks * RoundedRows.blockBytes))
    }
  }

  /// All rounded rows over the panels of `range`; whether the results are finite.
  func multiplyRounded(
    _ job: MatmulJob, _ rows: RoundedRows, _ range: Range<Int>, _ worker: Int
  ) -> Bool {
    if let panels = unsafe job.weight.panels(from: range.lowerBound) {
      unsafe multiplyRounded(job, rows, range, panels, workerScratch[worker])
    } else {
      unsafe job.weight.withPanels(range, panelScratch[worker]) { range, panels in
        unsafe multiplyRounded(job, rows, range, panels, workerScratch[worker])
      }
    }
    let first = range.lowerBound * PanelFormat.rows
    return areFinite(
      job.output, columns: first..<min(range.upperBound * PanelFormat.rows, job.weight.rows))
  }

  /// As many rows at a time as stay in the second-level cache with some hundred columns.
  private static var roundedBatch: Int { 512 }

  private func multiplyRounded(
    _ job: MatmulJob, _ rows: RoundedRows, _ range: Range<Int>, _ panels: UnsafeRawPointer,
    _ scratch: Scratch
  ) {
    guard let rounded = matrix.rounded else { return }
    let (weight, out) = (job.weight, job.output)
    let first = range.lowerBound * PanelFormat.rows
    for row in stride(from: 0, to: rows.count, by: Self.roundedBatch) {
      let count = min(Self.roundedBatch, rows.count - row)
      unsafe rounded.multiply(
        weight.type,
        RoundedProduct(
          panels: panels, count: range.count, panelBytes: weight.stride,
          rows: RoundedRows(
            base: rows.strip(row / RoundedRows.stripRows, 0), count: count, blocks: rows.blocks),
          out: out.row(row) + first,
          columns: min(PanelFormat.rows * range.count, weight.rows - first), stride: out.stride,
          scratch: scratch.reserve(rounded.scratchBytes(count))))
    }
  }
}
