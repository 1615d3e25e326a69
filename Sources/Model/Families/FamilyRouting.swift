extension Family {
  /// How a router's scores become experts and weights.
  package struct Routing: Sendable {
    package enum Scores: Sendable {
      /// Softmax over all experts, then the best.
      case softmax
      /// The best, then softmax over those.
      case softmaxOfChosen
      /// Sigmoid of each score, then the best.
      case sigmoid
      /// The best, then sigmoid of their scores.
      case sigmoidOfChosen
      /// By `expert_gating_func`; without the key the fallback, or an error where there is none.
      case byKey(fallback: ExpertConfig.Scores?)
    }
    var scores = Scores.softmax
    /// Whether the chosen weights are divided by their sum; `nil`: by `expert_weights_norm`.
    var normalized: Bool?
    /// Whether every layer (from the first that is not dense) must have experts.
    var required = false
    /// Which layers have experts.
    var layers = Layers.byKeys
    /// Which feed-forward length experts have.
    var width = Width.expertKey
    /// The expert all rows pass through.
    var shared = Shared.none
    /// Whether the sum of experts and shared expert is halved.
    var averagesShared = false
    /// gpt-oss: experts and router have biases and the clamped gate.
    var clampedGate = false
    /// Whether an expert's input is multiplied by its weight, not its output.
    var weighsInput = false
    /// Whether the router reads the residual as it is before attention.
    var readsLayerInput = false
    /// Whether experts read and write compressed rows, where `moe_latent_size` says their length.
    var mayCompress = false
    /// Whether a layer with experts has its dense network beside them, each with norms of its own.
    var besideDense = false

    package enum Layers: Sendable {
      /// From `leading_dense_block_count` on every `interleave_moe_layer_step`-th.
      case byKeys
      /// Those with a router.
      case byRouter
    }
    package enum Width: Sendable { case expertKey, feedForwardKey }
    package enum Shared: Sendable, Equatable {
      case none
      /// One of the experts' length.
      case one
      /// Of `expert_shared_feed_forward_length`, where that is not 0.
      case byLength
      /// As `byLength` (default: `feed_forward_length`), weighted by the sigmoid of its own gate.
      case gated
      /// `expert_shared_count` experts of the experts' length, side by side.
      case byCount
      /// As `byCount`, of `expert_shared_feed_forward_length` each where that is not 0.
      case byCountAndLength
      /// Of `expert_shared_feed_forward_length`, or as `byCount` without it; none where the count
      /// (without the key this one) is 0.
      case byLengthOrCount(fallback: Int)
    }
  }
}
