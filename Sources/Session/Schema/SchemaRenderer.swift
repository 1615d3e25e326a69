import TernJSON

/// Writes a tree and all that it leads to as a document.
struct SchemaRenderer {
  let root: SchemaNode
  let definitions: SchemaDefinitions
  let names: SchemaNames

  init(root: SchemaNode, named: [String: SchemaNode] = [:]) {
    self.root = root
    definitions = SchemaDefinitions(root: root, named: named)
    names = SchemaNames(definitions, root: root.definitionKey)
  }

  var rendering: SchemaRendering {
    SchemaRendering(
      json: document(.document), constraint: document(.exact), failures: definitions.failures)
  }

  func writer(_ form: SchemaWriter.PatternForm) -> SchemaWriter {
    SchemaWriter(definitions: definitions, form: form) { names.references[$0] }
  }

  private func document(_ form: SchemaWriter.PatternForm) -> JSON {
    let writer = writer(form)
    let body = writer.body(root)
    guard !names.written.isEmpty, case .object(var object) = body else { return body }
    object["$defs"] = .object(
      JSONObject(
        names.written.map { name, key in
          (name, definitions.nodes[key].map(writer.body) ?? [:])
        }))
    return .object(object)
  }
}
