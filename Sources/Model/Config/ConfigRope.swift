#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension Config {
  /// The rotations of full and of sliding-window layers.
  static func ropes(
    _ keys: Hyperparameters, _ family: Family, _ all: [LayerConfig], context: Int
  ) throws(ModelError) -> (full: RopeConfig?, window: RopeConfig?) {
    guard family.rope != nil else { return (nil, nil) }
    let layers = all.compactMap(\.attention)
    let scaling = try scaling(keys, family, context: context)
    let sections = try RopeSections(keys, family)
    let base = try base(keys, family, layers)
    if let latent = all.lazy.flatMap(\.mixers).compactMap(\.latent).first {
      return (RopeConfig(dimension: latent.ropeDim, base: base, scaling: scaling), nil)
    }
    let wide = layers.filter { $0.window == nil }
    let dimension = try dimension(keys, "rope.dimension_count", wide) ?? 2
    let full = RopeConfig(
      dimension: try fullDimension(keys, family, dimension), base: base, scaling: scaling,
      sections: sections, isPrefix: family.halfRopeOnFullLayers)
    let sliding = layers.filter { $0.window != nil }
    guard !sliding.isEmpty else { return (full, nil) }
    let swa = try keys.positive("rope.freq_base_swa")
    let ownKey = "rope.dimension_count_swa"
    let key = keys.has(ownKey) ? ownKey : "rope.dimension_count"
    let narrow = try Self.dimension(keys, key, sliding) ?? dimension
    let window =
      switch family.windowRope {
      case .same:
        RopeConfig(
          dimension: narrow, base: swa.map { Double($0) } ?? base, scaling: scaling,
          sections: sections)
      case .own:
        RopeConfig(
          dimension: narrow, base: Double(swa ?? 10_000), scaling: .unscaled, sections: sections)
      case .unscaled:
        RopeConfig(dimension: narrow, base: base, scaling: .unscaled, sections: sections)
      }
    return (full, window)
  }

  /// `rope.freq_base`, raised to the power of alpha where the family has that (NTK-aware scaling).
  private static func base(
    _ keys: Hyperparameters, _ family: Family, _ layers: [AttentionConfig]
  ) throws(ModelError) -> Double {
    let base = Double(try keys.positive("rope.freq_base") ?? 10_000)
    guard family.ropeAlpha, let alpha = try keys.float("rope.scaling.alpha"), alpha > 0,
      let head = layers.first?.keyDim
    else { return base }
    guard head > 2 else { throw keys.bad("attention.key_length", expected: "more than 2") }
    return base * pow(Double(alpha), Double(head) / Double(head - 2))
  }

  /// The rotated values of a full layer's head.
  private static func fullDimension(
    _ keys: Hyperparameters, _ family: Family, _ dimension: Int
  ) throws(ModelError) -> Int {
    guard family.halfRopeOnFullLayers else { return dimension }
    guard dimension % 4 == 0 else {
      throw keys.bad("rope.dimension_count", expected: "a multiple of 4")
    }
    return dimension / 2
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

  static func scaling(
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
    if let latent = family.latent {
      // Such files hold a tenth of the multiplier.
      let key = "rope.scaling.yarn_log_multiplier"
      let tenth = latent.readsLogMultiplier ? try keys.float(key) ?? 0 : 0
      scaling.logMultiplier = Double(tenth) * 10
      scaling.isBalanced = latent.isBalanced
    } else if family.temperature == .byKey {
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
