import TernKernels

/// A token that the head for drafts reads, with the state of the token before it.
package struct DraftRow {
  package var token: Int32
  package var cache: KVCache
  /// The token's place in the sequence; behind those that the head has read of it.
  package var position: Int
  /// As many values as the model is wide: what the model handed out, or the head.
  package var state: ArraySlice<Float>
  /// Whether a guess of the next token is wanted.
  package var wantsGuess: Bool

  package init(
    token: Int32, cache: KVCache, position: Int, state: ArraySlice<Float>, wantsGuess: Bool
  ) {
    self.token = token
    self.cache = cache
    self.position = position
    self.state = state
    self.wantsGuess = wantsGuess
  }
}

extension Model {
  /// Lets the head for drafts read tokens, and hands out what it guesses.
  ///
  /// `guess` gets, for each row that wants it, the head's state, which stands for that of the row's token,
  /// and the logits of the token behind it; both are valid during the call. What the head keeps goes
  /// into the sequences' caches; it never changes what the model itself gives.
  ///
  /// Cost: the head's layer for every row, and its output matrix for those that want a guess. Throws
  /// `memory` where there is none; the pieces that were complete then stay.
  package func readDrafts(
    _ rows: [DraftRow],
    guess: (_ row: Int, _ state: UnsafeBufferPointer<Float>, UnsafeBufferPointer<Float>) -> Void
  ) throws(ModelError) {
    guard let head = weights.draftHead, let layout = layout.drafts else { return }
    var start = 0
    while start < rows.count {
      let end = min(rows.count, start + maxBatch)
      defer { plan.clear() }
      planDrafts(rows[start..<end], layout)
      try begin()
      readInputs(head, rows[start..<end])
      setAngles()
      let number = weights.layers.count
      let isWanted = layer(
        head.layer, number: number, lastMixer: PartPlace(layer: number, part: 0))
      endLayers()
      for cache in plan.caches { cache.commit() }
      for row in rows[start..<end] { row.cache.drafts?.append(row.position) }
      if isWanted { unsafe handOutGuesses(head, firstRow: start, guess) }
      start = end
    }
  }

  /// Plans rows at the places that are theirs in what the head keeps.
  private func planDrafts(_ rows: ArraySlice<DraftRow>, _ layout: CacheLayout) {
    for row in rows {
      precondition(row.state.count == config.embedding, "a state is as wide as the model")
      if row.cache.drafts == nil { row.cache.drafts = DraftCache(layout) }
      guard let drafts = row.cache.drafts else { continue }
      let planned = plan.caches.firstIndex { $0 === drafts.cache }.map { plan.counts[$0] } ?? 0
      if planned == 0 { row.cache.drafts?.truncate(to: row.position) }
      plan.append(
        BatchRow(
          token: row.token, cache: drafts.cache, position: drafts.cache.length + planned,
          wantsLogits: row.wantsGuess))
    }
  }

  /// The input of the head's layer: x = eh_proj · [norm(embedding) ; norm(state)].
  private func readInputs(_ head: DraftHeadWeights, _ rows: ArraySlice<DraftRow>) {
    guard let inputs = workspace.draftInputs?.rows(rowCount) else { return }
    let width = config.embedding
    let values = workspace.out.rows(rowCount)
    compute.gatherRows(head.tokens, plan.tokens, into: values)
    if config.embeddingScale != 1 { compute.scale(values, by: config.embeddingScale) }
    apply(head.tokenNorm, values, into: inputs.slice(columns: 0..<width))
    for (place, row) in rows.enumerated() {
      unsafe values.withRow(place) { target in
        _ = unsafe target.update(fromContentsOf: row.state)
      }
    }
    apply(head.stateNorm, values, into: inputs.slice(columns: width..<2 * width))
    multiply(head.projection, inputs, into: workspace.x.rows(rowCount))
  }

  private func handOutGuesses(
    _ head: DraftHeadWeights, firstRow: Int,
    _ guess: (Int, UnsafeBufferPointer<Float>, UnsafeBufferPointer<Float>) -> Void
  ) {
    let states = normOutput(head.outputNorm)
    let wanted = plan.wanted
    unsafe multiplyHead(head.output, firstRow: 0, isShared: false) { row, logits in
      guard let place = wanted.firstIndex(of: row) else { return }
      unsafe states.withRow(place) { state in
        unsafe guess(firstRow + row, UnsafeBufferPointer(state), logits)
      }
    }
  }
}
