import TernKernels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Model {
  /// Queries, keys and values of the rows' `input`; stores keys and values in the caches.
  func project(_ sizes: AttentionConfig, _ layer: AttentionWeights, _ input: Rows) {
    let rows = workspace.projected.rows(rowCount)
    let width = sizes.projectedQueryWidth + sizes.keyWidth + sizes.valueWidth
    let all = rows.slice(columns: 0..<width)
    let queries = all.slice(columns: 0..<sizes.projectedQueryWidth)
    let k = all.slice(columns: queries.columns..<queries.columns + sizes.keyWidth)
    let v = all.slice(columns: queries.columns + sizes.keyWidth..<width)
    switch layer.projections {
    case .fused(let linear):
      multiply(linear, input, into: all)
    case .separate(let query, let key, let value):
      multiply(input, (query, queries), (key, k), (value, v))
    case .valueIsKey(let query, let key):
      multiply(input, (query, queries), (key, k))
      compute.copy(k, into: v)
    case .queryOnly(let query):
      multiply(query, input, into: queries)
    }
    if let limit = config.clamp { compute.clamp(all, to: limit) }
    if sizes.gate == .besideQueries {
      // Each head's gate stands behind its query.
      let together = queries.slice(columns: 0..<sizes.queryWidth)
      compute.separate(queries, groups: sizes.heads, into: together, gates(sizes))
    }
    if let gate = layer.gate { multiply(gate, input, into: gates(sizes)) }
    store(sizes, layer, all.slice(columns: 0..<sizes.queryWidth), k, v)
  }

  /// The values that gate attention's output, behind queries, keys and values.
  private func gates(_ sizes: AttentionConfig) -> Rows {
    let start = sizes.projectedQueryWidth + sizes.keyWidth + sizes.valueWidth
    return workspace.projected.rows(rowCount).slice(columns: start..<start + sizes.gateWidth)
  }

  /// Norms and rotates queries and keys, and stores keys and values in the caches.
  private func store(
    _ sizes: AttentionConfig, _ layer: AttentionWeights, _ q: Rows, _ k: Rows, _ v: Rows
  ) {
    normAndRotate(q, heads: sizes.heads, norm: layer.queryNorm, sizes)
    if sizes.hasTemperature, let temperature = config.temperature {
      scaleByTemperature(q, temperature)
    }
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
      isChunked: sizes.isChunked, isBidirectional: sizes.isBidirectional, sinks: weights.sinks,
      bias: scoreBias)
    compute.attention(
      workspace.projected.rows(rowCount).slice(columns: 0..<sizes.queryWidth), at: plan.positions,
      in: views, viewOf: plan.cacheOf, shape: shape,
      into: workspace.mixed.rows(rowCount).slice(columns: 0..<sizes.outputWidth))
    applyGate(sizes, weights)
  }

  /// Multiplies attention's output by the sigmoid of its gate.
  private func applyGate(_ sizes: AttentionConfig, _ weights: AttentionWeights) {
    let mixed = workspace.mixed.rows(rowCount).slice(columns: 0..<sizes.outputWidth)
    switch sizes.gate {
    case .none: break
    case .besideQueries, .perValue: compute.gateLogistic(gates(sizes), mixed, into: mixed)
    case .perHead: if weights.gate != nil { compute.gateLogisticHeads(gates(sizes), mixed) }
    }
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
  func scaleByTemperature(_ q: Rows, _ temperature: Temperature) {
    // Before the first period ends all factors are 1.
    let first = temperature.length - temperature.offset
    guard plan.positions.contains(where: { Int($0) >= first }) else { return }
    factors.removeAll(keepingCapacity: true)
    for position in plan.positions {
      let period = (Int(position) + temperature.offset) / temperature.length
      factors.append(logf(Float(period + 1)) * temperature.scale + 1)
    }
    compute.scaleRows(q, by: factors)
  }

  func makeViews(slot: Int) {
    views.removeAll(keepingCapacity: true)
    for cache in plan.caches { views.append(cache.view(slot: slot)) }
  }
}
