/// A draft of JSON Schema: how keywords are read.
enum SchemaDialect: Int, Comparable, Sendable {
  case draft4 = 4
  case draft6 = 6
  case draft7 = 7
  case draft2019 = 2019
  case draft2020 = 2020
  /// No `$schema`: 2020-12, with identifiers of older drafts where 2020-12 has no meaning for them.
  case unspecified = 2021

  static func < (a: SchemaDialect, b: SchemaDialect) -> Bool { a.rawValue < b.rawValue }

  /// The dialect that `$schema` names, or `nil` for an unknown one.
  ///
  /// Drafts are found by their name in addresses of json-schema.org, so that hyper-schemas and
  /// sloppy spellings (`https`, no `#`) count too.
  init?(uri: String) {
    guard uri.contains("json-schema.org") else {
      // The dialect of OpenAPI 3.1 adds only annotations to 2020-12.
      guard uri.hasPrefix("https://spec.openapis.org/oas/3.1/") || uri.isEmpty else { return nil }
      self = uri.isEmpty ? .unspecified : .draft2020
      return
    }
    let drafts: [(String, SchemaDialect)] = [
      ("draft-04", .draft4), ("draft-05", .draft4), ("draft-06", .draft6), ("draft-07", .draft7),
      ("2019-09", .draft2019), ("2020-12", .draft2020),
    ]
    if let draft = drafts.first(where: { uri.contains($0.0) }) {
      self = draft.1
    } else if uri.contains("json-schema.org/schema") {
      self = .unspecified
    } else {
      return nil
    }
  }

  /// The keyword whose value is the address of a schema.
  var identifier: String { self <= .draft4 ? "id" : "$id" }

  /// Whether keywords beside `$ref` count.
  var readsBesideReferences: Bool { self >= .draft2019 }
}
