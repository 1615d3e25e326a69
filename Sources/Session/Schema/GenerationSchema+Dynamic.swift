import TernJSON

extension GenerationSchema {
  /// A schema put together at run time; references lead to `root` and `dependencies` by their names.
  ///
  /// Schemas within others are found by their names too, and those that say the same may have one
  /// name. O(n).
  ///
  /// - Throws: ``SchemaError`` where a name is missing or comes twice, and for a choice between
  ///   nothing.
  public init(root: DynamicGenerationSchema, dependencies: [DynamicGenerationSchema]) throws {
    let name = root.node.dynamicName
    var named: [String: SchemaNode] = [:]
    for schema in [root] + dependencies {
      try schema.node.check()
      guard let type = schema.node.dynamicName else { continue }
      if named.updateValue(schema.node, forKey: type) != nil {
        throw SchemaError.duplicate(type, in: name)
      }
    }
    for schema in [root] + dependencies { schema.node.addInner(to: &named) }
    var start = root.node
    if case .named(let name) = start { start = named[name] ?? start }
    if case .type(let type) = start { start = SchemaNode(asking: type) }
    let renderer = SchemaRenderer(root: start, named: named)
    try renderer.check(name: name)
    self.init(rendering: renderer.rendering, name: name ?? start.definitionName)
  }
}

extension SchemaRenderer {
  /// Checks what could not be seen before everything was together.
  fileprivate func check(name: String?) throws(GenerationSchema.SchemaError) {
    let missing = definitions.undefined
    if !missing.isEmpty {
      throw .described { .undefinedReferences(schema: name, references: missing, context: $0) }
    }
    if let type = names.conflicts.first { throw .duplicate(type, in: name) }
    let writer = writer(.exact)
    for (key, node) in definitions.repetitions {
      guard let first = definitions.nodes[key], writer.body(first) != writer.body(node) else {
        continue
      }
      throw .duplicate(definitions.names[key] ?? "", in: name)
    }
  }
}

extension GenerationSchema.SchemaError {
  fileprivate static func duplicate(_ type: String, in schema: String?) -> Self {
    described { .duplicateType(schema: schema, type: type, context: $0) }
  }

  fileprivate static func empty(_ schema: String) -> Self {
    described { .emptyTypeChoices(schema: schema, context: $0) }
  }

  /// An error whose context says what its description says.
  fileprivate static func described(_ make: (Context) -> Self) -> Self {
    let text = make(Context(debugDescription: "")).errorDescription
    return make(Context(debugDescription: text ?? ""))
  }
}

extension SchemaNode {
  /// The name by which a schema made at run time is referred to.
  fileprivate var dynamicName: String? {
    switch self {
    case .object(let rules): rules.name
    case .union(let rules): rules.name
    case .string(let rules): rules.name
    case .type(let type): type.generationSchema.name
    default: nil
    }
  }

  /// Adds the schemas within this one that have names; the first of a name counts.
  fileprivate func addInner(to named: inout [String: SchemaNode]) {
    for part in parts {
      switch part {
      case .type, .named: break
      default: if let name = part.dynamicName, named[name] == nil { named[name] = part }
      }
      part.addInner(to: &named)
    }
  }

  private var parts: [SchemaNode] {
    switch self {
    case .object(let rules): rules.properties.map(\.node)
    case .union(let rules): rules.choices
    case .array(let rules): [rules.items]
    case .failing(let node, _): [node]
    default: []
    }
  }

  /// Checks names of properties and choices.
  fileprivate func check() throws(GenerationSchema.SchemaError) {
    switch self {
    case .object(let rules):
      var seen: Set<String> = []
      for property in rules.properties where !seen.insert(property.name).inserted {
        throw .described {
          .duplicateProperty(schema: rules.name, property: property.name, context: $0)
        }
      }
    case .union(let rules) where rules.choices.isEmpty: throw .empty(rules.name)
    case .string(let rules) where rules.choices?.isEmpty == true && rules.name != nil:
      throw .empty(rules.name ?? "")
    default: break
    }
    for part in parts { try part.check() }
  }
}
