import TernKernels

extension Family {
  private static let sumNorms = ["token_embd_norm", "attn_output_norm", "layer_output_norm"]

  /// Encoders: architectures that read whole texts, alphabetically.
  static let encoders: [Family] = [
    Family(
      name: "bert", norm: .layer, rope: nil, learnedPositions: true, embeddingNorm: true,
      attentionNorm: .none,
      feedForwardInput: .sum, activation: .gelu, gate: .none, head: .none,
      encoder: .summed, requiredBiases: sumNorms),
    Family(name: "eurobert", rope: .halves, head: .none, encoder: Encoder()),
    Family(
      name: "gemma-embedding", rope: .halves, postNorms: true, qkNorm: .perHead, activation: .gelu,
      window: .pattern(6, fallback: nil, required: true), windowRope: .own,
      embeddingScale: .rootOfLength, head: .none, encoder: Encoder(denseLayers: true)),
    Family(
      name: "jina-bert-v2", norm: .layer, rope: nil, embeddingNorm: true, attentionNorm: .none,
      feedForwardInput: .sum,
      qkNorm: .wholeOptional, activation: .gelu, gate: .any, head: .none,
      encoder: .summed(scoreBias: .slopes(exponent: 8)), requiredBiases: sumNorms),
    Family(
      name: "jina-bert-v3", norm: .layer, rope: .halves, embeddingNorm: true, attentionNorm: .none,
      feedForwardInput: .sum, activation: .gelu, gate: .none, head: .none,
      encoder: .summed, requiredBiases: sumNorms),
    Family(
      name: "modern-bert", norm: .layer, rope: .halves, embeddingNorm: true,
      attentionNorm: .exceptFirstLayer, activation: .gelu, gate: .fused,
      window: .patternAfterFull(3, required: false), windowRope: .own, head: .none,
      encoder: Encoder(),
      classifier: Classifier(pooling: .mean, activation: .gelu)),
    Family(
      name: "neo-bert", gate: .fused, head: .none,
      encoder: Encoder(outputNorm: "enc.output_norm")),
    Family(
      name: "nomic-bert", norm: .layer, rope: .halves, embeddingNorm: true, attentionNorm: .none,
      feedForwardInput: .sum, head: .none, encoder: .summed, requiredBiases: sumNorms),
    Family(
      name: "nomic-bert-moe", norm: .layer, rope: .halves, embeddingNorm: true,
      attentionNorm: .none,
      feedForwardInput: .sum, activation: .gelu, gate: .none,
      routing: Routing(normalized: false, layers: .byRouter, width: .feedForwardKey),
      head: .none, encoder: .summed, requiredBiases: sumNorms),
    Family(
      name: "t5encoder", rope: nil, activation: .gelu, gate: .any, attentionScale: .one,
      head: .none,
      encoder: Encoder(
        outputNorm: "enc.output_norm", scoreBias: .buckets, plainActivation: .relu,
        blockPrefix: "enc.blk.", attentionOutput: "attn_o")),
  ]
}

extension Family.Encoder {
  /// BERT's: token types, and norms of the embeddings and of the sums.
  fileprivate static let summed = summed(scoreBias: .none)

  fileprivate static func summed(scoreBias: Family.ScoreBiasRule) -> Family.Encoder {
    Family.Encoder(
      tokenTypes: true, residualNorms: true, outputNorm: nil, scoreBias: scoreBias)
  }
}
