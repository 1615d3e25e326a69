import TernJSON

/// A document that a type gave as its schema, or one of the definitions in it.
struct EmbeddedDocument: Sendable {
  /// The schema without its definitions.
  var body: JSON
  /// The definitions that it may refer to.
  var definitions: [(name: String, body: JSON)] = []
  var owner: ObjectIdentifier
  var name = ""
  /// Whether it is mentioned by reference.
  var isDefinition = false
  var failures: [String] = []

  /// One of the definitions of a document.
  init(part: JSON, owner: ObjectIdentifier) {
    body = part
    self.owner = owner
  }

  init(_ rendering: SchemaRendering, owner: ObjectIdentifier, name: String) {
    self.owner = owner
    self.name = name
    failures = rendering.failures
    body = rendering.json
    guard case .object(var object) = rendering.json else { return }
    if case .object(let definitions)? = object["$defs"] {
      self.definitions = definitions.map { ($0.key, $0.value) }
    }
    object["$defs"] = nil
    body = .object(object)
    var isMentioned = false
    _ = SchemaKeywords.map(rendering.json) { schema in
      switch Self.target(of: schema) {
      case .root?: isMentioned = true
      case .other(let text)?:
        failures.append("The reference '\(text)' cannot be used within another schema.")
      default: break
      }
    }
    isDefinition =
      isMentioned || !self.definitions.isEmpty || object["properties"] != nil
      || object["anyOf"] != nil
  }

  /// Where the reference of a schema leads to.
  private enum Target {
    case root
    case definition(String)
    case other(String)
  }

  private static func target(of schema: JSONObject) -> Target? {
    guard case .string(let text)? = schema["$ref"] else { return nil }
    guard let path = LocalReference(text)?.path else { return .other(text) }
    if path.isEmpty { return .root }
    if path.count == 2, path[0] == "$defs" { return .definition(path[1]) }
    return .other(text)
  }

  /// The schema with other references; `nil` from `reference` leaves one as it is.
  func body(_ reference: (DefinitionKey) -> String?) -> JSON {
    SchemaKeywords.map(body) { schema in
      let key: DefinitionKey
      switch Self.target(of: schema) {
      case .root?: key = .type(owner)
      case .definition(let name)?: key = .embedded(owner, name)
      default: return
      }
      if let text = reference(key) { schema["$ref"] = .string(text) }
    }
  }
}
