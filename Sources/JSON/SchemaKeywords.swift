/// The keywords of JSON Schema that hold schemas.
package enum SchemaKeywords {
  /// An object of schemas.
  package static let maps: Set<String> = [
    "properties", "$defs", "definitions", "patternProperties", "dependentSchemas",
  ]
  /// An array of schemas.
  package static let lists: Set<String> = ["anyOf", "allOf", "oneOf", "prefixItems"]
  /// A schema, or with `items` of old an array of them.
  package static let single: Set<String> = [
    "items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames",
    "unevaluatedProperties", "unevaluatedItems", "additionalItems",
  ]

  /// `schema` with `body` applied to it and to every schema within, the inner ones first.
  ///
  /// Calls itself once for each level: documents are within the reader's depth.
  package static func map(_ schema: JSON, _ body: (inout JSONObject) -> Void) -> JSON {
    guard case .object(var object) = schema else { return schema }
    for (key, value) in object {
      switch value {
      case .object(let members) where maps.contains(key):
        object[key] = .object(JSONObject(members.map { ($0.key, map($0.value, body)) }))
      case .array(let elements) where lists.contains(key) || key == "items":
        object[key] = .array(elements.map { map($0, body) })
      case .object where single.contains(key): object[key] = map(value, body)
      default: break
      }
    }
    body(&object)
    return .object(object)
  }
}

extension JSONObject {
  /// Sorts the properties of a schema as its `x-order` says; whether it has one.
  package mutating func sortProperties() -> Bool {
    guard let order = self["x-order"]?.array?.compactMap(\.string) else { return false }
    if case .object(let properties)? = self["properties"] {
      self["properties"] = .object(properties.sorted(by: order))
    }
    return true
  }

  /// The members that `order` names first, in its order; O(n).
  private func sorted(by order: [String]) -> JSONObject {
    var result = JSONObject()
    for key in order { if let value = self[key] { result[key] = value } }
    for (key, value) in self where result[key] == nil { result[key] = value }
    return result
  }
}
