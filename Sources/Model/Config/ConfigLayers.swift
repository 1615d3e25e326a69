import TernKernels

extension Config {
  /// The sizes of every layer; `count` is already known to be possible.
  static func layers(
    _ keys: Hyperparameters, _ family: Family, embedding: Int, count: Int, experts: ExpertConfig?,
    isBidirectional: Bool, hasRouter: (Int) -> Bool
  ) throws(ModelError) -> [LayerConfig] {
    let headKey = "attention.head_count"
    let feedForward = try feedForwardWidths(keys, family, layers: count)
    let (heads, kvHeads) = try headCounts(keys, family, layers: count)
    let recurrent = try recurrentMixers(
      keys, family, embedding: embedding, kvHeads: kvHeads, feedForward: feedForward)
    let hasAttention = kvHeads.indices.map { index in
      if family.mayLackParts { return kvHeads[index] > 0 && feedForward[index] > 0 }
      return switch family.recurrent?.layers {
      case .besideAttention: true
      case .withoutHeadsAlone: kvHeads[index] > 0
      default: recurrent[index].isEmpty
      }
    }
    for index in 0..<count where hasAttention[index] {
      guard kvHeads[index] > 0, heads[index] > 0, heads[index] % kvHeads[index] == 0 else {
        throw keys.bad(headKey + "_kv", expected: "a divisor of \(heads[index]) heads")
      }
    }
    let windows = try windows(keys, family, layers: count)
    let wide = try headSizes(keys, suffix: "", fallback: embedding / max(1, heads.max() ?? 1))
    let narrow = try headSizes(keys, suffix: "_swa", fallbacks: wide)
    let dense = try denseLayers(keys, family, experts, layers: count, hasRouter)
    let inner = try innerFunctions(keys, family, layers: count)
    let rotated = try rotatedLayers(keys, family, windows)
    let shared = try sharedLayers(keys, family, count: count, windows: windows)
    let latent = try latent(keys, family)
    let indexers = try indexers(keys, family, latent, layers: count)
    var layers: [LayerConfig] = []
    var slots = 0
    for index in 0..<count {
      let sizes = windows[index] == nil ? wide : narrow
      var hasExperts = experts != nil && !dense[index]
      if family.onePartLayers {
        hasExperts = hasExperts && feedForward[index] > 0
      } else if !family.mayLackParts {
        guard hasExperts || feedForward[index] > 0 else {
          throw .missingKey(keys.full("feed_forward_length"))
        }
      }
      var layer = LayerConfig(
        mixers: [], feedForward: feedForward[index], hasExperts: hasExperts, inner: inner[index])
      if family.recurrent?.feedForward != nil, !recurrent[index].isEmpty { layer.feedForward = 0 }
      guard hasAttention[index] else {
        layer.mixers = recurrent[index]
        layer.hasAttentionMatrix =
          family.mayLackParts && heads[index] > 0 && feedForward[index] > 0
        layers.append(layer)
        continue
      }
      if var latent {
        latent.heads = heads[index]
        latent.indexer = indexers?[index]
        latent.takeSlots(&slots)
        layer.mixers = [.latent(latent)]
        layers.append(layer)
        continue
      }
      var attention = AttentionConfig(
        heads: heads[index], kvHeads: kvHeads[index], keyDim: sizes.key, valueDim: sizes.value,
        window: windows[index], isChunked: family.window.isChunked,
        scale: try scale(
          keys, family, layers: count, keyDim: sizes.key, embedding: embedding,
          heads: heads[index]),
        rotated: rotated[index],
        hasTemperature: hasTemperature(family, rotated: rotated[index], windows),
        isBidirectional: isBidirectional, sharesCacheOf: shared[index], slot: slots,
        gate: family.attentionGate)
      guard attention.gate != .besideQueries || attention.keyDim == attention.valueDim else {
        throw keys.bad("attention.value_length", expected: "the key length")
      }
      if let source = shared[index] {
        guard let source = layers[source].attention, source.kvHeads == attention.kvHeads else {
          throw keys.bad(headKey + "_kv", expected: "equal counts in layers that share a cache")
        }
        attention.slot = source.slot
      } else if let earlier = layers.lazy.compactMap(\.attention).first(
        where: attention.canOverwrite)
      {
        attention.slot = earlier.slot
      } else {
        slots += 1
      }
      layer.mixers = [.attention(attention)] + recurrent[index]
      layers.append(layer)
    }
    return layers
  }

