import TernKernelsPortable

/// The sizes of an indexer: a small attention that chooses the positions the other sees.
package struct IndexShape: Sendable {
  package var heads: Int
  package var keyDim: Int
  /// Positions that a row sees at most.
  package var count: Int

  package init(heads: Int, keyDim: Int, count: Int) {
    precondition(heads > 0 && keyDim > 0 && count > 0)
    self.heads = heads
    self.keyDim = keyDim
    self.count = count
  }
}

extension Compute {
  /// Chooses for every row the positions with the largest scores, at most `shape.count`.
  ///
  /// score = Σ over heads: weight · max(0, query · key); row `i` of `q` (`heads * keyDim` columns)
  /// and of `weights` (`heads` columns) sees positions `0...positions[i]` of `views[viewOf[i]]`,
  /// whose pages hold one key. Of equal scores the earlier positions are chosen. A row with a score
  /// that is not finite is noted as spoiled.
  package func selectKeys(
    _ q: Rows, weights: Rows, at positions: [Int32], in views: [KVView], viewOf: [Int],
    shape: IndexShape, into selection: KeySelection
  ) {
    precondition(q.columns == shape.heads * shape.keyDim && weights.columns == shape.heads)
    precondition(weights.count == q.count && positions.count == q.count)
    selection.selectAll()
    let length = Int(positions.max() ?? 0) + 1
    guard length > shape.count else { return }
    let pages = (length + KVPage.positions - 1) / KVPage.positions
    selection.begin(rows: q.count, pages: pages)
    let scorer = IndexScorer(
      q: q, weights: weights, positions: positions, views: views, viewOf: viewOf, shape: shape,
      vector: vector, pages: pages)
    scorer.reserve(selection, threads: team.threads)
    let scores = unsafe selection.scores.base
    for start in stride(from: 0, to: q.count, by: IndexScorer.rows) {
      let rows = start..<min(q.count, start + IndexScorer.rows)
      let spans = (pages + IndexScorer.spanPages - 1) / IndexScorer.spanPages
      let workers = selection.workers
      team.run(rows.count * spans) { part, worker in
        let row = part / spans
        unsafe scorer.score(
          rows.lowerBound + row, span: part % spans, workers[worker].base,
          into: scores + row * pages * KVPage.positions)
      }
      for row in rows {
        unsafe scorer.choose(
          row, scores + (row - rows.lowerBound) * pages * KVPage.positions,
          selection.workers[0], into: selection)
      }
    }
  }
}

/// What the parts of one call share.
///
/// Sendable: only constants; parts write disjoint scores.
private struct IndexScorer: @unchecked Sendable {
  let q: Rows
  let weights: Rows
  let positions: [Int32]
  let views: [KVView]
  let viewOf: [Int]
  let shape: IndexShape
  let vector: VectorKernels
  let pages: Int

  /// Rows whose scores are held at once, and pages of a part.
  static var rows: Int { 16 }
  static var spanPages: Int { 32 }

  private var pieces: Int { (shape.keyDim + 63) / 64 }

  /// Makes room for scores, and for each worker's queries and products.
  func reserve(_ selection: KeySelection, threads: Int) {
    let all = KVPage.positions
    let need = min(Self.rows, q.count) * pages * all
    if selection.scores.count < need { selection.scores = AlignedFloats(count: need) }
    let own = max(shape.heads * 64 * (pieces + 1), pages * all)
    while selection.workers.count < threads { selection.workers.append(AlignedFloats(count: own)) }
    for index in selection.workers.indices where selection.workers[index].count < own {
      selection.workers[index] = AlignedFloats(count: own)
    }
  }

  /// The scores of a row for the pages of a span.
  func score(
    _ row: Int, span: Int, _ memory: UnsafeMutablePointer<Float>,
    into scores: UnsafeMutablePointer<Float>
  ) {
    let (all, heads, dim) = (KVPage.positions, shape.heads, shape.keyDim)
    let end = min(Int(positions[row]) / all + 1, (span + 1) * Self.spanPages)
    let queries = unsafe memory + heads * 64
    for head in 0..<heads {
      for column in stride(from: 0, to: dim, by: 64) {
        unsafe (queries + (column / 64 * heads + head) * 64).update(
          from: q.row(row) + head * dim + column, count: min(64, dim - column))
      }
    }
    var index = span * Self.spanPages
    while index < end {
      let page = views[viewOf[row]].pages[index]
      unsafe multiply(page, queries, into: memory)
      unsafe vector.sumPositive(memory, heads, weights.row(row), scores + index * all)
      index += 1
    }
  }

  private func multiply(
    _ page: KVPage, _ queries: UnsafeMutablePointer<Float>,
    into products: UnsafeMutablePointer<Float>
  ) {
    let (all, heads, dim) = (KVPage.positions, shape.heads, shape.keyDim)
    let keys = unsafe UnsafeRawPointer(page.keys(0))
    unsafe vector.multiplyTile(
      TileProduct(
        c: products, cStride: all, a: queries, aPiece: heads * 64, rows: heads, b: keys,
        bStride: all, k: dim, width: all, ahead: keys),
      page.keyElements(0))
  }

  /// Selects the positions with the largest of a row's scores.
  func choose(
    _ row: Int, _ scores: UnsafeMutablePointer<Float>, _ memory: AlignedFloats,
    into selection: KeySelection
  ) {
    let length = Int(positions[row]) + 1
    guard unsafe vector.areFinite(scores, length) else {
      selection.spoil(row: row)
      return
    }
    guard length > shape.count else {
      for position in 0..<length { selection.select(row: row, position: position) }
      return
    }
    unsafe memory.base.update(from: scores, count: length)
    let least = unsafe largest(
      shape.count, of: UnsafeMutableBufferPointer(start: memory.base, count: length))
    var left = shape.count
    for position in 0..<length where unsafe scores[position] > least {
      selection.select(row: row, position: position)
      left -= 1
    }
    for position in 0..<length where left > 0 {
      guard unsafe scores[position] == least else { continue }
      selection.select(row: row, position: position)
      left -= 1
    }
  }

  /// The `count`th largest value; reorders them.
  private func largest(_ count: Int, of x: UnsafeMutableBufferPointer<Float>) -> Float {
    var (low, high) = (0, x.count - 1)
    let target = count - 1
    while low < high {
      let pivot = unsafe x[low + (high - low) / 2]
      var (i, j) = (low, high)
      while i <= j {
        while unsafe x[i] > pivot { i += 1 }
        while unsafe x[j] < pivot { j -= 1 }
        if i <= j {
          unsafe x.swapAt(i, j)
          i += 1
          j -= 1
        }
      }
      if target <= j {
        high = j
      } else if target >= i {
        low = i
      } else {
        return unsafe x[target]
      }
    }
    return unsafe x[target]
  }
}
