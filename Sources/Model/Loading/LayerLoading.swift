import TernKernels

extension LayerLoader {
  /// Projections, norms and sinks of one layer's attention.
  func attention(_ sizes: AttentionConfig) throws(ModelError) -> AttentionWeights {
    let family = config.family
    let hasGate = sizes.gate == .perValue || sizes.gate == .perHead && has("attn_gate")
    let hasSinks = family.sinks == .required || family.sinks == .optional && has("attn_sinks")
    return AttentionWeights(
      projections: try projections(sizes),
      queryNorm: try headNorm("attn_q_norm", sizes, heads: sizes.heads),
      keyNorm: sizes.sharesCacheOf == nil
        ? try headNorm("attn_k_norm", sizes, heads: sizes.kvHeads) : nil,
      sinks: hasSinks
        ? try loader.vector(prefix + "attn_sinks.weight", count: sizes.heads) : nil,
      gate: hasGate
        ? try linear("attn_gate", rows: sizes.gateWidth, columns: config.embedding) : nil,
      subNorm: family.subNorms ? try norm("attn_sub_norm", count: sizes.outputWidth) : nil,
      output: try attentionOutput(sizes))
  }

  /// The output projection, which takes the model's scale of values.
  private func attentionOutput(_ sizes: AttentionConfig) throws(ModelError) -> Linear {
    let output = try linear(
      config.family.encoder?.attentionOutput ?? "attn_output", rows: config.embedding,
      columns: sizes.outputWidth)
    if config.valueScale == 1 { return output }
    return output.with(bias: output.bias, scale: (output.scale ?? 1) * config.valueScale)
  }

  private func projections(
    _ sizes: AttentionConfig
  ) throws(ModelError) -> AttentionWeights.Projections {
    let columns = config.embedding
    if sizes.sharesCacheOf != nil {
      // Files keep the unread projections of layers that share another layer's cache.
      loader.skip(["attn_k", "attn_v", "attn_k_norm"].map { prefix + $0 + ".weight" })
      return .queryOnly(try linear("attn_q", rows: sizes.queryWidth, columns: columns))
    }
    if has("attn_qkv"), sizes.gate != .besideQueries {
      let fused = try linear(
        "attn_qkv", rows: sizes.queryWidth + sizes.keyWidth + sizes.valueWidth, columns: columns)
      if fused.bias != nil { return .fused(fused) }
      return .fused(fused.with(bias: try joinedBias(sizes), scale: fused.scale))
    }
    let q = try linear(
      "attn_q", rows: sizes.projectedQueryWidth, columns: columns)
    let k = try linear("attn_k", rows: sizes.keyWidth, columns: columns)
    if config.family.keysAsValues, !has("attn_v"), sizes.keyDim == sizes.valueDim {
      return .valueIsKey(q: q, k: k)
    }
    return .separate(
      q: q, k: k, v: try linear("attn_v", rows: sizes.valueWidth, columns: columns))
  }

  /// Separate biases of a fused projection, as some files have them.
  private func joinedBias(_ sizes: AttentionConfig) throws(ModelError) -> FloatVector? {
    guard loader.has(prefix + "attn_q.bias") else { return nil }
    let q = try loader.floats(prefix + "attn_q.bias", shape: [sizes.queryWidth])
    let k = try loader.floats(prefix + "attn_k.bias", shape: [sizes.keyWidth])
    let v = try loader.floats(prefix + "attn_v.bias", shape: [sizes.valueWidth])
    return FloatVector(q + k + v)
  }

  /// The norm of queries or keys; its weight is one head's, every head's, or the whole row's.
  private func headNorm(
    _ name: String, _ sizes: AttentionConfig, heads: Int
  ) throws(ModelError) -> Norm? {
    let (kind, dimension) = (config.family.norm, sizes.keyDim)
    switch config.family.qkNorm {
    case .none: return nil
    case .perHead: return try norm(name, count: dimension)
    case .perHeadOptional: return try optionalNorm(name, count: dimension)
    case .whole: return try norm(name, count: heads * dimension)
    case .unweightedWhereRotated:
      return sizes.rotated && config.experts?.count != 128 ? Norm(kind: kind) : nil
    case .wholeOptional: return try optionalNorm(name, count: heads * dimension)
    case .everyHeadOptional where !has(name): return nil
    case .everyHead, .everyHeadOptional:
      let values = try loader.floats(prefix + name + ".weight", shape: [dimension, heads])
      return Norm(kind: kind, weight: FloatVector(values))
    }
  }

  /// How the tensors show that gate and up projection are stored.
  private func shownForm(_ suffix: String, width: Int) -> Family.GateForm {
    if has("ffn_gate" + suffix) { return .separate }
    let up = loader.file.tensor(named: prefix + "ffn_up" + suffix + ".weight")
    return up?.dimensions.dropFirst().first == 2 * width ? .fused : .none
  }

  /// A feed-forward part; `suffix` is `""` or `"_shexp"`.
  func feedForward(
    _ suffix: String, width: Int, form: Family.GateForm, inner: InnerFunction = .plain
  ) throws(ModelError) -> FeedForwardWeights {
    let columns = config.embedding
    let stored: FeedForwardWeights.Form
    switch form == .any ? shownForm(suffix, width: width) : form {
    case .separate:
      stored = .gated(
        gate: try linear("ffn_gate" + suffix, rows: width, columns: columns),
        up: try linear("ffn_up" + suffix, rows: width, columns: columns))
    case .fused:
      stored = .fused(try linear("ffn_up" + suffix, rows: 2 * width, columns: columns))
    case .none, .any:
      stored = .plain(try linear("ffn_up" + suffix, rows: width, columns: columns))
    }
    return FeedForwardWeights(
      form: stored, width: width,
      subNorm: config.family.subNorms ? try norm("ffn_sub_norm", count: width) : nil,
      inner: inner, down: try linear("ffn_down" + suffix, rows: columns, columns: width))
  }
}
