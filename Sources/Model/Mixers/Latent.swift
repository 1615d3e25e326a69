import TernKernels

/// What latent attention works in besides the buffers of all mixers: the rows of some queries.
///
/// Long batches are taken in pieces, since a row's queries for compressed keys are wide.
final class LatentSpace {
  /// Rows that are taken at once.
  static let rows = 64

  let queries: RowBuffer
  let sums: RowBuffer
  /// The products of all heads; keeps its memory.
  var jobs: [MatmulJob] = []
  /// What a long prompt is run in, during its pass.
  var prompt: LatentPromptSpace?
  /// The positions that rows see, where not all are seen.
  let selection = KeySelection()

  /// `nil` where no layer has latent attention.
  init?(rows: Int, _ layers: [LayerConfig]) throws(MemoryError) {
    let mixers = layers.flatMap(\.mixers).compactMap(\.latent)
    guard !mixers.isEmpty else { return nil }
    let count = min(rows, Self.rows)
    queries = try RowBuffer(
      allocating: count, columns: mixers.map { $0.heads * $0.rowWidth }.max() ?? 0)
    sums = try RowBuffer(
      allocating: count, columns: mixers.map { $0.heads * $0.rank }.max() ?? 0)
  }
}

extension Model {
  /// Queries and compressed rows of the rows' `input`; stores the latter in the caches.
  func project(_ sizes: LatentConfig, _ layer: LatentWeights, _ input: Rows) {
    let all = workspace.projected.rows(rowCount)
    let q = all.slice(columns: sizes.queryColumns)
    let row = all.slice(columns: sizes.rowColumns)
    switch layer.query {
    case .plain(let linear):
      multiply(input, (linear, q), (layer.row, row))
    case .compressed(let down, let norm, let up):
      let small = all.slice(columns: sizes.smallColumns)
      multiply(input, (down, small), (layer.row, row))
      apply(norm, small, into: small)
      multiply(up, small, into: q)
      if let indexer = layer.indexer { projectIndexer(sizes, indexer, input, small: small) }
    }
    let compressed = row.slice(columns: 0..<sizes.rank)
    apply(layer.norm, compressed, into: compressed)
    if sizes.rotated, let layout = config.family.rope, let angles = workspace.angles {
      compute.rope(
        q, heads: sizes.heads, headDim: sizes.keyDim, offset: sizes.plainDim,
        ropeDim: sizes.ropeDim, angles, layout)
      compute.rope(
        row, heads: 1, headDim: sizes.rowWidth, offset: sizes.rank, ropeDim: sizes.ropeDim, angles,
        layout)
    }
    if let temperature = config.temperature { scaleByTemperature(q, temperature) }
    makeViews(slot: sizes.slot)
    compute.store(
      keys: row, values: row.slice(columns: 0..<0), at: plan.positions, in: views,
      viewOf: plan.cacheOf)
  }

  /// Attention of the rows' queries over their caches, and the output projection.
  func attend(_ sizes: LatentConfig, _ weights: LatentWeights, into out: Rows) {
    guard let space = workspace.latent else { return }
    let q = workspace.projected.rows(rowCount).slice(columns: sizes.queryColumns)
    let mixed = workspace.mixed.rows(rowCount).slice(columns: 0..<sizes.outputWidth)
    makeViews(slot: sizes.slot)
    if attendDecompressed(sizes, weights, space, q, into: mixed) {
      multiply(weights.output, mixed, into: out)
      return
    }
    if rowCount <= space.queries.capacity {
      attend(sizes, weights, space, q, firstRow: 0, plan.positions, plan.cacheOf, into: mixed)
    } else {
      for start in stride(from: 0, to: rowCount, by: space.queries.capacity) {
        let rows = start..<min(rowCount, start + space.queries.capacity)
        attend(
          sizes, weights, space, q.slice(rows: rows), firstRow: start,
          Array(plan.positions[rows]), Array(plan.cacheOf[rows]), into: mixed.slice(rows: rows))
      }
    }
    multiply(weights.output, mixed, into: out)
  }

  /// Some rows' queries, turned into queries for compressed rows, and their values.
  private func attend(
    _ sizes: LatentConfig, _ weights: LatentWeights, _ space: LatentSpace, _ q: Rows,
    firstRow: Int, _ positions: [Int32], _ viewOf: [Int], into mixed: Rows
  ) {
    let (rank, width, plain) = (sizes.rank, sizes.rowWidth, sizes.plainDim)
    let queries = space.queries.rows(q.count).slice(columns: 0..<sizes.heads * width)
    let sums = space.sums.rows(q.count).slice(columns: 0..<sizes.heads * rank)
    multiplyHeads(space, weights.keys) { head in
      let (from, to) = (head * sizes.keyDim, head * width)
      compute.copy(
        q.slice(columns: from + plain..<from + sizes.keyDim),
        into: queries.slice(columns: to + rank..<to + width))
      return (
        q.slice(columns: from..<from + plain), queries.slice(columns: to..<to + rank)
      )
    }
    let shape = AttentionShape(
      heads: sizes.heads, kvHeads: 1, keyDim: width, valueDim: rank, scale: sizes.scale,
      valuesInKeys: true)
    compute.attention(
      queries, at: positions, in: views, viewOf: viewOf, shape: shape,
      selection: sizes.indexer == nil ? nil : space.selection, firstSelected: firstRow, into: sums)
    multiplyHeads(space, weights.values) { head in
      (
        sums.slice(columns: head * rank..<(head + 1) * rank),
        mixed.slice(columns: head * sizes.valueDim..<(head + 1) * sizes.valueDim)
      )
    }
  }

  /// The products of the heads' matrices, side by side.
  func multiplyHeads(
    _ space: LatentSpace, _ weights: [WeightMatrix],
    _ rows: (_ head: Int) -> (input: Rows, output: Rows)
  ) {
    for (head, weight) in weights.enumerated() {
      let (input, output) = rows(head)
      space.jobs.append(MatmulJob(weight: weight, input: input, output: output))
    }
    compute.multiply(space.jobs)
    space.jobs.removeAll(keepingCapacity: true)
  }
}
