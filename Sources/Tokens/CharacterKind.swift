/// The class of a character as a name, for inspection and tests; splitting works on bits.
package enum CharacterKind: Sendable {
  case letter, number, mark, punctuation, symbol, space, other

  /// A function from scalars to classes.
  package static func table() -> (UInt32) -> CharacterKind {
    let table = CharacterTable()
    return { scalar in
      switch table[scalar] {
      case CharacterClass.letter: .letter
      case CharacterClass.number: .number
      case CharacterClass.mark: .mark
      case CharacterClass.punctuation: .punctuation
      case CharacterClass.symbol: .symbol
      case CharacterClass.space: .space
      default: .other
      }
    }
  }
}
