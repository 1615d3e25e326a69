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
  let vector: VectorKernels

  /// Runs the rows of `tile` for the heads of `kvHead` over `pages`; leaves weighted sums and
  /// softmax states in `memory`.
  ///
  /// Row `r` of the memory is query row `r / group`, head `r % group`.
  func stream(_ tile: AttentionTile, pages: Range<Int>, kvHead: Int, _ memory: TileMemory) {
    prepare(tile, kvHead: kvHead, memory)
    let view = views[tile.view]
    for index in pages {
      let next = index + 1 < pages.upperBound ? view.pages[index + 1] : nil
      visit(view, index, tile, kvHead: kvHead, memory) { next.map { ($0, kvHead) } }
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
    for index in pages {
      let page = view.pages[index]
      let next = index + 1 < pages.upperBound ? view.pages[index + 1] : nil
      for kvHead in 0..<shape.kvHeads {
        memory.select(kvHead)
        visit(view, index, tile, kvHead: kvHead, memory) {
          kvHead + 1 < shape.kvHeads ? (page, kvHead + 1) : next.map { ($0, 0) }
        }
      }
    }
  }

  /// Takes one head of one page into the sums; `next` is what will be read after it.
  @inline(__always)
  private func visit(
    _ view: KVView, _ index: Int, _ tile: AttentionTile, kvHead: Int, _ memory: TileMemory,
    next: () -> (page: KVPage, head: Int)?
  ) {
    let rows = tile.rows.count * shape.group
    let page = view.pages[index]
    let first = view.firstPosition + index * KVPage.positions
    let slots = visibleSlots(tile, pageAt: first)
    guard !slots.isEmpty else { return }
    let columns = (slots.upperBound + 15) & ~15
    let next = next() ?? (page, kvHead)
    unsafe multiplyKeys(
      page, kvHead: kvHead, rows: rows, columns: columns, memory, ahead: next.page.keys(next.head))
    if let cap = shape.softcap {
      for row in 0..<rows {
        unsafe vector.softcap(memory.scores + row * KVPage.positions, cap, columns)
      }
    }
    weigh(tile, pageAt: first, columns: columns, memory)
    unsafe addValues(
      page, kvHead: kvHead, rows: rows, slots: slots, memory,
      ahead: next.page.values(next.head))
  }

  /// Copies the tile's queries, scaled, and clears sums and states.
  private func prepare(_ tile: AttentionTile, kvHead: Int, _ memory: TileMemory) {
    let (group, dim) = (shape.group, shape.keyDim)
    let rows = tile.rows.count * group
    for row in 0..<rows {
      let head = kvHead * group + row % group
      let source = unsafe q.row(tile.rows.lowerBound + row / group) + head * dim
      unsafe vector.scale(source, shape.scale, dim, memory.queries + row * dim)
      unsafe memory.states[2 * row] = -Float.infinity
      unsafe memory.states[2 * row + 1] = 0
    }
    let padded = rows == 1 ? 1 : (rows + 3) & ~3
    unsafe (memory.queries + rows * dim).update(repeating: 0, count: (padded - rows) * dim)
    unsafe memory.sums.update(repeating: 0, count: padded * shape.valueStride)
  }

  /// The slots of a page that any row of the tile sees.
  private func visibleSlots(_ tile: AttentionTile, pageAt first: Int) -> Range<Int> {
    var (low, high) = (KVPage.positions, 0)
    for row in tile.rows {
      let slots = visibleSlots(row: row, pageAt: first)
      if slots.isEmpty { continue }
      low = min(low, slots.lowerBound)
      high = max(high, slots.upperBound)
    }
    return low..<max(low, high)
  }

  /// The slots of a page that `row` sees.
  @inline(__always)
  private func visibleSlots(row: Int, pageAt first: Int) -> Range<Int> {
    let position = Int(positions[row])
    let high = min(KVPage.positions, position - first + 1)
    guard let window = shape.window else { return 0..<max(0, high) }
    let low = max(0, position - window + 1 - first)
    return low..<max(low, high)
  }

  /// `scores = queries * keys`.
  private func multiplyKeys(
    _ page: KVPage, kvHead: Int, rows: Int, columns: Int, _ memory: TileMemory,
    ahead: UnsafeRawPointer
  ) {
    let (all, dim) = (KVPage.positions, shape.keyDim)
    let keys = unsafe page.keys(kvHead)
    switch page.type {
    case .f32:
      unsafe vector.tileFloats(
        memory.scores, all, memory.queries, dim, rows, keys, all, dim, columns, false, ahead)
    case .f16:
      unsafe vector.tileHalves(
        memory.scores, all, memory.queries, dim, rows, keys, all, dim, columns, false, ahead)
    case .q8_0:
      // The codes of 32 dimensions share a scale for each position.
      unsafe memory.scores.update(repeating: 0, count: rows * all)
      for block in 0..<dim / 32 {
        unsafe vector.tileCodes(
          memory.spare, all, memory.queries + block * 32, dim, rows, keys + block * 32 * all, all,
          32, columns, false, ahead + block * 32 * all)
        let scales = unsafe page.keyScales(kvHead) + block * all
        for row in 0..<rows {
          unsafe vector.addProduct(
            memory.spare + row * all, scales, columns, memory.scores + row * all)
        }
      }
    }
  }

  /// Turns scores into weights, and fades the sums where a larger score has appeared.
  private func weigh(_ tile: AttentionTile, pageAt first: Int, columns: Int, _ memory: TileMemory) {
    let group = shape.group
    for (i, row) in tile.rows.enumerated() {
      let slots = visibleSlots(row: row, pageAt: first)
      for j in i * group..<(i + 1) * group {
        let fade = unsafe vector.streamSoftmax(
          memory.scores + j * KVPage.positions, slots.lowerBound, slots.upperBound, columns,
          memory.states + 2 * j)
        if fade != 1 {
          let sums = unsafe memory.sums + j * shape.valueStride
          unsafe vector.scale(sums, fade, shape.valueStride, sums)
        }
      }
    }
  }

  /// `sums += weights * values`.
  private func addValues(
    _ page: KVPage, kvHead: Int, rows: Int, slots: Range<Int>, _ memory: TileMemory,
    ahead: UnsafeRawPointer
  ) {
    let (all, stride, low) = (KVPage.positions, shape.valueStride, slots.lowerBound)
    let values = unsafe page.values(kvHead) + low * stride * page.type.valueSize
    switch page.type {
    case .f32:
      unsafe vector.tileFloats(
        memory.sums, stride, memory.scores + low, all, rows, values, stride, slots.count, stride,
        true, ahead)
    case .f16:
      unsafe vector.tileHalves(
        memory.sums, stride, memory.scores + low, all, rows, values, stride, slots.count, stride,
        true, ahead)
    case .q8_0:
      for block in 0..<shape.valueDim / 32 {
        let scales = unsafe page.valueScales(kvHead) + block * all
        for row in 0..<rows {
          unsafe vector.multiply(
            memory.scores + row * all, scales, all, memory.spare + row * all)
        }
        unsafe vector.tileCodes(
          memory.sums + block * 32, stride, memory.spare + low, all, rows, values + block * 32,
          stride, slots.count, 32, true, ahead + block * 32)
      }
    }
  }

  /// Divides the sums by the softmax's denominator, sinks included, and writes them to `out`.
  func finish(_ tile: AttentionTile, kvHead: Int, _ memory: TileMemory) {
    let (group, dim) = (shape.group, shape.valueDim)
    for row in 0..<tile.rows.count * group {
      let head = kvHead * group + row % group
      let (largest, total) = unsafe (memory.states[2 * row], memory.states[2 * row + 1])
      var factor: Float = 1 / total
      if let sink = shape.sinks?[head] {
        let shift = max(largest, sink)
        factor = exp(largest - shift) / (total * exp(largest - shift) + exp(sink - shift))
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

  /// Sums a job's spans, each multiplied by `e^(its largest score - the largest of all)`.
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
        let factor = unsafe exp(state[0] - largest)
        unsafe total += factor * state[1]
        unsafe vector.addScaled(
          piece + row * stride, factor, stride, memory.sums + row * stride)
      }
      unsafe memory.states[2 * row] = largest
      unsafe memory.states[2 * row + 1] = total
    }
  }
}
