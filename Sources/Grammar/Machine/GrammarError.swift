/// Why a constraint could not be made or could not go on.
package enum GrammarError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A keyword of a schema has a value that it cannot have, or one that is not supported.
  case schema(SchemaError)
  /// A regular expression that cannot be read; `offset` counts its bytes.
  case pattern(text: String, offset: Int, reason: String)
  /// Nothing satisfies the constraint.
  case unsatisfiable
  /// Working it out took more than the limits allow.
  case tooComplex
  /// A rule of a grammar takes more than the limits allow.
  case rule(name: String, problem: RuleProblem)
  /// A name that cannot be written, or that nothing has.
  case name(String)
  /// A list of choices is empty.
  case noChoices

  package var description: String {
    switch self {
    case .schema(let error): error.description
    case .pattern(let text, let offset, let reason):
      "the pattern '\(text.prefix(200))' cannot be used: \(reason) (at byte \(offset))"
    case .unsatisfiable: "nothing satisfies the constraint"
    case .tooComplex: "the constraint is too complex: working it out takes more than the limits"
    case .rule(let name, let problem):
      "the rule '\(name.prefix(200))' is too complex: \(problem.description)"
    case .name(let name): "the name '\(name.prefix(200))' cannot be used"
    case .noChoices: "the list of choices is empty"
    }
  }
}

/// What makes a rule of a grammar too complex.
package enum RuleProblem: Equatable, Sendable, CustomStringConvertible {
  /// A repetition by count beyond the limit.
  case repetition(Int)
  /// Rules within rules beyond the limit.
  case depth(Int)
  /// With this rule the whole takes more instructions than the limit.
  case size(Int)
  /// There are more ways to read a text than can be followed at once.
  case ways

  package var description: String {
    switch self {
    case .repetition(let limit): "something is repeated more than \(limit) times"
    case .depth(let limit): "parts are nested more than \(limit) levels deep"
    case .size(let limit): "the grammar has more than \(limit) parts"
    case .ways: "a text can be read in too many ways"
    }
  }
}
