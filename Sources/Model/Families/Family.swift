import TernKernels

/// What makes one GGUF architecture differ from another: one row of the family table.
///
/// The defaults describe the llama family: RMS norms before attention and feed-forward, rotary
/// positions on adjacent pairs, a gated SiLU feed-forward. Biases are not listed: they are used
/// wherever the file has them, and `requiredBiases` names those a file must have.
package struct Family: Sendable {
  /// The value of `general.architecture`.
  package var name: String
  /// The norm used throughout.
  var norm = NormKind.rms
  /// Whether the norm is that whose epsilon the file gives.
  var normByKey = false
  /// Which values of a head rotate together; `nil`: no rotary positions.
  var rope: RopeLayout? = .adjacent
  /// Which layers rotate.
  var rotated = RotatedLayers.all
  /// Whether `position_embd` is added to the token embeddings.
  var learnedPositions = false
  /// Whether `token_embd_norm` norms the embeddings.
  var embeddingNorm = false
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
  /// What attention's output is multiplied by.
  var attentionGate = AttentionConfig.Gate.none
  /// Whether `attention.value_scale` multiplies attention's output.
  var valueScale = false
  /// Recurrent mixers in place of attention.
  var recurrent: RecurrentRule?
  /// Whether a layer is one part: a mixer, or a feed-forward part without one.
  var onePartLayers = false
  /// The norm before the output head: the first of these names that the file has.
  var outputNorms = ["output_norm"]
  /// Whether each head has a learned logit in its softmax sum.
  var sinks = Sinks.none
  /// The feed-forward's non-linearity.
  var activation = Activation.silu
  /// Whether every layer has an activation with parameters of its own (`xielu.*`) instead.
  var xielu = false
  /// Of the first layers: how many keep only gate values that are large for their row.
  var sparseLayers = 0
  /// Whether `swiglu_clamp_exp` and `swiglu_clamp_shexp` limit the experts' inner values.
  var limitsExperts = false
  /// How gate and up projections are stored.
  var gate = GateForm.separate
  /// How experts are chosen and weighted, where the family can have any.
  var routing: Routing?
  /// Sliding windows.
  var window = WindowRule.none
  /// The rotation of sliding-window layers.
  var windowRope = WindowRope.same
  /// What is particular where the family's attention is latent (MLA); `nil`: it is not.
  var latent: Latent?
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
  /// Whether YaRN's `yarn_log_multiplier` is read, and which queries have a temperature.
  var temperature = TemperatureRule.none
  /// Whether queries, keys and values are clamped (`attention.clamp_kqv`).
  var clamps = false
  /// The output head.
  var head = Head.optional
  /// Whether every layer receives a small input of its own for each token (Gemma 4).
  var perLayerInputs = false
  /// Which layers at the end read the caches of earlier ones.
  var sharesLastCaches = SharedCaches.none
  /// Whether a layer without `attn_v` takes its keys, before norm and rotation, as values.
  var keysAsValues = false
  /// Whether a token has several residual streams, with a low-rank map beside attention (Gemma 3n).
  var altUp = false
  /// Whether a layer may lack attention, or have a matrix in its place, or lack everything.
  var mayLackParts = false
  /// Whether `layer_output_scale` multiplies a layer's output where the file has it.
  var outputScale = false
  /// How `rope.dimension_sections` shares out the pairs of a head; without it the key is an error.
  var ropeSections = Sections.none
  /// Whether `rope.scaling.alpha` raises the base.
  var ropeAlpha = false
  /// Whether full layers rotate half of `rope.dimension_count` only.
  var halfRopeOnFullLayers = false
  /// The layer counts for which the family is known; empty: all.
  var layerCounts: [Int] = []
  /// The layer count with which nothing rotates and scores fall with the distance instead (ALiBi).
  var slopedLayerCount: Int?
  /// What is added to the attention scores; encoders have a rule of their own.
  var scoreBias = ScoreBiasRule.none
  /// What the family has as an encoder; `nil`: it is none, positions see earlier ones only.
  var encoder: Encoder?
  /// How a ranking head reads a text, where the file has such a head.
  var classifier = Classifier()
  /// Tensors that must have a bias, by name without block prefix.
  var requiredBiases: [String] = []
  /// Whether the layer behind the last one (`nextn`), where a file has it, is a known head for drafts.
  var hasDraftHead = false
}

extension Family {
  package enum NormKind: Sendable { case rms, layer }

  package enum TemperatureRule: Sendable {
    case none
    /// `attention.temperature_scale`, on all layers.
    case byKey
    /// Llama 4's constants, on the layers that do not rotate.
    case unrotated
  }

  package enum Sinks: Sendable {
    case none
    case required
    /// Where the tensor exists.
    case optional
  }

  package enum Sections: Sendable {
    case none
    /// Neighbouring pairs are of one section.
    case blocks
    /// The first three sections take turns.
    case interleaved
  }

  package enum SharedCaches: Sendable {
    case none
    /// `attention.shared_kv_layers` layers.
    case byKey
    /// The layers from this one on.
    case from(Int)
  }

  package enum PreNorm: Sendable {
    /// The tensor must be there.
    case required
    /// The family has no such norm.
    case none
    /// The norm is applied without weights.
    case unweighted
    /// Every layer but the first has it.
    case exceptFirstLayer
  }

  package enum RotatedLayers: Sendable {
    case all
    /// All but every n-th layer.
    case exceptEvery(Int)
    /// Sliding-window layers only; all where the model has no window.
    case windowed
    /// All, or none where `rope.scaling.finetuned` is false.
    case byKey
    /// Sliding-window layers, and the leading dense ones.
    case windowedOrLeading
    /// All but the first of every n layers where the window's key is above 0, else all.
    case exceptFirstOfEvery(Int)
    /// All but every n-th layer where the model has a window, else all but the last.
    case exceptEveryOrLast(Int)
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
    /// One weight vector for every head.
    case everyHead
    /// As `everyHead`, where the tensors exist.
    case everyHeadOptional
    /// One norm over the whole projection.
    case whole
    /// As `perHead` without weights, on the layers that rotate; not for models of 128 experts.
    case unweightedWhereRotated
    /// As `whole`, where the tensors exist.
    case wholeOptional

    /// Whether the norm, where there is one, is over the whole projection.
    var isOfWhole: Bool {
      switch self {
      case .whole, .wholeOptional: true
      case .none, .perHead, .perHeadOptional, .everyHead, .everyHeadOptional,
        .unweightedWhereRotated:
        false
      }
    }
  }

  package enum GateForm: Sendable {
    /// `ffn_gate` and `ffn_up`.
    case separate
    /// `ffn_up` holds the gate's rows, then the up projection's.
    case fused
    /// No gate: activation of `ffn_up`.
    case none
    /// Whichever of these the tensors show.
    case any
  }

  package enum WindowRule: Sendable {
    case none
    /// `attention.sliding_window` (or `fallback`); in each group of `pattern` layers all but the
    /// last slide. `attention.sliding_window_pattern` may replace the pattern.
    case pattern(Int, fallback: Int?, required: Bool)
    /// As `pattern`, but all except the first of each group slide.
    case patternAfterFull(Int, required: Bool)
    /// As `patternAfterFull`, with this window wherever the key is above 0.
    case fixedAfterFull(Int, window: Int)
    /// Chunks of 8,192 in three of four layers, or as `sliding_window_pattern` has it; none where
    /// the window's key is 0.
    case chunks
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
    /// There is none: the states are the result.
    case none
  }
}

extension Family.WindowRule {
  /// Whether the windows are chunks.
  var isChunked: Bool { if case .chunks = self { true } else { false } }
}
