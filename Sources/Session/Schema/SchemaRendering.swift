import TernJSON

/// A schema as a document.
struct SchemaRendering: Sendable {
  /// The document as it is encoded.
  var json: JSON
  /// The document that constraints are compiled from.
  var constraint: JSON
  /// What of the schema cannot be followed, one sentence each.
  var failures: [String] = []
}

/// Where the document of a schema comes from.
enum SchemaSource: Sendable {
  /// From a tree, when it is first asked for.
  case node(SchemaNode, SchemaCache)
  case rendered(SchemaRendering)
}

/// The document of a schema, once it has been asked for.
final class SchemaCache: Sendable {
  private let rendering = Locked<SchemaRendering?>(nil)

  /// The document; `make` is called without the lock, as it asks types what they look like.
  func value(_ make: () -> SchemaRendering) -> SchemaRendering {
    if let known = rendering.withLock({ $0 }) { return known }
    let made = make()
    return rendering.withLock { known in
      if let known { return known }
      known = made
      return made
    }
  }
}

extension GenerationSchema {
  var rendering: SchemaRendering {
    switch source {
    case .rendered(let rendering): rendering
    case .node(let node, let cache):
      cache.value { SchemaRenderer(root: node).rendering }
    }
  }

  /// The schema as a JSON Schema document, as it is encoded.
  ///
  /// O(n) the first time.
  package var json: JSON { rendering.json }

  /// The document for the rule that generated text must satisfy (`GrammarRule.schema`).
  ///
  /// It differs from ``json`` where regular expressions of Swift are meant: JSON Schema reads them
  /// otherwise.
  package var constraint: JSON { rendering.constraint }

  /// Why values of this schema cannot be generated, one sentence each: guides that cannot be
  /// followed, or that contradict each other.
  package var unsupportedGuides: [String] { rendering.failures }
}
