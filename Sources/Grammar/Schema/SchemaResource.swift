import TernJSON

/// A part of a document that has an address of its own: the root and every schema with `$id`.
struct SchemaResource {
  /// The location of its root.
  let root: Int
  /// The absolute address, without fragment; empty where none is known.
  let address: String
  let dialect: SchemaDialect
  /// What `$schema` says, where it names no known dialect.
  var unknownDialect: String?
  /// Locations by `$anchor` and `$dynamicAnchor`.
  var anchors: [ExactString: Int] = [:]
  /// Locations by `$dynamicAnchor`; by the empty name where there is `$recursiveAnchor`.
  var dynamicAnchors: [ExactString: Int] = [:]
}

/// What `$dynamicRef` leads to at a point of evaluation: for each name, the outermost of the
/// resources entered so far that has such an anchor.
///
/// Resources without dynamic anchors, and those behind others with the same names, change nothing;
/// so paths to a schema that cannot be told apart by `$dynamicRef` are one scope.
struct DynamicScope: Hashable {
  private(set) var targets: [ExactString: Int] = [:]

  mutating func enter(_ resource: SchemaResource) {
    targets.merge(resource.dynamicAnchors) { outer, _ in outer }
  }
}
