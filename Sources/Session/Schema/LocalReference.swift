import Foundation
import TernJSON

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
