import TernFormat

extension Shape {
  /// Models whose positions see the whole text, and that give a vector for it.
  static let encoders: [Shape] = [bge, modernBert]

  private static let bge: Shape = {
    let layer: [any ShapePart] = [
      AttentionPart(heads: 12, kvHeads: 12, headDim: 64, hasBiases: true, hasOutputBias: true),
      NormPart("attn_output_norm", hasBias: true),
      FeedForwardPart(width: 3072, gate: .none, hasBiases: true),
      NormPart("layer_output_norm", hasBias: true),
    ]
    return Shape(
      name: "bge-base", model: "BGE base v1.5 (BERT), an encoder", architecture: "bert",
      embedding: 768, vocabulary: 30522, context: 512, layers: Array(repeating: layer, count: 12),
      outer: [
        TablePart(name: "token_types", rows: 2), TablePart(name: "position_embd"),
        NormPart("token_embd_norm", hasBias: true),
      ],
      facts: [
        "attention.layer_norm_epsilon": .float32(1e-12), "attention.causal": .bool(false),
        // The vector of the first position.
        "pooling_type": .count(2), "tokenizer.ggml.token_type_count": .count(2),
      ])
  }()

  private static let modernBert = Shape(
    name: "modernbert-base", model: "ModernBERT base, an encoder", architecture: "modern-bert",
    embedding: 768, vocabulary: 50368, context: 8192,
    layers: (0..<22).map { layer -> [any ShapePart] in
      let parts: [any ShapePart] = [
        AttentionPart(heads: 12, kvHeads: 12, headDim: 64, isFused: true), NormPart("ffn_norm"),
        FeedForwardPart(width: 1152, gate: .fused),
      ]
      return layer == 0 ? parts : [NormPart("attn_norm")] + parts
    },
    outer: [NormPart("token_embd_norm"), NormPart("output_norm")],
    facts: [
      "attention.layer_norm_epsilon": .float32(1e-5), "attention.causal": .bool(false),
      "attention.sliding_window": .count(128), "attention.sliding_window_pattern": .count(3),
      // The mean of all positions.
      "pooling_type": .count(1), "rope.freq_base": .float32(160_000),
      "rope.freq_base_swa": .float32(10_000), "rope.scaling.type": .string("none"),
      "hidden_act": .string("gelu"),
    ],
    shrinking: Shrinking(layers: 4, divisor: 4))
}
