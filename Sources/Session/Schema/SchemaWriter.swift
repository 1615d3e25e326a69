import TernJSON

/// Writes nodes as JSON Schema.
struct SchemaWriter {
  /// How texts that regular expressions match are written.
  enum PatternForm {
    /// As `pattern`, for documents.
    case document
    /// As what constraints are compiled from: exactly, and of the whole text.
    case exact
  }

  let definitions: SchemaDefinitions
  let form: PatternForm
  /// The reference to a definition.
  let reference: (DefinitionKey) -> String?

  /// The node where it is mentioned: what has a definition as a reference to it.
  func mention(_ node: SchemaNode) -> JSON {
    if let key = node.definitionKey { return mention(key) }
    switch node {
    case .type(let type):
      return definitions.key(of: type).map(mention) ?? body(definitions.node(of: type))
    case .named(let name): return definitions.named[name].map(mention) ?? [:]
    default: return body(node)
    }
  }

  private func mention(_ key: DefinitionKey) -> JSON {
    reference(key).map { ["$ref": .string($0)] } ?? [:]
  }

  /// The node itself.
  func body(_ node: SchemaNode) -> JSON {
    switch node {
    case .any: [:]
    case .never: ["not": [:]]
    case .null: ["type": "null"]
    case .boolean: ["type": "boolean"]
    case .constant(let text): ["const": .string(text)]
    case .string(let rules): .object(string(rules))
    case .number(let rules): .object(number(rules))
    case .array(let rules): .object(array(rules))
    case .object(let rules): .object(object(rules))
    case .union(let rules): .object(union(rules))
    case .document(let document): document.body(reference)
    case .failing(let node, _): mention(node)
    case .type, .named: mention(node)
    }
  }

  private func string(_ rules: StringRules) -> JSONObject {
    var object: JSONObject = ["type": "string"]
    object["description"] = rules.description.map(JSON.string)
    object["enum"] = rules.choices.map { JSON($0) }
    let patterns = rules.patterns.map { pattern -> JSON in
      switch form {
      case .document: ["pattern": .string(pattern.text)]
      case .exact: ["x-swift-pattern": .string(pattern.exact)]
      }
    }
    if patterns.count == 1, case .object(let only) = patterns[0] {
      for (key, value) in only { object[key] = value }
    } else if !patterns.isEmpty {
      object["allOf"] = .array(patterns)
    }
    return object
  }

  private func number(_ rules: NumberRules) -> JSONObject {
    var object: JSONObject = ["type": rules.isInteger ? "integer" : "number"]
    object["minimum"] = rules.minimum.map(JSON.number)
    object["maximum"] = rules.maximum.map(JSON.number)
    return object
  }

  private func array(_ rules: ArrayRules) -> JSONObject {
    var object: JSONObject = ["type": "array", "items": mention(rules.items)]
    object["minItems"] = rules.minimumCount.map { JSON($0) }
    object["maxItems"] = rules.maximumCount.map { JSON($0) }
    return object
  }

  private func union(_ rules: UnionRules) -> JSONObject {
    var object: JSONObject = ["title": .string(rules.name)]
    object["description"] = rules.description.map(JSON.string)
    object["anyOf"] = .array(rules.choices.map(mention))
    return object
  }

  private func object(_ rules: ObjectRules) -> JSONObject {
    var properties = JSONObject()
    var required: [String] = []
    for property in rules.properties where properties[property.name] == nil {
      var schema = mention(property.node)
      if property.isOptional, rules.writesNull { schema = Self.orNull(schema) }
      if let description = property.description, case .object(var object) = schema {
        object["description"] = .string(description)
        schema = .object(object)
      }
      properties[property.name] = schema
      if !property.isOptional || rules.writesNull { required.append(property.name) }
    }
    var object: JSONObject = ["type": "object", "title": .string(rules.name)]
    object["description"] = rules.description.map(JSON.string)
    object["properties"] = .object(properties)
    object["required"] = JSON(required)
    object["x-order"] = JSON(properties.keys)
    object["additionalProperties"] = false
    return object
  }

  /// `schema` or null: as two types where that says it all, otherwise as a choice.
  private static func orNull(_ schema: JSON) -> JSON {
    guard case .object(var object) = schema, !object.isEmpty else { return schema }
    if case .string(let type)? = object["type"], object["enum"] == nil, type != "array" {
      if type != "null" { object["type"] = [.string(type), "null"] }
      return .object(object)
    }
    return ["anyOf": [schema, ["type": "null"]]]
  }
}
