/// What values look like, put together at run time.
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
  /// How many schemas are within each other.
  let depth: Int

  /// The deepest nesting; deeper schemas cannot be used in a request.
  static let maximumDepth = 200

  private init(_ node: SchemaNode, depth: Int = 1) {
    guard depth <= Self.maximumDepth else {
      self.node = .failing(
        .any, "A schema has more than \(Self.maximumDepth) others within each other.")
      self.depth = 1
      return
    }
    self.node = node
    self.depth = depth
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
      depth: 1 + (properties.map(\.depth).max() ?? 0))
  }

  /// A value that is as one of `choices` says.
  public init(
    name: String, description: String? = nil, anyOf choices: [DynamicGenerationSchema]
  ) {
    self.init(
      .union(
        UnionRules(
          key: .dynamic(name), name: name, description: description, choices: choices.map(\.node))),
      depth: 1 + (choices.map(\.depth).max() ?? 0))
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
      depth: 1 + itemSchema.depth)
  }

  /// What a type looks like.
  public init<Value>(type: Value.Type, guides: [GenerationGuide<Value>] = [])
  where Value: Generable {
    self.init(SchemaNode(of: type).following(guides.map(\.rule)))
  }

  /// The schema of this name, which is the root or one of the dependencies.
  public init(referenceTo name: String) { self.init(.named(name)) }

  /// A property of an object.
  public struct Property: Sendable {
    let node: PropertyNode
    let depth: Int

    /// A property; one that is optional may be missing.
    public init(
      name: String, description: String? = nil, schema: DynamicGenerationSchema,
      isOptional: Bool = false
    ) {
      node = PropertyNode(
        name: name, description: description, node: schema.node, isOptional: isOptional)
      depth = schema.depth
    }
  }
}
