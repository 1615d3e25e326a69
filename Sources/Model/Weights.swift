import TernKernels

/// A matrix with what is done to its output: `y = scale · (W x) + bias`.
struct Linear {
  let weight: WeightMatrix
  var bias: FloatVector?
  /// BitNet's factor of a ternary matrix.
  var scale: Float?

  var isTernary: Bool { weight.type == .tq1_0 || weight.type == .tq2_0 }
}

/// The weights of a norm; `kind` says which.
struct Norm {
  let kind: Family.NormKind
  var weight: FloatVector?
  var bias: FloatVector?
}

/// All weights of a model, each checked against the shapes of ``Config``.
struct Weights {
  /// V × D.
  let tokens: WeightMatrix
  /// Learned positions, positions × D.
  let positions: WeightMatrix?
  let layers: [LayerWeights]
  let outputNorm: Norm
  /// V × D; the same object as `tokens` where the model ties them.
  let output: Linear
  let perLayer: PerLayerWeights?
}

/// One layer.
///
/// What the family does not have is `nil`.
struct LayerWeights {
  /// Of attention's input.
  var attentionNorm: Norm?
  let attention: AttentionWeights
  /// Of attention's output, before it is added.
  var postAttentionNorm: Norm?
  /// Of the feed-forward's input.
  var feedForwardNorm: Norm?
  var dense: FeedForwardWeights?
  var experts: ExpertWeights?
  /// The expert that all rows pass through, and the row vector that weighs it.
  var shared: FeedForwardWeights?
  var sharedGate: WeightMatrix?
  /// Of the feed-forward's output, before it is added.
  var postFeedForwardNorm: Norm?
  var perLayer: PerLayerInputWeights?
  /// Multiplies the layer's output.
  var outputScale: Float?
}

struct AttentionWeights {
  enum Projections {
    /// One matrix of H·K + G·K + G·N rows.
    case fused(Linear)
    case separate(q: Linear, k: Linear, v: Linear)
    /// Values are the keys before their norm and rotation.
    case valueIsKey(q: Linear, k: Linear)
    /// Keys and values of an earlier layer are read.
    case queryOnly(Linear)
  }
  let projections: Projections
  var queryNorm: Norm?
  var keyNorm: Norm?
  var sinks: FloatVector?
  /// Between attention and its output projection.
  var subNorm: Norm?
  /// D × H·N.
  let output: Linear
}

struct FeedForwardWeights {
  enum Form {
    /// F × D each: `down · (f(gate x) * (up x))`.
    case gated(gate: Linear, up: Linear)
    /// 2F × D: the gate's rows, then the up projection's.
    case fused(Linear)
    /// F × D: `down · f(up x)`.
    case plain(Linear)
  }
  let form: Form
  /// F.
  let width: Int
  /// Between the activation and the last projection.
  var subNorm: Norm?
  var inner = InnerFunction.plain
  /// D × F.
  let down: Linear
}

struct ExpertWeights {
  /// E × D, with a bias per expert in gpt-oss.
  let router: Linear
  /// Added to the scores for choosing only.
  var selectionBias: FloatVector?
  /// One per expert: F × D, F × D, D × F.
  let experts: [FeedForwardWeights]
}

/// Gemma 4: what turns a token into one small input per layer.
struct PerLayerWeights {
  /// V × layers·P.
  let tokens: WeightMatrix
  /// layers·P × D.
  let projection: WeightMatrix
  /// P.
  let norm: FloatVector
}

/// Gemma 4: how a layer adds its small input.
struct PerLayerInputWeights {
  /// P × D.
  let gate: WeightMatrix
  /// D × P.
  let projection: WeightMatrix
  let norm: Norm
}

extension Weights {
  /// Every matrix once, for figures about memory.
  var matrices: [WeightMatrix] {
    var all = [tokens, positions, perLayer?.tokens, perLayer?.projection].compactMap { $0 }
    if output.weight !== tokens { all.append(output.weight) }
    for layer in layers { all += layer.matrices }
    return all
  }
}

extension Weights {
  /// Bytes of matrices that one generated token reads, with `usedExperts` of each layer's experts.
  ///
  /// Of the embeddings only a row is read, unless they are the output head too.
  func bytesPerToken(usedExperts: Int) -> Int {
    layers.reduce(output.weight.readBytes) { $0 + $1.bytesPerToken(usedExperts: usedExperts) }
  }
}

extension LayerWeights {
  fileprivate func bytesPerToken(usedExperts: Int) -> Int {
    var layer = self
    // All experts of a layer have one shape.
    if let experts {
      layer.experts = ExpertWeights(
        router: experts.router, selectionBias: nil,
        experts: Array(experts.experts.prefix(usedExperts)))
    }
    return layer.matrices.reduce(0) { $0 + $1.readBytes }
  }

  var matrices: [WeightMatrix] {
    var all = attention.matrices
    for part in [dense, shared].compactMap({ $0 }) + (experts?.experts ?? []) {
      all += part.matrices
    }
    all += [experts?.router.weight, sharedGate, perLayer?.gate, perLayer?.projection]
      .compactMap { $0 }
    return all
  }
}

extension AttentionWeights {
  fileprivate var matrices: [WeightMatrix] {
    let projections: [Linear] =
      switch self.projections {
      case .fused(let all): [all]
      case .separate(let q, let k, let v): [q, k, v]
      case .valueIsKey(let q, let k): [q, k]
      case .queryOnly(let q): [q]
      }
    return projections.map(\.weight) + [output.weight]
  }
}

extension FeedForwardWeights {
  fileprivate var matrices: [WeightMatrix] {
    switch form {
    case .gated(let gate, let up): [gate.weight, up.weight, down.weight]
    case .fused(let both): [both.weight, down.weight]
    case .plain(let up): [up.weight, down.weight]
    }
  }
}
