extension Array: Generable where Element: Generable {
  /// The elements as far as they are known.
  public typealias PartiallyGenerated = [Element.PartiallyGenerated]

  /// Any number of elements.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(node: schemaNode, name: unqualifiedName(of: self))
  }
}

extension Array: ConvertibleToGeneratedContent where Element: ConvertibleToGeneratedContent {
  /// The contents of the elements.
  public var generatedContent: GeneratedContent {
    GeneratedContent(node: .array(map(\.generatedContent)))
  }
}

extension Array: ConvertibleFromGeneratedContent where Element: ConvertibleFromGeneratedContent {
  /// The elements of content; one that is being generated counts once a value can be made of it.
  public init(_ content: GeneratedContent) throws {
    guard let contents = content.elements else { throw content.mismatch("an array") }
    self = []
    reserveCapacity(contents.count)
    for element in contents {
      do { append(try Element(element)) } catch {
        if element.isComplete { throw error }
      }
    }
  }
}

extension Array: InstructionsRepresentable where Element: InstructionsRepresentable {
  /// The elements as JSON; those that have none, one below the other.
  public var instructionsRepresentation: Instructions {
    if let value = self as? any ConvertibleToGeneratedContent {
      return Instructions(parts: [.text(value.generatedContent.jsonString)])
    }
    return Instructions(joining: map(\.instructionsRepresentation))
  }
}

extension Array: PromptRepresentable where Element: PromptRepresentable {
  /// The elements as JSON; those that have none, one below the other.
  public var promptRepresentation: Prompt {
    if let value = self as? any ConvertibleToGeneratedContent {
      return Prompt(parts: [.text(value.generatedContent.jsonString)])
    }
    return Prompt(joining: map(\.promptRepresentation))
  }
}
