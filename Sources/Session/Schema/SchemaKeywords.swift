import Foundation
import TernJSON

/// The keywords of JSON Schema that hold schemas.
enum SchemaKeywords {
  /// An object of schemas.
  static let maps: Set<String> = [
    "properties", "$defs", "definitions", "patternProperties", "dependentSchemas",
  ]
  /// An array of schemas.
  static let lists: Set<String> = ["anyOf", "allOf", "oneOf", "prefixItems"]
  /// A schema, or with `items` of old an array of them.
  static let single: Set<String> = [
    "items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames",
    "unevaluatedProperties", "unevaluatedItems", "additionalItems",
  ]

  /// `schema` with `body` applied to it and to every schema within, the inner ones first.
  ///
  /// Calls itself once for each level: documents are within the reader's depth.
  static func map(_ schema: JSON, _ body: (inout JSONObject) -> Void) -> JSON {
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

/// A reference to a place in its own document: `#`, `#/$defs/Name`, `#/properties/a`.
struct LocalReference {
  /// The keys and indices on the way from the root.
  var path: [String]

  /// `nil` for references to other documents and to names (`#name`).
  init?(_ text: String) {
    guard text.hasPrefix("#") else { return nil }
    if text == "#" {
      path = []
      return
    }
    guard text.hasPrefix("#/") else { return nil }
    path = text.dropFirst(2).split(separator: "/", omittingEmptySubsequences: false).map {
      Self.unescaped(String($0))
    }
  }

  /// The reference to a definition.
  static func definition(_ name: String) -> String {
    let escaped = name.replacing("~", with: "~0").replacing("/", with: "~1")
    return "#/$defs/" + escaped.replacing("%", with: "%25")
  }

  /// The place in a document; `nil` where there is none.
  ///
  /// O(length of the path).
  func target(in document: JSON) -> JSON? {
    var value = document
    for key in path {
      guard let next = value[key] ?? Int(key).flatMap({ value[$0] }) else { return nil }
      value = next
    }
    return value
  }

  private static func unescaped(_ token: String) -> String {
    let plain = token.contains("%") ? token.removingPercentEncoding ?? token : token
    return plain.replacing("~1", with: "/").replacing("~0", with: "~")
  }
}
