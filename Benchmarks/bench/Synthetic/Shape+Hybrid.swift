import TernFormat

extension Shape {
  /// Models of which most layers are recurrent.
  static let hybrids: [Shape] = [qwen35, lfm2, granite]

  private static let qwen35: Shape = {
    let recurrent = DeltaNetPart(groups: 16, valueHeads: 16, headDim: 128, taps: 4)
    let attention = AttentionPart(
      heads: 8, kvHeads: 2, headDim: 256, hasNorms: true, isGated: true, hasLength: true)
    return Shape(
      name: "qwen35-0.8b", model: "Qwen3.5 0.8B", architecture: "qwen35", embedding: 1024,
      vocabulary: 248_320, context: 262_144,
      layers: (0..<24).map { layer -> [any ShapePart] in
        [
          NormPart("attn_norm"), layer % 4 == 3 ? attention : recurrent,
          NormPart("post_attention_norm"), FeedForwardPart(width: 3584),
        ]
      },
      outer: [NormPart("output_norm")],
      facts: [
        "attention.layer_norm_rms_epsilon": .float32(1e-6), "full_attention_interval": .count(4),
        "rope.freq_base": .float32(10_000_000), "rope.dimension_count": .count(64),
        "rope.dimension_sections": .array(.int32([11, 11, 10, 0])),
      ],
      shrinking: Shrinking(layers: 4, divisor: 2))
  }()

  private static let lfm2: Shape = {
    let recurrent = ShortConvolutionPart(taps: 3)
    let attention = AttentionPart(heads: 32, kvHeads: 8, headDim: 64, hasNorms: true)
    return Shape(
      name: "lfm2-1.2b", model: "LFM2 1.2B", architecture: "lfm2", embedding: 2048,
      vocabulary: 65536, context: 128_000,
      layers: (0..<16).map { layer -> [any ShapePart] in
        [
          NormPart("attn_norm"), [2, 5, 8, 10, 12, 14].contains(layer) ? attention : recurrent,
          NormPart("ffn_norm"), FeedForwardPart(width: 8192),
        ]
      },
      outer: [NormPart("token_embd_norm")], listsKeyHeads: true,
      facts: [
        "attention.layer_norm_rms_epsilon": .float32(1e-5), "rope.freq_base": .float32(1_000_000),
      ],
      shrinking: Shrinking(layers: 4, divisor: 8))
  }()

  private static let granite: Shape = {
    let recurrent = StateSpacePart(heads: 48, headDim: 64, groups: 1, stateDim: 128, taps: 4)
    let attention = AttentionPart(heads: 12, kvHeads: 4, headDim: 128)
    return Shape(
      name: "granite4h-1b", model: "Granite 4.0 H 1B", architecture: "granitehybrid",
      embedding: 1536, vocabulary: 100_352, context: 1 << 20,
      layers: (0..<40).map { layer -> [any ShapePart] in
        [
          NormPart("attn_norm"), layer % 10 == 5 ? attention : recurrent,
          NormPart("ffn_norm"), FeedForwardPart(width: 4096),
        ]
      },
      outer: [NormPart("output_norm")], listsKeyHeads: true,
      facts: [
        "attention.layer_norm_rms_epsilon": .float32(1e-5),
        "attention.scale": .float32(0.0078125), "embedding_scale": .float32(12),
        "residual_scale": .float32(0.22), "logit_scale": .float32(6),
        "rope.freq_base": .float32(10_000), "rope.dimension_count": .count(128),
        // Nothing rotates.
        "rope.scaling.finetuned": .bool(false),
      ],
      shrinking: Shrinking(layers: 6, divisor: 4))
  }()
}
