import TernKernels

/// What makes one GGUF architecture differ from another: one row of the family table.
///
/// The defaults describe the llama family: RMS norms before attention and feed-forward, rotary
/// positions on adjacent pairs, a gated SiLU feed-forward. Biases are not listed: they are used
/// wherever the file has them, and `requiredBiases` names those a file must have.
package struct Family: Sendable {
  /// The value of `general.architecture`.
  var name: String
  /// The norm used throughout.
  var norm = NormKind.rms
  /// Which values of a head rotate together; `nil`: no rotary positions.
  var rope: RopeLayout? = .adjacent
  /// Which layers rotate.
  var rotated = RotatedLayers.all
  /// Whether `position_embd` is added to the token embeddings.
  var learnedPositions = false
  /// Whether attention reads `attn_norm(x)` (or the residual itself).
  var attentionNorm = PreNorm.required
  /// What the feed-forward part reads.
  var feedForwardInput = FeedForwardInput.normOfSum("ffn_norm")
  /// Whether each part's output is normed (`post_attention_norm`, `post_ffw_norm`).
  var postNorms = false
  /// Whether attention's and feed-forward's inner values are normed before the last projection.
  var subNorms = false
  /// Norm of queries and keys.
  var qkNorm = QKNorm.none
  /// Whether values are divided by their root mean square per head.
  var valueNorm = false
  /// Whether the query and key norms come after the rotation.
  var qkNormAfterRope = false
  /// Whether `attn_q` also gives, for each head, values whose sigmoid multiplies its output.
  var gatedQueries = false
  /// Recurrent mixers in place of attention.
  var recurrent: RecurrentRule?
  /// Whether a layer is one part: a mixer, or a feed-forward part without one.
  var onePartLayers = false
  /// The norm before the output head: the first of these names that the file has.
  var outputNorms = ["output_norm"]
  /// Whether each head has a learned logit in its softmax sum.
  var sinks = false
  /// The feed-forward's non-linearity.
  var activation = Activation.silu
  /// How gate and up projections are stored.
  var gate = GateForm.separate
  /// How experts are chosen and weighted, where the family can have any.
  var routing: Routing?
  /// Sliding windows.
  var window = WindowRule.none
  /// The rotation of sliding-window layers.
  var windowRope = WindowRope.same
  /// How attention scores are scaled.
  var attentionScale = AttentionScale.inverseRoot
  /// Soft caps: default values, used where the file has no key; `nil`: the family has none.
  var softcaps: Softcaps?
  /// Multiplier of the token embeddings.
  var embeddingScale = EmbeddingScale.none
  /// Multiplier of the logits.
  var logitScale = LogitScale.none
  /// Whether `residual_scale` multiplies what each part adds.
  var residualScale = ResidualScale.none
  /// Whether YaRN's `yarn_log_multiplier` and the attention temperature are read.
  var temperature = false
  /// Whether queries, keys and values are clamped (`attention.clamp_kqv`).
  var clamps = false
  /// The output head.
  var head = Head.optional
  /// Whether every layer receives a small input of its own for each token (Gemma 4).
  var perLayerInputs = false
  /// Whether `attention.shared_kv_layers` layers at the end read the caches of earlier ones.
  var sharesLastCaches = false
  /// Whether a layer without `attn_v` takes its keys, before norm and rotation, as values.
  var keysAsValues = false
  /// Whether `layer_output_scale` multiplies a layer's output where the file has it.
  var outputScale = false
  /// Whether `rope.dimension_sections` is allowed: for text all sections hold the same position.
  var ropeSections = false
  /// Tensors that must have a bias, by name without block prefix.
  var requiredBiases: [String] = []
}

extension Family {
  package enum NormKind: Sendable { case rms, layer }

  package enum PreNorm: Sendable {
    /// The tensor must be there.
    case required
    /// The family has no such norm.
    case none
    /// The norm is applied without weights.
    case unweighted
  }

  package enum RotatedLayers: Sendable {
    case all
    /// All but every n-th layer.
    case exceptEvery(Int)
    /// Sliding-window layers only; all where the model has no window.
    case windowed
    /// All, or none where `rope.scaling.finetuned` is false.
    case byKey
  }

