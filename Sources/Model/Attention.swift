import TernKernels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Model {
  /// Queries, keys and values of the rows' `input`; stores keys and values in the caches.
  func project(_ sizes: AttentionConfig, _ layer: AttentionWeights, _ input: Rows) {
    let width = sizes.queryWidth + sizes.keyWidth + sizes.valueWidth
    let all = workspace.projected.rows(rowCount).slice(columns: 0..<width)
    let q = all.slice(columns: 0..<sizes.queryWidth)
    let k = all.slice(columns: sizes.queryWidth..<sizes.queryWidth + sizes.keyWidth)
    let v = all.slice(columns: sizes.queryWidth + sizes.keyWidth..<width)
    switch layer.projections {
    case .fused(let linear):
      multiply(linear, input, into: all)
    case .separate(let query, let key, let value):
      multiply(input, (query, q), (key, k), (value, v))
    case .valueIsKey(let query, let key):
      multiply(input, (query, q), (key, k))
      compute.copy(k, into: v)
    case .queryOnly(let query):
      multiply(query, input, into: q)
    }
    if let limit = config.clamp { compute.clamp(all, to: limit) }
    normAndRotate(q, heads: sizes.heads, norm: layer.queryNorm, sizes)
    if let temperature = config.temperature { scaleByTemperature(q, temperature) }
    makeViews(slot: sizes.slot)
    guard sizes.sharesCacheOf == nil else { return }
    normAndRotate(k, heads: sizes.kvHeads, norm: layer.keyNorm, sizes)
    if config.family.valueNorm {
      compute.rmsNormHeads(
        v, heads: sizes.kvHeads, weight: nil, epsilon: config.normEpsilon)
    }
    compute.store(keys: k, values: v, at: plan.positions, in: views, viewOf: plan.cacheOf)
  }

  /// Attention of the rows' queries over their caches, into `mixed`.
  func attend(_ sizes: AttentionConfig, _ weights: AttentionWeights) {
    let shape = AttentionShape(
      heads: sizes.heads, kvHeads: sizes.kvHeads, keyDim: sizes.keyDim, valueDim: sizes.valueDim,
      scale: sizes.scale, softcap: config.attentionSoftcap, window: sizes.window,
      isBidirectional: sizes.isBidirectional, sinks: weights.sinks, bias: scoreBias)
    compute.attention(
      workspace.projected.rows(rowCount).slice(columns: 0..<sizes.queryWidth), at: plan.positions,
      in: views, viewOf: plan.cacheOf, shape: shape,
      into: workspace.mixed.rows(rowCount).slice(columns: 0..<sizes.outputWidth))
  }

  /// The output projection, with the norm before it.
  ///
  /// out = attn_output · sub norm(mixed)
  func finishAttention(_ weights: AttentionWeights, into out: Rows) {
    let mixed = workspace.mixed.rows(rowCount).slice(columns: 0..<weights.output.weight.columns)
    if let norm = weights.subNorm { apply(norm, mixed, into: mixed) }
    multiply(weights.output, mixed, into: out)
  }

  /// Norm and rotation of queries or keys, in the family's order.
  private func normAndRotate(_ x: Rows, heads: Int, norm: Norm?, _ sizes: AttentionConfig) {
    let after = config.family.qkNormAfterRope
    if let norm, !after { self.norm(x, heads: heads, norm) }
    if sizes.rotated, let layout = config.family.rope {
      let sliding = sizes.window != nil
      if let angles = sliding ? workspace.windowAngles : workspace.angles {
        compute.rope(
          x, heads: heads, headDim: sizes.keyDim, ropeDim: 2 * angles.pairs, angles, layout)
      }
    }
    if let norm, after { self.norm(x, heads: heads, norm) }
  }

  private func norm(_ x: Rows, heads: Int, _ norm: Norm) {
    if config.family.qkNorm.isOfWhole {
      apply(norm, x, into: x)
      return
    }
    switch norm.kind {
    case .rms:
      compute.rmsNormHeads(x, heads: heads, weight: norm.weight, epsilon: config.normEpsilon)
    case .layer:
      compute.layerNormHeads(
        x, heads: heads, weight: norm.weight, bias: norm.bias, epsilon: config.normEpsilon)
    }
  }

  /// Multiplies each query by its position's temperature (Llama 4's attention scaling).
  private func scaleByTemperature(_ q: Rows, _ temperature: Temperature) {
    let factors = plan.positions.map { position in
      let period = Int(position) / temperature.length
      return logf(Float(period + 1)) * temperature.scale + 1
    }
    compute.scaleRows(q, by: factors)
  }

  private func makeViews(slot: Int) {
    views.removeAll(keepingCapacity: true)
    for cache in plan.caches { views.append(cache.view(slot: slot)) }
  }
}
