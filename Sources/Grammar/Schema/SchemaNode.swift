import TernJSON

/// One schema of a document, once it is read.
///
/// A reference to its keywords: they are looked at often and are much to copy.
@dynamicMemberLookup
final class SchemaNode: Sendable {
  let keywords: SchemaKeywords

  init(_ keywords: SchemaKeywords) { self.keywords = keywords }

  @inline(__always)
  subscript<Value>(dynamicMember path: KeyPath<SchemaKeywords, Value>) -> Value {
    keywords[keyPath: path]
  }
}

/// The keywords of a schema, with subschemas and references as numbers of nodes.
///
/// A keyword that is absent is `nil` or empty.
struct SchemaKeywords: Sendable {
  /// Where the schema is in its document; `SchemaDocument.pointer(of:)` tells it as a JSON pointer.
  var location: Int32 = 0
  /// The value of a schema that is only `true` or `false`.
  var boolean: Bool?

  var types: TypeSet?
  var enumeration: [JSON]?
  var constant: JSON?

  var properties: [(name: ExactString, node: Int)] = []
  var patternProperties: [(pattern: String, node: Int)] = []
  var additionalProperties: Int?
  var propertyNames: Int?
  var required: [ExactString] = []
  var minProperties: Int?
  var maxProperties: Int?
  var dependentRequired: [(name: ExactString, required: [ExactString])] = []
  var dependentSchemas: [(name: ExactString, node: Int)] = []
  /// `x-order`: the names of properties in the order that must be kept.
  var order: [ExactString]?

  var prefixItems: [Int] = []
  var items: Int?
  var contains: Int?
  var minContains: Int?
  var maxContains: Int?
  var minItems: Int?
  var maxItems: Int?
  var uniqueItems = false

  var minLength: Int?
  var maxLength: Int?
  var pattern: String?
  /// A pattern in Swift's syntax, of the whole string.
  var swiftPattern: String?
  var format: String?

  var minimum: JSONNumber?
  var maximum: JSONNumber?
  var exclusiveMinimum: JSONNumber?
  var exclusiveMaximum: JSONNumber?
  var multipleOf: JSONNumber?

  var allOf: [Int] = []
  var anyOf: [Int] = []
  var oneOf: [Int] = []
  var not: Int?
  var condition: Int?
  var then: Int?
  var otherwise: Int?
  /// The targets of `$ref` and `$dynamicRef`.
  var references: [Int] = []

  var unevaluatedProperties: Int?
  var unevaluatedItems: Int?
}

/// A set of JSON types.
///
/// `integer` is here a kind of `number`: a schema of type `integer` has both `number` and
/// `onlyIntegers`.
struct TypeSet: OptionSet, Hashable {
  let rawValue: UInt8

  static let null = TypeSet(rawValue: 1)
  static let boolean = TypeSet(rawValue: 2)
  static let number = TypeSet(rawValue: 4)
  static let string = TypeSet(rawValue: 8)
  static let array = TypeSet(rawValue: 16)
  static let object = TypeSet(rawValue: 32)
  /// Numbers must have no fraction.
  static let onlyIntegers = TypeSet(rawValue: 64)

  static let all: TypeSet = [.null, .boolean, .number, .string, .array, .object]

  /// The sets of the names of types.
  static let byName: [String: TypeSet] = [
    "null": .null, "boolean": .boolean, "number": .number, "string": .string, "array": .array,
    "object": .object, "integer": [.number, .onlyIntegers],
  ]
}
