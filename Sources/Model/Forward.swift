import TernKernels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Model {
  /// Runs the planned rows through all layers and the output head.
  ///
  /// Throws where `isCancelled` said so between two layers, or where there is no memory for the
  /// pass; the caches then hold what they held before. What else can be wrong has been checked.
  func run(
    firstRow: Int, isCancelled: () -> Bool, _ logits: (Int, UnsafeBufferPointer<Float>) -> Void
  ) throws(ModelError) {
    do {
      try prepare(rows: plan.count, wanted: plan.wanted.count)
      for (cache, count) in zip(plan.caches, plan.counts) { try cache.reserve(count) }
    } catch {
      for cache in plan.caches { cache.abandon() }
      throw .memory(error)
    }
    embed()
    setAngles()
    let isComplete = runLayers(isCancelled)
    // The views hold pages; kept longer they would make them look shared.
    views.removeAll(keepingCapacity: true)
    guard isComplete else {
      for cache in plan.caches { cache.abandon() }
      throw .cancelled
    }
    for cache in plan.caches { cache.commit() }
    unsafe head(firstRow: firstRow, logits)
  }

  /// Runs all layers; false where it was cancelled before one of them.
  private func runLayers(_ isCancelled: () -> Bool) -> Bool {
    for index in weights.layers.indices {
      if isCancelled() { return false }
      layer(index)
    }
    return true
  }

  /// The rows still running: all, and from the last attention on the wanted ones.
  var rowCount: Int { plan.count }

  /// The rows' embeddings.
  ///
  /// x = token_embd[token] · scale (+ position_embd[position])
  private func embed() {
    let x = workspace.x.rows(rowCount)
    compute.gatherRows(weights.tokens, plan.tokens, into: x)
    if config.embeddingScale != 1 { compute.scale(x, by: config.embeddingScale) }
    if let positions = weights.positions {
      let rows = workspace.out.rows(rowCount)
      compute.gatherRows(positions, plan.positions, into: rows)
      compute.add(rows, to: x)
    }
    if let perLayer = weights.perLayer { embedPerLayer(perLayer) }
  }

  private func setAngles() {
    if let rope, let angles = workspace.angles {
      angles.set(
        positions: plan.positions, inverseFrequencies: rope.inverse, scale: rope.magnitude)
    }
    if let windowRope, let angles = workspace.windowAngles {
      angles.set(
        positions: plan.positions, inverseFrequencies: windowRope.inverse,
        scale: windowRope.magnitude)
    }
  }

  /// One layer: attention and feed-forward, one after the other or side by side.
  private func layer(_ index: Int) {
    let layer = weights.layers[index]
    let isLast = index == weights.layers.count - 1
    let all = workspace.x.rows(rowCount)
    let input = layer.attentionNorm == nil ? all : workspace.normed.rows(rowCount)
    if let norm = layer.attentionNorm { apply(norm, all, into: input) }
    project(index, input)
    guard !isLast || !plan.wanted.isEmpty else { return }
    if isLast { keepWanted() }
    attend(index)
    let x = workspace.x.rows(rowCount)
    let out = workspace.out.rows(rowCount)
    finishAttention(layer, into: out)
    let normed = workspace.normed.rows(rowCount)
    if readsBeforeAttention(layer) {
      if let norm = layer.feedForwardNorm { apply(norm, x, into: normed) }
      compute.add(out, to: x, scale: config.residualScale)
      feedForward(layer, normed, into: out)
    } else {
      compute.add(out, to: x, scale: config.residualScale)
      if let norm = layer.feedForwardNorm {
        apply(norm, x, into: normed)
        feedForward(layer, normed, into: out)
      } else {
        feedForward(layer, x, into: out)
      }
    }
    if let norm = layer.postFeedForwardNorm { apply(norm, out, into: out) }
    compute.add(out, to: x, scale: config.residualScale)
    if let perLayer = layer.perLayer { addPerLayerInput(perLayer, layer: index) }
    if let scale = layer.outputScale { compute.scale(x, by: scale) }
  }

  /// Whether the feed-forward part reads the residual as it was before attention.
  private func readsBeforeAttention(_ layer: LayerWeights) -> Bool {
    switch config.family.feedForwardInput {
    case .shared, .sharedOrOwnNorm: true
    case .byParallelKey: config.parallelResidual
    case .normOfSumOrShared: layer.feedForwardNorm == nil
    case .normOfSum, .sum, .unweightedNorm: false
    }
  }

  /// Moves the rows whose logits are wanted to the front: from the last attention on, the others
  /// have nothing left to give.
  private func keepWanted() {
    guard plan.wanted.count < plan.count else { return }
    let count = plan.count
    var buffers = [workspace.x, workspace.normed, workspace.qkv]
    if let perLayer = workspace.perLayer { buffers.append(perLayer.inputs) }
    for buffer in buffers {
      let rows = buffer.rows(count)
      for (target, row) in plan.wanted.enumerated() where target != row {
        compute.copy(
          rows.slice(rows: row..<row + 1), into: rows.slice(rows: target..<target + 1))
      }
    }
    plan.keepWanted()
  }

  /// logits = output · norm(x), scaled and capped, a few rows at a time.
  private func head(firstRow: Int, _ logits: (Int, UnsafeBufferPointer<Float>) -> Void) {
    guard !plan.wanted.isEmpty else { return }
    let x = workspace.x.rows(rowCount)
    let normed = workspace.normed.rows(rowCount)
    apply(weights.outputNorm, x, into: normed)
    if handsOutStates {
      for row in 0..<rowCount {
        unsafe normed.withRow(row) { values in
          unsafe logits(firstRow + plan.wanted[row], UnsafeBufferPointer(values))
        }
      }
      return
    }
    var start = 0
    while start < rowCount {
      guard let rows = logitRows(rowCount - start) else { return }
      multiply(weights.output, normed.slice(rows: start..<start + rows.count), into: rows)
      if config.logitScale != 1 { compute.scale(rows, by: config.logitScale) }
      if let cap = config.logitSoftcap { compute.softcap(rows, cap) }
      for row in 0..<rows.count {
        unsafe rows.withRow(row) { values in
          unsafe logits(firstRow + plan.wanted[start + row], UnsafeBufferPointer(values))
        }
      }
      start += rows.count
    }
  }

  // MARK: Parts that every block uses.

  func apply(_ norm: Norm, _ x: Rows, into y: Rows) {
    switch norm.kind {
    case .rms:
      compute.rmsNorm(x, weight: norm.weight, epsilon: config.normEpsilon, into: y)
      if let bias = norm.bias { compute.add(row: bias, to: y) }
    case .layer:
      compute.layerNorm(
        x, weight: norm.weight, bias: norm.bias, epsilon: config.normEpsilon, into: y)
    }
  }

  /// A product with its scale and bias: y = scale · (W x) + bias.
  func multiply(_ linear: Linear, _ x: Rows, into y: Rows) {
    compute.multiply(linear.weight, linear.isTernary ? rounded(x) : x, into: y)
    finish(linear, y)
  }

  /// The products of two or three linear maps with the same input, side by side.
  func multiply(
    _ x: Rows, _ first: (Linear, Rows), _ second: (Linear, Rows), _ third: (Linear, Rows)? = nil
  ) {
    let isTernary = first.0.isTernary || second.0.isTernary || third?.0.isTernary == true
    let input = isTernary ? rounded(x) : x
    func job(_ pair: (linear: Linear, output: Rows)) -> MatmulJob {
      MatmulJob(
        weight: pair.linear.weight, input: pair.linear.isTernary ? input : x, output: pair.output)
    }
    compute.multiply(job(first), job(second), third.map(job))
    finish(first.0, first.1)
    finish(second.0, second.1)
    if let third { finish(third.0, third.1) }
  }

  /// A copy of the inputs of ternary weights rounded to 8 bits: such models were trained so, and
  /// their weights' reference products round too.
  private func rounded(_ x: Rows) -> Rows {
    guard let buffer = workspace.rounded else { return x }
    let y = buffer.rows(x.count).slice(columns: 0..<x.columns)
    compute.roundTo8Bits(x, into: y)
    return y
  }

  /// Scale and bias of a product; NaN where one of them is not finite.
  func finish(_ linear: Linear, _ y: Rows) {
    if let scale = linear.scale { compute.scale(y, by: scale.isFinite ? scale : .nan) }
    if let bias = linear.bias { compute.add(row: bias, to: y) }
  }
}
