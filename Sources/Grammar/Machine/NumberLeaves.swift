extension NumberAutomaton: LeafAutomaton {}

extension Lexer {
  /// The state before a number that satisfies one of `constraints`; -1 where none does.
  func number(_ constraints: [NumberConstraint], _ style: NumberStyle) -> Int32 {
    return custom(NumberAutomaton(constraints: constraints, style: style))
  }
}
