/// What people are told of a family besides what its row of the table shows: the models of it that
/// they know, and what its results have been compared with.
///
/// Every family has one, in ``all``; the documentation's list of architectures is made of them.
package struct FamilyRecord: Sendable {
  /// The largest difference between this engine's results for one small model with random weights
  /// and those of llama.cpp, both in float32.
  package struct Comparison: Sendable {
    package enum Quantity: String, Sendable {
      case logits
      /// Vectors of texts, or the scores of a reranker.
      case vectors
    }

    /// The model's folder in the suite of architectures.
    package let model: String
    package let quantity: Quantity
    /// No test has found more, with any instruction set.
    package let difference: Float
  }

  /// The value of `general.architecture`.
  package let name: String
  package let models: String
  package let comparisons: [Comparison]

  /// Without a comparison it is said to be "not compared".
  init(
    _ name: String, _ models: String, logits: KeyValuePairs<String, Float> = [:],
    vectors: KeyValuePairs<String, Float> = [:]
  ) {
    self.name = name
    self.models = models
    comparisons =
      logits.map { Comparison(model: $0.key, quantity: .logits, difference: $0.value) }
      + vectors.map { Comparison(model: $0.key, quantity: .vectors, difference: $0.value) }
  }

  /// The largest difference of a quantity; `nil` where it was not compared.
  package func difference(_ quantity: Comparison.Quantity) -> Float? {
    comparisons.filter { $0.quantity == quantity }.map(\.difference).max()
  }
}

extension Family {
  package enum Role: String, Sendable {
    case decoder, hybrid, recurrent, encoder
  }

  /// What a model of the family is.
  package var role: Role {
    if encoder != nil { return .encoder }
    guard let recurrent else { return .decoder }
    if case .all = recurrent.layers { return .recurrent }
    return .hybrid
  }

  /// What its layers mix positions with, as people call it.
  package var mixerNames: [String] {
    let attention: String
    switch latent {
    case .none: attention = window.isNone ? "attention" : "attention, sliding"
    case .some(let rule):
      attention = rule.indexer == nil ? "latent attention" : "latent attention with an indexer"
    }
    let recurrent = [recurrent?.kind, recurrent?.feedForward].compactMap(\.?.name)
    return role == .recurrent ? recurrent : recurrent + [attention]
  }
}

extension Family.WindowRule {
  fileprivate var isNone: Bool { if case .none = self { true } else { false } }
}
