import TernKernels

/// A head for drafts (`nextn`, multi-token prediction): a layer behind the last one that guesses the
/// token after the next one.
///
/// ```
/// x      = eh_proj · [enorm(embedding of the next token) ; hnorm(state)]      D × 2D
/// x      = layer(x)
/// state  = shared_head_norm(x)
/// logits = shared_head_head · state                                          V × D
/// ```
/// The first state of a position is what the model's own output matrix reads, after the norm. The state
/// that the head gives stands for that of the next position, so that it guesses on. Described in
/// DeepSeek-V3 Technical Report, section 2.2 (arXiv:2412.19437).
final class DraftHeadWeights {
  /// V × D; the model's own where the file has no others.
  let tokens: WeightMatrix
  let tokenNorm: Norm
  let stateNorm: Norm
  /// D × 2D.
  let projection: Linear
  let layer: LayerWeights
  /// The model's own where the file has no others.
  let outputNorm: Norm
  let output: Linear

  init(
    tokens: WeightMatrix, tokenNorm: Norm, stateNorm: Norm, projection: Linear,
    layer: LayerWeights, outputNorm: Norm, output: Linear
  ) {
    self.tokens = tokens
    self.tokenNorm = tokenNorm
    self.stateNorm = stateNorm
    self.projection = projection
    self.layer = layer
    self.outputNorm = outputNorm
    self.output = output
  }

  var matrices: [WeightMatrix] { [tokens, projection.weight, output.weight] + layer.matrices }
}

extension LayerLoader {
  /// The head for drafts; `nil` where the file has none, or one that lacks tensors.
  ///
  /// What is given is the model's own, which the head uses where it has none.
  func draftHead(
    tokens: WeightMatrix, outputNorm: Norm?, output: Linear?
  ) throws(ModelError) -> DraftHeadWeights? {
    guard let sizes = config.draftLayer, loader.survey == nil else { return nil }
    do throws(ModelError) {
      let (embedding, vocabulary) = (config.embedding, config.vocabulary)
      let ownNorm = try optionalNorm("nextn.shared_head_norm", count: embedding)
      let ownOutput =
        has("nextn.shared_head_head")
        ? try linear("nextn.shared_head_head", rows: vocabulary, columns: embedding) : nil
      guard let lastNorm = ownNorm ?? outputNorm, let head = ownOutput ?? output else {
        return nil
      }
      var states = 0
      return DraftHeadWeights(
        tokens: has("nextn.embed_tokens")
          ? try loader.matrix(
            prefix + "nextn.embed_tokens.weight", rows: vocabulary, columns: embedding,
            isLookup: true) : tokens,
        tokenNorm: try norm("nextn.enorm", count: embedding),
        stateNorm: try norm("nextn.hnorm", count: embedding),
        projection: try linear("nextn.eh_proj", rows: embedding, columns: 2 * embedding),
        layer: try layer(sizes, states: &states), outputNorm: lastNorm, output: head)
    } catch {
      // Files whose other tensors of the layer were left out run without it.
      if case .missingTensor(let name) = error, name.hasPrefix(prefix) { return nil }
      throw error
    }
  }
}
