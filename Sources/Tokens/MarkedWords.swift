/// The last stage of DeepSeek V3's rules.
///
/// ```
/// <ASCII sign>[A-Za-z]+ | [^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+ |  ?[\p{P}\p{S}]+[\r\n]*
///   | \s*[\r\n]+ | \s+(?!\S) | \s+
/// ```
/// Numbers and unnamed characters fit nowhere and are pieces of their own between the others.
enum MarkedWords {
  private static let word = CharacterClass.letter | CharacterClass.mark
  private static let sign = CharacterClass.punctuation | CharacterClass.symbol

  /// The first word in `p..<end`.
  static func find(_ text: borrowing ClassifiedText, _ p: Int, _ end: Int) -> Range<Int>? {
    var q = p
    while q < end {
      let stop = wordEnd(text, q, end)
      if stop > q { return q..<stop }
      q = text.next(q)
    }
    return nil
  }

  /// The end of the word at `p`, or `p` where none begins there.
  private static func wordEnd(_ text: borrowing ClassifiedText, _ p: Int, _ end: Int) -> Int {
    let kind = text.classes[p]
    let byte = text.bytes[p]
    if byte < 0x80, kind & sign != 0, isASCIILetter(text.byte(p + 1, end)) {
      var q = p + 1
      while isASCIILetter(text.byte(q, end)) { q += 1 }
      return q
    }
    if kind & (CharacterClass.letter | sign) == 0, byte != 0x0A, byte != 0x0D {
      let after = text.next(p)
      if text.kind(after, end) & word != 0 { return text.run(after, end, in: word) }
    }
    if kind & word != 0 { return text.run(p, end, in: word) }
    let start = byte == 0x20 ? p + 1 : p
    if text.kind(start, end) & sign != 0 {
      var q = text.run(start, end, in: sign)
      while text.byte(q, end) == 0x0A || text.byte(q, end) == 0x0D { q += 1 }
      return q
    }
    return kind & CharacterClass.space != 0 ? spaceEnd(text, p, end) : p
  }

  private static func isASCIILetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
  }

  private static func spaceEnd(_ text: borrowing ClassifiedText, _ p: Int, _ end: Int) -> Int {
    var q = p
    var lineEnd = 0
    while q < end, text.classes[q] & CharacterClass.space != 0 {
      if text.bytes[q] == 0x0A || text.bytes[q] == 0x0D { lineEnd = q + 1 }
      q += 1
    }
    if lineEnd > 0 { return lineEnd }
    if q == end { return q }
    let last = text.previous(q)
    return last > p ? last : q
  }
}
