/// Lists dynamic instructions, with conditions.
@resultBuilder
public struct DynamicInstructionsBuilder {
  /// A tool.
  public static func buildExpression<T: Tool>(_ expression: T) -> some DynamicInstructions {
    ToolInstructions(tools: [expression])
  }

  /// Instructions.
  public static func buildExpression<T: DynamicInstructions>(_ expression: T) -> T { expression }

  /// Tools.
  public static func buildExpression(_ tools: [any Tool]) -> some DynamicInstructions {
    ToolInstructions(tools: tools)
  }

  /// One after the other.
  @_disfavoredOverload
  public static func buildBlock<each Content: DynamicInstructions>(
    _ contents: repeat each Content
  ) -> TupleDynamicInstructions<repeat each Content> {
    TupleDynamicInstructions(repeat each contents)
  }

  /// A single one.
  public static func buildBlock<T: DynamicInstructions>(_ content: T) -> T { content }

  /// None.
  public static func buildBlock() -> EmptyDynamicInstructions { EmptyDynamicInstructions() }

  /// What is said where a condition holds.
  public static func buildEither<TrueContent, FalseContent>(
    first content: TrueContent
  ) -> ConditionalDynamicInstructions<TrueContent, FalseContent> {
    ConditionalDynamicInstructions(.trueContent(content))
  }

  /// What is said where a condition does not hold.
  public static func buildEither<TrueContent, FalseContent>(
    second content: FalseContent
  ) -> ConditionalDynamicInstructions<TrueContent, FalseContent> {
    ConditionalDynamicInstructions(.falseContent(content))
  }

  /// What an `if` without `else` says.
  public static func buildOptional<Content: DynamicInstructions>(
    _ content: Content?
  ) -> Content? { content }

  /// What only newer systems say.
  public static func buildLimitedAvailability(
    _ content: some DynamicInstructions
  ) -> AnyDynamicInstructions {
    AnyDynamicInstructions(erasing: content)
  }
}
