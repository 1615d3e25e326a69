import TernFormat

/// PLaMo 2: projections are fused, heads have norms of their own, and some norms have no ".weight"
/// in their names.
extension TinyHybrid {
  var plamoMetadata: [String: MetadataValue] {
    let heads = (0..<layers).map { Int32(isAttention($0) ? 4 : 0) }
    return [
      "attention.head_count": .array(.int32(heads)), "ssm.conv_kernel": .uint32(4),
      "ssm.inner_size": .uint32(30), "ssm.state_size": .uint32(10),
      "ssm.time_step_rank": .uint32(3), "ssm.group_count": .uint32(0),
    ]
  }

  /// Adds what a layer has besides its first norm.
  func addPlamoLayer(_ layer: Int, to tiny: inout TinyGGUF, using random: inout SeededGenerator) {
    let p = "blk.\(layer)."
    func add(_ name: String, _ dimensions: [Int], scale: Float = 1) {
      tiny.addRandom(p + name, dimensions, scale: scale, using: &random)
    }
    func matrix(_ name: String, _ rows: Int, _ columns: Int) {
      add(name + ".weight", [columns, rows], scale: 1 / Float(columns).squareRoot())
    }
    func norm(_ name: String, _ dimensions: [Int]) {
      let values = (0..<dimensions.reduce(1, *)).map { _ in 1 + 0.2 * random.normal() }
      tiny.add(p + name, dimensions, floats: values)
    }
    norm("ffn_norm.weight", [embedding])
    norm("post_attention_norm", [embedding])
    norm("post_ffw_norm", [embedding])
    matrix("ffn_up", 96, embedding)
    matrix("ffn_down", embedding, 48)
    if isAttention(layer) {
      matrix("attn_qkv", 64, embedding)
      matrix("attn_output", embedding, 32)
      norm("attn_q_norm.weight", [8, 4])
      norm("attn_k_norm.weight", [8, 2])
      return
    }
    matrix("ssm_in", 60, embedding)
    add("ssm_conv1d.weight", [4, 30], scale: 0.5)
    matrix("ssm_x", 20 + 64, 30)
    norm("ssm_b_norm", [10])
    norm("ssm_c_norm", [10])
    norm("ssm_dt_norm", [64])
    matrix("ssm_dt", 3, 64)
    add("ssm_dt.bias", [3])
    tiny.add(p + "ssm_a", [3], floats: [-0.1, -0.7, -2])
    add("ssm_d", [3])
    matrix("ssm_out", embedding, 30)
  }
}
