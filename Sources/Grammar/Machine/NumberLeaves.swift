extension NumberAutomaton: LeafAutomaton {
  var alphabet: [UInt8] { Array("+-.0123456789Ee".utf8) }
}

extension Goals {
  /// The lexer's state before a number that satisfies one of `constraints`; -1 where none does.
  func numberLeaf(_ constraints: [NumberConstraint]) -> Int32 {
    if let known = numberLeaves[constraints] { return known }
    let automaton = NumberAutomaton(constraints: constraints, style: options.numbers)
    let leaf = automaton.isEmpty ? Lexer.dead : lexer.custom(automaton)
    numberLeaves[constraints] = leaf
    return leaf
  }
}
