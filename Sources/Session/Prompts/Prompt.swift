/// What a session is asked.
///
/// Made of text and values, one after the other: each begins on a line of its own.
///
/// ```swift
/// let prompt = Prompt {
///   "Answer in one sentence."
///   if isFormal { "Be polite." }
/// }
/// ```
public struct Prompt: Sendable {
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

  /// A prompt with the content of a value.
  public init(_ content: some PromptRepresentable) {
    self = content.promptRepresentation
  }

  /// A prompt of what a closure lists.
  public init(@PromptBuilder _ content: () throws -> Prompt) rethrows {
    self = try content()
  }

  /// One after the other.
  init(joining all: [Prompt]) { components = all.flatMap(\.components) }
}

extension Prompt: PromptRepresentable {
  /// The prompt itself.
  public var promptRepresentation: Prompt {
    // Without `return` the builder of the requirement would ask for this very property.
    return self
  }
}

/// A type whose values can be part of a prompt.
public protocol PromptRepresentable {
  /// The value as a prompt.
  @PromptBuilder var promptRepresentation: Prompt { get }
}
