import TernKernels

/// The states of a pass's rows, which the head for drafts reads.
extension Model {
  /// A pass of at most so many rows gives each of them the bits that it has alone.
  package static let exactRows = 15

  /// Whether the file has a head for drafts.
  package var hasDraftHead: Bool { weights.draftHead != nil }

  /// Plans how the states that are wanted are had: in the pass, or with the last layer once more, for
  /// which this is the plan.
  ///
  /// What logits are computed from must not depend on it whether states are wanted. Of few rows each has
  /// the bits that it has alone; of many, the last layer goes on with those alone whose logits are wanted.
  func planStates() -> BatchPlan? {
    guard !plan.states.isEmpty else { return nil }
    let logits = Set(plan.logits)
    guard plan.count > Self.exactRows, !plan.states.allSatisfy(logits.contains) else {
      plan.wantStates()
      return nil
    }
    return plan
  }

  /// Keeps the input of the last layer.
  func keepLayerInput() {
    guard let kept = keptInput else { return }
    compute.copy(workspace.x.rows(rowCount), into: kept)
  }

  private var keptInput: Rows? {
    workspace.draftInputs?.rows(rowCount).slice(columns: 0..<config.embedding)
  }

  /// Runs the last layer over all rows of `plan`, and hands out the states that are wanted.
  ///
  /// What it stores is what is stored already.
  func repeatLastLayer(
    _ plan: BatchPlan, firstRow: Int, _ states: (Int, UnsafeBufferPointer<Float>) -> Void
  ) {
    self.plan = plan
    guard let kept = keptInput, let last = weights.layers.last else { return }
    compute.copy(kept, into: workspace.x.rows(rowCount))
    _ = layer(last, number: weights.layers.count - 1, lastMixer: nil)
    let normed = normOutput(weights.outputNorm)
    for row in plan.states {
      unsafe normed.withRow(row) { unsafe states(firstRow + row, UnsafeBufferPointer($0)) }
    }
  }

  /// Hands out the states that are wanted, and goes on with the rows whose logits are.
  func handOutStates(
    _ normed: Rows, firstRow: Int, _ states: (Int, UnsafeBufferPointer<Float>) -> Void
  ) {
    guard plan.wanted.count > plan.logits.count || !plan.states.isEmpty else { return }
    for (place, row) in plan.wanted.enumerated() where plan.states.contains(row) {
      unsafe normed.withRow(place) { unsafe states(firstRow + row, UnsafeBufferPointer($0)) }
    }
    guard plan.wanted.count > plan.logits.count else { return }
    for (target, place) in plan.keepLogits().enumerated() where target != place {
      compute.copy(
        normed.slice(rows: place..<place + 1), into: normed.slice(rows: target..<target + 1))
    }
  }
}
