import TernFormat

/// The models of which all layers are recurrent: RWKV-7 and ARWKV-7.
extension TinyHybrid {
  var pureMetadata: [String: MetadataValue] {
    var values: [String: MetadataValue] = [
      "block_count": .uint32(UInt32(layers)), "context_length": .uint32(UInt32(context)),
      "embedding_length": .uint32(UInt32(embedding)), "feed_forward_length": .uint32(48),
      "attention.head_count": .uint32(0), "wkv.head_size": .uint32(UInt32(headDim)),
      "attention.decay_lora_rank": .uint32(6), "attention.iclr_lora_rank": .uint32(5),
      "attention.value_residual_mix_lora_rank": .uint32(7),
    ]
    switch kind {
    case .timeMix:
      values["attention.gate_lora_rank"] = .uint32(9)
      values["attention.layer_norm_epsilon"] = .float32(1e-5)
    default:
      values["attention.layer_norm_rms_epsilon"] = .float32(1e-5)
      values["token_shift_count"] = .uint32(1)
    }
    return values
  }

  var pureFile: TinyGGUF {
    var random = SeededGenerator(seed: 3)
    var tensors = PureTensors(file: empty, embedding: embedding, isWhole: kind == .timeMix)
    tensors.matrix("token_embd", vocabulary, embedding, &random)
    tensors.matrix("output", vocabulary, embedding, &random)
    tensors.norm("output_norm", &random)
    if kind == .timeMix { tensors.norm("token_embd_norm", &random) }
    for layer in 0..<layers {
      let p = "blk.\(layer)."
      tensors.norm(p + "attn_norm", &random)
      tensors.timeMix(p + "time_mix_", isFirst: layer == 0, &random)
      if kind == .timeMix {
        tensors.norm(p + "attn_norm_2", &random)
        tensors.uniform(p + "channel_mix_lerp_k.weight", [embedding, 1, 1], 0.1...0.9, &random)
        tensors.matrix(p + "channel_mix_key", 48, embedding, &random)
        tensors.matrix(p + "channel_mix_value", embedding, 48, &random)
      } else {
        tensors.norm(p + "ffn_norm", &random)
        tensors.matrix(p + "ffn_gate", 48, embedding, &random)
        tensors.matrix(p + "ffn_up", 48, embedding, &random)
        tensors.matrix(p + "ffn_down", embedding, 48, &random)
      }
    }
    return tensors.file
  }
}

/// The tensors of such a file.
private struct PureTensors {
  var file: TinyGGUF
  let embedding: Int
  /// Whether time mixes have all parts, and norms a bias.
  let isWhole: Bool

  mutating func timeMix(_ p: String, isFirst: Bool, _ random: inout SeededGenerator) {
    lowRank(p + "w", 6, &random)
    lowRank(p + "a", 5, &random)
    // What layer 0 has there is of another rank, and not used.
    if !isFirst || isWhole { lowRank(p + "v", isFirst ? 5 : 7, &random) }
    if isWhole { lowRank(p + "g", 9, biased: false, &random) }
    uniform(p + "lerp_fused.weight", [embedding, 1, 1, isWhole ? 6 : 5], 0.1...0.9, &random)
    uniform(p + "k_k.weight", [embedding], 0.7...1, &random)
    uniform(p + "k_a.weight", [embedding], 0.8...1.2, &random)
    uniform(p + "r_k.weight", [embedding], -0.3...0.3, &random)
    for name in ["receptance", "key", "value", "output"] {
      matrix(p + name, embedding, embedding, &random)
    }
    if isWhole { norm(p + "ln", &random) }
  }

  private mutating func lowRank(
    _ name: String, _ rank: Int, biased: Bool = true, _ random: inout SeededGenerator
  ) {
    matrix(name + "1", rank, embedding, &random)
    matrix(name + "2", embedding, rank, &random)
    if biased { uniform(name + "0.weight", [embedding], -2...1, &random) }
  }

  mutating func matrix(
    _ name: String, _ rows: Int, _ columns: Int, _ random: inout SeededGenerator
  ) {
    file.addRandom(
      name + ".weight", [columns, rows], scale: 1 / Float(columns).squareRoot(), using: &random)
  }

  mutating func norm(_ name: String, _ random: inout SeededGenerator) {
    uniform(name + ".weight", [embedding], 0.6...1.4, &random)
    if isWhole { uniform(name + ".bias", [embedding], -0.2...0.2, &random) }
  }

  mutating func uniform(
    _ name: String, _ dimensions: [Int], _ range: ClosedRange<Float>,
    _ random: inout SeededGenerator
  ) {
    let count = dimensions.reduce(1, *)
    file.add(
      name, dimensions, floats: (0..<count).map { _ in Float.random(in: range, using: &random) })
  }
}
