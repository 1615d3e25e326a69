import TernFormat
import TernQuant
import TernTestSupport

/// Small random models with the vocabulary of ``Fixtures/tinyLlama``: one for each thing that a draft
/// must be taken out of again.
enum SoakModel: CaseIterable {
  /// Keys and values of all positions.
  case plain
  /// As `plain`, with weights that are quantized: each product rounds its input to 8 bits.
  case quantized
  /// Experts, of which each row takes its own.
  case mixture
  /// A sliding window in every second layer.
  case window
  /// Latent attention.
  case latent
  /// Recurrent layers beside attention.
  case hybrid
  /// Recurrent layers alone.
  case recurrent
  /// Attention and experts, with a head for drafts.
  case headed
  /// Recurrent layers beside attention, with a head for drafts.
  case headedHybrid

  /// Whether what is known of a prompt is mostly computed again.
  var isRecurrent: Bool { self == .hybrid || self == .recurrent || self == .headedHybrid }

  /// Whether the model can guess its own next tokens.
  var hasDraftHead: Bool { self == .headed || self == .headedHybrid }

  func write(to path: String) throws {
    switch self {
    case .hybrid: try TinyHybrid(kind: .deltaNet).write(to: path)
    case .recurrent: try TinyHybrid(kind: .timeMix).write(to: path)
    case .headed: try TinyHeaded().write(to: path)
    case .headedHybrid:
      var model = TinyHybrid(kind: .deltaNet)
      model.hasDraftHead = true
      try model.write(to: path)
    default: try attention.write(to: path)
    }
  }

  private var architecture: String {
    switch self {
    case .window: "gemma2"
    case .latent: "deepseek2"
    default: "llama"
    }
  }

  private static let (embedding, inner, layers) = (32, 64, 2)
  private static let (rank, rope, plainDim, valueDim) = (16, 4, 8, 8)

  private var numbers: [String: MetadataValue] {
    func int(_ value: Int) -> MetadataValue { .uint32(UInt32(value)) }
    var values: [String: MetadataValue] = [
      "block_count": int(Self.layers), "context_length": int(512),
      "embedding_length": int(Self.embedding), "feed_forward_length": int(Self.inner),
      "attention.head_count": int(4), "attention.head_count_kv": int(self == .latent ? 1 : 2),
      "attention.key_length": int(8), "attention.value_length": int(8),
      "attention.layer_norm_rms_epsilon": .float32(1e-5), "rope.dimension_count": int(8),
    ]
    switch self {
    case .window: values["attention.sliding_window"] = int(24)
    case .mixture: values.merge(["expert_count": int(8), "expert_used_count": int(2)]) { $1 }
    case .latent:
      values.merge([
        "rope.dimension_count": int(Self.rope), "attention.kv_lora_rank": int(Self.rank),
        "attention.key_length": int(Self.rank + Self.rope),
        "attention.value_length": int(Self.rank),
        "attention.key_length_mla": int(Self.plainDim + Self.rope),
        "attention.value_length_mla": int(Self.valueDim), "expert_count": int(2),
        "expert_used_count": int(1), "expert_feed_forward_length": int(8),
        "expert_shared_count": int(1), "expert_gating_func": int(2),
        "leading_dense_block_count": int(Self.layers),
      ]) { $1 }
    default: break
    }
    return values
  }

  /// A model all of whose layers have attention.
  private var attention: TinyGGUF {
    get throws {
      let vocabulary = try GGUFFile(path: Fixtures.tinyLlama)
      var tiny = TinyGGUF()
      tiny.metadata["general.architecture"] = .string(GGUFString(architecture))
      for (key, value) in numbers { tiny.metadata["\(architecture).\(key)"] = value }
      for (key, value) in vocabulary.metadata where key.hasPrefix("tokenizer.") {
        tiny.metadata[key] = value
      }
      let count = vocabulary.strings("tokenizer.ggml.tokens")?.count ?? 0
      var random = SeededGenerator(seed: 31)
      try add("token_embd", [Self.embedding, count], to: &tiny, &random)
      norm("output_norm", Self.embedding, to: &tiny, &random)
      if self != .window { try add("output", [Self.embedding, count], to: &tiny, &random) }
      for layer in 0..<Self.layers { try addLayer("blk.\(layer).", to: &tiny, &random) }
      return tiny
    }
  }

  private func addLayer(
    _ p: String, to tiny: inout TinyGGUF, _ random: inout SeededGenerator
  ) throws {
    let (embedding, inner) = (Self.embedding, Self.inner)
    norm(p + "attn_norm", embedding, to: &tiny, &random)
    norm(p + "ffn_norm", embedding, to: &tiny, &random)
    if self == .window {
      norm(p + "post_attention_norm", embedding, to: &tiny, &random)
      norm(p + "post_ffw_norm", embedding, to: &tiny, &random)
    }
    var matrices: [(name: String, shape: [Int])] = []
    if self == .latent {
      norm(p + "attn_kv_a_norm", Self.rank, to: &tiny, &random)
      matrices += [
        ("attn_q", [embedding, 4 * (Self.plainDim + Self.rope)]),
        ("attn_kv_a_mqa", [embedding, Self.rank + Self.rope]),
        ("attn_k_b", [Self.plainDim, Self.rank, 4]), ("attn_v_b", [Self.rank, Self.valueDim, 4]),
      ]
    } else {
      matrices += [
        ("attn_q", [embedding, 32]), ("attn_k", [embedding, 16]), ("attn_v", [embedding, 16]),
      ]
    }
    matrices.append(("attn_output", [32, embedding]))
    if self == .mixture {
      matrices += [
        ("ffn_gate_inp", [embedding, 8]), ("ffn_gate_exps", [embedding, inner, 8]),
        ("ffn_up_exps", [embedding, inner, 8]), ("ffn_down_exps", [inner, embedding, 8]),
      ]
    } else {
      matrices += [
        ("ffn_gate", [embedding, inner]), ("ffn_up", [embedding, inner]),
        ("ffn_down", [inner, embedding]),
      ]
    }
    for (name, shape) in matrices { try add(p + name, shape, to: &tiny, &random) }
  }

  private func add(
    _ name: String, _ shape: [Int], to tiny: inout TinyGGUF, _ random: inout SeededGenerator
  ) throws {
    let scale = 1 / Float(shape[0]).squareRoot()
    guard self == .quantized else {
      tiny.addRandom(name + ".weight", shape, scale: scale, using: &random)
      return
    }
    let floats = (0..<shape.reduce(1, *)).map { _ in random.normal() * scale }
    let type = name.contains("ffn") ? TensorType.q4_0 : .q8_0
    var bytes = [UInt8](repeating: 0, count: floats.count / 32 * type.blockBytes)
    try unsafe floats.withUnsafeBufferPointer { floats in
      try unsafe bytes.withUnsafeMutableBytes { try unsafe Quant.encode(type, floats, into: $0) }
    }
    tiny.add(name + ".weight", type, shape, bytes: bytes)
  }

  private func norm(
    _ name: String, _ count: Int, to tiny: inout TinyGGUF, _ random: inout SeededGenerator
  ) {
    let values = (0..<count).map { _ in 1 + 0.2 * random.normal() }
    tiny.add(name + ".weight", [count], floats: values)
  }
}
