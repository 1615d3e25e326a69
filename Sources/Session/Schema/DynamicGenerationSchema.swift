/// A schema that is built at run time.
///
/// ```swift
/// let riddle = DynamicGenerationSchema(
///   name: "Riddle",
///   properties: [
///     .init(name: "question", schema: DynamicGenerationSchema(type: String.self)),
///     .init(
///       name: "answers",
///       schema: DynamicGenerationSchema(arrayOf: DynamicGenerationSchema(referenceTo: "Answer"))),
///   ])
/// let schema = try GenerationSchema(root: riddle, dependencies: [answer])
/// ```
public struct DynamicGenerationSchema: Sendable {
  let node: SchemaNode
  let extent: SchemaExtent

  private init(_ node: SchemaNode, extent: SchemaExtent = SchemaExtent()) {
    if let excess = extent.excess {
      self.node = .failing(.any, excess)
      self.extent = SchemaExtent()
    } else {
      self.node = node
      self.extent = extent
    }
  }

  /// No value: null.
  public static var null: DynamicGenerationSchema { DynamicGenerationSchema(.null) }

  /// An object with `properties`, generated in this order.
  public init(
    name: String, description: String? = nil, properties: [DynamicGenerationSchema.Property]
  ) {
    self.init(
      name: name, description: description, representNilExplicitlyInGeneratedContent: false,
      properties: properties)
  }

  /// An object with `properties`, generated in this order.
  ///
  /// With `explicitNil`, an optional property without a value is there, as null; otherwise it is
  /// left out.
  public init(
    name: String, description: String? = nil,
    representNilExplicitlyInGeneratedContent explicitNil: Bool,
    properties: [DynamicGenerationSchema.Property]
  ) {
    self.init(
      .object(
        ObjectRules(
          key: .dynamic(name), name: name, description: description, writesNull: explicitNil,
          properties: properties.map(\.node))),
      extent: SchemaExtent(around: properties.map(\.extent)))
  }

  /// A value of one of `choices`.
  public init(
    name: String, description: String? = nil, anyOf choices: [DynamicGenerationSchema]
  ) {
    self.init(
      .union(
        UnionRules(
          key: .dynamic(name), name: name, description: description, choices: choices.map(\.node))),
      extent: SchemaExtent(around: choices.map(\.extent)))
  }

  /// One of some texts.
  public init(name: String, description: String? = nil, anyOf choices: [String]) {
    self.init(.texts(choices, name: name, description: description))
  }

  /// An array.
  public init(
    arrayOf itemSchema: DynamicGenerationSchema, minimumElements: Int? = nil,
    maximumElements: Int? = nil
  ) {
    let counts =
      [minimumElements.map(GuideRule.minimumCount), maximumElements.map(GuideRule.maximumCount)]
    self.init(
      SchemaNode.array(ArrayRules(items: itemSchema.node)).following(counts.compactMap { $0 }),
      extent: SchemaExtent(around: [itemSchema.extent]))
  }

  /// The schema of a type.
  public init<Value>(type: Value.Type, guides: [GenerationGuide<Value>] = [])
  where Value: Generable {
    self.init(SchemaNode(of: type).following(guides.map(\.rule)))
  }

  /// The schema of this name, which is the root or one of the dependencies.
  public init(referenceTo name: String) { self.init(.named(name)) }

  /// A property of an object.
  public struct Property: Sendable {
    let node: PropertyNode
    let extent: SchemaExtent

    /// A property; one that is optional may be missing.
    public init(
      name: String, description: String? = nil, schema: DynamicGenerationSchema,
      isOptional: Bool = false
    ) {
      node = PropertyNode(
        name: name, description: description, node: schema.node, isOptional: isOptional)
      extent = schema.extent
    }
  }
}

/// How large a schema made at run time is.
///
/// A schema that is in two places counts twice, so a few lines can make one without end.
struct SchemaExtent: Sendable {
  private var depth = 1
  private var count = 1

  private static let maximumDepth = 200
  private static let maximumCount = 100_000

  /// One schema.
  init() {}

  /// A schema with others in it.
  init(around parts: [SchemaExtent]) {
    depth = 1 + (parts.map(\.depth).max() ?? 0)
    count = parts.reduce(1) { min($0 + $1.count, Self.maximumCount + 1) }
  }

  /// What is too large, if anything is.
  var excess: String? {
    if depth > Self.maximumDepth {
      return "More than \(Self.maximumDepth) schemas are within each other."
    }
    return count > Self.maximumCount ? "A schema has more than \(Self.maximumCount) parts." : nil
  }
}
