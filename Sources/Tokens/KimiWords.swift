/// The splitting rules of Kimi K2.
///
/// ```
/// \p{Han}+ | [^\r\n\p{L}\p{N}]? <letters but Han>+ <contraction>? | \p{N}{1,3}
///   |  ?[^\s\p{L}\p{N}]+[\r\n]* | \s*[\r\n]+ | \s+(?!\S) | \s+
/// ```
enum KimiWords {
  /// What is not about Han characters.
  private static let rest = {
    var rules = WordRules()
    rules.contraction = .none
    return rules
  }()

  /// The end of the word that begins at `p`; `p < end`.
  static func wordEnd(_ text: borrowing ClassifiedText, _ p: Int, _ end: Int) -> Int {
    if isHan(text, p, end) {
      var q = p
      while q < end, isHan(text, q, end) { q = text.next(q) }
      return q
    }
    let byte = text.bytes[p]
    let kind = text.classes[p]
    var start = p
    if kind & CharacterClass.letter == 0 {
      let noLead = byte == 0x0A || byte == 0x0D || kind & CharacterClass.number != 0
      start = noLead ? end : text.next(p)
    }
    if text.kind(start, end) & CharacterClass.letter != 0, !isHan(text, start, end) {
      var q = start
      while text.kind(q, end) & CharacterClass.letter != 0, !isHan(text, q, end) {
        q = text.next(q)
      }
      return q + text.contraction(q, end, anyCase: true)
    }
    return symbolOrOther(text, p, end)
  }

  /// Words without letters. A Han character after the first one must not be taken as a letter.
  private static func symbolOrOther(
    _ text: borrowing ClassifiedText, _ p: Int, _ end: Int
  ) -> Int {
    let after = text.next(p)
    let leads = text.kind(after, end) & CharacterClass.letter != 0
    let kind = text.classes[p]
    if leads, kind & (CharacterClass.number | CharacterClass.letter) == 0 {
      // Only this character lies before a Han character.
      return after
    }
    return rest.wordEnd(text, p, end)
  }

  private static func isHan(_ text: borrowing ClassifiedText, _ p: Int, _ end: Int) -> Bool {
    guard text.classes[p] & CharacterClass.letter != 0 || text.bytes[p] >= 0xE0 else { return false }
    switch text.scalar(p, end) {
    case 0x4E00...0x9FFF, 0x3400...0x4DBF, 0x20000...0x2A6DF, 0x2A700...0x2EBEF, 0xF900...0xFAFF,
      0x2F800...0x2FA1F:
      return true
    default: return false
    }
  }
}
