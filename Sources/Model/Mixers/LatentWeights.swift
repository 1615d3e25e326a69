import TernKernels

/// The weights of one layer's latent attention; letters as in ``LatentConfig``.
final class LatentWeights {
  enum Query {
    /// H·(P + R) × D.
    case plain(Linear)
    /// queryRank × D, a norm, and H·(P + R) × queryRank.
    case compressed(down: Linear, norm: Norm, up: Linear)
  }

  let query: Query
  /// C + R × D.
  let row: Linear
  /// Of the compressed part of a row.
  let norm: Norm
  /// C × P, one per head: a query's plain part becomes one for the compressed part of rows.
  let keys: [WeightMatrix]
  /// N × C, one per head: a sum of compressed parts becomes a sum of values.
  let values: [WeightMatrix]
  /// D × H·N.
  let output: Linear
  let indexer: IndexerWeights?

  init(
    query: Query, row: Linear, norm: Norm, keys: [WeightMatrix], values: [WeightMatrix],
    output: Linear, indexer: IndexerWeights?
  ) {
    self.query = query
    self.row = row
    self.norm = norm
    self.keys = keys
    self.values = values
    self.output = output
    self.indexer = indexer
  }

  var matrices: [WeightMatrix] {
    let query: [Linear] =
      switch self.query {
      case .plain(let all): [all]
      case .compressed(let down, _, let up): [down, up]
      }
    return (query + [row, output]).map(\.weight) + keys + values + (indexer?.matrices ?? [])
  }
}

extension LayerLoader {
  /// Projections and norms of one layer's latent attention.
  func latent(_ sizes: LatentConfig) throws(ModelError) -> LatentWeights {
    let embedding = config.embedding
    let query = try latentQuery(sizes)
    let row = try linear("attn_kv_a_mqa", rows: sizes.rowWidth, columns: embedding)
    let norm = try norm("attn_kv_a_norm", count: sizes.rank)
    let heads = try latentHeads(sizes)
    return LatentWeights(
      query: query, row: row, norm: norm, keys: heads.keys, values: heads.values,
      output: try linear("attn_output", rows: embedding, columns: sizes.outputWidth),
      indexer: try sizes.indexer.flatMap { (indexer) throws(ModelError) in
        try self.indexer(indexer, queryRank: sizes.queryRank)
      })
  }

  private func latentQuery(_ sizes: LatentConfig) throws(ModelError) -> LatentWeights.Query {
    let (rows, embedding) = (sizes.heads * sizes.keyDim, config.embedding)
    if sizes.queryRank == 0 || has("attn_q") {
      return .plain(try linear("attn_q", rows: rows, columns: embedding))
    }
    return .compressed(
      down: try linear("attn_q_a", rows: sizes.queryRank, columns: embedding),
      norm: try norm("attn_q_a_norm", count: sizes.queryRank),
      up: try linear("attn_q_b", rows: rows, columns: sizes.queryRank))
  }

  /// The matrices of all heads: two tensors of them, or in older files one that gives keys and values.
  private func latentHeads(
    _ sizes: LatentConfig
  ) throws(ModelError) -> (keys: [WeightMatrix], values: [WeightMatrix]) {
    guard has("attn_k_b") || has("attn_v_b") else {
      return try loader.keyAndValueMatrices(
        prefix + "attn_kv_b.weight", heads: sizes.heads, keyRows: sizes.plainDim,
        valueRows: sizes.valueDim, columns: sizes.rank)
    }
    // Some files have the matrices in both forms.
    loader.skip([prefix + "attn_kv_b.weight"])
    return (
      try loader.matrices(
        prefix + "attn_k_b.weight", count: sizes.heads, rows: sizes.rank,
        columns: sizes.plainDim),
      try loader.matrices(
        prefix + "attn_v_b.weight", count: sizes.heads, rows: sizes.valueDim,
        columns: sizes.rank)
    )
  }
}
