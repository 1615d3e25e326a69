import TernKernels

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
  let draftHead: DraftHeadWeights?
}

/// One layer: its parts in order.
///
/// A class, as all weights are that a pass looks at in every layer: it retains one object then, and
/// not all that is in it.
final class LayerWeights {
  let parts: [Part]
  /// What the family does not have is `nil`.
  let perLayer: PerLayerInputWeights?
  let altUp: AltUpLayerWeights?
  /// Multiplies the layer's output.
  let outputScale: Float?

  init(
    parts: [Part], perLayer: PerLayerInputWeights? = nil, altUp: AltUpLayerWeights? = nil,
    outputScale: Float? = nil
  ) {
    self.parts = parts
    self.perLayer = perLayer
    self.altUp = altUp
    self.outputScale = outputScale
  }
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
  let outputNorm: Norm?
  /// Of the sum with the residual, which is then added once more (Jina's models for code).
  let sumNorm: Norm?
  /// Of the sum; encoders norm there.
  let residualNorm: Norm?
  /// A map of the input that is added to the sum.
  let laurel: LaurelWeights?

  init(
    input: Input, operation: Operation, outputNorm: Norm? = nil, sumNorm: Norm? = nil,
    residualNorm: Norm? = nil, laurel: LaurelWeights? = nil
  ) {
    self.input = input
    self.operation = operation
    self.outputNorm = outputNorm
    self.sumNorm = sumNorm
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
    if let draftHead { all += draftHead.matrices.filter { own in !all.contains { $0 === own } } }
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

  /// Bytes of matrices that the head for drafts reads for one token.
  func bytesPerDraftedToken(usedExperts: Int) -> Int {
    guard let head = draftHead else { return 0 }
    return head.projection.weight.readBytes + head.output.weight.readBytes
      + head.layer.bytesPerToken(usedExperts: usedExperts)
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
