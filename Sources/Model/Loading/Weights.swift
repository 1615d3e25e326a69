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
  /// What every token of an encoder gets added: row 0 of its token types.
  let tokenType: FloatVector?
  let embeddingNorm: Norm?
  /// T5: what is added to attention scores, buckets × heads.
  let relativeBias: [Float]?
  let layers: [LayerWeights]
  /// The part after which only the rows matter whose logits are wanted.
  let lastMixer: PartPlace?
  let outputNorm: Norm?
  /// V × D; the same matrix as `tokens` where the model ties them; encoders have none.
  let output: Linear?
  /// What vectors of whole texts go through at the end.
  let heads: EncodingHeads
  let perLayer: PerLayerWeights?
  let altUp: AltUpWeights?
}

/// One layer: its parts in order.
struct LayerWeights {
  var parts: [Part]
  /// What the family does not have is `nil`.
  var perLayer: PerLayerInputWeights?
  var altUp: AltUpLayerWeights?
  /// Multiplies the layer's output.
  var outputScale: Float?
}

/// The place of a part in a model.
struct PartPlace: Equatable {
  let layer: Int
  let part: Int
}

/// One step of a layer: what it reads, what it computes, and how that is added to the residual.
///
/// ```
/// x = residualNorm(x + scale · outputNorm(operation(input(x))))
/// x = residualNorm(x + sumNorm(x + operation(input(x))))          with a sumNorm
/// ```
///
/// A class, so that a pass retains one object and not every weight that it looks at.
final class Part {
  enum Input {
    /// The residual through a norm, or as it is.
    case residual(Norm?)
    /// What the part before read.
    case shared
    /// The residual as it was before the last part added to it, through a norm.
    case unsummed(Norm)
  }

  enum Operation {
    case mixer(Mixer)
    case feedForward(FeedForwardPart)
    /// A matrix, in place of attention.
    case linear(Linear)
  }

  let input: Input
  let operation: Operation
  /// Of the part's output, before it is added.
  var outputNorm: Norm?
  /// Of the sum with the residual, which is then added once more (Jina's models for code).
  var sumNorm: Norm?
  /// Of the sum; encoders norm there.
  var residualNorm: Norm?
  /// A map of the input that is added to the sum.
  let laurel: LaurelWeights?

  init(
    input: Input, operation: Operation, outputNorm: Norm? = nil, residualNorm: Norm? = nil,
    laurel: LaurelWeights? = nil
  ) {
    self.input = input
    self.operation = operation
    self.outputNorm = outputNorm
    self.residualNorm = residualNorm
    self.laurel = laurel
  }

  var isMixer: Bool { if case .mixer = operation { true } else { false } }
}

/// What lets the positions of a sequence see each other, with its sizes.
enum Mixer {
  case attention(AttentionConfig, AttentionWeights)
  case latent(LatentConfig, LatentWeights)
  /// With the slot of its state.
  case recurrent(any RecurrentWeights, slot: Int)

  var matrices: [WeightMatrix] {
    switch self {
    case .attention(_, let weights): weights.matrices
    case .latent(_, let weights): weights.matrices
    case .recurrent(let weights, _): weights.matrices
    }
  }
}

/// A feed-forward part: dense, or experts and the one that all rows pass through.
///
/// What the family does not have is `nil`.
struct FeedForwardPart {
  var dense: FeedForwardWeights?
  var experts: ExpertWeights?
  /// What experts beside a dense network have of their own.
  var beside: BesideWeights?
  /// The expert that all rows pass through, and the row vector that weighs it.
  var shared: FeedForwardWeights?
  var sharedGate: WeightMatrix?
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
  /// Of attention's output: one row for each of its values, or for each head.
  var gate: Linear?
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

/// Gemma 4: experts beside the dense network of a layer.
///
/// ```
/// out = denseNorm(dense(input)) + outputNorm(experts(inputNorm(x)))
/// ```
/// with x, the residual. The router reads x / rms(x), times `routerScale`.
struct BesideWeights {
  let denseNorm: Norm
  let inputNorm: Norm
  let outputNorm: Norm
  let routerScale: FloatVector
}

struct ExpertWeights {
  /// E × D, with a bias per expert in gpt-oss.
  let router: Linear
  /// Added to the scores for choosing only.
  var selectionBias: FloatVector?
  /// One per expert: F × D, F × D, D × F; with `compression` its C in place of D.
  let experts: [FeedForwardWeights]
  let compression: Compression?

  /// What is around experts that read and write C values for each token: C × D, D × C.
  struct Compression {
    let down: Linear
    let up: Linear
  }
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
    if let output, output.weight !== tokens { all.append(output.weight) }
    all += heads.matrices
    for layer in layers { all += layer.matrices }
    return all + (altUp?.matrices ?? [])
  }
}

extension Weights {
  /// Bytes of matrices that one generated token reads, with `usedExperts` of each layer's experts.
  ///
  /// Of the embeddings only a row is read, unless they are the output head too.
  func bytesPerToken(usedExperts: Int) -> Int {
    let whole = (altUp?.matrices ?? []).reduce(output?.weight.readBytes ?? 0) { $0 + $1.readBytes }
    return layers.reduce(whole) { $0 + $1.bytesPerToken(usedExperts: usedExperts) }
  }
}

extension LayerWeights {
  fileprivate func bytesPerToken(usedExperts: Int) -> Int {
    matrices(experts: usedExperts).reduce(0) { $0 + $1.readBytes }
  }

  var matrices: [WeightMatrix] { matrices(experts: .max) }

  /// The matrices, with no more than so many experts: all of a layer have one shape.
  private func matrices(experts count: Int) -> [WeightMatrix] {
    parts.flatMap { $0.matrices(experts: count) }
      + [perLayer?.gate, perLayer?.projection].compactMap { $0 }
      + (altUp?.matrices ?? [])
  }
}

extension Part {
  fileprivate func matrices(experts count: Int) -> [WeightMatrix] {
    operationMatrices(count) + [laurel?.left, laurel?.right].compactMap { $0 }
  }

  private func operationMatrices(_ experts: Int) -> [WeightMatrix] {
    switch operation {
    case .mixer(let mixer): mixer.matrices
    case .feedForward(let part): part.matrices(experts)
    case .linear(let linear): [linear.weight]
    }
  }
}

extension FeedForwardPart {
  fileprivate func matrices(_ count: Int) -> [WeightMatrix] {
    let networks =
      [dense, shared].compactMap { $0 } + (experts?.experts.prefix(count) ?? [])
    return networks.flatMap(\.matrices)
      + [
        experts?.router.weight, experts?.compression?.down.weight,
        experts?.compression?.up.weight, sharedGate,
      ].compactMap { $0 }
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
    return (projections + [gate].compactMap { $0 } + [output]).map(\.weight)
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
