import TernJSON

extension GeneratedContent {
  /// What a case of an enumeration is as content: its name as the property `type`, then its payload.
  ///
  /// For the code that `@Generable` writes. One payload without a label is the property `value`, several are `value0`, `value1` and so on,
  /// payloads with labels have their names.
  public static func _case(
    _ name: String, properties: KeyValuePairs<String, any ConvertibleToGeneratedContent> = [:]
  ) -> GeneratedContent {
    var built = ContentProperties()
    built["type"] = GeneratedContent(node: .json(.string(name)))
    for (key, value) in properties where key != "type" { built[key] = value.generatedContent }
    return GeneratedContent(node: .structure(built))
  }

  /// The name of the case that content is of.
  ///
  /// For the code that `@Generable` writes.
  ///
  /// - Throws: ``ParsingError`` where the content is no object with a text as the property `type`.
  public func _caseName(of type: Any.Type) throws -> String {
    guard let name = property("type") else {
      throw error(
        "GeneratedContent does not contain a case of \(unqualifiedName(of: type)): "
          + "it has no property 'type'."
      )
    }
    guard case .string(let text) = name.kind else { throw name.mismatch("the name of a case") }
    return text
  }
}
