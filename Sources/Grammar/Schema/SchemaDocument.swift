import TernJSON

/// How a schema document is read.
struct SchemaOptions: Sendable {
  /// Whether what cannot be read is dropped and listed, instead of being an error.
  var isRelaxed = false
  /// The most schemas, counting each once per dynamic scope.
  var maximumSchemas = 1_000_000
  /// The most dynamic scopes, for documents with `$dynamicRef`.
  var maximumScopes = 4_096
  /// The most drops that relaxed reading lists; the next one is an error.
  var maximumRelaxations = 1_000
  /// The deepest nesting of values.
  var maximumDepth = 1_000

  init() {}
}

/// Something that relaxed reading dropped.
struct SchemaRelaxation: Equatable, Sendable {
  var keyword: String
  /// The schema that has the keyword, as a JSON pointer.
  var pointer: String
  var reason: SchemaError.Reason
}

/// The schemas of a JSON Schema document that are reachable from its root, with references
/// resolved.
///
/// Drafts 4, 6, 7, 2019-09 and 2020-12 are read by their `$schema`; without one it is 2020-12, with
/// forms of older drafts where they are unambiguous. Reading is linear in the size of the document.
/// Schemas that nothing leads to are not looked at, so they cause no errors.
struct SchemaDocument: Sendable {
  let nodes: [SchemaNode]
  /// The number of the root's node.
  let root: Int
  /// What relaxed reading dropped, in the order it was found.
  let relaxed: [SchemaRelaxation]
  /// How many entries of schemas were looked at.
  let work: Int
  private let locations: SchemaLocations

  init(_ schema: JSON, options: SchemaOptions = SchemaOptions()) throws(SchemaError) {
    var loader = SchemaLoader(schema, options: options)
    root = try loader.load()
    nodes = loader.nodes.map { SchemaNode($0) }
    relaxed = loader.relaxed
    work = loader.work + loader.visits
    loader.locations.close()
    locations = loader.locations
  }

  /// Where the schema of a node is, as a JSON pointer; O(depth).
  func pointer(of node: Int) -> String { locations.pointer(Int(nodes[node].location)) }
}
