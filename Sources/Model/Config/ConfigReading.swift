import TernFormat
import TernKernels

extension Config {
  /// Reads and checks the metadata of `file`.
  ///
  /// Allocates nothing that grows with a count in the metadata before that count is known to be
  /// smaller than the number of tensors in the file.
  package init(_ file: GGUFFile) throws(ModelError) {
    let family = try Family.of(file)
    try self.init(file, as: family, Hyperparameters(file.metadata))
  }

  /// The same for a given family, whatever the file calls itself.
  init(_ file: GGUFFile, as family: Family, _ keys: Hyperparameters) throws(ModelError) {
    let family = try Self.resolved(family, keys, file)
    self.family = family
    architecture = keys.architecture
    embedding = try keys.requiredInt("embedding_length", in: 1...Hyperparameters.limit)
    contextLength = try keys.requiredInt("context_length", in: 1...Hyperparameters.limit)
    guard let tokens = file.tensor(named: "token_embd.weight") else {
      throw .missingTensor("token_embd.weight")
    }
    guard tokens.dimensions.count == 2, tokens.dimensions[0] == embedding,
      (1...Hyperparameters.limit).contains(tokens.dimensions[1])
    else {
      throw .wrongShape(
        tensor: "token_embd.weight",
        expected: [embedding, tokens.dimensions.dropFirst().first ?? 1],
        found: tokens.dimensions)
    }
    vocabulary = tokens.dimensions[1]
    encoding = try EncodingConfig(keys, family)
    let count = try Self.layerCount(keys, family, tensors: file.tensors.count)
    experts = try Self.experts(keys, family)
    layers = try Self.layers(
      keys, family, embedding: embedding, count: count, experts: experts,
      isBidirectional: encoding.isBidirectional,
      hasRouter: { file.tensor(named: "blk.\($0).ffn_gate_inp.weight") != nil })
    draftLayer = Self.draftLayer(family, layers, hasExperts: experts != nil, file)
    try Self.checkHeads(layers, keys, family)
    normEpsilon = try Self.epsilon(keys, family)
    let caps = try Self.softcaps(keys, family)
    (attentionSoftcap, logitSoftcap) = (caps.attention, caps.final)
    embeddingScale = try Self.embeddingScale(keys, family, embedding)
    residualScale = try Self.residualScale(keys, family, layers: count)
    logitScale = try Self.logitScale(keys, family, embedding)
    parallelResidual =
      if case .byParallelKey = family.feedForwardInput {
        try keys.bool("use_parallel_residual") ?? true
      } else { false }
    valueScale = family.valueScale ? try Self.valueScale(keys) : 1
    clamp = family.clamps ? try Self.clamp(keys) : nil
    (rope, windowRope) = try Self.ropes(keys, family, layers, context: contextLength)
    temperature = try Self.temperature(keys, family, context: contextLength)
    perLayerInput = try Self.perLayerInput(keys, family)
    laurelRank = family.altUp ? try Self.laurelRank(file) : 0
  }

  /// Throws where heads that share a table of score biases are not equally many in all layers.
  private static func checkHeads(
    _ layers: [LayerConfig], _ keys: Hyperparameters, _ family: Family
  ) throws(ModelError) {
    let counts = Set(layers.compactMap(\.attention?.heads))
    switch family.encoder?.scoreBias {
    case nil, .none?: return
    case .slopes?, .buckets?:
      guard counts.count == 1 else {
        throw keys.bad("attention.head_count", expected: "one count for all layers")
      }
    }
  }

  /// The family as this file has it.
  private static func resolved(
    _ family: Family, _ keys: Hyperparameters, _ file: GGUFFile
  ) throws(ModelError) -> Family {
    var family = family
    if family.normByKey {
      let epsilon = try keys.float(epsilonKey(.rms)) ?? 0
      family.norm = epsilon == 0 ? .layer : .rms
    }
    let layers = try keys.int("block_count", in: 1...Hyperparameters.limit)
    let vocabulary = file.tensor(named: "token_embd.weight")?.dimensions.last
    if family.name == "deepseek2", layers == 47 || layers == 48, vocabulary == 154_880 {
      // Early files of GLM 4.7 Flash do not say how their router scores.
      family.routing?.scores = .byKey(fallback: .sigmoid)
    }
    if let count = family.slopedLayerCount,
      try keys.int("block_count", in: 0...Hyperparameters.limit) == count
    {
      family.rope = nil
      family.scoreBias = .slopes(exponent: 8)
    }
    return family
  }

  /// Layers that the forward pass runs: not those of multi-token prediction at the end.
  private static func layerCount(
    _ keys: Hyperparameters, _ family: Family, tensors: Int
  ) throws(ModelError) -> Int {
    // Each layer has tensors of its own, so a count beyond theirs cannot be right.
    let all = try keys.requiredInt("block_count", in: 1...max(1, tensors))
    guard family.layerCounts.isEmpty || family.layerCounts.contains(all) else {
      let known = family.layerCounts.map(String.init).joined(separator: " or ")
      throw keys.bad("block_count", expected: known)
    }
    return all - (try keys.int("nextn_predict_layers", in: 0...(all - 1)) ?? 0)
  }

