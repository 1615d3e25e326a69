/// Lists the parts of a prompt, with conditions and loops.
@resultBuilder
public struct PromptBuilder {
  /// The parts one after the other.
  public static func buildBlock<each P>(_ components: repeat each P) -> Prompt
  where repeat each P: PromptRepresentable {
    var all: [Prompt] = []
    for component in repeat each components { all.append(component.promptRepresentation) }
    return Prompt(joining: all)
  }

  /// The parts that a loop gave.
  public static func buildArray(_ prompts: [some PromptRepresentable]) -> Prompt {
    Prompt(joining: prompts.map(\.promptRepresentation))
  }

  /// The parts where a condition holds.
  public static func buildEither(first component: some PromptRepresentable) -> Prompt {
    component.promptRepresentation
  }

  /// The parts where a condition does not hold.
  public static func buildEither(second component: some PromptRepresentable) -> Prompt {
    component.promptRepresentation
  }

  /// The parts of an `if` without `else`; none where its condition does not hold.
  public static func buildOptional(_ component: Prompt?) -> Prompt {
    component ?? Prompt(parts: [])
  }

  /// The parts that only newer systems have.
  public static func buildLimitedAvailability(_ prompt: some PromptRepresentable) -> Prompt {
    prompt.promptRepresentation
  }

  /// One part.
  @_disfavoredOverload
  public static func buildExpression<P>(_ expression: P) -> P where P: PromptRepresentable {
    expression
  }

  /// One part that is a prompt already.
  public static func buildExpression(_ expression: Prompt) -> Prompt { expression }

  /// Says what a part must be.
  @available(*, unavailable, message: "a part of a prompt must conform to PromptRepresentable")
  public static func buildExpression<T>(_ expression: T) -> Prompt { Prompt(parts: []) }
}
