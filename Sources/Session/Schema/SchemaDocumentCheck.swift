import TernJSON

/// Checks that a document is a JSON Schema, as far as its form goes; what its keywords demand is
/// looked at when a constraint is made of it.
struct SchemaDocumentCheck {
  private let root: JSON

  /// The deepest nesting of schemas.
  private static let maximumDepth = JSONReader.defaultMaximumDepth

  private init(root: JSON) { self.root = root }

  /// - Throws: the first fault. O(n) but for references, each of which costs its length.
  static func check(_ document: JSON) throws(SchemaDocumentError) {
    try SchemaDocumentCheck(root: document).check(document, at: "", depth: 0)
  }

  private func check(_ schema: JSON, at pointer: String, depth: Int) throws(SchemaDocumentError) {
    func fail(_ reason: String) -> SchemaDocumentError {
      SchemaDocumentError(pointer: pointer, reason: reason)
    }
    guard depth <= Self.maximumDepth else {
      throw fail("more than \(Self.maximumDepth) schemas within each other")
    }
    if schema.bool != nil, depth > 0 { return }
    guard case .object(let object) = schema else { throw fail("a schema must be an object") }
    for (key, value) in object {
      if let expected = Self.expectation(key, value) {
        throw fail("'\(key.prefix(100))' must be \(expected)")
      }
      if key == "$ref", let text = value.string, let place = LocalReference(text),
        place.target(in: root) == nil
      {
        throw fail("nothing is at '\(text.prefix(200))'")
      }
      try checkParts(key, value, at: pointer + "/" + key, depth: depth + 1)
    }
  }

  private func checkParts(
    _ key: String, _ value: JSON, at pointer: String, depth: Int
  ) throws(SchemaDocumentError) {
    switch value {
    case .object(let members) where SchemaKeywords.maps.contains(key):
      for (name, member) in members { try check(member, at: pointer + "/" + name, depth: depth) }
    case .array(let elements) where SchemaKeywords.lists.contains(key) || key == "items":
      for (index, element) in elements.enumerated() {
        try check(element, at: "\(pointer)/\(index)", depth: depth)
      }
    case .object where SchemaKeywords.single.contains(key):
      try check(value, at: pointer, depth: depth)
    default: break
    }
  }

  /// What the value of a keyword must be; `nil` where it is.
  private static func expectation(_ key: String, _ value: JSON) -> String? {
    switch key {
    case "type":
      let names = value.array ?? [value]
      let known = names.allSatisfy { $0.string.map(types.contains) ?? false }
      return known && !names.isEmpty ? nil : "the name of a type, or an array of them"
    case "title", "description", "$ref", "pattern", "format", "$id", "$schema":
      return value.string == nil ? "a string" : nil
    case "required", "x-order":
      let strings = value.array?.allSatisfy { $0.string != nil } ?? false
      return strings ? nil : "an array of strings"
    case "enum": return value.array == nil ? "an array" : nil
    case "minimum", "maximum", "multipleOf": return value.number == nil ? "a number" : nil
    case "minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties":
      return (value.double ?? -1) >= 0 ? nil : "a number that is not negative"
    case "items":
      return value.object == nil && value.bool == nil && value.array == nil ? "a schema" : nil
    case _ where SchemaKeywords.maps.contains(key):
      return value.object == nil ? "an object of schemas" : nil
    case _ where SchemaKeywords.lists.contains(key):
      return value.array == nil ? "an array of schemas" : nil
    case _ where SchemaKeywords.single.contains(key):
      return value.object == nil && value.bool == nil ? "a schema" : nil
    default: return nil
    }
  }

  private static let types: Set<String> = [
    "object", "array", "string", "number", "integer", "boolean", "null",
  ]
}

/// Why a document is no JSON Schema.
package struct SchemaDocumentError: Error, Equatable, Sendable, CustomStringConvertible {
  /// Where the schema is that is at fault, as a JSON pointer from the root.
  package var pointer: String
  /// What is wrong there.
  package var reason: String

  package var description: String {
    "\(reason) (at \(pointer.isEmpty ? "the root" : pointer))"
  }
}
