/// A type that can be made from what a model has generated.
public protocol ConvertibleFromGeneratedContent: SendableMetatype {
  /// Makes a value from generated content.
  ///
  /// - Throws: ``GeneratedContent/ParsingError`` where the content is not a value of this type.
  init(_ content: GeneratedContent) throws
}

/// A type whose values can be written as generated content.
public protocol ConvertibleToGeneratedContent: InstructionsRepresentable, PromptRepresentable {
  /// The value as generated content.
  var generatedContent: GeneratedContent { get }
}

extension ConvertibleToGeneratedContent {
  /// The value as a part of instructions: its JSON.
  public var instructionsRepresentation: Instructions { Instructions(parts: [contentPart]) }

  /// The value as a part of a prompt: its JSON.
  public var promptRepresentation: Prompt { Prompt(parts: [contentPart]) }

  fileprivate var contentPart: PromptPart {
    .structure(generatedContent, name: unqualifiedName(of: Self.self))
  }
}

/// A type whose values a model can generate.
///
/// The macro `@Generable` writes the conformance.
public protocol Generable: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  /// What is known of a value while it is being generated.
  associatedtype PartiallyGenerated: ConvertibleFromGeneratedContent = Self

  /// What values of this type look like.
  static var generationSchema: GenerationSchema { get }
}

extension Generable {
  /// A value of which only a part may be known; by default the same as a whole one.
  public typealias PartiallyGenerated = Self

  /// The value as a part of instructions: its JSON.
  public var instructionsRepresentation: Instructions { Instructions(parts: [contentPart]) }

  /// The value as a part of a prompt: its JSON.
  public var promptRepresentation: Prompt { Prompt(parts: [contentPart]) }

  /// The value as one that is still being generated.
  ///
  /// A ``PartiallyGenerated`` that refuses what the value itself says of its content ends the
  /// program: the content of a whole value holds at least what a partial one needs.
  public func asPartiallyGenerated() -> Self.PartiallyGenerated {
    if let same = self as? Self.PartiallyGenerated { return same }
    do { return try Self.PartiallyGenerated(generatedContent) } catch {
      preconditionFailure(
        "\(Self.PartiallyGenerated.self) cannot be made from a whole value: \(error)")
    }
  }
}

/// The name of a type without those of its module and of the types around it; generic arguments are
/// kept.
func unqualifiedName(of type: Any.Type) -> String {
  String(describing: type)
}
