import TernFormat

/// How the states of a text's positions become what is handed out.
package enum Pooling: Int, Sendable, CaseIterable {
  /// As they are: one vector for each position.
  case none = 0
  /// Their mean.
  case mean = 1
  /// That of the first position.
  case first = 2
  /// That of the last position.
  case last = 3
  /// The scores that the file's ranking head gives.
  case rank = 4
}

/// What a model is made for besides logits.
package struct EncodingConfig: Sendable {
  /// Every position sees the whole text, or a window to both sides.
  package let isBidirectional: Bool
  /// What `pooling_type` says, where the file has it.
  package let pooling: Pooling?
  /// The states that a ranking head reads.
  package let classifierPooling: Pooling
  /// What the scores of a ranking head mean, where the file says so.
  package let classifierLabels: [String]
  /// Buckets of relative distances; 0: there are none.
  let relativeBuckets: Int

  init(
    _ keys: Hyperparameters, _ family: Family
  ) throws(ModelError) {
    let isCausal = try keys.bool("attention.causal") ?? true
    isBidirectional = family.encoder != nil || !isCausal
    pooling = try keys.int("pooling_type", in: 0...4).flatMap(Pooling.init)
    let classifier = try keys.int("classifier.pooling_type", in: 1...3).flatMap(Pooling.init)
    classifierPooling =
      classifier ?? family.classifier.pooling ?? (isBidirectional ? .first : .last)
    let labels = keys.strings("classifier.output_labels")
    classifierLabels = labels.map { labels in labels.indices.map { labels.text($0) } } ?? []
    if case .buckets = family.encoder?.scoreBias {
      relativeBuckets = try keys.requiredInt("attention.relative_buckets_count", in: 4...256)
    } else {
      relativeBuckets = 0
    }
  }
}
