import TernKernels

extension Family {
  /// The recurrent mixers of a family, and the layers that have them.
  package struct RecurrentRule: Sendable {
    /// What the mixers are: how their sizes are read from a file's metadata.
    ///
    /// Each is declared beside its mixer.
    package struct Kind: Sendable {
      /// What people call the mixer.
      let name: String
      /// Of the metadata and the length of embeddings.
      let sizes: @Sendable (Hyperparameters, Int) throws(ModelError) -> any RecurrentConfig

      init(
        _ name: String,
        sizes: @escaping @Sendable (Hyperparameters, Int) throws(ModelError) -> any RecurrentConfig
      ) {
        (self.name, self.sizes) = (name, sizes)
      }
    }

    package enum Layers: Sendable {
      case all
      /// All, each with attention that reads the same input.
      case besideAttention
      /// Those without key-value heads.
      case withoutHeads
      /// Those without key-value heads and without a feed-forward part.
      case withoutHeadsAlone
      /// All but every n-th, where `full_attention_interval` says n.
      case exceptEvery(default: Int)
    }

    var kind: Kind
    var layers: Layers
    /// What stands in place of the feed-forward part of these layers, and reads its input.
    var feedForward: Kind?
  }
}

extension Config {
  /// The recurrent mixers of every layer, in order.
  static func recurrentMixers(
    _ keys: Hyperparameters, _ family: Family, embedding: Int, kvHeads: [Int], feedForward: [Int]
  ) throws(ModelError) -> [[MixerConfig]] {
    guard let rule = family.recurrent else { return kvHeads.map { _ in [] } }
    let isRecurrent: [Bool]
    switch rule.layers {
    case .all, .besideAttention: isRecurrent = kvHeads.map { _ in true }
    case .withoutHeads: isRecurrent = kvHeads.map { $0 == 0 }
    case .withoutHeadsAlone:
      isRecurrent = kvHeads.indices.map { kvHeads[$0] == 0 && feedForward[$0] == 0 }
    case .exceptEvery(let fallback):
      let step = try keys.int("full_attention_interval", in: 1...Hyperparameters.limit) ?? fallback
      isRecurrent = kvHeads.indices.map { ($0 + 1) % step != 0 }
    }
    guard isRecurrent.contains(true) else { return kvHeads.map { _ in [] } }
    var mixers = [MixerConfig.recurrent(try rule.kind.sizes(keys, embedding))]
    if let second = rule.feedForward {
      mixers.append(.recurrent(try second.sizes(keys, embedding)))
    }
    return isRecurrent.map { $0 ? mixers : [] }
  }
}
