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
    case .name(let name): "the name '\(name.prefix(200))' cannot be used"
    case .noChoices: "the list of choices is empty"
    }
  }
}
