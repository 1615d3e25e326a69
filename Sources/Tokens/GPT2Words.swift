/// The splitting rules of GPT-2, which most byte-level vocabularies build on.
///
/// ```
/// 's|'t|'re|'ve|'m|'ll|'d |  ?\p{L}+ |  ?\p{N}+ |  ?[^\s\p{L}\p{N}]+ | \s+(?!\S) | \s+
/// ```
/// Source: Radford et al., "Language Models are Unsupervised Multitask Learners" (2019), encoder.
enum GPT2Words {
  /// The end of the word that begins at `p`; `p < end`.
  @inline(__always)
  static func wordEnd(_ text: borrowing ClassifiedText, _ p: Int, _ end: Int) -> Int {
    let byte = text.bytes[p]
    if byte == UInt8(ascii: "'") {
      let length = text.contraction(p, end, anyCase: false)
      if length > 0 { return p + length }
    }
    let start = byte == 0x20 ? p + 1 : p
    let kind = text.kind(start, end)
    if kind & CharacterClass.letter != 0 {
      return text.run(start, end, in: CharacterClass.letter)
    }
    if kind & CharacterClass.number != 0 {
      return text.run(start, end, in: CharacterClass.number)
    }
    let named = CharacterClass.letter | CharacterClass.number | CharacterClass.space
    if kind != 0, kind & named == 0 { return text.run(start, end, outside: named) }
    let q = text.run(p, end, in: CharacterClass.space)
    if q == end { return q }
    let last = text.previous(q)
    return last > p ? last : q
  }
}
