import TernFormat
import TernKernels

/// Everything the metadata says about a model, read once and checked: the map of the forward pass.
///
/// Shapes, with D = `embedding`, V = `vocabulary`, per layer H = `heads`, G = `kvHeads`,
/// K = `keyDim`, N = `valueDim`, F = `feedForward`:
///
/// ```
/// x [D]      = token_embd[token]                            V × D
/// q [H·K]    = attn_q · norm(x)                             H·K × D
/// k [G·K], v [G·N]                                          G·K × D, G·N × D
/// x         += attn_output · attention(q, cache)            D × H·N
/// x         += ffn_down · (f(ffn_gate · n) * (ffn_up · n))  F × D, D × F, n = norm(x)
/// logits [V] = output · norm(x)                             V × D
/// ```
package struct Config: Sendable {
  package let architecture: String
  let family: Family
  /// D.
  package let embedding: Int
  /// V: the rows of `token_embd`.
  package let vocabulary: Int
  /// The longest context the model was made for, in tokens.
  package let contextLength: Int
  /// One entry per layer.
  package let layers: [LayerConfig]
  /// The layer of the head for drafts, where the file has one: it follows the others.
  package let draftLayer: LayerConfig?
  let normEpsilon: Float
  /// `cap * tanh(score / cap)` on attention scores and on logits, where set.
  let attentionSoftcap: Float?
  let logitSoftcap: Float?
  let embeddingScale: Float
  let residualScale: Float
  let logitScale: Float
  /// Attention and feed-forward read the same residual (`use_parallel_residual`).
  let parallelResidual: Bool
  /// Multiplies attention's output.
  let valueScale: Float
  /// Queries, keys and values are limited to ± this where set.
  let clamp: Float?
  /// Queries at position p are multiplied by `ln(⌊(p + offset) / length⌋ + 1) · scale + 1` where
  /// set.
  let temperature: Temperature?
  package let experts: ExpertConfig?
  /// Rotation of full layers and of sliding-window layers.
  let rope: RopeConfig?
  let windowRope: RopeConfig?
  /// Values that each layer receives for each token besides the residual; 0: none.
  let perLayerInput: Int
  package let encoding: EncodingConfig

  /// Whether the model gives logits, and so can go on with a text.
  package var generates: Bool {
    if case .none = family.head { return false }
    return !encoding.isBidirectional
  }

  /// Gemma 3n: the rank of the map beside attention, 0 where there is none.
  let laurelRank: Int

  package var layerCount: Int { layers.count }

  /// The layers, and that of the head for drafts.
  var allLayers: [LayerConfig] { layers + [draftLayer].compactMap { $0 } }

  /// The tokens that a sequence may have where nothing else is asked for.
  package var defaultContext: Int { min(contextLength, 4096) }

  /// The experts, where any layer has them: only then have their counts been compared with tensors.
  var usedExperts: ExpertConfig? { allLayers.contains(where: \.hasExperts) ? experts : nil }
}

/// One layer: what mixes its positions, and its feed-forward part.
package struct LayerConfig: Sendable {
  /// What mixes positions, in order.
  var mixers: [MixerConfig]
  /// Width of the dense feed-forward part; 0: there is none.
  package var feedForward: Int
  package var hasExperts: Bool
  /// Whether a matrix stands in place of attention.
  var hasAttentionMatrix = false
  /// What the dense part, the experts and the shared expert do between their projections.
  var inner = InnerFunctions()

  /// Whether the layer does nothing.
  var isEmpty: Bool {
    mixers.isEmpty && !hasAttentionMatrix && feedForward == 0 && !hasExperts
  }

  /// The layer's attention with keys and values per head, where it has one.
  package var attention: AttentionConfig? {
    for case .attention(let attention) in mixers { return attention }
    return nil
  }

  /// The layer's latent attention, where it has one.
  package var latent: LatentConfig? { mixers.lazy.compactMap(\.latent).first }
}

