import Foundation

/// How a slow twin chooses experts and weighs them, written as the papers describe it.
struct SlowMixture {
  enum Scores { case softmax, sigmoid, sigmoidOfChosen, softmaxOfChosen }
  var scores = Scores.softmax
  var used = 2
  /// Experts stand in so many groups, and so many of these are searched.
  var groups = 1
  var groupsUsed = 1
  var normalized = true
  var scale = 1.0
  /// Added to the probabilities for choosing.
  var bias: [Double]?
  /// Whether the weight multiplies an expert's input.
  var weighsInput = false
  /// Whether the router reads the residual before attention.
  var readsLayerInput = false
  /// Whether an expert of the same width is added for all.
  var hasShared = false

  /// The experts of a token with these products of the router, and their weights.
  func choose(_ logits: [Double]) -> [(expert: Int, weight: Double)] {
    let total = logits.reduce(0) { $0 + exp($1) }
    let probabilities: [Double] = logits.map {
      switch scores {
      case .softmax: exp($0) / total
      case .sigmoid: 1 / (1 + exp(-$0))
      case .sigmoidOfChosen, .softmaxOfChosen: $0
      }
    }
    let ranks = probabilities.indices.map { probabilities[$0] + (bias?[$0] ?? 0) }
    let width = ranks.count / groups
    let best = (0..<groups).sorted { groupScore($0, ranks, width) > groupScore($1, ranks, width) }
    let allowed = Set(best.prefix(groupsUsed))
    let chosen = ranks.indices.filter { groups == 1 || allowed.contains($0 / width) }
      .sorted { ranks[$0] > ranks[$1] }.prefix(used)
    var weights = chosen.map { expert in
      switch scores {
      case .softmax, .sigmoid: probabilities[expert]
      case .sigmoidOfChosen: 1 / (1 + exp(-logits[expert]))
      case .softmaxOfChosen:
        exp(logits[expert]) / chosen.reduce(0) { $0 + exp(logits[$1]) }
      }
    }
    let sum = weights.reduce(0, +)
    weights = weights.map { $0 / (normalized ? sum : 1) * scale }
    return Array(zip(chosen, weights))
  }

  /// The sum of the two best of a group.
  private func groupScore(_ group: Int, _ ranks: [Double], _ width: Int) -> Double {
    ranks[group * width..<(group + 1) * width].sorted(by: >).prefix(2).reduce(0, +)
  }
}
