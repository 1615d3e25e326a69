import TernKernels

/// Gemma 4's per-layer embeddings: every layer receives a small input of its own per token.
extension Model {
  /// The small inputs of all layers at once.
  ///
  /// inputs = (token_embd' · √P + norm(projection · x / √D)) / √2
  func embedPerLayer(_ weights: PerLayerWeights) {
    guard let space = workspace.perLayer else { return }
    let inputs = space.inputs.rows(rowCount)
    let projected = space.projected.rows(rowCount)
    compute.gatherRows(weights.tokens, plan.tokens, into: inputs)
    compute.scale(inputs, by: Float(config.perLayerInput).squareRoot())
    compute.multiply(weights.projection, workspace.x.rows(rowCount), into: projected)
    compute.scale(projected, by: 1 / Float(config.embedding).squareRoot())
    compute.rmsNormHeads(
      projected, heads: config.layerCount, weight: weights.norm, epsilon: config.normEpsilon)
    compute.add(projected, to: inputs)
    compute.scale(inputs, by: Float(0.5).squareRoot())
  }

  /// Adds the layer's small input.
  func addPerLayerInput(_ weights: PerLayerInputWeights, layer: Int) {
    setPerLayerOutput(weights, layer: layer)
    compute.add(workspace.out.rows(rowCount), to: workspace.x.rows(rowCount))
  }

  /// What the layer's small input adds.
  ///
  /// out = norm(projection · (f(gate · x) * input))
  func setPerLayerOutput(_ weights: PerLayerInputWeights, layer: Int) {
    guard let space = workspace.perLayer else { return }
    let width = config.perLayerInput
    let x = workspace.x.rows(rowCount)
    let out = workspace.out.rows(rowCount)
    let gated = space.gated.rows(rowCount)
    let input = space.inputs.rows(rowCount).slice(columns: layer * width..<(layer + 1) * width)
    compute.multiply(weights.gate, x, into: gated)
    compute.gate(gated, input, config.family.activation, into: gated)
    compute.multiply(weights.projection, gated, into: out)
    apply(weights.norm, out, into: out)
  }
}
