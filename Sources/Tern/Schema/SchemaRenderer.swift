import TernJSON

/// Writes a tree as a document.
struct SchemaRenderer {
  static func render(_ node: SchemaNode) -> SchemaRendering {
    SchemaRendering(json: [:])
  }
}
