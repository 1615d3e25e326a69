import TernKernelsPortable

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the parts of one call of attention share.
///
/// Sendable: only constants; parts write disjoint columns of `out`.
struct AttentionPass: @unchecked Sendable {
  let q: Rows
  let out: Rows
  let positions: [Int32]
  let views: [KVView]
  let shape: AttentionShape
  /// The kernels and the threads that share the parts.
  let compute: Compute
  /// What the rows see of the positions before them.
  ///
  /// `nil`: all. Row 0 of the queries is row `firstSelected` there.
  let selection: KeySelection?
  let firstSelected: Int

  var vector: VectorKernels { compute.vector }

  /// Scores are in units of ln 2, so that weights are powers of two.
  private var log2e: Float { 1.442_695_04 }

  /// Runs the rows of `tile` for the heads of `kvHead` over `pages`; leaves weighted sums and
  /// softmax states in `memory`.
  ///
  /// Row `r` of the memory is query row `r / group`, head `r % group`.
  func stream(_ tile: AttentionTile, pages: Range<Int>, kvHead: Int, _ memory: TileMemory) {
    askForRows(tile, kvHead: kvHead)
    prepare(tile, kvHead: kvHead, memory)
    let view = views[tile.view]
    for index in pages {
      let page = view.pages[index]
      let next = index + 1 < pages.upperBound ? view.pages[index + 1] : page
      visit(
        page, index, tile, kvHead: kvHead, memory,
        ahead: page.distance(from: kvHead, to: kvHead, of: next))
    }
  }

  /// As `stream`, for all heads, page by page: the order of the cache's memory, which is what
  /// counts where every page is read for few rows.
  func streamHeads(_ tile: AttentionTile, pages: Range<Int>, _ memory: TileMemory) {
    for kvHead in 0..<shape.kvHeads {
      memory.select(kvHead)
      prepare(tile, kvHead: kvHead, memory)
    }
    let view = views[tile.view]
    let last = shape.kvHeads - 1
    for index in pages {
      let page = view.pages[index]
      let next = index + 1 < pages.upperBound ? view.pages[index + 1] : page
      for kvHead in 0...last {
        memory.select(kvHead)
        let ahead =
          kvHead < last
          ? page.distance(from: kvHead, to: kvHead + 1, of: page)
          : page.distance(from: kvHead, to: 0, of: next)
        visit(page, index, tile, kvHead: kvHead, memory, ahead: ahead)
      }
    }
  }

  /// Takes one head of one page into the sums; what will be read after it lies `ahead` bytes
  /// behind.
  @inline(__always)
  private func visit(
    _ page: KVPage, _ index: Int, _ tile: AttentionTile, kvHead: Int, _ memory: TileMemory,
    ahead: Int
  ) {
    let first = views[tile.view].firstPosition + index * KVPage.positions
    let count = tile.rows.count * shape.group
    if let selection, !selection.sees(rows: selectedRows(tile.rows), page: first / 64) { return }
    if shape.valuesInKeys { spreadValues(page, kvHead: kvHead, tile, pageAt: first, memory) }
    // Once is enough for all rows.
    var ahead = ahead
    var start = 0
    while start < count {
      let rows = start..<min(start + TileMemory.share, count, end(ofShareFrom: start, page))
      start = rows.upperBound
      let slots = visibleSlots(rows, of: tile, pageAt: first)
      guard !slots.isEmpty else { continue }
      let columns = (slots.upperBound + 15) & ~15
      multiplyKeys(page, kvHead: kvHead, rows, columns: columns, memory, ahead: ahead)
      if let cap = shape.softcap {
        for row in 0..<rows.count {
          unsafe vector.softcap(memory.scores + row * KVPage.positions, cap * log2e, columns)
        }
      }
      if let selection {
        hide(tile, rows, pageAt: first, columns: columns, memory, selection)
      }
      if let bias = shape.bias {
        add(bias, tile, rows, kvHead: kvHead, pageAt: first, columns: columns, memory)
      }
      weigh(tile, rows, pageAt: first, columns: columns, memory)
      addValues(page, kvHead: kvHead, rows, slots: slots, memory, ahead: ahead)
      ahead = 0
    }
  }

