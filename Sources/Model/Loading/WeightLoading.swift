import TernKernels

extension Weights {
  /// Loads and checks all tensors that `config` asks for.
  init(_ loader: TensorLoader, _ config: Config) throws(ModelError) {
    let names = LayerLoader(loader, config, prefix: "")
    let encoder = config.family.encoder
    let embedding = config.embedding
    tokens = try loader.matrix(
      "token_embd.weight", rows: config.vocabulary, columns: embedding,
      isLookup: names.hasOwnHead)
    positions =
      config.family.learnedPositions
      ? try loader.matrix(
        "position_embd.weight", rows: config.contextLength, columns: embedding, isLookup: true)
      : nil
    tokenType = encoder?.tokenTypes == true ? try loader.tokenType(embedding) : nil
    embeddingNorm =
      config.family.embeddingNorm ? try names.norm("token_embd_norm", count: embedding) : nil
    relativeBias = try names.relativeBias()
    outputNorm = try names.outputNorm()
    output = try names.head(tokens)
    heads = try EncodingHeads(names, config)
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
    altUp = config.family.altUp ? try names.altUp() : nil
    var layers: [LayerWeights] = []
    var states = 0
    for index in config.layers.indices {
      let layer = LayerLoader(
        loader, config, prefix: "\(encoder?.blockPrefix ?? "blk.")\(index).")
      layers.append(try layer.layer(config.layers[index], states: &states))
    }
    self.layers = layers
    lastMixer = Self.lastMixer(layers)
    draftHead = try LayerLoader(loader, config, prefix: "blk.\(layers.count).").draftHead(
      tokens: tokens, outputNorm: outputNorm, output: output)
    try loader.requireAllUsed(layers: config.layerCount)
    loader.finish()
  }
}

