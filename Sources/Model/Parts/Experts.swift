import TernKernels

extension Model {
  /// out (+)= Σ weight · expert(input) over each row's chosen experts.
  ///
  /// Rows are sorted by expert, so that each expert's weights are read once per group; groups of
  /// experts are as large as the buffers allow, and a single row's experts run side by side: three
  /// forks of the team in all, the router's included. Allocates nothing for one row once warm.
  ///
  /// The rows have been through ``route(_:_:)``.
  func mix(_ weights: ExpertWeights, _ input: Rows, into out: Rows, added: Bool) {
    if let compression = weights.compression {
      mixCompressed(weights, compression, input, into: out, added: added)
    } else {
      mixRows(weights, input, into: out, added: added)
    }
  }

  private func mixRows(_ weights: ExpertWeights, _ input: Rows, into out: Rows, added: Bool) {
    guard let sizes = config.experts, let space = workspace.experts else { return }
    if !added {
      for row in 0..<out.count { unsafe out.withRow(row) { unsafe $0.update(repeating: 0) } }
    }
    space.plan.choose(space.scores.rows(input.count), sizes, bias: weights.selectionBias)
    var start = 0
    while start < space.plan.choices.count {
      let end = space.plan.end(from: start, capacity: space.input.capacity)
      run(start..<end, weights, space, input, into: out)
      start = end
    }
  }

  /// The same with experts that read and write compressed rows: out += up · Σ weight · expert(down · x).
  private func mixCompressed(
    _ weights: ExpertWeights, _ compression: ExpertWeights.Compression, _ input: Rows,
    into out: Rows, added: Bool
  ) {
    guard let space = workspace.experts?.compressed else { return }
    let rows = space.input.rows(input.count)
    let sum = space.sum.rows(input.count)
    multiply(compression.down, input, into: rows)
    mixRows(weights, rows, into: sum, added: false)
    guard added else { return multiply(compression.up, sum, into: out) }
    let output = space.output.rows(input.count)
    multiply(compression.up, sum, into: output)
    compute.add(output, to: out)
  }

  /// The router's scores for the rows of `input`.
  func route(_ weights: ExpertWeights, _ input: Rows) {
    guard let sizes = config.experts, let space = workspace.experts else { return }
    let scores = space.scores.rows(input.count)
    multiply(weights.router, input, into: scores)
    if sizes.scores == .softmax { compute.softmax(scores) }
  }

  /// Runs the experts of the choices in `range`.
  private func run(
    _ range: Range<Int>, _ weights: ExpertWeights, _ space: Workspace.ExpertSpace,
    _ input: Rows, into out: Rows
  ) {
    let plan = space.plan
    let rows = space.input.rows(range.count)
    let hidden = space.hidden.rows(range.count)
    let outputs = space.output.rows(range.count)
    let weighsInput = config.family.routing?.weighsInput == true
    // One row is everyone's input: passed as one view, it is prepared once.
    let isOne = input.count == 1 && !weighsInput
    if !isOne {
      compute.gather(input, into: rows) { slot in
        let choice = plan.choices[range.lowerBound + slot]
        return (choice.row, weighsInput ? choice.weight : 1)
      }
    }
    plan.group(range)
    plan.setJobs { group, add in
      addInputJobs(
        weights.experts[group.expert], isOne ? input : rows.slice(rows: group.slots),
        hidden.slice(rows: group.slots), add)
    }
    compute.multiply(plan.jobs)
    plan.clearJobs()
    for group in plan.groups {
      finishInput(weights.experts[group.expert], hidden.slice(rows: group.slots))
    }
    activate(weights, hidden, isOne: isOne)
    plan.setJobs { group, add in
      let expert = weights.experts[group.expert]
      add(
        MatmulJob(
          weight: expert.down.weight,
          input: hidden.slice(rows: group.slots).slice(columns: 0..<expert.width),
          output: outputs.slice(rows: group.slots)))
    }
    compute.multiply(plan.jobs)
    plan.clearJobs()
    for group in plan.groups {
      finish(weights.experts[group.expert].down, outputs.slice(rows: group.slots))
    }
    compute.scatterSum(outputs, into: out) { slot in
      let choice = plan.choices[range.lowerBound + slot]
      return (choice.row, weighsInput ? 1 : choice.weight)
    }
  }

  /// The products of an expert's first half: gate and up beside each other in `hidden`.
  private func addInputJobs(
    _ weights: FeedForwardWeights, _ input: Rows, _ hidden: Rows, _ add: (MatmulJob) -> Void
  ) {
    let width = weights.width
    switch weights.form {
    case .gated(let gate, let up):
      add(
        MatmulJob(weight: gate.weight, input: input, output: hidden.slice(columns: 0..<width)))
      add(
        MatmulJob(
          weight: up.weight, input: input, output: hidden.slice(columns: width..<2 * width)))
    case .fused(let both):
      add(MatmulJob(weight: both.weight, input: input, output: hidden))
    case .plain(let only):
      add(MatmulJob(weight: only.weight, input: input, output: hidden.slice(columns: 0..<width)))
    }
  }

  /// The inner values of all experts, which differ in nothing but their numbers: those of many rows at
  /// once, those of one row without a fork.
  private func activate(
    _ weights: ExpertWeights, _ hidden: Rows, isOne: Bool
  ) {
    guard let expert = weights.experts.first else { return }
    let gate = hidden.slice(columns: 0..<expert.width)
    let up = hidden.slice(columns: expert.width..<2 * expert.width)
    guard isOne else { return activate(expert, gate: gate, up: up) }
    for slot in 0..<hidden.count {
      activate(
        expert, gate: gate.slice(rows: slot..<slot + 1), up: up.slice(rows: slot..<slot + 1))
    }
  }

  /// Scales and biases of an expert's first half.
  private func finishInput(_ weights: FeedForwardWeights, _ hidden: Rows) {
    let gate = hidden.slice(columns: 0..<weights.width)
    switch weights.form {
    case .gated(let first, let second):
      finish(first, gate)
      finish(second, hidden.slice(columns: weights.width..<2 * weights.width))
    case .fused(let both): finish(both, hidden)
    case .plain(let only): finish(only, gate)
    }
  }
}
