import TernKernels

/// Gemma 3n: what makes streams of an embedding, and one state of the streams.
struct AltUpWeights {
  /// For each stream but the first: D × D.
  let projections: [WeightMatrix]
  let backProjections: [WeightMatrix]
}

/// Gemma 3n: how a layer predicts and corrects S streams.
struct AltUpLayerWeights {
  let routerNorm: Norm
  /// S × D.
  let router: WeightMatrix
  /// S² × S.
  let predict: WeightMatrix
  /// S × S.
  let correct: WeightMatrix
  /// Of the first stream, before the layer's small input is made of it.
  let correctScale: FloatVector
}

/// Gemma 3n: a low-rank map beside attention.
struct LaurelWeights {
  /// R × D.
  let left: WeightMatrix
  /// D × R.
  let right: WeightMatrix
  let norm: Norm
}

extension AltUpWeights {
  var matrices: [WeightMatrix] { projections + backProjections }
}

extension AltUpLayerWeights {
  var matrices: [WeightMatrix] { [router, predict, correct] }
}

extension LayerLoader {
  func altUp() throws(ModelError) -> AltUpWeights {
    let (count, width) = (Model.streams - 1, config.embedding)
    return AltUpWeights(
      projections: try loader.matrices(
        "altup_proj.weight", count: count, rows: width, columns: width),
      backProjections: try loader.matrices(
        "altup_unembd_proj.weight", count: count, rows: width, columns: width))
  }

  func altUpLayer() throws(ModelError) -> AltUpLayerWeights {
    let (count, width) = (Model.streams, config.embedding)
    return AltUpLayerWeights(
      routerNorm: try norm("altup_router_norm", count: width),
      router: try loader.matrix(prefix + "altup_router.weight", rows: count, columns: width),
      predict: try loader.matrix(
        prefix + "altup_predict_coef.weight", rows: count * count, columns: count),
      correct: try loader.matrix(
        prefix + "altup_correct_coef.weight", rows: count, columns: count),
      correctScale: try loader.vector(prefix + "altup_correct_scale.weight", count: width))
  }

  func laurel() throws(ModelError) -> LaurelWeights {
    let (rank, width) = (config.laurelRank, config.embedding)
    return LaurelWeights(
      left: try loader.matrix(prefix + "laurel_l.weight", rows: rank, columns: width),
      right: try loader.matrix(prefix + "laurel_r.weight", rows: width, columns: rank),
      norm: try norm("laurel_post_norm", count: width))
  }
}