  /// The rows of a selection that belong to rows of the queries.
  private func selectedRows(_ rows: Range<Int>) -> Range<Int> {
    rows.lowerBound + firstSelected..<rows.upperBound + firstSelected
  }

  /// Scores of positions that are not selected become −∞.
  private func hide(
    _ tile: AttentionTile, _ rows: Range<Int>, pageAt first: Int, columns: Int,
    _ memory: TileMemory, _ selection: KeySelection
  ) {
    for row in rows {
      let word = selection.word(
        row: firstSelected + tile.rows.lowerBound + row / shape.group, page: first / 64)
      let scores = unsafe memory.scores + (row - rows.lowerBound) * KVPage.positions
      for slot in 0..<columns where word >> UInt64(slot) & 1 == 0 {
        unsafe scores[slot] = -.infinity
      }
    }
  }

  /// The row before which a share of rows from `start` has to end.
  ///
  /// Values that do not count for a row are multiplied by zero if they count for another row of its
  /// share. Where some are not finite, rows of different positions are kept apart.
  @inline(__always)
  private func end(ofShareFrom start: Int, _ page: KVPage) -> Int {
    page.hasNonFiniteValues ? (start / shape.group + 1) * shape.group : .max
  }

  /// Asks for the lines of the results, and of the queries that this worker probably takes next:
  /// long rows far apart, which the processor does not foresee.
  private func askForRows(_ tile: AttentionTile, kvHead: Int) {
    let (group, later) = (shape.group, kvHead + compute.team.threads)
    for row in tile.rows {
      var result = unsafe UnsafeRawPointer(out.row(row) + kvHead * group * shape.valueDim)
      for _ in 0..<group * shape.valueDim / 16 {
        unsafe prefetchToWrite(result)
        unsafe result += 64
      }
      guard later < shape.kvHeads else { continue }
      var query = unsafe UnsafeRawPointer(q.row(row) + later * group * shape.keyDim)
      for _ in 0..<group * shape.keyDim / 16 {
        unsafe prefetch(query)
        unsafe query += 64
      }
    }
  }

  /// Copies the tile's queries, scaled, and clears sums and states.
  ///
  /// A query with an infinite value becomes NaN: scores of −∞ would count as nothing.
  private func prepare(_ tile: AttentionTile, kvHead: Int, _ memory: TileMemory) {
    let (group, dim) = (shape.group, shape.keyDim)
    let rows = tile.rows.count * group
    for row in 0..<rows {
      let head = kvHead * group + row % group
      let source = unsafe q.row(tile.rows.lowerBound + row / group) + head * dim
      let factor = unsafe vector.areFinite(source, dim) ? shape.scale * log2e : .nan
      for column in stride(from: 0, to: dim, by: 64) {
        unsafe vector.scale(
          source + column, factor, min(64, dim - column),
          memory.queries + column / 64 * memory.queryPiece + row * 64)
      }
      unsafe memory.states[2 * row] = -Float.infinity
      unsafe memory.states[2 * row + 1] = 0
    }
    unsafe memory.sums.update(repeating: 0, count: rows * shape.valueStride)
  }

  /// The slots of a page that any of the `rows` of the tile sees.
  private func visibleSlots(
    _ rows: Range<Int>, of tile: AttentionTile, pageAt first: Int
  ) -> Range<Int> {
    var (low, high) = (KVPage.positions, 0)
    for query in rows.lowerBound / shape.group...(rows.upperBound - 1) / shape.group {
      let slots = visibleSlots(row: tile.rows.lowerBound + query, of: tile, pageAt: first)
      if slots.isEmpty { continue }
      low = min(low, slots.lowerBound)
      high = max(high, slots.upperBound)
    }
    return low..<max(low, high)
  }

