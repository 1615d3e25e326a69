/// The splitting rules that tile the text with words: llama 3, qwen 2, gpt-4o and their relatives.
///
/// As a pattern, with the differences in angle brackets:
/// ```
/// <contraction> | [^\r\n\p{L}\p{N}]? <letters>+ <contraction>? | \p{N}{1,<digits>}
///   |  ?[^\s\p{L}\p{N}]+ <tail>* | \s*[\r\n]+ | \s+(?!\S) | \s+
/// ```
/// Sources: the `pre_tokenizer` of each model's published tokenizer description, in the form
/// llama.cpp gives it; where the two differ (gpt-4o, tekken: non-ASCII letters count as both cases,
/// and marks are not letters) the rules here are llama.cpp's.
struct WordRules: Sendable, Equatable {
  /// Where English contractions are words or parts of words; either letter case.
  enum Contraction: Sendable { case none, word, suffix }
  /// Which characters may follow a run of symbols inside its word.
  enum Tail: Sendable { case none, newlines, newlinesAndSlashes, oneNewlineOrSlash }

  var contraction = Contraction.word
  /// Classes a word consists of: letters, or letters and marks.
  var letters = CharacterClass.letter
  /// Classes that never are in a run of symbols.
  var notSymbols = CharacterClass.letter | CharacterClass.number | CharacterClass.space
  /// How many digits are a word at most.
  var digits = 3
  var tail = Tail.newlines
  /// A word ends where ASCII capitals follow other letters, as in `camel|Case`.
  var splitsCase = false
  /// Letters with marks after them are one word also over single spaces, as in `new york`.
  var joinsWords = false
  /// Runs of white space are cut at 512, 256, … 4 characters.
  var powersOfTwo = false

  /// The end of the word that begins at `p`; `p < end`.
  @inline(__always)
  func wordEnd(_ text: borrowing ClassifiedText, _ p: Int, _ end: Int) -> Int {
    let kind = text.classes[p]
    let byte = text.bytes[p]
    if contraction == .word, byte == UInt8(ascii: "'") {
      let length = text.contraction(p, end, anyCase: true)
      if length > 0 { return p + length }
    }
    if kind & CharacterClass.number != 0 { return numberEnd(text, p, end) }
    if byte != 0x0A, byte != 0x0D {
      let word = lettersEnd(text, p, end, kind)
      if word > p { return word }
    }
    let symbol = byte == 0x20 ? p + 1 : p
    let symbolKind = text.kind(symbol, end)
    if symbolKind != 0, symbolKind & notSymbols == 0 {
      return tailEnd(text, text.run(symbol, end, outside: notSymbols), end)
    }
    if kind & CharacterClass.space != 0 { return spaceEnd(text, p, end) }
    return text.next(p)
  }

  @inline(__always)
  private func numberEnd(_ text: borrowing ClassifiedText, _ p: Int, _ end: Int) -> Int {
    var q = p
    var count = 0
    while count < digits, text.kind(q, end) & CharacterClass.number != 0 {
      q = text.next(q)
      count += 1
    }
    return q
  }

  /// The end of a word of letters with at most one other character before it; `p` where there is none.
  @inline(__always)
  private func lettersEnd(
    _ text: borrowing ClassifiedText, _ p: Int, _ end: Int, _ kind: UInt8
  ) -> Int {
    var q = p
    if kind & CharacterClass.letter != 0 {
      q = p
    } else {
      let after = text.next(p)
      if text.kind(after, end) & letters != 0 {
        q = after
      } else if kind & letters == 0 {
        return p
      }
    }
    if joinsWords { return joinedEnd(text, q, end) }
    if splitsCase { return casedEnd(text, lead: p, q, end) }
    q = text.run(q, end, in: letters)
    return contraction == .suffix ? q + text.contraction(q, end, anyCase: true) : q
  }

  /// `(\p{L}\p{M}*( \p{L}\p{M}*)*)+` from the letter at `p`.
  private func joinedEnd(_ text: borrowing ClassifiedText, _ p: Int, _ end: Int) -> Int {
    var q = text.next(p)
    while true {
      q = text.run(q, end, in: CharacterClass.mark)
      if text.kind(q, end) & CharacterClass.letter != 0 {
        q = text.next(q)
      } else if text.byte(q, end) == 0x20, text.kind(q + 1, end) & CharacterClass.letter != 0 {
        q = text.next(q + 1)
      } else {
        return q
      }
    }
  }

  private func tailEnd(_ text: borrowing ClassifiedText, _ p: Int, _ end: Int) -> Int {
    var q = p
    switch tail {
    case .none: break
    case .newlines:
      while text.byte(q, end) == 0x0A || text.byte(q, end) == 0x0D { q += 1 }
    case .newlinesAndSlashes:
      while text.byte(q, end) == 0x0A || text.byte(q, end) == 0x0D
        || text.byte(q, end) == UInt8(ascii: "/")
      { q += 1 }
    case .oneNewlineOrSlash:
      switch text.byte(q, end) {
      case 0x0A, 0x0D, UInt8(ascii: "/"): q += 1
      default: break
      }
    }
    return q
  }

  /// `\s*[\r\n]+ | \s+(?!\S) | \s+`: up to the last line end, else all but the last character
  /// before a word, else all.
  private func spaceEnd(_ text: borrowing ClassifiedText, _ p: Int, _ end: Int) -> Int {
    if powersOfTwo, followsSpace(text, p) { return powerEnd(text, p, end) }
    var q = p
    var lineEnd = 0
    while q < end, text.classes[q] & CharacterClass.space != 0 {
      if text.bytes[q] == 0x0A || text.bytes[q] == 0x0D { lineEnd = q + 1 }
      q += 1
    }
    if lineEnd > 0 { return lineEnd }
    if powersOfTwo { return powerEnd(text, p, end) }
    if q == end { return q }
    let last = text.previous(q)
    return last > p ? last : q
  }

  /// Whether `p` is within a run of white space of which a part was cut off already: the rest holds no
  /// line end, since the part would reach up to the last one.
  private func followsSpace(_ text: borrowing ClassifiedText, _ p: Int) -> Bool {
    guard p > text.begin, text.classes[p - 1] & CharacterClass.space != 0 else { return false }
    return text.bytes[p - 1] != 0x0A && text.bytes[p - 1] != 0x0D
  }

  /// `\s{512}(?!\S) | … | \s{4}(?!\S) | \s{1,2}(?!\S) | \s` for white space without line ends.
  private func powerEnd(_ text: borrowing ClassifiedText, _ p: Int, _ end: Int) -> Int {
    // How many characters may be taken: all but the last one before a word.
    var count = 0
    var q = p
    while count <= 512, q < end, text.classes[q] & CharacterClass.space != 0 {
      q = text.next(q)
      count += 1
    }
    if q < end, count <= 512 { count -= 1 }
    var size = 512
    while size > 1, size > count { size /= 2 }
    q = p
    for _ in 0..<size { q = text.next(q) }
    return q
  }
}
