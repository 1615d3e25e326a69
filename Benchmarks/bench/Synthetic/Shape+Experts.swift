import TernFormat

extension Shape {
  /// Models with experts, cut to their first layers.
  static let mixtures: [Shape] = [qwen3, gemma4, deepseek2]

  private static let qwen3 = Shape(
    name: "qwen3moe-small", model: "8 of 48 layers of Qwen3 30B-A3B", architecture: "qwen3moe",
    embedding: 2048, vocabulary: 151_936, context: 40960,
    layers: Array(
      repeating: [
        NormPart("attn_norm"),
        AttentionPart(heads: 32, kvHeads: 4, headDim: 128, hasNorms: true, hasLength: true),
        NormPart("ffn_norm"), ExpertsPart(count: 128, used: 8, width: 768),
      ], count: 8),
    outer: [NormPart("output_norm")], hasHead: true,
    facts: [
      "feed_forward_length": .count(6144), "attention.layer_norm_rms_epsilon": .float32(1e-6),
      "rope.freq_base": .float32(1_000_000), "rope.dimension_count": .count(128),
    ])

  private static let gemma4: Shape = {
    let isSliding = (0..<6).map { $0 % 6 != 5 }
    let sliding = AttentionPart(
      heads: 16, kvHeads: 8, headDim: 256, hasNorms: true, isSliding: true, hasLength: true)
    let full = AttentionPart(
      heads: 16, kvHeads: 2, headDim: 512, hasNorms: true, sharesKeys: true, hasLength: true)
    // A quarter of the pairs of full layers rotates.
    let divisors = (0..<256).map { $0 < 64 ? Float(1) : 1e30 }
    return Shape(
      name: "gemma4moe-small", model: "6 of 30 layers of Gemma 4 26B-A4B", architecture: "gemma4",
      embedding: 2816, vocabulary: 262_144, context: 262_144,
      layers: isSliding.map { isSliding -> [any ShapePart] in
        [
          NormPart("attn_norm"), isSliding ? sliding : full, NormPart("post_attention_norm"),
          NormPart("ffn_norm"), FeedForwardPart(width: 2112), NormPart("post_ffw_norm_1"),
          NormPart("pre_ffw_norm_2"),
          ExpertsPart(count: 128, used: 8, width: 704, isMerged: true),
          NormPart("post_ffw_norm_2"), NormPart("post_ffw_norm"),
          ValuesPart(name: "layer_output_scale.weight", values: [1]),
        ]
      },
      outer: [
        NormPart("output_norm"), ValuesPart(name: "rope_freqs.weight", values: divisors),
      ],
      listsKeyHeads: true,
      facts: [
        "attention.layer_norm_rms_epsilon": .float32(1e-6),
        "attention.sliding_window": .count(1024),
        "attention.sliding_window_pattern": .array(.bool(isSliding)),
        "attention.shared_kv_layers": .count(0), "embedding_length_per_layer_input": .count(0),
        "final_logit_softcapping": .float32(30), "rope.freq_base": .float32(1_000_000),
        "rope.freq_base_swa": .float32(10_000), "rope.dimension_count": .count(512),
        "rope.dimension_count_swa": .count(256),
      ],
      shrinking: Shrinking(layers: 6, divisor: 2, widthDivisor: 8))
  }()

  private static let deepseek2: Shape = {
    let attention = LatentPart(heads: 16, rank: 512, ropeDim: 64, plainDim: 128, valueDim: 128)
    return Shape(
      name: "deepseek2-small", model: "6 of 27 layers of DeepSeek-V2-Lite",
      architecture: "deepseek2", embedding: 2048, vocabulary: 102_400, context: 163_840,
      layers: (0..<6).map { layer -> [any ShapePart] in
        [
          NormPart("attn_norm"), attention, NormPart("ffn_norm"),
          layer == 0
            ? FeedForwardPart(width: 10944)
            : ExpertsPart(count: 64, used: 6, width: 1408, shared: 2),
        ]
      },
      outer: [NormPart("output_norm")], hasHead: true,
      facts: [
        "attention.layer_norm_rms_epsilon": .float32(1e-6), "leading_dense_block_count": .count(1),
        "expert_weights_scale": .float32(1), "expert_gating_func": .count(1),
        "rope.freq_base": .float32(10_000), "rope.scaling.type": .string("yarn"),
        "rope.scaling.factor": .float32(40),
        "rope.scaling.original_context_length": .count(4096),
        "rope.scaling.yarn_log_multiplier": .float32(0.0707),
      ])
  }()
}
