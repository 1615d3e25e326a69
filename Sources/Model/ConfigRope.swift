extension Config {
  /// The rotations of full and of sliding-window layers.
  static func ropes(
    _ keys: Hyperparameters, _ family: Family, _ layers: [AttentionConfig], context: Int
  ) throws(ModelError) -> (full: RopeConfig?, window: RopeConfig?) {
    guard family.rope != nil else { return (nil, nil) }
    let scaling = try scaling(keys, family, context: context)
    let base = try keys.positive("rope.freq_base") ?? 10_000
    let wide = layers.filter { $0.window == nil }
    let dimension = try dimension(keys, "rope.dimension_count", wide) ?? 2
    let full = RopeConfig(dimension: dimension, base: Double(base), scaling: scaling)
    let sliding = layers.filter { $0.window != nil }
    guard !sliding.isEmpty else { return (full, nil) }
    let swa = try keys.positive("rope.freq_base_swa")
    let ownKey = "rope.dimension_count_swa"
    let key = keys.has(ownKey) ? ownKey : "rope.dimension_count"
    let narrow = try Self.dimension(keys, key, sliding) ?? dimension
    let window =
      switch family.windowRope {
      case .same:
        RopeConfig(dimension: narrow, base: Double(swa ?? base), scaling: scaling)
      case .own:
        RopeConfig(dimension: narrow, base: Double(swa ?? 10_000), scaling: .unscaled)
      case .unscaled:
        RopeConfig(dimension: narrow, base: Double(base), scaling: .unscaled)
      }
    return (full, window)
  }

  /// The rotated values of a head: `key`, or the whole head; `nil` where there is no such layer.
  private static func dimension(
    _ keys: Hyperparameters, _ key: String, _ layers: [AttentionConfig]
  ) throws(ModelError) -> Int? {
    guard let head = layers.map(\.keyDim).min() else { return nil }
    guard head >= 2 else { throw keys.bad("attention.key_length", expected: "at least 2") }
    let dimension = try keys.int(key, in: 2...head) ?? head
    guard dimension % 2 == 0 else { throw keys.bad(key, expected: "an even number") }
    return dimension
  }

  private static func scaling(
    _ keys: Hyperparameters, _ family: Family, context: Int
  ) throws(ModelError) -> RopeScaling {
    var scaling = RopeScaling()
    if let name = try keys.string("rope.scaling.type") {
      guard let kind = RopeScaling.Kind(rawValue: name) else {
        throw keys.bad("rope.scaling.type", expected: "none, linear, yarn or longrope")
      }
      scaling.kind = kind
    }
    let factorKey = keys.has("rope.scaling.factor") ? "rope.scaling.factor" : "rope.scale_linear"
    let factor = try keys.float(factorKey) ?? 0
    guard factor >= 0 else { throw keys.bad(factorKey, expected: "a number not below 0") }
    scaling.factor = factor == 0 ? 1 : Double(factor)
    scaling.originalContext = try originalContext(keys, context: context)
    scaling.betaFast = Double(try keys.positive("rope.scaling.yarn_beta_fast") ?? 32)
    scaling.betaSlow = Double(try keys.positive("rope.scaling.yarn_beta_slow") ?? 1)
    if family.temperature {
      scaling.logMultiplier = Double(try keys.float("rope.scaling.yarn_log_multiplier") ?? 0)
    }
    let attentionFactor = try keys.float("rope.scaling.attn_factor") ?? 1
    scaling.attentionFactor = attentionFactor == 0 ? 1 : attentionFactor
    return scaling
  }

  /// The context length before stretching.
  static func originalContext(
    _ keys: Hyperparameters, context: Int
  ) throws(ModelError) -> Int {
    let key = "rope.scaling.original_context_length"
    let length = try keys.int(key, in: 0...Hyperparameters.limit) ?? 0
    return length == 0 ? context : length
  }
}
