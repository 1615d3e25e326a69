import TernKernels

extension Model {
  /// A feed-forward part: dense, or experts and the one shared by all rows.
  func feedForward(_ part: FeedForwardPart, _ input: Rows, into out: Rows) {
    if let dense = part.dense {
      run(dense, input, hidden: workspace.hidden.rows(input.count), into: out)
    }
    guard let experts = part.experts else { return }
    if let beside = part.beside { return add(experts, beside, to: out) }
    let routing = config.family.routing
    if routing?.readsLayerInput != true { route(experts, input) }
    if let shared = part.shared {
      run(shared, input, hidden: workspace.hidden.rows(input.count), into: out)
      if let gate = part.sharedGate { weigh(out, by: gate, input) }
    }
    mix(experts, input, into: out, added: part.shared != nil)
    if part.shared != nil, routing?.averagesShared == true { compute.scale(out, by: 0.5) }
  }

  /// Norms the dense network's output and adds that of the experts beside it.
  private func add(_ experts: ExpertWeights, _ beside: BesideWeights, to out: Rows) {
    guard let space = workspace.beside else { return }
    let x = workspace.x.rows(rowCount)
    let input = workspace.normed.rows(rowCount)
    let sum = space.rows(rowCount)
    apply(beside.denseNorm, out, into: out)
    compute.rmsNorm(x, weight: beside.routerScale, epsilon: config.normEpsilon, into: input)
    route(experts, input)
    apply(beside.inputNorm, x, into: input)
    mix(experts, input, into: sum, added: false)
    apply(beside.outputNorm, sum, into: sum)
    compute.add(sum, to: out)
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
      if case .sparse(let deviations) = weights.inner {
        compute.keepAbove(gate, deviations: deviations)
      }
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
