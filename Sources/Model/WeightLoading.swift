import TernKernels

extension Weights {
  /// Loads and checks all tensors that `config` asks for.
  init(_ loader: TensorLoader, _ config: Config) throws(ModelError) {
    let names = LayerLoader(loader, config, prefix: "")
    let embedding = config.embedding
    tokens = try loader.matrix(
      "token_embd.weight", rows: config.vocabulary, columns: embedding,
      isLookup: names.hasOwnHead)
    positions =
      config.family.learnedPositions
      ? try loader.matrix(
        "position_embd.weight", rows: config.contextLength, columns: embedding, isLookup: true)
      : nil
    outputNorm =
      config.family.attentionNorm == .unweighted
      ? Norm(kind: config.family.norm) : try names.norm("output_norm", count: embedding)
    output = try names.head(tokens)
    perLayer =
      config.perLayerInput > 0
      ? PerLayerWeights(
        tokens: try loader.matrix(
          "per_layer_token_embd.weight", rows: config.vocabulary,
          columns: config.layerCount * config.perLayerInput, isLookup: true),
        projection: try loader.matrix(
          "per_layer_model_proj.weight", rows: config.layerCount * config.perLayerInput,
          columns: embedding),
        norm: try loader.vector("per_layer_proj_norm.weight", count: config.perLayerInput))
      : nil
    var layers: [LayerWeights] = []
    for index in config.layers.indices {
      layers.append(
        try LayerLoader(loader, config, prefix: "blk.\(index).").layer(config.layers[index]))
    }
    self.layers = layers
    try loader.requireAllUsed(layers: config.layerCount)
    loader.finish()
  }
}

/// Loads the tensors whose names begin with `prefix`.
struct LayerLoader {
  let loader: TensorLoader
  let config: Config
  let prefix: String
  private var family: Family { config.family }
  private var embedding: Int { config.embedding }

  init(_ loader: TensorLoader, _ config: Config, prefix: String) {
    self.loader = loader
    self.config = config
    self.prefix = prefix
  }

  func has(_ name: String) -> Bool { loader.has(prefix + name + ".weight") }

  /// A matrix with the bias and scale that the file has for it.
  func linear(_ name: String, rows: Int, columns: Int) throws(ModelError) -> Linear {
    Linear(
      weight: try loader.matrix(prefix + name + ".weight", rows: rows, columns: columns),
      bias: try bias(name, count: rows),
      scale: loader.has(prefix + name + ".scale")
        ? try loader.floats(prefix + name + ".scale", shape: [1]).first : nil)
  }

  /// The bias of `name`: required by the family, or used where the file has it.
  func bias(_ name: String, count: Int) throws(ModelError) -> FloatVector? {
    family.requiredBiases.contains(name)
      ? try loader.vector(prefix + name + ".bias", count: count)
      : try loader.optionalVector(prefix + name + ".bias", count: count)
  }

  func norm(_ name: String, count: Int) throws(ModelError) -> Norm {
    Norm(
      kind: family.norm, weight: try loader.vector(prefix + name + ".weight", count: count),
      bias: try bias(name, count: count))
  }

  func optionalNorm(_ name: String, count: Int) throws(ModelError) -> Norm? {
    has(name) ? try norm(name, count: count) : nil
  }

  /// Whether the output head is a tensor of its own, not the embeddings.
  var hasOwnHead: Bool {
    switch family.head {
    case .required: true
    case .optional: has("output")
    case .tied: false
    }
  }

  /// The output head: a tensor of its own or the embeddings.
  func head(_ tokens: WeightMatrix) throws(ModelError) -> Linear {
    hasOwnHead
      ? try linear("output", rows: config.vocabulary, columns: embedding)
      : Linear(weight: tokens, bias: try bias("output", count: config.vocabulary))
  }

  func layer(_ sizes: LayerConfig) throws(ModelError) -> LayerWeights {
    var layer = LayerWeights(attention: try attention(sizes))
    layer.attentionNorm = try attentionNorm()
    layer.feedForwardNorm = try feedForwardNorm()
    if family.postNorms {
      layer.postAttentionNorm = try norm("post_attention_norm", count: embedding)
      layer.postFeedForwardNorm = try norm("post_ffw_norm", count: embedding)
    }
    if let experts = config.experts, sizes.hasExperts {
      layer.experts = try self.experts(experts, inner: sizes.inner.experts)
      if experts.shared > 0 {
        layer.shared = try feedForward(
          "_shexp", width: experts.shared, form: family.gate == .none ? .none : .separate,
          inner: sizes.inner.shared)
        layer.sharedGate =
          family.routing?.shared == .gated
          ? try loader.matrix(
            prefix + "ffn_gate_inp_shexp.weight", rows: 1, columns: embedding) : nil
      }
    } else {
      layer.dense = try feedForward(
        "", width: sizes.feedForward, form: family.gate, inner: sizes.inner.dense)
    }
    if config.perLayerInput > 0 { layer.perLayer = try perLayer() }
    if family.perLayerInputs, has("layer_output_scale") {
      layer.outputScale = try loader.floats(prefix + "layer_output_scale.weight", shape: [1]).first
    }
    return layer
  }

  private func attentionNorm() throws(ModelError) -> Norm? {
    switch family.attentionNorm {
    case .none: return nil
    case .unweighted: return Norm(kind: family.norm)
    case .required:
      if case .sharedOrOwnNorm = family.feedForwardInput, has("attn_norm_2") {
        return try norm("attn_norm_2", count: embedding)
      }
      return try norm("attn_norm", count: embedding)
    }
  }

  private func feedForwardNorm() throws(ModelError) -> Norm? {
    switch family.feedForwardInput {
    case .normOfSum(let name): return try norm(name, count: embedding)
    case .byParallelKey: return try norm("ffn_norm", count: embedding)
    case .normOfSumOrShared: return try optionalNorm("ffn_norm", count: embedding)
    case .sharedOrOwnNorm:
      return has("attn_norm_2") ? try norm("attn_norm", count: embedding) : nil
    case .unweightedNorm: return Norm(kind: family.norm)
    case .shared, .sum: return nil
    }
  }

  private func perLayer() throws(ModelError) -> PerLayerInputWeights {
    let width = config.perLayerInput
    return PerLayerInputWeights(
      gate: try loader.matrix(prefix + "inp_gate.weight", rows: width, columns: embedding),
      projection: try loader.matrix(prefix + "proj.weight", rows: embedding, columns: width),
      norm: try norm("post_norm", count: embedding))
  }
}
