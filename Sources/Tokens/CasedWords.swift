extension WordRules {
  /// The end of a word under the rules that look at letter case.
  ///
  /// As a pattern, where U is a letter but `a–z` and L a letter but `A–Z`:
  /// `x?U*L+ | x?U+L*`, the first that fits, `x` being one other character before the word.
  /// - Parameters:
  ///   - lead: where the word begins, with the character before the letters if there is one.
  ///   - p: where the letters begin.
  func casedEnd(_ text: borrowing ClassifiedText, lead: Int, _ p: Int, _ end: Int) -> Int {
    var word = mixedEnd(text, p, end)
    // A mark can be the character before the word or its first letter; without it as the former
    // the first alternative may still fit.
    if word == nil, lead < p, text.classes[lead] & letters != 0 {
      word = mixedEnd(text, lead, end)
    }
    var q = word ?? capitalsEnd(text, p, end)
    if contraction == .suffix { q += text.contraction(q, end, anyCase: true) }
    return q
  }

  /// `U*L+`, or `nil`.
  private func mixedEnd(_ text: borrowing ClassifiedText, _ p: Int, _ end: Int) -> Int? {
    var q = p
    var lastBoth: Int?
    while text.kind(q, end) & letters != 0 {
      let byte = text.bytes[q]
      if byte >= 0x61, byte <= 0x7A { break }
      let after = text.next(q)
      if byte >= 0x80 { lastBoth = after }
      q = after
    }
    // A small letter stops the U's: everything up to the next capital belongs to the word.
    guard text.kind(q, end) & letters != 0 else { return lastBoth }
    while text.kind(q, end) & letters != 0 {
      let byte = text.bytes[q]
      if byte >= 0x41, byte <= 0x5A { break }
      q += 1
    }
    return q
  }

  /// `U+L*` where `U*L+` does not fit: capitals only.
  private func capitalsEnd(_ text: borrowing ClassifiedText, _ p: Int, _ end: Int) -> Int {
    var q = p
    while text.kind(q, end) & letters != 0 {
      let byte = text.bytes[q]
      if byte >= 0x61, byte <= 0x7A { break }
      q += 1
    }
    return q
  }
}
