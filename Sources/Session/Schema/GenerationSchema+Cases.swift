extension GenerationSchema {
  /// A case of an enumeration.
  ///
  /// For the code that `@Generable` writes.
  public struct _Case: Sendable {
    let name: String
    let properties: [PropertyNode]

    /// A case with a payload.
    ///
    /// One payload without a label is the property `value`, several are `value`, `value1` and so
    /// on, payloads with labels have their names.
    public init(_ name: String, properties: [GenerationSchema.Property] = []) {
      self.name = name
      self.properties = properties.map(\.node)
    }
  }

  /// The cases of an enumeration of which some have payloads.
  ///
  /// For the code that `@Generable` writes. Each is an object whose property `type` is the name of the case.
  public static func _union(
    type: any Generable.Type, name: String? = nil, description: String? = nil, cases: [_Case]
  ) -> GenerationSchema {
    let name = name ?? unqualifiedName(of: type)
    let identity = ObjectIdentifier(type)
    let choices = cases.map { item in
      SchemaNode.object(
        ObjectRules(
          key: .enumCase(identity, item.name), name: "Discriminated" + capitalized(item.name),
          properties: [PropertyNode(name: "type", node: .constant(item.name))] + item.properties))
    }
    return GenerationSchema(
      node: .union(
        UnionRules(
          key: .type(identity), name: name, description: description, choices: choices)),
      name: name)
  }

  /// `name` with a capital first letter, and without the marks around a name that is a keyword.
  private static func capitalized(_ name: String) -> String {
    let plain = name.filter { $0 != "`" }
    return plain.prefix(1).uppercased() + plain.dropFirst()
  }
}
