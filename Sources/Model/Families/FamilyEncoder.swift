import TernKernels

extension Family {
  /// What an encoder has besides, or in the place of, what a decoder has.
  package struct Encoder: Sendable {
    /// Whether row 0 of `token_types` is added to the embeddings, where the file has it.
    var tokenTypes = false
    /// Whether the sums are normed after attention (`attn_output_norm`) and feed-forward
    /// (`layer_output_norm`).
    var residualNorms = false
    /// The norm at the end; `nil`: there is none.
    var outputNorm: String? = "output_norm"
    /// What is added to the attention scores.
    var scoreBias = ScoreBiasRule.none
    /// The non-linearity of networks without a gate, where it is another.
    var plainActivation: Activation?
    /// Whether `dense_2` and `dense_3` map the vectors at the end, where the file has them.
    var denseLayers = false
    /// What the names of a block's tensors begin with, before its number.
    var blockPrefix = "blk."
    /// The output projection of attention.
    var attentionOutput = "attn_output"
  }

  package enum ScoreBiasRule: Sendable {
    case none
    /// Distance times a slope for each head, which this is the exponent of (ALiBi).
    case slopes(exponent: Float)
    /// `attn_rel_b` of block 0: a value for each head and bucket of distances (T5).
    case buckets
  }

  /// How a ranking head reads a text.
  package struct Classifier: Sendable {
    /// The states it reads; `nil`: the first of an encoder, the last of a decoder.
    var pooling: Pooling?
    /// What follows the product with `cls`.
    var activation = Activation.tanh
    /// Whether the scores are turned into probabilities.
    var softmax = false

    package enum Activation: Sendable { case tanh, gelu }
  }
}