  package enum FeedForwardInput: Sendable {
    /// The norm (of this name) of the residual after attention was added.
    case normOfSum(String)
    /// As `normOfSum("ffn_norm")` where that tensor exists, else the attention's own input.
    case normOfSumOrShared
    /// The same normed input that attention read: a parallel block with one norm.
    case shared
    /// Falcon: `attn_norm(x)`, while attention reads `attn_norm_2(x)` where that exists.
    case sharedOrOwnNorm
    /// `ffn_norm` of the residual before attention when `use_parallel_residual`, else after.
    case byParallelKey
    /// The residual after attention, without a norm.
    case sum
    /// The residual after attention, normed without weights.
    case unweightedNorm
  }

  package enum QKNorm: Sendable {
    case none
    /// One weight vector of a head's length for all heads.
    case perHead
    /// As `perHead`, where the tensors exist.
    case perHeadOptional
    /// One weight vector per head, where the tensors exist.
    case everyHeadOptional
    /// One norm over the whole projection.
    case whole
  }

  package enum GateForm: Sendable {
    /// `ffn_gate` and `ffn_up`.
    case separate
    /// `ffn_up` holds the gate's rows, then the up projection's.
    case fused
    /// No gate: activation of `ffn_up`.
    case none
  }

  package enum WindowRule: Sendable {
    case none
    /// `attention.sliding_window` (or `fallback`); in each group of `pattern` layers all but the
    /// last slide. `attention.sliding_window_pattern` may replace the pattern.
    case pattern(Int, fallback: Int?, required: Bool)
    /// As `pattern`, only for models with this many layers.
    case patternForLayers(Int, pattern: Int, fallback: Int)
    /// `attention.sliding_window_pattern` must list every layer.
    case listed
  }

  package enum WindowRope: Sendable {
    /// The base and scale of the full layers, unless `rope.freq_base_swa` is given.
    case same
    /// Base `rope.freq_base_swa` (default 10,000), never scaled.
    case own
    /// The full layers' base, never scaled.
    case unscaled
  }

  package enum AttentionScale: Sendable {
    /// 1/√key length, unless `attention.scale` is given.
    case inverseRoot
    /// 1/√key length; for models of this many layers 1/√(embedding/heads).
    case inverseRootOrEmbedding(layers: Int)
    /// 1.
    case one
  }

  package struct Softcaps: Sendable {
    var attention: Float?
    var final: Float?
  }

  package enum EmbeddingScale: Sendable {
    case none
    /// √embedding length.
    case rootOfLength
    /// `embedding_scale`, or this value without the key.
    case key(default: Float)
  }

  package enum LogitScale: Sendable {
    case none
    /// Logits are divided by `logit_scale`.
    case dividedByKey
    /// Logits are multiplied by `logit_scale`.
    case key(required: Bool)
    /// Logits are divided by `logit_scale`, without the key by embedding length/256.
    case keyOrWidth
  }

  package enum ResidualScale: Sendable {
    case none
    case key
    /// `residual_scale`, without the key 1.4/√layers.
    case keyOrDepth
  }

  package enum Head: Sendable {
    /// `output` where it exists, else the embeddings.
    case optional
    /// `output` must exist.
    case required
    /// Always the embeddings.
    case tied
  }

  /// How a router's scores become experts and weights.
  package struct Routing: Sendable {
    package enum Scores: Sendable {
      /// Softmax over all experts, then the best.
      case softmax
      /// The best, then softmax over those.
      case softmaxOfChosen
      /// Sigmoid of each score, or softmax, by `expert_gating_func`.
      case byKey
    }
    var scores = Scores.softmax
    /// Whether the chosen weights are divided by their sum; `nil`: by `expert_weights_norm`.
    var normalized: Bool?
    /// Whether every layer (from the first that is not dense) must have experts.
    var required = false
    /// Which feed-forward length experts have.
    var width = Width.expertKey
    /// The expert all rows pass through.
    var shared = Shared.none
    /// gpt-oss: experts and router have biases and the clamped gate.
    var clampedGate = false

    package enum Width: Sendable { case expertKey, feedForwardKey }
    package enum Shared: Sendable {
      case none
      /// Of `expert_shared_feed_forward_length`, where that is not 0.
      case byLength
      /// As `byLength` (default: `feed_forward_length`), weighted by the sigmoid of its own gate.
      case gated
      /// `expert_shared_count` experts of the experts' length, side by side.
      case byCount
    }
  }
}