/// The sizes of one mixer: what lets the positions of a sequence see each other.
enum MixerConfig: Sendable {
  case attention(AttentionConfig)
  case latent(LatentConfig)
  case recurrent(any RecurrentConfig)

  /// What it keeps of a sequence instead of keys and values; `nil`: nothing.
  var state: RecurrentShape? { if case .recurrent(let sizes) = self { sizes.state } else { nil } }

  /// The sizes of latent attention, where it is that.
  var latent: LatentConfig? { if case .latent(let sizes) = self { sizes } else { nil } }

  /// Values that its projections give for each token.
  var projectedWidth: Int {
    switch self {
    case .attention(let sizes):
      sizes.projectedQueryWidth + sizes.keyWidth + sizes.valueWidth + sizes.gateWidth
    case .latent(let sizes): sizes.projectedWidth
    case .recurrent(let sizes): sizes.projectedWidth
    }
  }

  /// Values that its last projection reads.
  var mixedWidth: Int {
    switch self {
    case .attention(let sizes): sizes.outputWidth
    case .latent(let sizes): sizes.outputWidth
    case .recurrent(let sizes): sizes.width
    }
  }

  /// Values that one layer leaves for those behind it.
  var keptWidth: Int { if case .recurrent(let sizes) = self { sizes.keptWidth } else { 0 } }

  /// Whether it rotates by the angles of sliding layers, or by those of the others.
  func isRotated(windowed: Bool) -> Bool {
    switch self {
    case .attention(let sizes): sizes.rotated && (sizes.window != nil) == windowed
    case .latent(let sizes): sizes.rotated && !windowed
    case .recurrent: false
    }
  }
}

/// The sizes of one layer's attention.
package struct AttentionConfig: Sendable, Equatable {
  package var heads: Int
  package var kvHeads: Int
  package var keyDim: Int
  package var valueDim: Int
  /// Sees only positions p − window + 1 … p where set.
  package var window: Int?
  /// Whether windows stand side by side: a position sees from the last multiple of `window` on.
  package var isChunked = false
  package var scale: Float
  package var rotated: Bool
  /// Whether its queries have the model's temperature.
  package var hasTemperature = false
  /// Sees later positions too; a window then lies half before and half behind.
  package var isBidirectional = false
  /// The earlier layer whose keys and values this one reads, where it has none of its own.
  package var sharesCacheOf: Int?
  /// The place of its keys and values among the paged slots of a cache.
  package var slot = 0
  /// What its output is multiplied by.
  package var gate = Gate.none

  package enum Gate: Sendable {
    case none
    /// The sigmoid of values that `attn_q` gives, for each head behind its query.
    case besideQueries
    /// The sigmoid of what `attn_gate` gives, a value for each of its own.
    case perValue
    /// The same with a value for each head, where the tensor exists.
    case perHead
  }

  /// Values that its gate has for each token.
  var gateWidth: Int {
    switch gate {
    case .none: 0
    case .besideQueries: queryWidth
    case .perValue: outputWidth
    case .perHead: heads
    }
  }

  package var queryWidth: Int { heads * keyDim }
  /// What `attn_q` gives.
  var projectedQueryWidth: Int { gate == .besideQueries ? 2 * queryWidth : queryWidth }
  package var keyWidth: Int { kvHeads * keyDim }
  package var valueWidth: Int { kvHeads * valueDim }
  package var outputWidth: Int { heads * valueDim }
}

struct Temperature: Sendable {
  let scale: Float
  let length: Int
  var offset = 0
}

/// The rotation of one kind of layer.
struct RopeConfig: Sendable, Equatable {
  let dimension: Int
  let base: Double
  let scaling: RopeScaling
  /// Where the pairs are shared out among several positions of a token.
  var sections: RopeSections?
  /// Whether the divisors are the first of a tensor that may have more.
  var isPrefix = false
}
