import TernJSON

extension Bool: Generable {
  /// True or false.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(node: schemaNode, name: "Bool")
  }

  /// Reads a truth value.
  public init(_ content: GeneratedContent) throws {
    guard case .bool(let value) = content.json else { throw content.mismatch("a Boolean") }
    self = value
  }

  /// The truth value as content.
  public var generatedContent: GeneratedContent { GeneratedContent(node: .json(.bool(self))) }

  /// `true` or `false`.
  public var promptRepresentation: Prompt { return Prompt(parts: [.text(String(self))]) }

  /// `true` or `false`.
  public var instructionsRepresentation: Instructions {
    return Instructions(parts: [.text(String(self))])
  }
}

extension String: Generable {
  /// A text.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(node: schemaNode, name: "String")
  }

  /// Reads a text, as far as it is known.
  public init(_ content: GeneratedContent) throws {
    guard case .string(let value) = content.json else { throw content.mismatch("a string") }
    self = value
  }

  /// The text as content.
  public var generatedContent: GeneratedContent { GeneratedContent(node: .json(.string(self))) }
}

extension String: InstructionsRepresentable {
  /// The text.
  public var instructionsRepresentation: Instructions { return Instructions(parts: [.text(self)]) }
}

extension String: PromptRepresentable {
  /// The text.
  public var promptRepresentation: Prompt { return Prompt(parts: [.text(self)]) }
}

extension Never: Generable {
  /// No value at all.
  public static var generationSchema: GenerationSchema {
    GenerationSchema(node: schemaNode, name: "Never")
  }

  /// Always an error.
  public init(_ content: GeneratedContent) throws {
    throw content.error("No content is a value of Never.")
  }

  /// There is no value that could be asked.
  public var generatedContent: GeneratedContent { switch self {} }
}

extension Optional where Wrapped: Generable {
  /// What is known of a value while it is being generated.
  public typealias PartiallyGenerated = Wrapped.PartiallyGenerated
}

extension Optional: ConvertibleToGeneratedContent, PromptRepresentable, InstructionsRepresentable
where Wrapped: ConvertibleToGeneratedContent {
  /// The content of the value, or null.
  public var generatedContent: GeneratedContent {
    self?.generatedContent ?? GeneratedContent(node: .json(.null))
  }

  /// What the value is in instructions; nothing where there is none.
  public var instructionsRepresentation: Instructions {
    return self?.instructionsRepresentation ?? Instructions(parts: [])
  }

  /// What the value is in a prompt; nothing where there is none.
  public var promptRepresentation: Prompt { return self?.promptRepresentation ?? Prompt(parts: []) }
}
