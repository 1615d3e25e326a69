/// Consecutive rows of a batch that belong to one view.
struct AttentionTile {
  var rows: Range<Int>
  var view: Int
  /// Pages that any of the rows sees, by index in the view.
  var pages: Range<Int>
  /// So many pages are one part.
  var pagesPerSpan = Int.max

  /// The spans of its pages.
  var spanCount: Int { pages.isEmpty ? 1 : (pages.count - 1) / pagesPerSpan + 1 }

  /// The pages of span `index`; empty behind the last.
  func pages(ofSpan index: Int) -> Range<Int> {
    guard index > 0 || pagesPerSpan < pages.count else { return pages }
    let first = min(pages.lowerBound + index * pagesPerSpan, pages.upperBound)
    return first..<min(first + pagesPerSpan, pages.upperBound)
  }
}

extension Compute {
  /// Attention of every row over its sequence's pages.
  ///
  /// Row `i` of `q` (`heads * keyDim` columns) sees positions
  /// `max(0, p - window + 1, view.firstPosition) ... p`, with `p = positions[i]`, of
  /// `views[viewOf[i]]`, or from the beginning of its chunk on; in both directions it sees
  /// `max(0, p - window / 2) ... min(p + window / 2, view.end - 1)`. A row that sees nothing gives
  /// zeros. `out` has `heads * valueDim` columns.
  ///
  /// The softmax is a running one over pages of 64 positions, so that no more than a page of
  /// scores exists (Milakov and Gimelshein 2018; Dao et al. 2022). Heads that share a key-value
  /// head, and up to 48 rows in all, are computed together: each page is read once for them. Where
  /// that leaves few parts, long views are cut into spans whose results are merged. Single rows,
  /// which are bound by memory, take all heads of a page before the next page. The result does not
  /// depend on the number of threads, and that of a row among fewer than 16 not on the other rows.
  ///
  /// Of what it would see, row `i` sees only what row `firstSelected + i` of `selection` has.
  package func attention(
    _ q: Rows, at positions: [Int32], in views: [KVView], viewOf: [Int], shape: AttentionShape,
    selection: KeySelection? = nil, firstSelected: Int = 0, into out: Rows
  ) {
    precondition(q.columns == shape.heads * shape.keyDim)
    precondition(out.columns == shape.heads * shape.valueDim && out.count == q.count)
    precondition(positions.count == q.count && viewOf.count == q.count)
    guard q.count > 0 else { return }
    makeTiles(positions, views, viewOf, shape)
    let tiles = attentionScratch.tiles
    let longest = tiles.reduce(0) { max($0, $1.rows.count) }
    let pass = AttentionPass(
      q: q, out: out, positions: positions, views: views, shape: shape, compute: self,
      selection: selection?.isComplete == false ? selection : nil,
      firstSelected: firstSelected)
    if longest == 1 {
      attentionScratch.reserve(rows: shape.group, heads: shape.kvHeads, shape: shape)
      attentionOfSteps(pass, tiles)
    } else {
      attentionScratch.reserve(rows: longest * shape.group, heads: 1, shape: shape)
      let spans = tiles.reduce(1) { max($0, $1.spanCount) }
      if spans == 1 {
        attentionOfTiles(pass, tiles)
      } else {
        attentionInSpans(pass, tiles, spans: spans)
      }
    }
  }

  /// Single rows: all heads of a page, then the next page; spans of pages are the parts.
  private func attentionOfSteps(_ pass: AttentionPass, _ tiles: [AttentionTile]) {
    let shape = pass.shape
    let spans = tiles.reduce(1) { max($0, $1.spanCount) }
    let size = shape.group * (shape.valueStride + 2)
    let partials = unsafe SpanResults(
      base: attentionScratch.partials(spans == 1 ? 0 : tiles.count * shape.kvHeads * spans * size),
      size: size, spans: spans)
    let work = attentionScratch.steps
    work.begin(pass, tiles, attentionScratch.workers, partials)
    if tiles.count * spans == 1 || (tiles.count == 1 && tiles[0].pages.count == 1) {
      for part in 0..<tiles.count * spans { work.perform(part, 0) }
    } else {
      team.run(tiles.count * spans, work)
    }
    work.end()
    if spans > 1 { mergeSpans(partials, pass, tiles) }
  }

  private func attentionOfTiles(_ pass: AttentionPass, _ tiles: [AttentionTile]) {
    let kvHeads = pass.shape.kvHeads
    forParts(tiles.count * kvHeads, tiles) { part, memory in
      let (tile, kvHead) = (tiles[part / kvHeads], part % kvHeads)
      pass.stream(tile, pages: tile.pages, kvHead: kvHead, memory)
      pass.finish(tile, kvHead: kvHead, memory)
    }
  }