  /// The slots of a page that `row` of the batch sees.
  @inline(__always)
  private func visibleSlots(row: Int, of tile: AttentionTile, pageAt first: Int) -> Range<Int> {
    let position = Int(positions[row])
    if shape.isBidirectional {
      let seen = shape.visible(from: position, end: views[tile.view].end)
      let low = max(0, seen.lowerBound - first)
      return low..<max(low, min(KVPage.positions, seen.upperBound - first))
    }
    let high = min(KVPage.positions, position - first + 1)
    let low = max(0, shape.oldest(visibleFrom: position) - first)
    return low..<max(low, high)
  }

  /// Adds what the distances of the page's positions from each row give to its scores.
  private func add(
    _ bias: ScoreBias, _ tile: AttentionTile, _ rows: Range<Int>, kvHead: Int, pageAt first: Int,
    columns: Int, _ memory: TileMemory
  ) {
    for row in rows {
      let (query, head) = (row / shape.group, row % shape.group)
      let position = Int(positions[tile.rows.lowerBound + query])
      unsafe vector.addScaled(
        bias.row(kvHead * shape.group + head, from: first - position), 1, columns,
        memory.scores + (row - rows.lowerBound) * KVPage.positions)
    }
  }

  /// `scores = queries * keys`.
  private func multiplyKeys(
    _ page: KVPage, kvHead: Int, _ rows: Range<Int>, columns: Int, _ memory: TileMemory,
    ahead: Int
  ) {
    let (all, dim) = (KVPage.positions, shape.keyDim)
    let keys = unsafe page.keys(kvHead)
    let queries = unsafe memory.queries + rows.lowerBound * 64
    unsafe vector.multiplyTile(
      TileProduct(
        c: memory.scores, cStride: all, a: queries, aPiece: memory.queryPiece, rows: rows.count,
        b: keys, bStride: all, k: dim, width: columns, ahead: keys + ahead),
      page.keyElements(kvHead))
  }

  /// Turns scores into weights, and fades the sums where a larger score has appeared.
  private func weigh(
    _ tile: AttentionTile, _ rows: Range<Int>, pageAt first: Int, columns: Int,
    _ memory: TileMemory
  ) {
    var row = rows.lowerBound
    while row < rows.upperBound {
      var query = row / shape.group
      let slots = visibleSlots(row: tile.rows.lowerBound + query, of: tile, pageAt: first)
      // Rows that see the same slots are taken together.
      repeat {
        query += 1
      } while query * shape.group < rows.upperBound
        && visibleSlots(row: tile.rows.lowerBound + query, of: tile, pageAt: first) == slots
      let end = min(query * shape.group, rows.upperBound)
      unsafe vector.streamSoftmax(
        memory.scores + (row - rows.lowerBound) * KVPage.positions, end - row, slots.lowerBound,
        slots.upperBound, columns, memory.states + 2 * row, memory.sums + row * shape.valueStride,
        shape.valueStride)
      row = end
    }
  }

  /// Writes the values of a page, which are the first dimensions of its keys, position by position.
  private func spreadValues(
    _ page: KVPage, kvHead: Int, _ tile: AttentionTile, pageAt first: Int, _ memory: TileMemory
  ) {
    let slots = visibleSlots(0..<tile.rows.count * shape.group, of: tile, pageAt: first)
    let kind =
      switch page.type {
      case .f32: 0
      case .f16: 1
      case .q8_0: 2
      }
    unsafe vector.spreadKeys(
      kind, page.keys(kvHead), kind == 2 ? page.keyScales(kvHead) : memory.lines, shape.valueDim,
      (slots.upperBound + 15) & ~15, memory.values, shape.valueStride, memory.lines)
  }

  /// `sums += weights * values`.
  private func addValues(
    _ page: KVPage, kvHead: Int, _ rows: Range<Int>, slots: Range<Int>, _ memory: TileMemory,
    ahead: Int
  ) {
    let (stride, low) = (shape.valueStride, slots.lowerBound)
    if shape.valuesInKeys {
      let values = unsafe UnsafeRawPointer(memory.values + low * stride)
      unsafe multiply(memory.scores + low, 0, rows, values, .floats, slots, memory, ahead: 0)
      return
    }
    let values = unsafe page.values(kvHead) + low * stride * page.type.valueSize
    switch page.type {
    case .f32:
      unsafe multiply(memory.scores + low, 0, rows, values, .floats, slots, memory, ahead: ahead)
    case .f16:
      unsafe multiply(memory.scores + low, 0, rows, values, .halves, slots, memory, ahead: ahead)
    case .q8_0:
      unsafe vector.scaleWeights(
        memory.scores, rows.count, page.valueScales(kvHead), stride / 32, memory.spare,
        ahead)
      unsafe multiply(
        memory.spare + low, rows.count * 64, rows, values, .valueCodes, slots, memory, ahead: ahead)
    }
  }

