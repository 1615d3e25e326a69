/// Consecutive rows of a batch that belong to one view.
struct AttentionTile {
  var rows: Range<Int>
  var view: Int
  /// Pages that any of the rows sees, by index in the view.
  var pages: Range<Int>
}

extension Compute {
  /// Causal attention of every row over its sequence's pages.
  ///
  /// Row `i` of `q` (`heads * keyDim` columns) sees positions
  /// `max(0, p - window + 1, view.firstPosition) ... p`, with `p = positions[i]`, of
  /// `views[viewOf[i]]`; a row that sees nothing gives zeros. `out` has `heads * valueDim` columns.
  ///
  /// The softmax is a running one over pages of 64 positions, so that no more than a page of
  /// scores exists (Milakov and Gimelshein 2018; Dao et al. 2022). Heads that share a key-value
  /// head, and up to 32 rows in all, are computed together: each page is read once for them. Where
  /// that leaves few parts, long views are cut into spans whose results are merged. The result
  /// does not depend on the number of threads.
  package func attention(
    _ q: Rows, at positions: [Int32], in views: [KVView], viewOf: [Int], shape: AttentionShape,
    into out: Rows
  ) {
    precondition(q.columns == shape.heads * shape.keyDim)
    precondition(out.columns == shape.heads * shape.valueDim && out.count == q.count)
    precondition(positions.count == q.count && viewOf.count == q.count)
    guard q.count > 0 else { return }
    let rowsPerTile = max(1, 32 / shape.group)
    makeTiles(positions, views, viewOf, rowsPerTile: rowsPerTile, window: shape.window)
    // Padded to a multiple of 4: see the tile kernels.
    attentionScratch.reserve(rows: (rowsPerTile * shape.group + 3) & ~3, shape: shape)
    let pass = AttentionPass(
      q: q, out: out, positions: positions, views: views, shape: shape, vector: vector)
    let tiles = attentionScratch.tiles
    let spans = tiles.count * shape.kvHeads < 64 ? spanCount(tiles) : 1
    if spans == 1 {
      forParts(tiles.count * shape.kvHeads, tiles) { part, memory in
        let (tile, kvHead) = (tiles[part / shape.kvHeads], part % shape.kvHeads)
        pass.stream(tile, pages: tile.pages, kvHead: kvHead, memory)
        pass.finish(tile, kvHead: kvHead, memory)
      }
    } else {
      attentionInSpans(pass, tiles, spans: spans)
    }
  }

  /// Pages of one span of a long view.
  private static var spanPages: Int { 16 }

  private func spanCount(_ tiles: [AttentionTile]) -> Int {
    let longest = tiles.map(\.pages.count).max() ?? 0
    return max(1, (longest + Self.spanPages - 1) / Self.spanPages)
  }

  /// Every span of every tile leaves its sums and states in memory of its own; the last step
  /// merges them.
  private func attentionInSpans(_ pass: AttentionPass, _ tiles: [AttentionTile], spans: Int) {
    let shape = pass.shape
    let rows = (tiles.map(\.rows.count).max() ?? 0) * shape.group
    let size = rows * (shape.valueStride + 2)
    let partials = unsafe SpanResults(
      base: attentionScratch.partials(tiles.count * shape.kvHeads * spans * size), size: size,
      spans: spans)
    forParts(tiles.count * shape.kvHeads * spans, tiles) { part, memory in
      let (job, span) = (part / spans, part % spans)
      let (tile, kvHead) = (tiles[job / shape.kvHeads], job % shape.kvHeads)
      let first = tile.pages.lowerBound + span * Self.spanPages
      let pages = first..<max(first, min(first + Self.spanPages, tile.pages.upperBound))
      pass.stream(tile, pages: pages, kvHead: kvHead, memory)
      partials.keep(memory, rows: tile.rows.count * shape.group, shape: shape, job, span)
    }
    let memory = attentionScratch.workers[0]
    for job in 0..<tiles.count * shape.kvHeads {
      let tile = tiles[job / shape.kvHeads]
      partials.merge(
        into: memory, rows: tile.rows.count * shape.group, shape: shape, job, pass.vector)
      pass.finish(tile, kvHead: job % shape.kvHeads, memory)
    }
  }

  /// Runs parts on the team where there is enough to do.
  private func forParts(
    _ count: Int, _ tiles: [AttentionTile], _ body: (Int, TileMemory) -> Void
  ) {
    let memories = attentionScratch.workers
    if tiles.count == 1 && tiles[0].pages.count == 1 {
      for part in 0..<count { body(part, memories[0]) }
    } else {
      team.run(count) { part, worker in body(part, memories[worker]) }
    }
  }

  private func makeTiles(
    _ positions: [Int32], _ views: [KVView], _ viewOf: [Int], rowsPerTile: Int, window: Int?
  ) {
    attentionScratch.tiles.removeAll(keepingCapacity: true)
    var start = 0
    while start < positions.count {
      var end = start
      var (low, high) = (Int.max, 0)
      while end < positions.count, end - start < rowsPerTile, viewOf[end] == viewOf[start] {
        low = min(low, Int(positions[end]))
        high = max(high, Int(positions[end]))
        end += 1
      }
      attentionScratch.tiles.append(
        AttentionTile(
          rows: start..<end, view: viewOf[start],
          pages: visiblePages(views[viewOf[start]], from: low, through: high, window: window)))
      start = end
    }
  }

  /// The pages that rows at positions `low...high` see.
  private func visiblePages(
    _ view: KVView, from low: Int, through high: Int, window: Int?
  ) -> Range<Int> {
    guard high >= view.firstPosition else { return 0..<0 }
    let last = (high - view.firstPosition) / KVPage.positions
    precondition(last < view.pages.count, "no cache page for a position")
    guard let window else { return 0..<last + 1 }
    return max(0, low - window + 1 - view.firstPosition) / KVPage.positions..<last + 1
  }
}