  /// Heads of queries and of keys and values in every layer; 0 where a layer may have none.
  private static func headCounts(
    _ keys: Hyperparameters, _ family: Family, layers: Int
  ) throws(ModelError) -> (heads: [Int], kvHeads: [Int]) {
    let key = "attention.head_count"
    let fewest = family.recurrent == nil && !family.mayLackParts ? 1 : 0
    let range = fewest...Hyperparameters.limit
    guard let heads = try keys.ints(key, layers: layers, in: range) else {
      throw .missingKey(keys.full(key))
    }
    return (heads, try keys.ints(key + "_kv", layers: layers, in: range) ?? heads)
  }

  /// Widths of dense feed-forward parts; 0 where a layer has none.
  private static func feedForwardWidths(
    _ keys: Hyperparameters, _ family: Family, layers: Int
  ) throws(ModelError) -> [Int] {
    let key = "feed_forward_length"
    if let widths = try keys.ints(key, layers: layers, in: 0...Hyperparameters.limit) {
      return widths
    }
    if family.mayLackParts { throw .missingKey(keys.full(key)) }
    return Array(repeating: 0, count: layers)
  }

  private static func headSizes(
    _ keys: Hyperparameters, suffix: String, fallback: Int
  ) throws(ModelError) -> (key: Int, value: Int) {
    let given = keys.has("attention.key_length") && keys.has("attention.value_length")
    guard fallback > 0 || given else {
      throw keys.bad("attention.head_count", expected: "at most embedding_length")
    }
    return try headSizes(keys, suffix: suffix, fallbacks: (fallback, fallback))
  }

  private static func headSizes(
    _ keys: Hyperparameters, suffix: String, fallbacks: (key: Int, value: Int)
  ) throws(ModelError) -> (key: Int, value: Int) {
    let limit = 1 << 16
    let key = try keys.int("attention.key_length" + suffix, in: 1...limit) ?? fallbacks.key
    let value = try keys.int("attention.value_length" + suffix, in: 1...limit) ?? fallbacks.value
    return (key, value)
  }

  /// The window of each layer, `nil` for full layers.
  private static func windows(
    _ keys: Hyperparameters, _ family: Family, layers: Int
  ) throws(ModelError) -> [Int?] {
    let none = [Int?](repeating: nil, count: layers)
    let lengthKey = "attention.sliding_window"
    let patternKey = lengthKey + "_pattern"
    let length = try keys.int(lengthKey, in: 0...Hyperparameters.limit)
    // In each group of `pattern` layers the last is full, or the first.
    func sliding(_ length: Int, pattern: Int, fullFirst: Bool = false) throws(ModelError) -> [Int?]
    {
      if let flags = try keys.flags(patternKey, layers: layers) {
        return flags.map { $0 ? length : nil }
      }
      let pattern = try keys.int(patternKey, in: 0...Hyperparameters.limit) ?? pattern
      return (0..<layers).map {
        pattern == 0 || $0 % pattern != (fullFirst ? 0 : pattern - 1) ? length : nil
      }
    }
    switch family.window {
    case .none: return none
    case .pattern(let pattern, let fallback, let required):
      if required, length == nil, fallback == nil { throw .missingKey(keys.full(lengthKey)) }
      guard let length = length ?? fallback, length > 0 else { return none }
      return try sliding(length, pattern: pattern)
    case .patternAfterFull(let pattern, let required):
      if required, length == nil { throw .missingKey(keys.full(lengthKey)) }
      guard let length, length > 0 else { return none }
      return try sliding(length, pattern: pattern, fullFirst: true)
    case .fixedAfterFull(let pattern, let fixed):
      guard let length, length > 0 else { return none }
      return try sliding(fixed, pattern: pattern, fullFirst: true)
    case .chunks: return length == 0 ? none : try sliding(8192, pattern: 4)
    case .patternForLayers(let only, let pattern, let fallback):
      guard layers == only, (length ?? fallback) > 0 else { return none }
      return try sliding(length ?? fallback, pattern: pattern)
    case .listed:
      guard let length else { throw .missingKey(keys.full(lengthKey)) }
      guard keys.has(patternKey) else { throw .missingKey(keys.full(patternKey)) }
      guard let flags = try keys.flags(patternKey, layers: layers), length > 0 else {
        throw keys.bad(patternKey, expected: "\(layers) booleans, and a window above 0")
      }
      return flags.map { $0 ? length : nil }
    }
  }

