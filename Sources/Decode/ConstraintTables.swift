import TernGrammar
import TernTokens

/// What constraints need to know of a vocabulary, for the markers of each kind of constraint; made
/// when first asked for.
struct ConstraintTables {
  private let tokenizer: Tokenizer
  /// Last used ones last.
  private var known: [(markers: Set<String>, tables: VocabularyTables)] = []
  /// A table takes some tens of megabytes at most.
  private static let limit = 3

  init(_ tokenizer: Tokenizer) { self.tokenizer = tokenizer }

  mutating func of(_ constraint: Constraint) -> VocabularyTables {
    if let place = known.firstIndex(where: { $0.markers == constraint.markers }) {
      known.append(known.remove(at: place))
    } else {
      if known.count == Self.limit { known.removeFirst() }
      let tables = VocabularyTables(tokenizer, markers: constraint.markers.sorted())
      known.append((constraint.markers, tables))
    }
    return known[known.count - 1].tables
  }
}
