import TernFormat

/// Small random models in which every second layer is attention and the others are recurrent, and
/// some in which all layers are recurrent.
package struct TinyHybrid: Sendable {
  package enum Kind: CaseIterable, Sendable {
    case shortConvolution, deltaNet, stateSpace, kimiDelta, selectiveStateSpace
    /// RWKV-7: every layer has a time mix and a channel mix.
    case timeMix
    /// ARWKV-7: a feed-forward part behind the time mix, which has neither gate nor norm here.
    case timeMixAlone

    /// Whether all layers are recurrent.
    package var isPure: Bool { self == .timeMix || self == .timeMixAlone }
  }

  package let kind: Kind
  package var context = 512
  /// Values of a head and of its state's other side.
  package var stateDim = 6
  /// Whether a head for drafts follows that guesses well, behind layers that add little; for delta nets.
  package var hasDraftHead = false
  package let layers = 4
  package let embedding = 32
  /// Of a time mix.
  package let headDim = 8
  package private(set) var vocabulary = 40

  package init(kind: Kind) { self.kind = kind }

  private var architecture: String {
    switch kind {
    case .shortConvolution: "lfm2"
    case .deltaNet: "qwen35"
    case .stateSpace: "granitehybrid"
    case .timeMix: "rwkv7"
    case .timeMixAlone: "arwkv7"
    case .kimiDelta: "kimi-linear"
    case .selectiveStateSpace: "plamo2"
    }
  }

  /// Four heads.
  package var inner: Int { 4 * stateDim }
  /// What the convolution sees: those and two groups of two shared vectors.
  package var channels: Int { inner + 4 * stateDim }

  func isAttention(_ layer: Int) -> Bool { !kind.isPure && layer % 2 == 1 }

  private var metadata: [String: MetadataValue] {
    if kind.isPure { return pureMetadata }
    let heads = (0..<layers).map { Int32(isAttention($0) ? 2 : 0) }
    var values: [String: MetadataValue] = [
      "block_count": .uint32(UInt32(layers)), "context_length": .uint32(UInt32(context)),
      "embedding_length": .uint32(UInt32(embedding)), "feed_forward_length": .uint32(48),
      "attention.head_count": .uint32(4), "attention.head_count_kv": .array(.int32(heads)),
      "attention.key_length": .uint32(8), "attention.value_length": .uint32(8),
      "attention.layer_norm_rms_epsilon": .float32(1e-5), "rope.dimension_count": .uint32(8),
    ]
    switch kind {
    case .shortConvolution: values["shortconv.l_cache"] = .uint32(3)
    case .deltaNet:
      values["attention.head_count_kv"] = .uint32(2)
      values["full_attention_interval"] = .uint32(2)
      if hasDraftHead {
        values["block_count"] = .uint32(UInt32(layers + 1))
        values["nextn_predict_layers"] = .uint32(1)
      }
      values.merge(recurrence) { $1 }
    case .stateSpace:
      values["logit_scale"] = .float32(2)
      values["residual_scale"] = .float32(0.8)
      values["attention.scale"] = .float32(0.3)
      values.merge(recurrence) { $1 }
    case .timeMix, .timeMixAlone: break
    case .kimiDelta: values.merge(kimiMetadata) { $1 }
    case .selectiveStateSpace: values.merge(plamoMetadata) { $1 }
    }
    return values
  }

  private var recurrence: [String: MetadataValue] {
    [
      "ssm.conv_kernel": .uint32(4), "ssm.inner_size": .uint32(UInt32(inner)),
      "ssm.state_size": .uint32(UInt32(stateDim)), "ssm.time_step_rank": .uint32(4),
      "ssm.group_count": .uint32(2),
    ]
  }

  /// The file with metadata only.
  var empty: TinyGGUF {
    var tiny = TinyGGUF()
    tiny.metadata["general.architecture"] = .string(GGUFString(architecture))
    for (key, value) in metadata { tiny.metadata["\(architecture).\(key)"] = value }
    return tiny
  }

  package var file: TinyGGUF {
    if kind.isPure { return pureFile }
    var tiny = empty
    var random = SeededGenerator(seed: 3)
    func add(_ name: String, _ dimensions: [Int], scale: Float = 1) {
      tiny.addRandom(name, dimensions, scale: scale, using: &random)
    }
    func matrix(_ name: String, _ rows: Int, _ columns: Int) {
      add(name + ".weight", [columns, rows], scale: 1 / Float(columns).squareRoot())
    }
    func norm(_ name: String, _ count: Int) {
      let values = (0..<count).map { _ in 1 + 0.2 * random.normal() }
      tiny.add(name + ".weight", [count], floats: values)
    }
    let gain: Float = hasDraftHead ? 0.2 : 1
    if hasDraftHead {
      add("token_embd.weight", [embedding, vocabulary])
      tiny.addMatrix("output", vocabulary, embedding, gain: 4, using: &random)
    } else {
      matrix("token_embd", vocabulary, embedding)
    }
    if kind == .kimiDelta { matrix("output", vocabulary, embedding) }
    norm(kind == .shortConvolution ? "token_embd_norm" : "output_norm", embedding)
    for layer in 0..<layers + (hasDraftHead ? 1 : 0) {
      let p = "blk.\(layer)."
      norm(p + "attn_norm", embedding)
      if kind == .kimiDelta {
        addKimiLayer(layer, to: &tiny, using: &random)
        continue
      }
      if kind == .selectiveStateSpace {
        addPlamoLayer(layer, to: &tiny, using: &random)
        continue
      }
      norm(p + (kind == .deltaNet ? "post_attention_norm" : "ffn_norm"), embedding)
      matrix(p + "ffn_gate", 48, embedding)
      matrix(p + "ffn_up", 48, embedding)
      tiny.addMatrix(p + "ffn_down", embedding, 48, gain: gain, using: &random)
      if isAttention(layer) || layer == layers {
        matrix(p + "attn_q", kind == .deltaNet ? 64 : 32, embedding)
        matrix(p + "attn_k", 16, embedding)
        matrix(p + "attn_v", 16, embedding)
        tiny.addMatrix(p + "attn_output", embedding, 32, gain: gain, using: &random)
        guard kind != .stateSpace else { continue }
        norm(p + "attn_q_norm", 8)
        norm(p + "attn_k_norm", 8)
        continue
      }
      // What decays must be negative.
      let decay: [Float] = [-0.1, -0.5, -1, -3]
      switch kind {
      case .shortConvolution:
        matrix(p + "shortconv.in_proj", 3 * embedding, embedding)
        add(p + "shortconv.conv.weight", [3, embedding])
        matrix(p + "shortconv.out_proj", embedding, embedding)
      case .deltaNet:
        matrix(p + "attn_qkv", channels, embedding)
        matrix(p + "attn_gate", inner, embedding)
        matrix(p + "ssm_alpha", 4, embedding)
        matrix(p + "ssm_beta", 4, embedding)
        add(p + "ssm_conv1d.weight", [4, channels], scale: 0.5)
        add(p + "ssm_dt.bias", [4])
        tiny.add(p + "ssm_a", [4], floats: decay)
        norm(p + "ssm_norm", stateDim)
        tiny.addMatrix(p + "ssm_out", embedding, inner, gain: gain, using: &random)
      case .stateSpace:
        matrix(p + "ssm_in", inner + channels + 4, embedding)
        add(p + "ssm_conv1d.weight", [4, channels], scale: 0.5)
        add(p + "ssm_conv1d.bias", [channels])
        add(p + "ssm_dt.bias", [4])
        tiny.add(p + "ssm_a", [1, 4], floats: decay)
        add(p + "ssm_d", [1, 4])
        add(p + "ssm_norm.weight", [inner / 2, 2])
        matrix(p + "ssm_out", embedding, inner)
      case .timeMix, .timeMixAlone, .kimiDelta, .selectiveStateSpace: break
      }
    }
    if hasDraftHead { tiny.addDraftHead("blk.\(layers).", embedding, noise: 0.02, using: &random) }
    return tiny
  }

  package func tokens(_ count: Int, seed: UInt64 = 7) -> [Int32] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Int32.random(in: 0..<Int32(vocabulary), using: &random) }
  }

  /// Writes the model with a vocabulary, so that an engine can open it.
  package func write(to path: String) throws { try withVocabulary().write(to: path) }

  /// The model with the vocabulary of ``Fixtures/tinyLlama``.
  package func withVocabulary() throws -> TinyGGUF {
    let other = try GGUFFile(path: Fixtures.tinyLlama)
    var model = self
    model.vocabulary = other.strings("tokenizer.ggml.tokens")?.count ?? 0
    var file = model.file
    for (key, value) in other.metadata where key.hasPrefix("tokenizer.") {
      file.metadata[key] = value
    }
    return file
  }
}