extension Weights {
  private static func lastMixer(_ layers: [LayerWeights]) -> PartPlace? {
    for (index, layer) in layers.enumerated().reversed() {
      if let part = layer.parts.lastIndex(where: \.isMixer) {
        return PartPlace(layer: index, part: part)
      }
    }
    return nil
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

  /// Whether the file has the layer's tensor with this full name.
  func hasTensor(_ name: String) -> Bool { loader.has(prefix + name) }

  var isFirstLayer: Bool { prefix.hasSuffix("blk.0.") }

  /// How many values the layer's tensor with this full name has; 0 where there is none.
  func count(_ name: String) -> Int { loader.count(prefix + name) }

  /// Counts tensors of the layer as known that are not read.
  func skip(_ names: [String]) { loader.skip(names.map { prefix + $0 }) }

  /// The values of the layer's tensor with this full name.
  func vector(_ name: String, count: Int) throws(ModelError) -> FloatVector {
    try loader.vector(prefix + name, count: count)
  }

  /// The same, of a tensor of this shape.
  func floats(_ name: String, shape: [Int]) throws(ModelError) -> [Float] {
    try loader.floats(prefix + name, shape: shape)
  }

  func norm(_ name: String, count: Int) throws(ModelError) -> Norm {
    // Some families name their norms without ".weight".
    let plain = prefix + name
    let full = loader.has(plain) ? plain : plain + ".weight"
    return Norm(
      kind: family.norm, weight: try loader.vector(full, count: count),
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
    case .tied, .none: false
    }
  }

  /// The values of T5's buckets of distances, which block 0 holds for all.
  func relativeBias() throws(ModelError) -> [Float]? {
    guard let encoder = family.encoder, case .buckets = encoder.scoreBias,
      let heads = config.layers.first?.attention?.heads
    else { return nil }
    return try loader.floats(
      encoder.blockPrefix + "0.attn_rel_b.weight",
      shape: [heads, config.encoding.relativeBuckets])
  }

  /// The norm after the last layer.
  func outputNorm() throws(ModelError) -> Norm? {
    if family.attentionNorm == .unweighted { return Norm(kind: family.norm) }
    guard let encoder = family.encoder else {
      let names = family.outputNorms
      return try norm(names.first(where: has) ?? names[0], count: embedding)
    }
    guard let name = encoder.outputNorm else { return nil }
    return try norm(name, count: embedding)
  }

  /// The output head: a tensor of its own or the embeddings.
  func head(_ tokens: WeightMatrix) throws(ModelError) -> Linear? {
    if case .none = family.head { return nil }
    return hasOwnHead
      ? try linear("output", rows: config.vocabulary, columns: embedding)
      : Linear(weight: tokens, bias: try bias("output", count: config.vocabulary))
  }

  /// The parts of a layer; `states` counts the recurrent mixers so far.
  func layer(_ sizes: LayerConfig, states: inout Int) throws(ModelError) -> LayerWeights {
    var parts: [Part] = []
    if sizes.isEmpty {
      loader.skip(below: prefix)
      return LayerWeights(parts: [])
    }
    if sizes.hasAttentionMatrix { parts.append(try matrixPart()) }
    for mixer in sizes.mixers {
      parts.append(try mixerPart(mixer, slot: states, isFirst: parts.isEmpty))
      if mixer.state != nil { states += 1 }
    }
    if sizes.hasExperts || sizes.feedForward > 0 { parts.append(try feedForwardPart(sizes)) }
    let hasScale = family.outputScale && has("layer_output_scale")
    return LayerWeights(
      parts: parts, perLayer: config.perLayerInput > 0 ? try perLayer() : nil,
      altUp: family.altUp ? try altUpLayer() : nil,
      outputScale: hasScale
        ? try loader.floats(prefix + "layer_output_scale.weight", shape: [1]).first : nil)
  }

  /// A matrix in place of attention.
  private func matrixPart() throws(ModelError) -> Part {
    Part(
      input: .residual(try attentionNorm()),
      operation: .linear(try linear("attn_output", rows: embedding, columns: embedding)))
  }

  /// A mixer with its norms.
  private func mixerPart(
    _ sizes: MixerConfig, slot: Int, isFirst: Bool
  ) throws(ModelError) -> Part {
    let mixer: Mixer =
      switch sizes {
      case .attention(let sizes): .attention(sizes, try attention(sizes))
      case .latent(let sizes): .latent(sizes, try latent(sizes))
      case .recurrent(let sizes): .recurrent(try sizes.weights(self), slot: slot)
      }
    let norms = try residualNorms()
    return Part(
      input: try mixerInput(isFirst: isFirst), operation: .mixer(mixer),
      outputNorm: family.postNorms ? try norm("post_attention_norm", count: embedding) : nil,
      sumNorm: norms.sum, residualNorm: norms.residual, laurel: family.altUp ? try laurel() : nil)
  }

  /// The norms of the sum behind an encoder's mixer.
  private func residualNorms() throws(ModelError) -> (sum: Norm?, residual: Norm?) {
    guard family.encoder?.residualNorms == true else { return (nil, nil) }
    let norm = try norm("attn_output_norm", count: embedding)
    if let second = try optionalNorm("attn_norm_2", count: embedding) { return (norm, second) }
    return (nil, norm)
  }

  /// Mixers after the first read what the first reads, or stand in place of the feed-forward part.
  private func mixerInput(isFirst: Bool) throws(ModelError) -> Part.Input {
    if isFirst { return .residual(try attentionNorm()) }
    return family.recurrent?.feedForward == nil ? .shared : try feedForwardInput()
  }

  private func feedForwardPart(_ sizes: LayerConfig) throws(ModelError) -> Part {
    let experts = sizes.hasExperts ? config.experts : nil
    let isBeside = sizes.hasExperts && family.routing?.besideDense == true
    let hasShared = (experts?.shared ?? 0) > 0
    let part = FeedForwardPart(
      dense: !sizes.hasExperts || isBeside
        ? try feedForward(
          "", width: sizes.feedForward, form: family.gate, inner: sizes.inner.dense) : nil,
      experts: try experts.map { (experts) throws(ModelError) in
        try self.experts(experts, inner: sizes.inner.experts)
      },
      beside: isBeside ? try beside() : nil,
      shared: hasShared ? try sharedExpert(width: experts?.shared ?? 0, sizes.inner.shared) : nil,
      sharedGate: hasShared && family.routing?.shared == .gated
        ? try loader.matrix(prefix + "ffn_gate_inp_shexp.weight", rows: 1, columns: embedding)
        : nil)
    return Part(
      input: try feedForwardInput(), operation: .feedForward(part),
      outputNorm: family.postNorms ? try norm("post_ffw_norm", count: embedding) : nil,
      residualNorm: family.encoder?.residualNorms == true
        ? try norm("layer_output_norm", count: embedding) : nil)
  }

  private func sharedExpert(
    width: Int, _ inner: InnerFunction
  ) throws(ModelError) -> FeedForwardWeights {
    try feedForward(
      "_shexp", width: width, form: family.gate == .none ? .none : .separate, inner: inner)
  }

  private func attentionNorm() throws(ModelError) -> Norm? {
    switch family.attentionNorm {
    case .none: return nil
    case .unweighted: return Norm(kind: family.norm)
    case .exceptFirstLayer where isFirstLayer: return nil
    case .exceptFirstLayer, .required:
      if case .sharedOrOwnNorm = family.feedForwardInput, has("attn_norm_2") {
        return try norm("attn_norm_2", count: embedding)
      }
      return try norm("attn_norm", count: embedding)
    }
  }

  private func feedForwardInput() throws(ModelError) -> Part.Input {
    if family.onePartLayers { return .residual(try attentionNorm()) }
    switch family.feedForwardInput {
    case .normOfSum(let name): return .residual(try norm(name, count: embedding))
    case .byParallelKey:
      let norm = try norm("ffn_norm", count: embedding)
      return config.parallelResidual ? .unsummed(norm) : .residual(norm)
    case .normOfSumOrShared:
      return try optionalNorm("ffn_norm", count: embedding).map { .residual($0) } ?? .shared
    case .sharedOrOwnNorm:
      return has("attn_norm_2") ? .unsummed(try norm("attn_norm", count: embedding)) : .shared
    case .unweightedNorm: return .residual(Norm(kind: family.norm))
    case .shared: return .shared
    case .sum: return .residual(nil)
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
