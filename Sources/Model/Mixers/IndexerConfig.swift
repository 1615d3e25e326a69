import TernKernels

/// The sizes of one layer's indexer: a small attention with one key per position, whose scores choose
/// the positions that the layer's attention sees.
package struct IndexerConfig: Sendable, Equatable {
  package var heads: Int
  package var keyDim: Int
  /// Positions that are seen at most.
  package var count: Int
  var epsilon: Float
  var rope: RopeLayout
  /// Whether the layer sees what an earlier one chose and has no indexer of its own.
  package var isShared = false
  /// The place of its keys among the paged slots of a cache.
  package var slot = 0

  var queryWidth: Int { isShared ? 0 : heads * keyDim }
  var keyWidth: Int { isShared ? 0 : keyDim }
  /// Values that it stores for a position.
  var storedWidth: Int? { isShared ? nil : keyDim }
}

extension LatentConfig {
  /// Takes the places of what the layer stores.
  mutating func takeSlots(_ slots: inout Int) {
    slot = slots
    slots += 1
    guard indexer?.isShared == false else { return }
    indexer?.slot = slots
    slots += 1
  }
}

extension Config {
  /// One indexer per layer; `nil` where the family has none.
  static func indexers(
    _ keys: Hyperparameters, _ family: Family, _ latent: LatentConfig?, layers: Int
  ) throws(ModelError) -> [IndexerConfig]? {
    guard let latent, let rule = family.latent?.indexer else { return nil }
    let limit = 1 << 16
    guard latent.queryRank > 0 else {
      throw keys.bad("attention.q_lora_rank", expected: "an integer above 0")
    }
    let prefix = "attention.indexer."
    let indexer = IndexerConfig(
      heads: try keys.requiredInt(prefix + "head_count", in: 1...limit),
      keyDim: try keys.requiredInt(prefix + "key_length", in: latent.ropeDim...limit),
      count: try keys.requiredInt(prefix + "top_k", in: 1...Hyperparameters.limit),
      epsilon: rule.epsilon, rope: rule.rope)
    guard rule.isListed else { return Array(repeating: indexer, count: layers) }
    let own = try ownIndexers(keys, prefix + "types", layers: layers)
    return own.map { own in
      var indexer = indexer
      indexer.isShared = !own
      return indexer
    }
  }

  /// Which layers have an indexer of their own; without the key the first two and then every fourth.
  private static func ownIndexers(
    _ keys: Hyperparameters, _ key: String, layers: Int
  ) throws(ModelError) -> [Bool] {
    let own: [Bool]
    if let flags = try keys.flags(key, layers: layers) {
      own = flags
    } else if let one = try keys.int(key, in: 0...1) {
      own = Array(repeating: one == 1, count: layers)
    } else {
      own = (0..<layers).map { $0 < 2 || $0 % 4 == 2 }
    }
    guard own[0] else { throw keys.bad(key, expected: "1 for the first layer") }
    return own
  }
}
