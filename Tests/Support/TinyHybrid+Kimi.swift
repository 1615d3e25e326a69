import TernFormat

/// Kimi Linear: recurrent layers with a decay for each key, latent attention, and experts in the
/// layers from the third on.
extension TinyHybrid {
  var kimiMetadata: [String: MetadataValue] {
    let ints = [
      "rope.dimension_count": 4, "attention.kv_lora_rank": 20, "attention.key_length": 24,
      "attention.value_length": 20, "attention.key_length_mla": 10,
      "attention.value_length_mla": 6, "ssm.conv_kernel": 3, "kda.head_dim": 6, "expert_count": 4,
      "expert_used_count": 2, "expert_feed_forward_length": 12, "expert_shared_count": 2,
      "expert_gating_func": 2, "leading_dense_block_count": 2,
    ]
    return ints.mapValues { .uint32(UInt32($0)) }
  }

  func addKimiLayer(
    _ layer: Int, to tiny: inout TinyGGUF, using random: inout SeededGenerator
  ) {
    let p = "blk.\(layer)."
    for (name, shape) in kimiMatrices(layer) {
      let scale = 1 / Float(shape[0]).squareRoot()
      tiny.addRandom(p + name + ".weight", shape, scale: scale, using: &random)
    }
    for (name, count) in kimiNorms(layer) {
      let values = (0..<count).map { _ in 1 + 0.2 * random.normal() }
      tiny.add(p + name + ".weight", [count], floats: values)
    }
    if layer >= 2 { tiny.addRandom(p + "exp_probs_b.bias", [4], scale: 0.1, using: &random) }
    guard !isAttention(layer) else { return }
    tiny.addRandom(p + "ssm_dt.bias", [24], using: &random)
    // What decays must be negative.
    tiny.add(p + "ssm_a", [1, 4], floats: [-0.1, -0.5, -1, -3])
  }

  private func kimiNorms(_ layer: Int) -> [(String, Int)] {
    [("ffn_norm", embedding), isAttention(layer) ? ("attn_kv_a_norm", 20) : ("ssm_norm", 6)]
  }

  private func kimiMatrices(_ layer: Int) -> [(String, [Int])] {
    let mixer: [(String, [Int])] =
      isAttention(layer)
      ? [
        ("attn_q", [embedding, 40]), ("attn_kv_a_mqa", [embedding, 24]), ("attn_k_b", [6, 20, 4]),
        ("attn_v_b", [20, 6, 4]), ("attn_output", [24, embedding]),
      ]
      : [
        ("attn_q", [embedding, 24]), ("attn_k", [embedding, 24]), ("attn_v", [embedding, 24]),
        ("ssm_conv1d_q", [3, 1, 24]), ("ssm_conv1d_k", [3, 1, 24]), ("ssm_conv1d_v", [3, 1, 24]),
        ("ssm_f_a", [embedding, 6]), ("ssm_f_b", [6, 24]), ("ssm_g_a", [embedding, 6]),
        ("ssm_g_b", [6, 24]), ("ssm_beta", [embedding, 4]), ("attn_output", [24, embedding]),
      ]
    let feedForward: [(String, [Int])] =
      layer < 2
      ? [
        ("ffn_gate", [embedding, 48]), ("ffn_up", [embedding, 48]), ("ffn_down", [48, embedding]),
      ]
      : [
        ("ffn_gate_inp", [embedding, 4]), ("ffn_gate_exps", [embedding, 12, 4]),
        ("ffn_up_exps", [embedding, 12, 4]), ("ffn_down_exps", [12, embedding, 4]),
        ("ffn_gate_shexp", [embedding, 24]), ("ffn_up_shexp", [embedding, 24]),
        ("ffn_down_shexp", [24, embedding]),
      ]
    return mixer + feedForward
  }
}
