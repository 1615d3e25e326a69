import TernKernels

/// Gemma 3n's alternating updates (Baykal et al., "Alternating Updates for Efficient Transformers",
/// 2023): a token has several residual streams, and a layer's attention and feed-forward part
/// compute only one of them.
///
/// Each layer first predicts all streams from all, then computes the first, and then corrects all
/// by how far the first was from its prediction.
extension Model {
  /// Residual streams of a token.
  static let streams = 4

  /// Makes the other streams of the embeddings, each as large as the first.
  func spread(_ weights: AltUpWeights) {
    guard let space = workspace.altUp else { return }
    let x = workspace.x.rows(rowCount)
    compute.copy(x, into: stream(0, of: space.streams))
    for (index, projection) in weights.projections.enumerated() {
      let target = stream(index + 1, of: space.streams)
      compute.multiply(projection, x, into: target)
      compute.scaleToMagnitude(of: x, target)
    }
  }

  /// x = the mean of the streams, each projected back and as large as the first.
  func merge(_ weights: AltUpWeights) {
    guard let space = workspace.altUp else { return }
    let x = workspace.x.rows(rowCount)
    let out = workspace.out.rows(rowCount)
    let first = stream(0, of: space.streams)
    compute.copy(first, into: x)
    for (index, projection) in weights.backProjections.enumerated() {
      compute.multiply(projection, stream(index + 1, of: space.streams), into: out)
      compute.scaleToMagnitude(of: first, out)
      compute.add(out, to: x)
    }
    compute.scale(x, by: 1 / Float(Self.streams))
  }

  /// Predicts all streams; x becomes the first.
  ///
  /// predictions[k] = streams[k] + Σ c[k, j] · streams[j], c = coefficients · modalities(streams[0])
  func predict(_ weights: AltUpLayerWeights) {
    guard let space = workspace.altUp else { return }
    let coefficients = space.coefficients.rows(rowCount)
    setModalities(weights, of: stream(0, of: space.streams), space)
    compute.multiply(weights.predict, space.modalities.rows(rowCount), into: coefficients)
    compute.mixStreams(
      space.streams.rows(rowCount), by: coefficients, into: space.predictions.rows(rowCount))
    compute.copy(stream(0, of: space.predictions), into: workspace.x.rows(rowCount))
  }

  /// Corrects the predictions by what the layer made of the first stream, x, and adds the layer's
  /// small input to all but the first.
  ///
  /// streams[k] = predictions[k] + (1 + c[k]) · (x - predictions[0])
  func correct(_ weights: AltUpLayerWeights, _ perLayer: PerLayerInputWeights?, layer: Int) {
    guard let space = workspace.altUp else { return }
    let x = workspace.x.rows(rowCount)
    let out = workspace.out.rows(rowCount)
    let coefficients = space.coefficients.rows(rowCount).slice(columns: 0..<Self.streams)
    setModalities(weights, of: x, space)
    compute.multiply(weights.correct, space.modalities.rows(rowCount), into: coefficients)
    compute.copy(x, into: out)
    compute.add(stream(0, of: space.predictions), to: out, scale: -1)
    compute.copy(space.predictions.rows(rowCount), into: space.streams.rows(rowCount))
    compute.addToStreams(out, by: coefficients, to: space.streams.rows(rowCount))
    guard let perLayer else { return }
    compute.copy(stream(0, of: space.streams), into: x)
    compute.multiply(row: weights.correctScale, into: x)
    setPerLayerOutput(perLayer, layer: layer)
    for index in 1..<Self.streams { compute.add(out, to: stream(index, of: space.streams)) }
  }

  /// Adds the low-rank map of attention's input to the sum, which stays as large as it was.
  ///
  /// x = (x + laurel) / √2
  func addLaurel() {
    guard let space = workspace.altUp else { return }
    let x = workspace.x.rows(rowCount)
    compute.add(space.laurel.rows(rowCount), to: x)
    compute.scale(x, by: Float(0.5).squareRoot())
  }

  /// The low-rank map of attention's input.
  ///
  /// laurel = input + norm(right · left · input)
  func setLaurel(_ weights: LaurelWeights, _ input: Rows) {
    guard let space = workspace.altUp else { return }
    let narrow = space.lowRank.rows(rowCount).slice(columns: 0..<weights.left.rows)
    let laurel = space.laurel.rows(rowCount)
    compute.multiply(weights.left, input, into: narrow)
    compute.multiply(weights.right, narrow, into: laurel)
    apply(weights.norm, laurel, into: laurel)
    compute.add(input, to: laurel)
  }

  /// How much each of a few modes applies to the rows of `x`.
  ///
  /// modalities = tanh(router · norm(x) / D)
  private func setModalities(
    _ weights: AltUpLayerWeights, of x: Rows, _ space: Workspace.AltUpSpace
  ) {
    let normed = workspace.normed.rows(rowCount)
    let modalities = space.modalities.rows(rowCount)
    apply(weights.routerNorm, x, into: normed)
    compute.multiply(weights.router, normed, into: modalities)
    compute.scale(modalities, by: 1 / Float(config.embedding))
    compute.softcap(modalities, 1)
  }

  private func stream(_ index: Int, of buffer: RowBuffer) -> Rows {
    let width = config.embedding
    return buffer.rows(rowCount).slice(columns: index * width..<(index + 1) * width)
  }
}
