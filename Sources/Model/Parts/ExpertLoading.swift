import TernKernels

extension LayerLoader {
  /// Router and experts.
  func experts(
    _ sizes: ExpertConfig, inner: InnerFunction = .plain
  ) throws(ModelError) -> ExpertWeights {
    let (count, columns) = (sizes.count, sizes.rowWidth(config.embedding))
    let router = try router(count)
    let forms = try expertForms(sizes)
    let down = try expertLinears(
      "ffn_down_exps", count: count, rows: columns, columns: sizes.feedForward)
    let experts = (0..<count).map {
      FeedForwardWeights(
        form: forms[$0], width: sizes.feedForward, inner: inner, down: down[$0])
    }
    return ExpertWeights(
      router: router, selectionBias: try selectionBias(count), experts: experts,
      compression: try compression(sizes))
  }

  /// What compresses the rows of experts.
  private func compression(
    _ sizes: ExpertConfig
  ) throws(ModelError) -> ExpertWeights.Compression? {
    guard sizes.compressed > 0 else { return nil }
    let columns = config.embedding
    return ExpertWeights.Compression(
      down: try linear("ffn_latent_down", rows: sizes.compressed, columns: columns),
      up: try linear("ffn_latent_up", rows: columns, columns: sizes.compressed))
  }

  /// The router; beside a dense network its scale is one of inputs, not of outputs.
  private func router(_ count: Int) throws(ModelError) -> Linear {
    guard config.family.routing?.besideDense == true else {
      return try linear("ffn_gate_inp", rows: count, columns: config.embedding)
    }
    return Linear(
      weight: try loader.matrix(
        prefix + "ffn_gate_inp.weight", rows: count, columns: config.embedding))
  }

  /// The norms of a dense network and of the experts beside it.
  func beside() throws(ModelError) -> BesideWeights {
    let columns = config.embedding
    let scale = try loader.floats(prefix + "ffn_gate_inp.scale", shape: [columns])
    let root = Float(columns).squareRoot()
    return BesideWeights(
      denseNorm: try norm("post_ffw_norm_1", count: columns),
      inputNorm: try norm("pre_ffw_norm_2", count: columns),
      outputNorm: try norm("post_ffw_norm_2", count: columns),
      routerScale: FloatVector(scale.map { $0 / root }))
  }

  /// The first halves of all experts: gate and up side by side, apart, or no gate at all.
  private func expertForms(
    _ sizes: ExpertConfig
  ) throws(ModelError) -> [FeedForwardWeights.Form] {
    let (count, width) = (sizes.count, sizes.feedForward)
    let columns = sizes.rowWidth(config.embedding)
    if has("ffn_gate_up_exps") {
      return try expertLinears(
        "ffn_gate_up_exps", count: count, rows: 2 * width, columns: columns
      ).map { .fused($0) }
    }
    let up = try expertLinears("ffn_up_exps", count: count, rows: width, columns: columns)
    if config.family.gate == .none { return up.map { .plain($0) } }
    let gate = try expertLinears("ffn_gate_exps", count: count, rows: width, columns: columns)
    return zip(gate, up).map { .gated(gate: $0, up: $1) }
  }

  /// What is added to the scores for choosing; some converters leave out the name's last part.
  private func selectionBias(_ count: Int) throws(ModelError) -> FloatVector? {
    for name in ["exp_probs_b.bias", "exp_probs_b"] where loader.has(prefix + name) {
      return try loader.vector(prefix + name, count: count)
    }
    return nil
  }

  private func expertLinears(
    _ name: String, count: Int, rows: Int, columns: Int
  ) throws(ModelError) -> [Linear] {
    let weights = try loader.matrices(
      prefix + name + ".weight", count: count, rows: rows, columns: columns)
    if config.family.requiredBiases.contains(name) { try loader.require(prefix + name + ".bias") }
    let biases = try loader.optionalVectors(
      prefix + name + ".bias", count: count, length: rows)
    let scales =
      loader.has(prefix + name + ".scale")
      ? try loader.floats(prefix + name + ".scale", shape: [count]) : nil
    return weights.indices.map {
      Linear(weight: weights[$0], bias: biases?[$0], scale: scales?[$0])
    }
  }
}
