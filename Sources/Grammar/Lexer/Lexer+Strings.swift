extension Lexer {
  /// The letters behind a backslash that mean one character, and which.
  private static let letters: [(byte: UInt8, scalar: UInt32)] = [
    (UInt8(ascii: "\""), 0x22), (UInt8(ascii: "\\"), 0x5C), (UInt8(ascii: "b"), 0x08),
    (UInt8(ascii: "t"), 0x09), (UInt8(ascii: "n"), 0x0A), (UInt8(ascii: "f"), 0x0C),
    (UInt8(ascii: "r"), 0x0D),
  ]

  /// Whether the canonical spelling of a scalar is `\u` and four digits.
  func isSpelledWithDigits(_ scalar: UInt32) -> Bool {
    scalar < 0x20 && !Self.letters.contains { $0.scalar == scalar }
  }

  /// Sets right what a quote leads to between the characters of a string.
  func addQuote(_ number: Int32, _ state: LexerState) {
    let mayEnd =
      languages.isNullable(Language(id: state.free))
      || languages.isNullable(Language(id: state.words))
    set(number, UInt8(ascii: "\""), mayEnd ? Self.done : Self.dead)
  }

  /// Fills in what a backslash leads to between the characters of a string.
  func addBackslash(_ number: Int32, _ state: LexerState) {
    set(number, UInt8(ascii: "\\"), escape(state.free, state.words))
  }

  /// The state behind a backslash.
  private func escape(_ free: Int32, _ words: Int32) -> Int32 {
    let isFree = hasWay(free, 0, 0x10FFFF)
    let isEscaped =
      words != Languages.empty
      && (hasWay(words, 0, 0x1F) || hasWay(words, 0x22, 0x22) || hasWay(words, 0x5C, 0x5C))
    if !isFree, !isEscaped { return Self.dead }
    return intern(
      LexerState(
        kind: .escape, free: isFree ? free : Languages.empty,
        words: isEscaped ? words : Languages.empty), isFinal: false)
  }

  /// Whether any scalar of `low...high` goes on; surrogates have no meaning.
  func hasWay(_ term: Int32, _ low: UInt32, _ high: UInt32) -> Bool {
    if term == Languages.empty { return false }
    var isFound = false
    forRuns(term, Languages.empty, low, high) { _, _, _, _ in isFound = true }
    return isFound
  }

  func addEscape(_ number: Int32, _ state: LexerState) {
    for (byte, scalar) in Self.letters {
      set(
        number, byte,
        boundary(
          .string, languages.step(state.free, scalar), languages.step(state.words, scalar)))
    }
    let slash = boundary(.string, languages.step(state.free, 0x2F), Languages.empty)
    set(number, UInt8(ascii: "/"), slash)
    set(number, UInt8(ascii: "u"), unicode(state.free, state.words, 0, 0))
  }
}
