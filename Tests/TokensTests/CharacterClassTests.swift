import TernTokens
import Testing

@Suite("Character classes")
struct CharacterClassTests {
  /// The class that splitting sees, from what Swift knows of the scalar: `nil` for scalars younger
  /// than the version that the rules are based on.
  private func expected(_ scalar: Unicode.Scalar) -> CharacterKind? {
    guard let age = scalar.properties.age else { return .other }
    if age.major > 15 || age.major == 15 && age.minor > 1 { return .other }
    if scalar.properties.isWhitespace { return .space }
    return switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
      .letter
    case .decimalNumber, .letterNumber, .otherNumber: .number
    case .nonspacingMark, .spacingMark, .enclosingMark: .mark
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation:
      .punctuation
    case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: .symbol
    default: .other
    }
  }

  @Test("every scalar has the class that Unicode 15.1 gives it")
  func allScalars() {
    let kinds = CharacterKind.table()
    var wrong: [UInt32] = []
    for value in UInt32(0)..<0x110000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      if kinds(value) != expected(scalar) { wrong.append(value) }
    }
    #expect(wrong == [])
  }
}
