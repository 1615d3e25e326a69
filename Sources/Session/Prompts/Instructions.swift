/// What a session does, said once before all prompts.
///
/// Made of text and values, one after the other: each begins on a line of its own.
///
/// ```swift
/// let instructions = Instructions {
///   "Answer in one sentence."
///   if isFormal { "Be polite." }
/// }
/// ```
public struct Instructions: Sendable {
  private let components: [PromptPart]

  package init(parts: [PromptPart]) { components = parts }

  /// The parts in order; texts that follow each other are one, with line breaks between.
  ///
  /// O(n).
  package var parts: [PromptPart] { PromptPart.merged(components) }

  /// Everything as one text, values as JSON.
  ///
  /// O(n).
  package var text: String { components.map(\.text).joined(separator: "\n") }

  /// Instructions with the content of a value.
  public init(_ content: some InstructionsRepresentable) {
    self = content.instructionsRepresentation
  }

  /// Instructions of what a closure lists.
  public init(@InstructionsBuilder _ content: () throws -> Instructions) rethrows {
    self = try content()
  }

  /// One after the other.
  init(joining all: [Instructions]) { components = all.flatMap(\.components) }
}

extension Instructions: InstructionsRepresentable {
  /// The instructions themselves.
  public var instructionsRepresentation: Instructions {
    // Without `return` the builder of the requirement would ask for this very property.
    return self
  }
}

/// A type whose values can be part of instructions.
public protocol InstructionsRepresentable {
  /// The value as instructions.
  @InstructionsBuilder var instructionsRepresentation: Instructions { get }
}
