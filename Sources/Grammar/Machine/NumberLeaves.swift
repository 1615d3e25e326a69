extension NumberAutomaton: LeafAutomaton {
  var alphabet: [UInt8] { Array("+-.0123456789Ee".utf8) }
}

extension Lexer {
  /// The state before a number that satisfies one of `constraints`; -1 where none does.
  func number(_ constraints: [NumberConstraint], _ style: NumberStyle) -> Int32 {
    if style == .plain, let language = plainLanguage(constraints, in: languages) {
      return text(language)
    }
    let automaton = NumberAutomaton(constraints: constraints, style: style)
    return automaton.isEmpty ? Self.dead : custom(automaton)
  }
}
