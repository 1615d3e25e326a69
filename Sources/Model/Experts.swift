import TernKernels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `1 / (1 + e^-x)`.
func sigmoid(_ x: Float) -> Float { 1 / (1 + expf(-x)) }

/// One row's use of one expert.
private struct Choice {
  let row: Int
  let expert: Int
  let weight: Float
}

extension Model {
  /// out (+)= Σ weight · expert(input) over each row's chosen experts.
  ///
  /// Rows are sorted by expert, so that each expert's weights are read once per group; groups of
  /// experts are as large as the buffers allow, and a single row's experts run side by side.
  func mix(_ weights: ExpertWeights, _ input: Rows, into out: Rows, added: Bool) {
    guard let sizes = config.experts, let space = workspace.experts else { return }
    if !added {
      for row in 0..<out.count { unsafe out.withRow(row) { unsafe $0.update(repeating: 0) } }
    }
    let scores = space.scores.rows(input.count)
    multiply(weights.router, input, into: scores)
    if sizes.scores == .softmax { compute.softmax(scores) }
    let choices = choose(scores, sizes, bias: weights.selectionBias)
    var start = 0
    while start < choices.count {
      var end = start
      while end < choices.count {
        let next = choices[end...].firstIndex { $0.expert != choices[end].expert } ?? choices.count
        guard next - start <= space.input.capacity else { break }
        end = next
      }
      run(choices[start..<end], weights, space, input, into: out)
      start = end
    }
  }

  /// Runs the experts of `choices`, which are sorted by expert.
  private func run(
    _ choices: ArraySlice<Choice>, _ weights: ExpertWeights, _ space: Workspace.ExpertSpace,
    _ input: Rows, into out: Rows
  ) {
    let rows = space.input.rows(choices.count)
    let hidden = space.hidden.rows(choices.count)
    let outputs = space.output.rows(choices.count)
    for (slot, choice) in choices.enumerated() where input.count > 1 {
      compute.copy(
        input.slice(rows: choice.row..<choice.row + 1), into: rows.slice(rows: slot..<slot + 1))
    }
    var groups: [(weights: FeedForwardWeights, rows: Range<Int>)] = []
    for (slot, choice) in choices.enumerated() {
      if slot > 0, choice.expert == choices[choices.startIndex + slot - 1].expert {
        groups[groups.count - 1].rows = groups[groups.count - 1].rows.lowerBound..<slot + 1
      } else {
        groups.append((weights.experts[choice.expert], slot..<slot + 1))
      }
    }
    // One row is everyone's input: passed as one view, it is prepared once.
    compute.multiply(
      groups.flatMap { group in
        inputJobs(
          group.weights, input.count == 1 ? input : rows.slice(rows: group.rows),
          hidden.slice(rows: group.rows))
      })
    for group in groups { activate(group.weights, hidden.slice(rows: group.rows)) }
    compute.multiply(
      groups.map { group in
        MatmulJob(
          weight: group.weights.down.weight,
          input: hidden.slice(rows: group.rows).slice(columns: 0..<group.weights.width),
          output: outputs.slice(rows: group.rows))
      })
    for group in groups { finish(group.weights.down, outputs.slice(rows: group.rows)) }
    for (slot, choice) in choices.enumerated() {
      compute.add(
        outputs.slice(rows: slot..<slot + 1), to: out.slice(rows: choice.row..<choice.row + 1),
        scale: choice.weight)
    }
  }

  /// The products of an expert's first half: gate and up beside each other in `hidden`.
  private func inputJobs(
    _ weights: FeedForwardWeights, _ input: Rows, _ hidden: Rows
  ) -> [MatmulJob] {
    let width = weights.width
    switch weights.form {
    case .gated(let gate, let up):
      return [
        MatmulJob(
          weight: gate.weight, input: input, output: hidden.slice(columns: 0..<width)),
        MatmulJob(
          weight: up.weight, input: input, output: hidden.slice(columns: width..<2 * width)),
      ]
    case .fused(let both):
      return [MatmulJob(weight: both.weight, input: input, output: hidden)]
    case .plain(let only):
      return [
        MatmulJob(weight: only.weight, input: input, output: hidden.slice(columns: 0..<width))
      ]
    }
  }

  /// Scales, biases and activation of an expert's first half.
  private func activate(_ weights: FeedForwardWeights, _ hidden: Rows) {
    let gate = hidden.slice(columns: 0..<weights.width)
    let up = hidden.slice(columns: weights.width..<2 * weights.width)
    switch weights.form {
    case .gated(let first, let second):
      finish(first, gate)
      finish(second, up)
    case .fused(let both): finish(both, hidden)
    case .plain(let only): finish(only, gate)
    }
    activate(weights, gate: gate, up: up)
  }

  /// The best experts of every row with their weights, sorted by expert.
  private func choose(_ scores: Rows, _ sizes: ExpertConfig, bias: FloatVector?) -> [Choice] {
    var choices: [Choice] = []
    choices.reserveCapacity(scores.count * sizes.used)
    var ranked = [Float](repeating: 0, count: sizes.count)
    for row in 0..<scores.count {
      unsafe scores.withRow(row) { values in
        if sizes.scores == .sigmoid {
          for expert in 0..<sizes.count { unsafe values[expert] = sigmoid(values[expert]) }
        }
        for expert in 0..<sizes.count {
          unsafe ranked[expert] = values[expert] + (bias?[expert] ?? 0)
        }
      }
      let best = Self.largest(sizes.used, of: ranked)
      let weights = Self.weights(best.map { scores[row, $0] }, sizes)
      for (expert, weight) in zip(best, weights) {
        choices.append(Choice(row: row, expert: expert, weight: weight))
      }
    }
    guard scores.count > 1 else { return choices }
    return choices.sorted { ($0.expert, $0.row) < ($1.expert, $1.row) }
  }

  /// The places of the `count` largest values, largest first; of equal ones the first.
  ///
  /// Always `count` different places, also where values are not numbers.
  private static func largest(_ count: Int, of values: [Float]) -> [Int] {
    guard count <= 16 else {
      let ranked = values.map { $0.isNaN ? -Float.infinity : $0 }
      return Array(
        values.indices.sorted { (ranked[$1], $0) < (ranked[$0], $1) }.prefix(count))
    }
    var places: [Int] = []
    places.reserveCapacity(count)
    for _ in 0..<count {
      var best = -1
      for place in values.indices where !places.contains(place) {
        if best < 0 || values[place] > values[best] { best = place }
      }
      places.append(best)
    }
    return places
  }

  /// The chosen experts' weights from their scores.
  private static func weights(_ scores: [Float], _ sizes: ExpertConfig) -> [Float] {
    var weights = scores
    if sizes.scores == .softmaxOfChosen, let largest = weights.max() {
      weights = weights.map { expf($0 - largest) }
      let sum = weights.reduce(0, +)
      weights = weights.map { $0 / sum }
    }
    if sizes.normalized {
      // The smallest normal Float16 keeps a sum of nothing from dividing by 0.
      let sum = max(weights.reduce(0, +), 6.103515625e-5)
      weights = weights.map { $0 / sum }
    }
    return sizes.scale == 1 ? weights : weights.map { $0 * sizes.scale }
  }
}
