import TernKernels

/// A matrix with what is done to its output: `y = scale · (W x) + bias`.
final class Linear {
  let weight: WeightMatrix
  let bias: FloatVector?
  /// BitNet's factor of a ternary matrix.
  let scale: Float?

  init(weight: WeightMatrix, bias: FloatVector? = nil, scale: Float? = nil) {
    self.weight = weight
    self.bias = bias
    self.scale = scale
  }

  /// The same with another bias, or another scale.
  func with(bias: FloatVector?, scale: Float?) -> Linear {
    Linear(weight: weight, bias: bias, scale: scale)
  }
}

/// The weights of a norm; `kind` says which.
final class Norm {
  let kind: Family.NormKind
  let weight: FloatVector?
  let bias: FloatVector?

  init(kind: Family.NormKind, weight: FloatVector? = nil, bias: FloatVector? = nil) {
    self.kind = kind
    self.weight = weight
    self.bias = bias
  }
}

/// A feed-forward part: dense, or experts and the one that all rows pass through.
///
/// What the family does not have is `nil`.
final class FeedForwardPart {
  let dense: FeedForwardWeights?
  let experts: ExpertWeights?
  /// What experts beside a dense network have of their own.
  let beside: BesideWeights?
  /// The expert that all rows pass through, and the row vector that weighs it.
  let shared: FeedForwardWeights?
  let sharedGate: WeightMatrix?

  init(
    dense: FeedForwardWeights?, experts: ExpertWeights?, beside: BesideWeights?,
    shared: FeedForwardWeights?, sharedGate: WeightMatrix?
  ) {
    self.dense = dense
    self.experts = experts
    self.beside = beside
    self.shared = shared
    self.sharedGate = sharedGate
  }
}

final class AttentionWeights {
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
  let queryNorm: Norm?
  let keyNorm: Norm?
  let sinks: FloatVector?
  /// Of attention's output: one row for each of its values, or for each head.
  let gate: Linear?
  /// Between attention and its output projection.
  let subNorm: Norm?
  /// D × H·N.
  let output: Linear

  init(
    projections: Projections, queryNorm: Norm?, keyNorm: Norm?, sinks: FloatVector?,
    gate: Linear?, subNorm: Norm?, output: Linear
  ) {
    self.projections = projections
    self.queryNorm = queryNorm
    self.keyNorm = keyNorm
    self.sinks = sinks
    self.gate = gate
    self.subNorm = subNorm
    self.output = output
  }
}

final class FeedForwardWeights {
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
  let subNorm: Norm?
  let inner: InnerFunction
  /// D × F.
  let down: Linear

  init(
    form: Form, width: Int, subNorm: Norm? = nil, inner: InnerFunction = .plain, down: Linear
  ) {
    self.form = form
    self.width = width
    self.subNorm = subNorm
    self.inner = inner
    self.down = down
  }
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

final class ExpertWeights {
  /// E × D, with a bias per expert in gpt-oss.
  let router: Linear
  /// Added to the scores for choosing only.
  let selectionBias: FloatVector?
  /// One per expert: F × D, F × D, D × F; with `compression` its C in place of D.
  let experts: [FeedForwardWeights]
  let compression: Compression?

  /// What is around experts that read and write C values for each token: C × D, D × C.
  struct Compression {
    let down: Linear
    let up: Linear
  }

  init(
    router: Linear, selectionBias: FloatVector?, experts: [FeedForwardWeights],
    compression: Compression?
  ) {
    self.router = router
    self.selectionBias = selectionBias
    self.experts = experts
    self.compression = compression
  }
}

extension FeedForwardPart {
  func matrices(_ count: Int) -> [WeightMatrix] {
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
  var matrices: [WeightMatrix] {
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
  var matrices: [WeightMatrix] {
    switch form {
    case .gated(let gate, let up): [gate.weight, up.weight, down.weight]
    case .fused(let both): [both.weight, down.weight]
    case .plain(let up): [up.weight, down.weight]
    }
  }
}
