/// A keyword that has a meaning for validation or holds schemas.
enum SchemaKeyword: String, CaseIterable {
  case ref = "$ref"
  case dynamicRef = "$dynamicRef"
  case recursiveRef = "$recursiveRef"
  case defs = "$defs"
  case definitions
  case contentSchema

  case type
  case enumeration = "enum"
  case const

  case properties, patternProperties, additionalProperties, propertyNames, required
  case minProperties, maxProperties, dependentRequired, dependentSchemas, dependencies
  case unevaluatedProperties
  case order = "x-order"

  case prefixItems, items, additionalItems, contains, minContains, maxContains
  case minItems, maxItems, uniqueItems, unevaluatedItems

  case minLength, maxLength, pattern, format
  /// Not JSON Schema: a pattern in the syntax of Swift's `Regex`, which the whole string matches.
  case swiftPattern = "x-swift-pattern"
  case minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf

  case allOf, anyOf, oneOf, not
  case condition = "if"
  case then
  case otherwise = "else"

  /// Every keyword by its text.
  static let byName = [String: SchemaKeyword](
    uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// What lies in the value of the keyword.
  var place: SchemaPlace {
    switch self {
    case .defs, .definitions, .properties, .patternProperties, .dependentSchemas, .dependencies:
      .map
    case .prefixItems, .allOf, .anyOf, .oneOf: .list
    case .additionalProperties, .propertyNames, .unevaluatedProperties, .items, .additionalItems,
      .contains, .unevaluatedItems, .not, .condition, .then, .otherwise, .contentSchema:
      .schema
    default: .data
    }
  }

  /// Whether the dialect has the keyword; in others it is an annotation.
  func exists(in dialect: SchemaDialect) -> Bool {
    switch self {
    case .const, .contains, .propertyNames: dialect >= .draft6
    case .condition, .then, .otherwise: dialect >= .draft7
    case .dependentRequired, .dependentSchemas, .minContains, .maxContains, .unevaluatedItems,
      .unevaluatedProperties:
      dialect >= .draft2019
    case .prefixItems, .dynamicRef: dialect >= .draft2020
    case .recursiveRef: dialect == .draft2019
    default: true
    }
  }
}

/// What a value in a schema document is by its place.
enum SchemaPlace: UInt8 {
  case schema
  /// An array of schemas.
  case list
  /// An object whose values are schemas.
  case map
  /// Anything else; it is read as a schema if a reference points to it.
  case data
}