  /// Every span of every tile leaves its sums and states in memory of its own; the last step
  /// merges them.
  private func attentionInSpans(_ pass: AttentionPass, _ tiles: [AttentionTile], spans: Int) {
    let shape = pass.shape
    let rows = tiles.reduce(0) { max($0, $1.rows.count) } * shape.group
    let size = rows * (shape.valueStride + 2)
    let partials = unsafe SpanResults(
      base: attentionScratch.partials(tiles.count * shape.kvHeads * spans * size), size: size,
      spans: spans)
    forParts(tiles.count * shape.kvHeads * spans, tiles) { part, memory in
      let (job, span) = (part / spans, part % spans)
      let (tile, kvHead) = (tiles[job / shape.kvHeads], job % shape.kvHeads)
      let pages = tile.pages(ofSpan: span)
      pass.stream(tile, pages: pages, kvHead: kvHead, memory)
      partials.keep(memory, rows: tile.rows.count * shape.group, shape: shape, job, span)
    }
    mergeSpans(partials, pass, tiles)
  }

  private func mergeSpans(
    _ partials: SpanResults, _ pass: AttentionPass, _ tiles: [AttentionTile]
  ) {
    let (shape, memories) = (pass.shape, attentionScratch.workers)
    func merge(_ job: Int, _ memory: TileMemory) {
      let tile = tiles[job / shape.kvHeads]
      memory.select(0)
      partials.merge(
        into: memory, rows: tile.rows.count * shape.group, shape: shape, job, pass.vector)
      pass.finish(tile, kvHead: job % shape.kvHeads, memory)
    }
    // That of a single row is less work than a fork.
    if tiles.count == 1 {
      for job in 0..<shape.kvHeads { merge(job, memories[0]) }
    } else {
      team.run(tiles.count * shape.kvHeads) { job, worker in merge(job, memories[worker]) }
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

  /// Cuts the rows into tiles of one view, and their pages into spans.
  private func makeTiles(
    _ positions: [Int32], _ views: [KVView], _ viewOf: [Int], _ shape: AttentionShape
  ) {
    let rowsPerTile = max(1, 48 / shape.group)
    let areFew = positions.count <= Self.fewRows
    attentionScratch.tiles.removeAll(keepingCapacity: true)
    var start = 0
    while start < positions.count {
      let view = views[viewOf[start]]
      func pages(_ row: Int) -> Range<Int> {
        let position = Int(positions[row])
        return visiblePages(view, from: position, through: position, shape)
      }
      var end = start + 1
      var (low, high) = (Int(positions[start]), Int(positions[start]))
      let own = pages(start)
      let span = Self.stepSpan(own.count, shape)
      while end < positions.count, end - start < rowsPerTile, viewOf[end] == viewOf[start] {
        if areFew {
          let next = pages(end)
          guard next.lowerBound == own.lowerBound, Self.stepSpan(next.count, shape) == span else {
            break
          }
        }
        low = min(low, Int(positions[end]))
        high = max(high, Int(positions[end]))
        end += 1
      }
      attentionScratch.tiles.append(
        AttentionTile(
          rows: start..<end, view: viewOf[start],
          pages: visiblePages(view, from: low, through: high, shape), pagesPerSpan: span))
      start = end
    }
    if areFew || attentionScratch.tiles.allSatisfy({ $0.rows.count == 1 }) { return }
    let isMuch = attentionScratch.tiles.count * shape.kvHeads >= 64
    for index in attentionScratch.tiles.indices {
      attentionScratch.tiles[index].pagesPerSpan = isMuch ? .max : Self.spanPages
    }
  }

  /// Passes of so many rows give each row the bits that it has alone: what is drafted is checked by
  /// them.
  private static var fewRows: Int { 15 }

  /// Pages of one span of the long views of many rows.
  private static var spanPages: Int { 16 }

  /// Pages of one span of a row that sees `pages` pages.
  ///
  /// A part has its price, in what is begun, kept and merged for every row: few parts, of at least
  /// 128 Ki values, and of 512 Ki where there are more than four.
  private static func stepSpan(_ pages: Int, _ shape: AttentionShape) -> Int {
    let values = pages * shape.kvHeads * (shape.keyDim + shape.valueDim) * KVPage.positions
    let parts = max(1, min(values >> 17, max(4, values >> 19), 16))
    return max(1, (pages + parts - 1) / parts)
  }

  /// The pages that hold the positions `oldest...high`.
  private func visiblePages(
    _ view: KVView, from low: Int, through high: Int, _ shape: AttentionShape
  ) -> Range<Int> {
    precondition(shape.bias.map { $0.reach >= high } ?? true, "no score bias for a position")
    let end = shape.visible(from: high, end: view.end).upperBound
    guard end > view.firstPosition else { return 0..<0 }
    let last = (end - 1 - view.firstPosition) / KVPage.positions
    precondition(last < view.pages.count, "no cache page for a position")
    let first = shape.visible(from: low, end: view.end).lowerBound
    return max(0, first - view.firstPosition) / KVPage.positions..<last + 1
  }
}
