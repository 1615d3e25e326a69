/// Lists the parts of instructions, with conditions and loops.
@resultBuilder
public struct InstructionsBuilder {
  /// What a builder that is used as a value has listed; the betas allowed that.
  let instructions: Instructions

  /// The parts one after the other.
  public static func buildBlock<each I>(_ components: repeat each I) -> Instructions
  where repeat each I: InstructionsRepresentable {
    var all: [Instructions] = []
    for component in repeat each components { all.append(component.instructionsRepresentation) }
    return Instructions(joining: all)
  }

  /// The parts that a loop gave.
  public static func buildArray(_ instructions: [some InstructionsRepresentable]) -> Instructions {
    Instructions(joining: instructions.map(\.instructionsRepresentation))
  }

  /// The parts where a condition holds.
  public static func buildEither(first component: some InstructionsRepresentable) -> Instructions {
    component.instructionsRepresentation
  }

  /// The parts where a condition does not hold.
  public static func buildEither(second component: some InstructionsRepresentable) -> Instructions {
    component.instructionsRepresentation
  }

  /// The parts of an `if` without `else`; none where its condition does not hold.
  public static func buildOptional(_ instructions: Instructions?) -> Instructions {
    instructions ?? Instructions(parts: [])
  }

  /// The parts that only newer systems have.
  public static func buildLimitedAvailability(_ instructions: some InstructionsRepresentable)
    -> Instructions
  {
    instructions.instructionsRepresentation
  }

  /// One part.
  @_disfavoredOverload
  public static func buildExpression<I>(_ expression: I) -> I where I: InstructionsRepresentable {
    expression
  }

  /// One part that is instructions already.
  public static func buildExpression(_ expression: Instructions) -> Instructions { expression }

  /// Says what a part must be.
  @available(
    *, unavailable, message: "a part of instructions must conform to InstructionsRepresentable"
  )
  public static func buildExpression<T>(_ expression: T) -> Instructions { Instructions(parts: []) }
}
