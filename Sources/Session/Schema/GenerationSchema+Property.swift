extension GenerationSchema {
  /// A property of an object.
  public struct Property: Sendable {
    let node: PropertyNode

    /// A property that is always there.
    ///
    /// Of several guides all hold.
    public init<Value>(
      name: String, description: String? = nil, type: Value.Type,
      guides: [GenerationGuide<Value>] = []
    ) where Value: Generable {
      node = PropertyNode(
        name: name, description: description,
        node: SchemaNode(of: type).following(guides.map(\.rule)))
    }

    /// A property that may be missing.
    public init<Value>(
      name: String, description: String? = nil, type: Value?.Type,
      guides: [GenerationGuide<Value>] = []
    ) where Value: Generable {
      node = PropertyNode(
        name: name, description: description,
        node: SchemaNode(of: Value.self).following(guides.map(\.rule)), isOptional: true)
    }

    /// A text that matches regular expressions as a whole.
    public init<RegexOutput>(
      name: String, description: String? = nil, type: String.Type,
      guides: [Regex<RegexOutput>] = []
    ) {
      node = PropertyNode(
        name: name, description: description,
        node: SchemaNode(of: type).following(guides.map { GuideRule($0) }))
    }

    /// A text that matches regular expressions as a whole, and may be missing.
    public init<RegexOutput>(
      name: String, description: String? = nil, type: String?.Type,
      guides: [Regex<RegexOutput>] = []
    ) {
      node = PropertyNode(
        name: name, description: description,
        node: SchemaNode(of: String.self).following(guides.map { GuideRule($0) }),
        isOptional: true)
    }
  }
}
