import TernKernels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The weights of one layer's indexer.
struct IndexerWeights {
  /// heads·keyDim × queryRank.
  let queries: Linear
  /// keyDim × D.
  let keys: Linear
  /// heads × D: how much each head's scores count.
  let weights: Linear
  let norm: FloatVector
  let normBias: FloatVector?

  var matrices: [WeightMatrix] { [queries.weight, keys.weight, weights.weight] }
}

extension LayerLoader {
  /// The weights of an indexer, or none where the layer sees what an earlier one chose.
  func indexer(_ sizes: IndexerConfig, queryRank: Int) throws(ModelError) -> IndexerWeights? {
    if sizes.isShared {
      // Files may have the unread weights.
      loader.skip(
        ["attn_q_b.weight", "attn_k.weight", "proj.weight", "k_norm.weight", "k_norm.bias"]
          .map { prefix + "indexer." + $0 })
      return nil
    }
    return IndexerWeights(
      queries: try linear(
        "indexer.attn_q_b", rows: sizes.queryWidth, columns: queryRank),
      keys: try linear("indexer.attn_k", rows: sizes.keyDim, columns: config.embedding),
      weights: try linear("indexer.proj", rows: sizes.heads, columns: config.embedding),
      norm: try loader.vector(prefix + "indexer.k_norm.weight", count: sizes.keyDim),
      normBias: try loader.optionalVector(prefix + "indexer.k_norm.bias", count: sizes.keyDim))
  }
}

extension Model {
  /// The indexer's queries, weights and keys of the rows; stores the keys in the caches.
  ///
  /// `small` holds the compressed queries.
  func projectIndexer(
    _ sizes: LatentConfig, _ weights: IndexerWeights, _ input: Rows, small: Rows
  ) {
    guard let indexer = sizes.indexer else { return }
    let all = workspace.projected.rows(rowCount)
    let q = all.slice(columns: sizes.indexQueryColumns)
    let k = all.slice(columns: sizes.indexKeyColumns)
    let w = all.slice(columns: sizes.indexWeightColumns)
    multiply(weights.queries, small, into: q)
    multiply(input, (weights.keys, k), (weights.weights, w))
    compute.scale(w, by: 1 / Float(indexer.queryWidth).squareRoot())
    compute.layerNorm(
      k, weight: weights.norm, bias: weights.normBias, epsilon: indexer.epsilon, into: k)
    if let angles = workspace.angles {
      compute.rope(
        q, heads: indexer.heads, headDim: indexer.keyDim, ropeDim: sizes.ropeDim, angles,
        indexer.rope)
      compute.rope(
        k, heads: 1, headDim: indexer.keyDim, ropeDim: sizes.ropeDim, angles, indexer.rope)
    }
    makeViews(slot: indexer.slot)
    compute.store(
      keys: k, values: k.slice(columns: 0..<0), at: plan.positions, in: views,
      viewOf: plan.cacheOf)
  }

  /// Chooses the positions that the rows see, where the layer has an indexer of its own.
  ///
  /// A row for which that is impossible, because its scores are not finite, gets queries of NaN.
  func selectKeys(_ sizes: LatentConfig) {
    guard let indexer = sizes.indexer, let space = workspace.latent else { return }
    let all = workspace.projected.rows(rowCount)
    if !indexer.isShared {
      makeViews(slot: indexer.slot)
      compute.selectKeys(
        all.slice(columns: sizes.indexQueryColumns),
        weights: all.slice(columns: sizes.indexWeightColumns), at: plan.positions, in: views,
        viewOf: plan.cacheOf,
        shape: IndexShape(heads: indexer.heads, keyDim: indexer.keyDim, count: indexer.count),
        into: space.selection)
    }
    let q = all.slice(columns: sizes.queryColumns)
    for row in space.selection.spoiled {
      compute.scale(q.slice(rows: row..<row + 1), by: .nan)
    }
  }

  /// Keeps of an earlier layer's choice what belongs to the rows whose logits are wanted.
  func keepWantedSelection(_ sizes: LatentConfig) {
    guard sizes.indexer?.isShared == true, plan.wanted.count < plan.count else { return }
    workspace.latent?.selection.keep(rows: plan.wanted)
  }
}
