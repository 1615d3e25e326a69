import TernJSON

/// What a value looks like: the tree that a ``GenerationSchema`` is made of.
///
/// Types are mentioned, not looked into, so a type may mention itself.
indirect enum SchemaNode: Sendable {
  case any
  case never
  case null
  case boolean
  case string(StringRules)
  case number(NumberRules)
  case array(ArrayRules)
  case object(ObjectRules)
  /// A value of one of several kinds.
  case union(UnionRules)
  /// This text and nothing else, as the names of cases are written.
  case constant(String)
  /// What this type says of itself.
  case type(any Generable.Type)
  /// The definition of this name.
  case named(String)
  /// What a document says, which a type gave.
  case document(EmbeddedDocument)
  /// A node with something about it that cannot be done; the text says what.
  case failing(SchemaNode, String)

  /// One of some texts.
  static func texts(
    _ choices: [String], name: String? = nil, description: String?
  ) -> SchemaNode {
    .string(StringRules(name: name, description: description, choices: choices.uniqued()))
  }

  /// The schema of a type.
  init(of type: any Generable.Type) {
    self = (type as? any BuiltInGenerable.Type)?.schemaNode ?? .type(type)
  }
}

/// A type whose values need no definition: what it looks like is known without asking it.
protocol BuiltInGenerable {
  static var schemaNode: SchemaNode { get }
}

extension Bool: BuiltInGenerable {
  static var schemaNode: SchemaNode { .boolean }
}

extension String: BuiltInGenerable {
  static var schemaNode: SchemaNode { .string(StringRules()) }
}

extension Int: BuiltInGenerable {
  static var schemaNode: SchemaNode { .number(NumberRules(isInteger: true)) }
}

extension Array: BuiltInGenerable where Element: Generable {
  static var schemaNode: SchemaNode { .array(ArrayRules(items: SchemaNode(of: Element.self))) }
}

extension Never: BuiltInGenerable {
  static var schemaNode: SchemaNode { .never }
}

extension GeneratedContent: BuiltInGenerable {
  static var schemaNode: SchemaNode { .any }
}

/// What texts there may be.
struct StringRules: Sendable {
  /// What a schema made at run time is called.
  var name: String?
  var description: String?
  /// The only texts there may be.
  var choices: [String]?
  var patterns: [RegexText] = []
}

/// What numbers there may be; the bounds belong to them.
struct NumberRules: Sendable {
  var isInteger: Bool
  var minimum: JSONNumber?
  var maximum: JSONNumber?
}

/// What arrays there may be.
struct ArrayRules: Sendable {
  var items: SchemaNode
  var minimumCount: Int?
  var maximumCount: Int?
}

/// What objects there may be.
struct ObjectRules: Sendable {
  var key: DefinitionKey
  var name: String
  var description: String?
  /// Whether an optional property that has no value is there, as null.
  var writesNull = false
  var properties: [PropertyNode]
}

/// A property of an object.
struct PropertyNode: Sendable {
  var name: String
  var description: String?
  var node: SchemaNode
  var isOptional = false
}

/// A choice between several kinds of values.
struct UnionRules: Sendable {
  var key: DefinitionKey
  var name: String
  var description: String?
  var choices: [SchemaNode]
}

/// What makes two mentions of a definition the same one.
enum DefinitionKey: Hashable, Sendable {
  case type(ObjectIdentifier)
  /// The object for one case of an enumeration.
  case enumCase(ObjectIdentifier, String)
  /// A definition in the document that a type gave.
  case embedded(ObjectIdentifier, String)
  /// A definition made at run time.
  case dynamic(String)
}
