import TernKernels

extension Model {
  /// A feed-forward part: dense, or experts and the one shared by all rows.
  func feedForward(_ part: FeedForwardPart, _ input: Rows, into out: Rows) {
    if let dense = part.dense {
      run(dense, input, hidden: workspace.hidden.rows(input.count), into: out)
    }
    guard let experts = part.experts else { return }
    let shared = part.shared.map { shared in
      run(shared, input, hidden: workspace.hidden.rows(input.count), into: out)
      if let gate = part.sharedGate { weigh(out, by: gate, input) }
      return true
    }
    mix(experts, input, into: out, added: shared ?? false)
    if shared == true, config.family.routing?.averagesShared == true {
      compute.scale(out, by: 0.5)
    }
  }

  /// A gated or plain network: down · (f(gate x) * (up x)).
  ///
  /// `hidden` has room for gate and up side by side.
  func run(_ weights: FeedForwardWeights, _ input: Rows, hidden: Rows, into out: Rows) {
    let width = weights.width
    let gate = hidden.slice(columns: 0..<width)
    let up = hidden.slice(columns: width..<2 * width)
    switch weights.form {
    case .gated(let first, let second):
      multiply(input, (first, gate), (second, up))
    case .fused(let both):
      multiply(both, input, into: hidden.slice(columns: 0..<2 * width))
    case .plain(let only):
      multiply(only, input, into: gate)
    }
    activate(weights, gate: gate, up: up)
    if let norm = weights.subNorm { apply(norm, gate, into: gate) }
    multiply(weights.down, gate, into: out)
  }

  /// The inner values of a feed-forward part, in place of its gate.
  func activate(_ weights: FeedForwardWeights, gate: Rows, up: Rows) {
    if case .xielu(let function) = weights.inner {
      compute.activate(gate, function)
    } else if case .plain = weights.form {
      let family = config.family
      compute.activate(gate, family.encoder?.plainActivation ?? family.activation)
    } else if case .limited(let limit) = weights.inner {
      compute.gateLimited(gate, up, limit: limit, into: gate)
    } else if config.family.routing?.clampedGate == true {
      compute.gateOAI(gate, up, into: gate)
    } else {
      compute.gate(gate, up, config.family.activation, into: gate)
    }
  }

  /// Multiplies every row of `x` by the sigmoid of its input's product with `gate`.
  private func weigh(_ x: Rows, by gate: WeightMatrix, _ input: Rows) {
    let scores = workspace.gateScores.rows(input.count)
    compute.multiply(gate, input, into: scores)
    for row in 0..<input.count {
      compute.scale(x.slice(rows: row..<row + 1), by: sigmoid(scores[row, 0]))
    }
  }
}