  private static func perLayerInput(
    _ keys: Hyperparameters, _ family: Family
  ) throws(ModelError) -> Int {
    guard family.perLayerInputs else { return 0 }
    let key = "embedding_length_per_layer_input"
    if family.altUp { return try keys.int(key, in: 1...Hyperparameters.limit) ?? 256 }
    return try keys.requiredInt(key, in: 0...Hyperparameters.limit)
  }

  /// The rank that the first layer's tensor has; the others are compared with it.
  private static func laurelRank(_ file: GGUFFile) throws(ModelError) -> Int {
    let name = "blk.0.laurel_l.weight"
    guard let tensor = file.tensor(named: name) else { throw .missingTensor(name) }
    let rank = tensor.dimensions.count > 1 ? tensor.dimensions[1] : 1
    guard (1...Hyperparameters.limit).contains(rank) else {
      throw .wrongShape(
        tensor: name, expected: [tensor.dimensions.first ?? 1, 64], found: tensor.dimensions)
    }
    return rank
  }

  private static func valueScale(_ keys: Hyperparameters) throws(ModelError) -> Float {
    let scale = try keys.float("attention.value_scale") ?? 1
    return scale == 0 ? 1 : scale
  }

  private static func clamp(_ keys: Hyperparameters) throws(ModelError) -> Float? {
    let key = "attention.clamp_kqv"
    guard let limit = try keys.float(key), limit != 0 else { return nil }
    guard limit > 0 else { throw keys.bad(key, expected: "a number not below 0") }
    return limit
  }

  private static func epsilonKey(_ norm: Family.NormKind) -> String {
    "attention.layer_norm_\(norm == .rms ? "rms_" : "")epsilon"
  }

  private static func epsilon(
    _ keys: Hyperparameters, _ family: Family
  ) throws(ModelError) -> Float {
    let key = epsilonKey(family.norm)
    guard let epsilon = try keys.float(key) else { throw .missingKey(keys.full(key)) }
    guard epsilon >= 0 else { throw keys.bad(key, expected: "a number not below 0") }
    return epsilon
  }

  private static func softcaps(
    _ keys: Hyperparameters, _ family: Family
  ) throws(ModelError) -> (attention: Float?, final: Float?) {
    guard let defaults = family.softcaps else { return (nil, nil) }
    func cap(_ key: String, _ fallback: Float?) throws(ModelError) -> Float? {
      guard let cap = try keys.float(key) ?? fallback, cap != 0 else { return nil }
      guard cap > 0 else { throw keys.bad(key, expected: "a number not below 0") }
      return cap
    }
    // A family without a default for attention has no such cap at all.
    return (
      defaults.attention == nil
        ? nil : try cap("attn_logit_softcapping", defaults.attention),
      try cap("final_logit_softcapping", defaults.final)
    )
  }

  private static func embeddingScale(
    _ keys: Hyperparameters, _ family: Family, _ embedding: Int
  ) throws(ModelError) -> Float {
    switch family.embeddingScale {
    case .none: return 1
    case .rootOfLength: return Float(embedding).squareRoot()
    case .key(let fallback):
      let scale = try keys.float("embedding_scale") ?? fallback
      return scale == 0 ? 1 : scale
    }
  }

  private static func residualScale(
    _ keys: Hyperparameters, _ family: Family, layers: Int
  ) throws(ModelError) -> Float {
    switch family.residualScale {
    case .none: return 1
    case .key:
      let scale = try keys.float("residual_scale") ?? 1
      return scale == 0 ? 1 : scale
    case .keyOrDepth:
      return try keys.float("residual_scale") ?? 1.4 / Float(layers).squareRoot()
    }
  }

  private static func logitScale(
    _ keys: Hyperparameters, _ family: Family, _ embedding: Int
  ) throws(ModelError) -> Float {
    let scale = try keys.float("logit_scale")
    switch family.logitScale {
    case .none: return 1
    case .dividedByKey:
      guard let scale else { throw .missingKey(keys.full("logit_scale")) }
      guard scale != 0 else { throw keys.bad("logit_scale", expected: "a number other than 0") }
      return 1 / scale
    case .key(let required):
      guard let scale else {
        if required { throw .missingKey(keys.full("logit_scale")) }
        return 1
      }
      return scale == 0 ? 1 : scale
    case .keyOrWidth:
      guard let scale, scale != 0 else { return 256 / Float(embedding) }
      return 1 / scale
    }
  }

  private static func temperature(
    _ keys: Hyperparameters, _ family: Family, context: Int
  ) throws(ModelError) -> Temperature? {
    switch family.temperature {
    case .none: return nil
    case .unrotated: return Temperature(scale: 0.1, length: 8192, offset: 1)
    case .byKey:
      guard let scale = try keys.float("attention.temperature_scale"), scale != 0 else {
        return nil
      }
      guard family.latent != nil else {
        return Temperature(scale: scale, length: try originalContext(keys, context: context))
      }
      let key = "attention.temperature_length"
      return Temperature(
        scale: scale, length: try keys.requiredInt(key, in: 1...Hyperparameters.limit))
    }
  }
}
