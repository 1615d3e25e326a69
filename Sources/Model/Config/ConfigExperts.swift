/// The experts of a model.
package struct ExpertConfig: Sendable {
  package enum Scores: Sendable {
    case softmax, softmaxOfChosen, sigmoid, sigmoidOfChosen

    /// Whether all scores become probabilities before the best are chosen.
    var isOfAll: Bool { self == .softmax || self == .sigmoid }
  }
  package let count: Int
  package let used: Int
  package let feedForward: Int
  package let scores: Scores
  package let normalized: Bool
  /// Multiplies the chosen weights.
  package let scale: Float
  /// Width of the expert that all rows pass through; 0: none.
  package let shared: Int
  /// Experts stand in this many groups of equal size; 1: they are not grouped.
  package let groups: Int
  /// Experts are chosen from so many groups: those whose two best scores have the largest sums.
  package let groupsUsed: Int
  /// Length of the compressed rows that experts read and write; 0: they have the residual's length.
  var compressed = 0

  /// Length of the rows that experts read and write, where embeddings have `embedding` values.
  func rowWidth(_ embedding: Int) -> Int { compressed > 0 ? compressed : embedding }
}

extension Config {
  static func experts(
    _ keys: Hyperparameters, _ family: Family
  ) throws(ModelError) -> ExpertConfig? {
    guard let routing = family.routing else { return nil }
    let count = try keys.int("expert_count", in: 0...Hyperparameters.limit) ?? 0
    guard count > 0 else {
      if routing.required { throw .missingKey(keys.full("expert_count")) }
      return nil
    }
    let groups = try groups(keys, count: count)
    let reachable = count / groups.count * groups.used
    let used = try keys.requiredInt("expert_used_count", in: 1...reachable)
    let width = try expertWidth(keys, routing, used: used)
    let byKey = try keys.bool("expert_weights_norm") ?? false
    let compressed =
      routing.mayCompress ? try keys.int("moe_latent_size", in: 0...(1 << 24)) ?? 0 : 0
    return ExpertConfig(
      count: count, used: used, feedForward: width, scores: try scores(keys, routing),
      normalized: routing.normalized ?? byKey,
      scale: try weightScale(keys), shared: try sharedWidth(keys, routing, width: width),
      groups: groups.count, groupsUsed: groups.used, compressed: compressed)
  }

  /// How many groups there are, each of two experts or more, and how many are used; one where the
  /// experts are not grouped.
  private static func groups(
    _ keys: Hyperparameters, count: Int
  ) throws(ModelError) -> (count: Int, used: Int) {
    let key = "expert_group_count"
    let groups = try keys.int(key, in: 0...Hyperparameters.limit) ?? 0
    guard groups > 1 else { return (1, 1) }
    guard groups <= count / 2, count % groups == 0 else {
      throw keys.bad(key, expected: "a divisor of \(count) experts, at most half of them")
    }
    return (groups, try keys.requiredInt("expert_group_used_count", in: 1...groups))
  }

  private static func weightScale(_ keys: Hyperparameters) throws(ModelError) -> Float {
    let scale = try keys.float("expert_weights_scale") ?? 1
    return scale == 0 ? 1 : scale
  }

  private static func expertWidth(
    _ keys: Hyperparameters, _ routing: Family.Routing, used: Int
  ) throws(ModelError) -> Int {
    let limit = Hyperparameters.limit
    if routing.width == .expertKey,
      let width = try keys.int("expert_feed_forward_length", in: 0...limit), width > 0
    {
      return width
    }
    let all = try keys.requiredInt("feed_forward_length", in: 1...limit)
    return routing.width == .expertKey ? max(1, all / used) : all
  }

  private static func scores(
    _ keys: Hyperparameters, _ routing: Family.Routing
  ) throws(ModelError) -> ExpertConfig.Scores {
    switch routing.scores {
    case .softmax: return .softmax
    case .softmaxOfChosen: return .softmaxOfChosen
    case .sigmoid: return .sigmoid
    case .sigmoidOfChosen: return .sigmoidOfChosen
    case .byKey(let fallback):
      let key = "expert_gating_func"
      switch try keys.int(key, in: 0...3) ?? 0 {
      case 1: return .softmax
      case 2: return .sigmoid
      case 3: return .softmaxOfChosen
      default:
        guard let fallback else { throw .missingKey(keys.full(key)) }
        return fallback
      }
    }
  }

  private static func sharedWidth(
    _ keys: Hyperparameters, _ routing: Family.Routing, width: Int
  ) throws(ModelError) -> Int {
    let limit = Hyperparameters.limit
    let length = try keys.int("expert_shared_feed_forward_length", in: 0...limit) ?? 0
    let count = "expert_shared_count"
    switch routing.shared {
    case .none: return 0
    case .one: return width
    case .byLength: return length
    case .gated:
      return length > 0 ? length : try keys.requiredInt("feed_forward_length", in: 1...limit)
    case .byCount:
      return try keys.requiredInt(count, in: 0...limit) * width
    case .byCountAndLength:
      return try keys.requiredInt(count, in: 0...limit) * (length > 0 ? length : width)
    case .byLengthOrCount(let fallback):
      let count = try keys.int(count, in: 0...limit) ?? fallback
      return count == 0 || length > 0 ? min(count, 1) * length : count * width
    }
  }
}