  /// Adds weights at `a` times values to the sums of `rows`.
  @inline(__always)
  private func multiply(
    _ a: UnsafePointer<Float>, _ aPiece: Int, _ rows: Range<Int>, _ values: UnsafeRawPointer,
    _ elements: TileProduct.Elements, _ slots: Range<Int>, _ memory: TileMemory, ahead: Int
  ) {
    let stride = shape.valueStride
    unsafe vector.multiplyTile(
      TileProduct(
        c: memory.sums + rows.lowerBound * stride, cStride: stride, a: a, aPiece: aPiece,
        rows: rows.count, b: values, bStride: stride, k: slots.count, width: stride, sums: true,
        ahead: values + ahead),
      elements)
  }

  /// Divides the sums by the softmax's denominator, sinks included, and writes them to `out`.
  func finish(_ tile: AttentionTile, kvHead: Int, _ memory: TileMemory) {
    let (group, dim) = (shape.group, shape.valueDim)
    for row in 0..<tile.rows.count * group {
      let head = kvHead * group + row % group
      let (largest, total) = unsafe (memory.states[2 * row], memory.states[2 * row + 1])
      var factor: Float = 1 / total
      if let sink = shape.sinks.map({ $0[head] * log2e }) {
        let shift = max(largest, sink)
        factor = exp2(largest - shift) / (total * exp2(largest - shift) + exp2(sink - shift))
      }
      let target = unsafe out.row(tile.rows.lowerBound + row / group) + head * dim
      let sums = unsafe memory.sums + row * shape.valueStride
      unsafe vector.scale(sums, total == 0 ? 0 : factor, dim, target)
    }
  }
}

/// Sums and states of the spans of long views, `[job][span][rows][valueStride]` and then
/// `[rows][2]`.
///
/// Sendable: parts write disjoint pieces.
@safe
struct SpanResults: @unchecked Sendable {
  let base: UnsafeMutablePointer<Float>
  /// Values of one span of one job.
  let size: Int
  let spans: Int

  /// Copies a span's results out of a worker's memory.
  func keep(_ memory: TileMemory, rows: Int, shape: AttentionShape, _ job: Int, _ span: Int) {
    let piece = unsafe base + (job * spans + span) * size
    let count = rows * shape.valueStride
    unsafe piece.update(from: memory.sums, count: count)
    unsafe (piece + count).update(from: memory.states, count: rows * 2)
  }

  /// Sums a job's spans, each multiplied by `2^(its largest score - the largest of all)`.
  func merge(
    into memory: TileMemory, rows: Int, shape: AttentionShape, _ job: Int, _ vector: VectorKernels
  ) {
    let (stride, count) = (shape.valueStride, rows * shape.valueStride)
    unsafe memory.sums.update(repeating: 0, count: count)
    for row in 0..<rows {
      var largest = -Float.infinity
      for span in 0..<spans {
        unsafe largest = max(largest, base[(job * spans + span) * size + count + 2 * row])
      }
      var total: Float = 0
      for span in 0..<spans {
        let piece = unsafe base + (job * spans + span) * size
        let state = unsafe piece + count + 2 * row
        guard unsafe state[1] != 0 else { continue }
        let factor = unsafe exp2(state[0] - largest)
        unsafe total += factor * state[1]
        unsafe vector.addScaled(
          piece + row * stride, factor, stride, memory.sums + row * stride)
      }
      unsafe memory.states[2 * row] = largest
      unsafe memory.states[2 * row + 1] = total
    }
  }
}