  /// Which layers rotate.
  private static func rotatedLayers(
    _ keys: Hyperparameters, _ family: Family, _ windows: [Int?]
  ) throws(ModelError) -> [Bool] {
    guard family.rope != nil else { return windows.map { _ in false } }
    let hasWindow = windows.contains { $0 != nil }
    switch family.rotated {
    case .all: return windows.map { _ in true }
    case .byKey:
      let isOn = try keys.bool("rope.scaling.finetuned") ?? true
      return windows.map { _ in isOn }
    case .exceptEvery(let step): return windows.indices.map { ($0 + 1) % step != 0 }
    case .windowed: return windows.map { $0 != nil || !hasWindow }
    case .windowedOrLeading:
      let lead = try leadingLayers(keys)
      return windows.indices.map { windows[$0] != nil || $0 < lead }
    case .exceptFirstOfEvery(let step):
      let window = try keys.int("attention.sliding_window", in: 0...Hyperparameters.limit) ?? 0
      return windows.indices.map { window == 0 || $0 % step != 0 }
    case .exceptEveryOrLast(let step):
      return windows.indices.map { ($0 + 1) % (hasWindow ? step : windows.count) != 0 }
    }
  }

  private static func hasTemperature(
    _ family: Family, rotated: Bool, _ windows: [Int?]
  ) -> Bool {
    switch family.temperature {
    case .none: false
    case .byKey: true
    case .unrotated: !rotated && windows.contains { $0 != nil }
    }
  }

  private static func scale(
    _ keys: Hyperparameters, _ family: Family, layers: Int, keyDim: Int, embedding: Int, heads: Int
  ) throws(ModelError) -> Float {
    switch family.attentionScale {
    case .one: return 1
    case .inverseRootOrEmbedding(let special) where layers == special:
      return 1 / Float(max(1, embedding / heads)).squareRoot()
    case .inverseRootOrEmbedding:
      return 1 / Float(keyDim).squareRoot()
    case .inverseRoot:
      let scale = try keys.float("attention.scale") ?? 0
      return scale == 0 ? 1 / Float(keyDim).squareRoot() : scale
    }
  }

  /// Which layers have a plain feed-forward although the model has experts.
  private static func denseLayers(
    _ keys: Hyperparameters, _ family: Family, _ experts: ExpertConfig?, layers: Int,
    _ hasRouter: (Int) -> Bool
  ) throws(ModelError) -> [Bool] {
    guard experts != nil else { return Array(repeating: true, count: layers) }
    if family.routing?.layers == .byRouter { return (0..<layers).map { !hasRouter($0) } }
    let lead = try leadingLayers(keys)
    let step = try keys.int("interleave_moe_layer_step", in: 1...Hyperparameters.limit) ?? 1
    return (0..<layers).map { $0 < lead || ($0 + 1) % step != 0 }
  }

  private static func leadingLayers(_ keys: Hyperparameters) throws(ModelError) -> Int {
    try keys.int("leading_dense_block_count", in: 0...Hyperparameters.limit) ?? 0
  }

  /// The last layers may read the cache of the last full or sliding layer before them.
  private static func sharedLayers(
    _ keys: Hyperparameters, _ family: Family, count: Int, windows: [Int?]
  ) throws(ModelError) -> [Int?] {
    var sources = [Int?](repeating: nil, count: count)
    let key = "attention.shared_kv_layers"
    let shared: Int
    switch family.sharesLastCaches {
    case .none: return sources
    case .byKey: shared = try keys.int(key, in: 0...(count - 1)) ?? 0
    case .from(let first): shared = max(0, count - first)
    }
    guard shared > 0 else { return sources }
    let own = count - shared
    for index in own..<count {
      let source = own - (windows[index] == nil ? 1 : 2)
      guard source >= 0, windows[source] == windows[index] else {
        throw keys.bad(key, expected: "a number that leaves layers of both kinds with a cache")
      }
      sources[index] = source
    }
    return sources
  }
}

extension AttentionConfig {
  /// Whether this layer may store its keys and values over those of `other`, an earlier layer.
  ///
  /// Encoders may: no later pass reads what a pass has stored.
  fileprivate func canOverwrite(_ other: AttentionConfig) -> Bool {
    isBidirectional && kvHeads == other.kvHeads && keyDim == other.keyDim
      && valueDim == other.valueDim
  }
}
