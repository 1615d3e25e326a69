/// Sets of characters that some splitting rules list by number; white space is in none of them.
enum CharacterSet: Sendable {
  /// `\p{L}`.
  case letters
  /// `\p{P}`.
  case punctuation
  /// Latin, Greek, Cyrillic, Armenian, Georgian, Cherokee and other cased letters.
  case europeanLetters
  /// ASCII from `!` to `/` and from `:` to `~` (with its letters), their full-width forms, quotation
  /// marks and the ideographic comma and full stop.
  case signs
  /// U+0800–9FA5 and U+AC00–D7FF.
  case eastAsian
  /// U+4E00–9FA5, Hiragana and Katakana.
  case hanAndKana
  /// Scripts without spaces between words, as llama.cpp lists them: with U+4E00–FAFF as a whole.
  case unspacedScripts
  /// Everything but white space and `( ) | . , ! ? … 。 ， 、 । ۔ ،`.
  case nonSigns

  /// Whether the character at `p` is in the set.
  @inline(__always)
  func contains(_ text: borrowing ClassifiedText, _ p: Int, _ end: Int) -> Bool {
    let kind = text.classes[p]
    switch self {
    case .letters: return kind & CharacterClass.letter != 0
    case .punctuation: return kind & CharacterClass.punctuation != 0
    default: break
    }
    guard kind & CharacterClass.space == 0 else { return false }
    return contains(text.scalar(p, end))
  }

  /// The end of the run of the set's characters from `p`.
  func run(_ text: borrowing ClassifiedText, _ p: Int, _ end: Int) -> Int {
    var q = p
    while q < end, contains(text, q, end) { q = text.next(q) }
    return q
  }

  private func contains(_ scalar: UInt32) -> Bool {
    switch self {
    case .letters, .punctuation: return false
    case .europeanLetters: return EuropeanLetters.contains(scalar)
    case .signs:
      switch scalar {
      case 0x21...0x2F, 0x3A...0x7E, 0xFF01...0xFF0F, 0xFF1A...0xFF5E, 0x2018...0x201F,
        0x3000...0x3002:
        return true
      default: return false
      }
    case .eastAsian:
      return scalar >= 0x800 && scalar <= 0x9FA5 || scalar >= 0xAC00 && scalar <= 0xD7FF
    case .unspacedScripts:
      switch scalar {
      case 0x3400...0x4DBF, 0x4E00...0xFAFF, 0x3040...0x30FF, 0xFF65...0xFF9F, 0x2F00...0x2FDF,
        0x0E40...0x0EFF, 0x1780...0x17FF, 0x1000...0x109F, 0x1100...0x11FF:
        return true
      default: return false
      }
    case .hanAndKana:
      return scalar >= 0x4E00 && scalar <= 0x9FA5 || scalar >= 0x3040 && scalar <= 0x30FF
    case .nonSigns:
      switch scalar {
      case 0x21, 0x28, 0x29, 0x2C, 0x2E, 0x3F, 0x7C, 0x2026, 0x3001, 0x3002, 0xFF0C, 0x0964, 0x06D4,
        0x060C:
        return false
      default: return true
      }
    }
  }
}
