import TernJSON

/// The shape of generated values: a JSON Schema with the order of properties.
///
/// `@Generable` writes one for a type; ``init(root:dependencies:)`` makes one at run time. Encoding
/// gives a JSON Schema document.
///
/// Types are read when the document is first needed; the schema keeps the result.
public struct GenerationSchema: Sendable {
  /// The name of what the schema describes: of a type, or the title of a document.
  public let name: String

  let source: SchemaSource

  init(node: SchemaNode, name: String) {
    self.name = name
    source = .node(node, SchemaCache())
  }

  init(rendering: SchemaRendering, name: String) {
    self.name = name
    source = .rendered(rendering)
  }

  /// An object with `properties`, generated in this order.
  public init(
    type: any Generable.Type, description: String? = nil, properties: [GenerationSchema.Property]
  ) {
    self.init(
      type: type, description: description, representNilExplicitlyInGeneratedContent: false,
      properties: properties)
  }

  /// An object with `properties`, generated in this order.
  ///
  /// With `explicitNil`, an optional property without a value is there, as null; otherwise it is
  /// left out.
  public init(
    type: any Generable.Type, description: String? = nil,
    representNilExplicitlyInGeneratedContent explicitNil: Bool,
    properties: [GenerationSchema.Property]
  ) {
    self.init(
      type: type, name: unqualifiedName(of: type), description: description,
      representNilExplicitlyInGeneratedContent: explicitNil, properties: properties)
  }

  /// An object with `properties`, under another name than its type has.
  ///
  /// For the code that `@Generable(name:)` writes.
  public init(
    type: any Generable.Type, name: String, description: String? = nil,
    representNilExplicitlyInGeneratedContent explicitNil: Bool = false,
    properties: [GenerationSchema.Property]
  ) {
    self.init(
      node: .object(
        ObjectRules(
          key: .type(ObjectIdentifier(type)), name: name, description: description,
          writesNull: explicitNil, properties: properties.map(\.node))),
      name: name)
  }

  /// One of some texts.
  public init(type: any Generable.Type, description: String? = nil, anyOf choices: [String]) {
    self.init(
      type: type, name: unqualifiedName(of: type), description: description, anyOf: choices)
  }

  /// One of some texts, under another name than the type has.
  ///
  /// For the code that `@Generable(name:)` writes.
  public init(
    type: any Generable.Type, name: String, description: String? = nil, anyOf choices: [String]
  ) {
    self.init(node: .texts(choices, description: description), name: name)
  }

  /// A value of one of some types.
  public init(
    type: any Generable.Type, description: String? = nil, anyOf types: [any Generable.Type]
  ) {
    let name = unqualifiedName(of: type)
    self.init(
      node: .union(
        UnionRules(
          key: .type(ObjectIdentifier(type)), name: name, description: description,
          choices: types.map(SchemaNode.init(of:)))),
      name: name)
  }
}
