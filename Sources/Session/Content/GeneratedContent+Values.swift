import TernJSON

extension GeneratedContent {
  /// The content as a value of a type.
  ///
  /// - Throws: ``ParsingError`` where it is none.
  public func value<Value>(_ type: Value.Type = Value.self) throws -> Value
  where Value: ConvertibleFromGeneratedContent {
    try Value(self)
  }

  /// A property of the content as a value of a type.
  ///
  /// - Throws: ``ParsingError`` where the content has no such property, or it is no such value.
  public func value<Value>(_ type: Value.Type = Value.self, forProperty property: String) throws
    -> Value where Value: ConvertibleFromGeneratedContent
  {
    guard let content = self.property(property) else { throw missing(property) }
    return try Value(content)
  }

  /// A property of the content as a value of a type; `nil` where it is missing or null.
  ///
  /// While the property is being generated it is `nil` also as long as no value can be made of it.
  ///
  /// - Throws: ``ParsingError`` where the content is no object, or the whole property no such value.
  public func value<Value>(_ type: Value?.Type = Value?.self, forProperty property: String) throws
    -> Value? where Value: ConvertibleFromGeneratedContent
  {
    guard let content = self.property(property) else {
      if isStructure || node.isUnknown { return nil }
      throw missing(property)
    }
    if content.isNull { return nil }
    do { return try Value(content) } catch {
      if content.isComplete { throw error }
      return nil
    }
  }

  private func missing(_ property: String) -> ParsingError {
    error(
      isStructure
        ? "GeneratedContent does not contain a property '\(property)'."
        : "GeneratedContent does not contain an object with a property '\(property)': "
          + "it is \(node.kindName).")
  }

  /// An error about this content.
  func error(_ text: String, underlying: (any Error)? = nil) -> ParsingError {
    ParsingError(rawContent: jsonString, underlyingError: underlying, debugDescription: text)
  }

  /// The error of content that is not of a type.
  func mismatch(_ type: String) -> ParsingError {
    error("GeneratedContent does not contain \(type): it is \(node.kindName).")
  }
}

extension ContentNode {
  /// Whether nothing of the value is known yet.
  var isUnknown: Bool { if case .partial(nil) = self { true } else { false } }
}
