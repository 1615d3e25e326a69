import TernFormat

extension Shape {
  /// Models whose layers are attention and a gated feed-forward part.
  static let plain: [Shape] = [
    llama(
      "1b", "Llama 3.2 1B", layers: 16, embedding: 2048, heads: 32, kvHeads: 8, feedForward: 8192,
      vocabulary: 128_256, ropeBase: 500_000),
    qwen2(
      "0.5b", "Qwen 2.5 0.5B", layers: 24, embedding: 896, heads: 14, kvHeads: 2,
      feedForward: 4864, vocabulary: 151_936),
    llama(
      "135m", "SmolLM2 135M", layers: 30, embedding: 576, heads: 9, kvHeads: 3, feedForward: 1536,
      vocabulary: 49152, ropeBase: 100_000),
    llama(
      "tiny", "no published model: measured in no time", layers: 2, embedding: 256, heads: 4,
      kvHeads: 2, feedForward: 512, vocabulary: 512, ropeBase: 10_000),
  ]

  private static func llama(
    _ name: String, _ model: String, layers: Int, embedding: Int, heads: Int, kvHeads: Int,
    feedForward: Int, vocabulary: Int, ropeBase: Float
  ) -> Shape {
    plain(
      name, model, "llama", layers: layers, embedding: embedding, feedForward: feedForward,
      attention: AttentionPart(heads: heads, kvHeads: kvHeads, headDim: embedding / heads),
      vocabulary: vocabulary, ropeBase: ropeBase, epsilon: 1e-5)
  }

  private static func qwen2(
    _ name: String, _ model: String, layers: Int, embedding: Int, heads: Int, kvHeads: Int,
    feedForward: Int, vocabulary: Int
  ) -> Shape {
    plain(
      name, model, "qwen2", layers: layers, embedding: embedding, feedForward: feedForward,
      attention: AttentionPart(
        heads: heads, kvHeads: kvHeads, headDim: embedding / heads, hasBiases: true),
      vocabulary: vocabulary, ropeBase: 1_000_000, epsilon: 1e-6)
  }

  private static func plain(
    _ name: String, _ model: String, _ architecture: String, layers: Int, embedding: Int,
    feedForward: Int, attention: AttentionPart, vocabulary: Int, ropeBase: Float, epsilon: Float
  ) -> Shape {
    let layer: [any ShapePart] = [
      NormPart("attn_norm"), attention, NormPart("ffn_norm"), FeedForwardPart(width: feedForward),
    ]
    return Shape(
      name: name, model: model, architecture: architecture, embedding: embedding,
      vocabulary: vocabulary, context: 32768, layers: Array(repeating: layer, count: layers),
      outer: [NormPart("output_norm")],
      facts: [
        "attention.layer_norm_rms_epsilon": .float32(epsilon), "rope.freq_base": .float32(ropeBase),
        "rope.dimension_count": .count(attention.headDim),
      ],
      shrinking: Shrinking(divisor: attention.kvHeads))
  }
}
