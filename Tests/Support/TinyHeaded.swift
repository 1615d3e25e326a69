import TernFormat

/// Small models with a head for drafts (`nextn`) that guesses well: every token is followed, more or less,
/// by one that depends on it alone, and the head passes the token that it reads on to the output matrix.
///
/// The architecture is `glm4moe`: attention, a dense layer, and layers of experts.
package struct TinyHeaded: Sendable {
  /// What the layers add to a token's embedding, of what they add in other small models: with 0 the next
  /// token depends on the last one alone, and the head is always right.
  package var context: Float
  /// Whether the head passes on the negative of what it should, and is always wrong.
  package var isWrong: Bool
  /// Whether the head has embeddings, norm and output matrix of its own.
  package var hasOwnTensors = false
  package var length = 512

  package static let embedding = 32
  private static let (inner, expertInner, layers) = (64, 16, 3)

  package init(context: Float = 0.15, isWrong: Bool = false) {
    (self.context, self.isWrong) = (context, isWrong)
  }

  private var numbers: [String: MetadataValue] {
    func int(_ value: Int) -> MetadataValue { .uint32(UInt32(value)) }
    return [
      "block_count": int(Self.layers + 1), "nextn_predict_layers": int(1),
      "context_length": int(length), "embedding_length": int(Self.embedding),
      "feed_forward_length": int(Self.inner), "attention.head_count": int(4),
      "attention.head_count_kv": int(2), "attention.key_length": int(8),
      "attention.value_length": int(8), "rope.dimension_count": int(4),
      "attention.layer_norm_rms_epsilon": .float32(1e-5), "expert_count": int(6),
      "expert_used_count": int(2), "expert_feed_forward_length": int(Self.expertInner),
      "expert_shared_count": int(1), "expert_gating_func": int(2),
      "expert_weights_norm": .bool(true), "leading_dense_block_count": int(1),
    ]
  }

  /// The model with the vocabulary of ``Fixtures/tinyLlama``.
  package func file() throws -> TinyGGUF {
    let other = try GGUFFile(path: Fixtures.tinyLlama)
    var tiny = TinyGGUF()
    tiny.metadata["general.architecture"] = .string("glm4moe")
    for (key, value) in numbers { tiny.metadata["glm4moe.\(key)"] = value }
    for (key, value) in other.metadata where key.hasPrefix("tokenizer.") {
      tiny.metadata[key] = value
    }
    let count = other.strings("tokenizer.ggml.tokens")?.count ?? 0
    var random = SeededGenerator(seed: 41)
    let embedding = Self.embedding
    tiny.addRandom("token_embd.weight", [embedding, count], using: &random)
    tiny.addNorm("output_norm", embedding, using: &random)
    tiny.addMatrix("output", count, embedding, gain: 4, using: &random)
    for layer in 0...Self.layers { addLayer(layer, to: &tiny, using: &random) }
    let p = "blk.\(Self.layers)."
    tiny.addDraftHead(p, embedding, noise: context / 10, isWrong: isWrong, using: &random)
    if hasOwnTensors {
      tiny.addRandom(p + "nextn.embed_tokens.weight", [embedding, count], using: &random)
      tiny.addNorm(p + "nextn.shared_head_norm", embedding, using: &random)
      tiny.addMatrix(p + "nextn.shared_head_head", count, embedding, using: &random)
    }
    return tiny
  }

  private func addLayer(
    _ layer: Int, to tiny: inout TinyGGUF, using random: inout SeededGenerator
  ) {
    let (p, embedding) = ("blk.\(layer).", Self.embedding)
    for name in ["attn_norm", "post_attention_norm"] {
      tiny.addNorm(p + name, embedding, using: &random)
    }
    tiny.addMatrix(p + "attn_q", 32, embedding, using: &random)
    tiny.addMatrix(p + "attn_k", 16, embedding, using: &random)
    tiny.addMatrix(p + "attn_v", 16, embedding, using: &random)
    tiny.addMatrix(p + "attn_output", embedding, 32, gain: context, using: &random)
    if layer == 0 {
      tiny.addMatrix(p + "ffn_gate", Self.inner, embedding, using: &random)
      tiny.addMatrix(p + "ffn_up", Self.inner, embedding, using: &random)
      tiny.addMatrix(p + "ffn_down", embedding, Self.inner, gain: context, using: &random)
      return
    }
    tiny.addMatrix(p + "ffn_gate_inp", 6, embedding, using: &random)
    tiny.addRandom(p + "exp_probs_b.bias", [6], scale: 0.1, using: &random)
    let width = Self.expertInner
    for (suffix, count) in [("exps", [6]), ("shexp", [])] {
      let names = [
        "gate": [embedding, width], "up": [embedding, width], "down": [width, embedding],
      ]
      for (name, shape) in names.sorted(by: { $0.key < $1.key }) {
        let gain = name == "down" ? context : 1
        tiny.addRandom(
          "\(p)ffn_\(name)_\(suffix).weight", shape + count,
          scale: gain / Float(shape[0]).squareRoot(), using: &random)
      }
    }
  }

  /// Writes the model, so that an engine can open it.
  package func write(to path: String) throws { try file().write(to: path) }
}

extension TinyGGUF {
  /// Adds an F32 matrix whose products are about `gain` times as large as what it multiplies.
  package mutating func addMatrix(
    _ name: String, _ rows: Int, _ columns: Int, gain: Float = 1,
    using random: inout SeededGenerator
  ) {
    addRandom(
      name + ".weight", [columns, rows], scale: gain / Float(columns).squareRoot(), using: &random)
  }

  /// Adds the weights of a norm, around 1.
  package mutating func addNorm(
    _ name: String, _ count: Int, using random: inout SeededGenerator
  ) {
    add(name + ".weight", [count], floats: (0..<count).map { _ in 1 + 0.2 * random.normal() })
  }

  /// Adds what a head for drafts has besides its layer `p`: what it passes on is the embedding of the
  /// token that it reads, or the negative of that, and `noise` of the state.
  package mutating func addDraftHead(
    _ p: String, _ embedding: Int, noise: Float, isWrong: Bool = false,
    using random: inout SeededGenerator
  ) {
    add(p + "nextn.enorm.weight", [embedding], floats: [Float](repeating: 1, count: embedding))
    addNorm(p + "nextn.hnorm", embedding, using: &random)
    var values = (0..<2 * embedding * embedding).map { _ in noise * random.normal() }
    for row in 0..<embedding { values[row * 2 * embedding + row] += isWrong ? -1 : 1 }
    add(p + "nextn.eh_proj.weight", [2 * embedding, embedding], floats: values)
  }
}
