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
    firstRow: Int, isCancelled: () -> Bool, sharesLogits: Bool,
    states: (Int, UnsafeBufferPointer<Float>) -> Void,
    _ logits: (Int, UnsafeBufferPointer<Float>) -> Void
  ) throws(ModelError) {
    try begin()
    embed()
    setAngles()
    // States that were written over cannot be had again.
    let canEnd = plan.caches.allSatisfy(\.canAbandon)
    let repeated = planStates()
    let isComplete = runLayers(keepsInput: repeated != nil) { canEnd && isCancelled() }
    guard isComplete else {
      endLayers()
      for cache in plan.caches { cache.abandon() }
      throw .cancelled
    }
    unsafe head(firstRow: firstRow, isShared: sharesLogits, states: states, logits)
    if let repeated { unsafe repeatLastLayer(repeated, firstRow: firstRow, states) }
    endLayers()
    for cache in plan.caches { cache.commit() }
  }

  /// Gets the memory for the planned rows; where there is none the caches hold what they held before.
  func begin() throws(ModelError) {
    do {
      try prepare(rows: plan.count, wanted: plan.logits.count)
      for (cache, count) in zip(plan.caches, plan.counts) { try cache.reserve(count) }
    } catch {
      for cache in plan.caches { cache.abandon() }
      throw .memory(error)
    }
  }

  /// Lets go of pages and states, which would look shared.
  func endLayers() {
    workspace.latent?.prompt = nil
    views.removeAll(keepingCapacity: true)
    runs.removeAll(keepingCapacity: true)
  }

  /// Runs all layers; false where it was cancelled before one of them.
  ///
  /// With `keepsInput` the last layer's input stays for ``repeatLastLayer(_:firstRow:_:)``.
  private func runLayers(keepsInput: Bool, _ isCancelled: () -> Bool) -> Bool {
    if weights.lastMixer == nil, !keepWanted() { return true }
    for index in weights.layers.indices {
      if isCancelled() { return false }
      if keepsInput, index == weights.layers.count - 1 { keepLayerInput() }
      guard layer(weights.layers[index], number: index, lastMixer: weights.lastMixer) else { break }
    }
    return true
  }

  /// The rows still running: all, and from the last mixer on the wanted ones.
  var rowCount: Int { plan.count }

  /// The rows' embeddings.
  ///
  /// x = norm(token_embd[token] · scale (+ token_types[0]) (+ position_embd[position]))
  private func embed() {
    let x = workspace.x.rows(rowCount)
    compute.gatherRows(weights.tokens, plan.tokens, into: x)
    if config.embeddingScale != 1 { compute.scale(x, by: config.embeddingScale) }
    if let positions = weights.positions {
      let rows = workspace.out.rows(rowCount)
      compute.gatherRows(positions, plan.positions, into: rows)
      compute.add(rows, to: x)
    }
    if let type = weights.tokenType { compute.add(row: type, to: x) }
    if let norm = weights.embeddingNorm { apply(norm, x, into: x) }
    if let perLayer = weights.perLayer { embedPerLayer(perLayer) }
    if let altUp = weights.altUp { spread(altUp) }
  }

  func setAngles() {
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

  /// One layer: its parts in order, then what belongs to the layer as a whole.
  ///
  /// Behind `lastMixer` only the wanted rows are computed. False where nothing is left to do, because no
  /// row is wanted.
  func layer(_ layer: LayerWeights, number index: Int, lastMixer: PartPlace?) -> Bool {
    if let altUp = layer.altUp { predict(altUp) }
    var input = workspace.x.rows(rowCount)
    for (place, part) in layer.parts.enumerated() {
      let next = place + 1 < layer.parts.count ? layer.parts[place + 1] : nil
      let isLastMixer = lastMixer == PartPlace(layer: index, part: place)
      guard run(part, &input, before: next, isLastMixer: isLastMixer) else { return false }
    }
    if let altUp = layer.altUp {
      correct(altUp, layer.perLayer, layer: index)
    } else if let perLayer = layer.perLayer {
      addPerLayerInput(perLayer, layer: index)
    }
    if let scale = layer.outputScale { compute.scale(workspace.x.rows(rowCount), by: scale) }
    return true
  }

  /// One part of a layer.
  ///
  /// `input` is what the part before read, and becomes what this one reads, or what `next` reads
  /// where that must be taken before the sum. False where nothing is left to do.
  private func run(
    _ part: Part, _ input: inout Rows, before next: Part?, isLastMixer: Bool
  ) -> Bool {
    if case .residual(let norm) = part.input {
      input = normed(norm, workspace.x.rows(rowCount))
    }
    switch part.operation {
    case .mixer(let mixer):
      if let laurel = part.laurel { setLaurel(laurel, input) }
      guard mix(mixer, input, isLast: isLastMixer) else { return false }
    case .feedForward(let part):
      feedForward(part, input, into: workspace.out.rows(rowCount))
    case .linear(let linear):
      multiply(linear, input, into: workspace.out.rows(rowCount))
    }
    let x = workspace.x.rows(rowCount)
    let out = workspace.out.rows(rowCount)
    if isLastMixer { input = input.prefix(rowCount) }
    if let norm = part.outputNorm { apply(norm, out, into: out) }
    if let norm = part.sumNorm {
      compute.add(x, to: out)
      apply(norm, out, into: out)
    }
    if case .unsummed(let norm)? = next?.input { input = normed(norm, x) }
    if config.family.routing?.readsLayerInput == true,
      case .feedForward(let part)? = next?.operation,
      let experts = part.experts
    {
      route(experts, x)
    }
    compute.add(out, to: x, scale: config.residualScale)
    if part.laurel != nil { addLaurel() }
    if let norm = part.residualNorm { apply(norm, x, into: x) }
    return true
  }

  /// The states of the sequences in a slot, with their rows.
  func stateRuns(_ slot: Int) -> [StateRun] {
    runs.removeAll(keepingCapacity: true)
    var row = 0
    for (cache, count) in zip(plan.caches, plan.counts) {
      runs.append(StateRun(state: cache.states[slot], rows: row..<row + count))
      row += count
    }
    return runs
  }

  /// The rows through a norm, or as they are.
  private func normed(_ norm: Norm?, _ x: Rows) -> Rows {
    guard let norm else { return x }
    let normed = workspace.normed.rows(rowCount)
    apply(norm, x, into: normed)
    return normed
  }

  /// Lets the rows see earlier positions; the result is in `workspace.out`.
  ///
  /// The last mixer of all drops the rows whose logits are not wanted. False where none are.
  private func mix(_ mixer: Mixer, _ input: Rows, isLast: Bool) -> Bool {
    switch mixer {
    case .attention(let sizes, let weights):
      project(sizes, weights, input)
      if isLast, !keepWanted() { return false }
      attend(sizes, weights)
      finishAttention(weights, into: workspace.out.rows(rowCount))
      return true
    case .latent(let sizes, let weights):
      project(sizes, weights, input)
      if isLast {
        keepWantedSelection(sizes)
        guard keepWanted() else { return false }
      }
      selectKeys(sizes)
      attend(sizes, weights, into: workspace.out.rows(rowCount))
      return true
    case .recurrent(let weights, let slot):
      weights.run(self, states: stateRuns(slot), input)
      if isLast, !keepWanted() { return false }
      let mixed = workspace.mixed.rows(rowCount).slice(columns: 0..<weights.output.weight.columns)
      multiply(weights.output, mixed, into: workspace.out.rows(rowCount))
      return true
    }
  }

  /// Moves the rows whose logits are wanted to the front.
  ///
  /// Behind the last mixer no row reads another one, so the others need not be computed. False where
  /// no row's logits are wanted.
  private func keepWanted() -> Bool {
    guard plan.wanted.count < plan.count else { return true }
    guard !plan.wanted.isEmpty else { return false }
    let count = plan.count
    var buffers = [workspace.x, workspace.normed, workspace.projected, workspace.mixed]
    if let perLayer = workspace.perLayer { buffers.append(perLayer.inputs) }
    if let altUp = workspace.altUp { buffers += [altUp.streams, altUp.predictions, altUp.laurel] }
    for buffer in buffers {
      let rows = buffer.rows(count)
      for (target, row) in plan.wanted.enumerated() where target != row {
        compute.copy(
          rows.slice(rows: row..<row + 1), into: rows.slice(rows: target..<target + 1))
      }
    }
    plan.keepWanted()
    return true
  }

  /// The states of the wanted rows, and the logits of those whose logits are wanted.
  private func head(
    firstRow: Int, isShared: Bool, states: (Int, UnsafeBufferPointer<Float>) -> Void,
    _ logits: (Int, UnsafeBufferPointer<Float>) -> Void
  ) {
    guard !plan.wanted.isEmpty else { return }
    if let altUp = weights.altUp { merge(altUp) }
    let normed = normOutput(weights.outputNorm)
    guard !handsOutStates, let output = weights.output else {
      return unsafe handOut(normed, from: 0, firstRow: firstRow, isShared: false, logits)
    }
    unsafe handOutStates(normed, firstRow: firstRow, states)
    unsafe multiplyHead(output, firstRow: firstRow, isShared: isShared, logits)
  }

  /// The rows through the last norm, where there is one.
  func normOutput(_ norm: Norm?) -> Rows {
    let x = workspace.x.rows(rowCount)
    let normed = workspace.normed.rows(rowCount)
    if let norm { apply(norm, x, into: normed) } else { compute.copy(x, into: normed) }
    return normed
  }

  /// logits = output · norm(x), scaled and capped, a few rows at a time.
  func multiplyHead(
    _ output: Linear, firstRow: Int, isShared: Bool,
    _ logits: (Int, UnsafeBufferPointer<Float>) -> Void
  ) {
    let normed = workspace.normed.rows(rowCount)
    var start = 0
    while start < rowCount {
      guard let rows = logitRows(rowCount - start) else { return }
      multiply(output, normed.slice(rows: start..<start + rows.count), into: rows)
      if config.logitScale != 1 { compute.scale(rows, by: config.logitScale) }
      if let cap = config.logitSoftcap { compute.softcap(rows, cap) }
      unsafe handOut(rows, from: start, firstRow: firstRow, isShared: isShared, logits)
      start += rows.count
    }
  }

  /// Hands out rows of logits, the first of them wanted row `start`.
  private func handOut(
    _ rows: Rows, from start: Int, firstRow: Int, isShared: Bool,
    _ logits: (Int, UnsafeBufferPointer<Float>) -> Void
  ) {
    func handOut(_ range: Range<Int>) {
      for row in range {
        unsafe rows.withRow(row) { values in
          unsafe logits(firstRow + plan.wanted[start + row], UnsafeBufferPointer(values))
        }
      }
    }
    guard isShared else { return handOut(0..<rows.count) }
    // A part ends with the rows of a cache.
    let ends = (1...rows.count).filter {
      $0 == rows.count || plan.cacheOf[start + $0] != plan.cacheOf[start + $0 - 1]
    }
    compute.team.run(ends.count) { part in handOut((part == 0 ? 0 : ends[part - 1])..<ends[part]) }
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
    compute.multiply(linear.weight, x, into: y)
    finish(linear, y)
  }

  /// The products of two or three linear maps with the same input, side by side.
  func multiply(
    _ x: Rows, _ first: (Linear, Rows), _ second: (Linear, Rows), _ third: (Linear, Rows)? = nil
  ) {
    func job(_ pair: (linear: Linear, output: Rows)) -> MatmulJob {
      MatmulJob(weight: pair.linear.weight, input: x, output: pair.output)
    }
    compute.multiply(job(first), job(second), third.map(job))
    finish(first.0, first.1)
    finish(second.0, second.1)
    if let third { finish(third.0, third.1) }
  }

  /// Scale and bias of a product; NaN where one of them is not finite.
  func finish(_ linear: Linear, _ y: Rows) {
    if let scale = linear.scale { compute.scale(y, by: scale.isFinite ? scale : .nan) }
    if let bias = linear.bias { compute.add(row: bias, to: y) }
  }
}
