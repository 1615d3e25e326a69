/// Finds the instruction of a prompt that is mostly in a language the model does not know.
///
/// Such a prompt may be a text to work on, with words that say what to do with it: before a colon, on a
/// line or in a sentence of their own, or around a quotation. One of these places in a language of the
/// model is enough.
extension LanguageCheck {
  /// Whether some part of a text, most of which is in `foreign`, is in a language of the model.
  ///
  /// Cost: linear in the text.
  func hasKnownInstruction(_ text: Substring, foreign: String) -> Bool {
    let isLatinKnown = !codes.isDisjoint(with: WritingSystem.latin.languages)
    for line in text.split(whereSeparator: \.isNewline) {
      if isLatinKnown {
        let isAlone =
          line.startIndex != text.startIndex || line.endIndex != text.endIndex
        if proves(evidence(of: line, foreign), alone: isAlone) { return true }
        for part in frame(of: line) where frames(evidence(of: part, foreign)) { return true }
      }
      for sentence in line.split(whereSeparator: { ".!?:;。！？：；".contains($0) }) {
        if isInKnownScript(sentence) { return true }
        if isLatinKnown, proves(evidence(of: sentence, foreign), alone: false) { return true }
      }
    }
    return false
  }

  /// What the words of a text say about its language.
  private struct Evidence {
    /// Words in the letters of Latin.
    var words = 0
    /// Words for tasks in a language of the model that the foreign language has not.
    var tasks = 0
    /// Common words of the model's languages that the foreign language has not.
    var own = 0
    /// Words of the foreign language that the model's languages have not.
    var foreign = 0
  }

  private func evidence(of text: Substring, _ foreign: String) -> Evidence {
    var evidence = Evidence()
    for word in Set(Self.words(of: text)) where word.unicodeScalars.first.map(isLatin) == true {
      evidence.words += 1
      let word = String(word.replacing("’", with: "'"))
      let common = CommonWords.languages[word] ?? []
      let tasks = InstructionWords.languages[word] ?? []
      let isOwn = (common + tasks).contains { codes.contains($0) }
      let isForeign =
        (common + tasks).contains(foreign)
        || InstructionWords.homographs[word]?.contains(foreign) == true
      switch (isOwn, isForeign) {
      case (true, false): if tasks.isEmpty { evidence.own += 1 } else { evidence.tasks += 1 }
      case (false, true): evidence.foreign += 1
      case (true, true), (false, false): break
      }
    }
    return evidence
  }

  private func isLatin(_ scalar: Unicode.Scalar) -> Bool { WritingSystem(scalar) == .latin }

  /// Whether words show a language of the model: one for a task, or several common ones.
  ///
  /// Nothing can be told of Latin letters where a language of the model has no list: then they may be
  /// in that language.
  /// - Parameter alone: Whether the words are a line among others, of which one common word is enough.
  private func proves(_ evidence: Evidence, alone: Bool) -> Bool {
    if evidence.words >= 2, !knowsWordsOfLatin { return true }
    if evidence.tasks > 0 { return true }
    if alone, evidence.own > 0, evidence.foreign == 0 { return true }
    return evidence.own >= 2 && evidence.own > evidence.foreign
  }

  /// Whether words around a quotation, or before a colon, are in a language of the model: nothing
  /// speaks for another one.
  private func frames(_ evidence: Evidence) -> Bool {
    evidence.foreign == 0 && evidence.own + evidence.tasks > 0
  }

  /// Whether all languages of the model that are written in Latin letters have a list of words.
  private var knowsWordsOfLatin: Bool {
    codes.isDisjoint(with: Set(WritingSystem.latin.languages).subtracting(CommonWords.known))
  }

  /// Whether most letters of a text are of a script that only languages of the model use here.
  private func isInKnownScript(_ text: Substring) -> Bool {
    var letters = 0
    var known = 0
    for scalar in text.unicodeScalars where scalar.properties.isAlphabetic {
      letters += 1
      guard let script = WritingSystem(scalar), script != .latin else { continue }
      if !codes.isDisjoint(with: script.languages) { known += 1 }
    }
    return known >= 2 && known * 10 >= letters * 7
  }

  /// What of a line stands before its first colon, and outside of its quotations, where there are any.
  private func frame(of line: Substring) -> [Substring] {
    var parts: [Substring] = []
    if let colon = line.firstIndex(where: { $0 == ":" || $0 == "：" }) {
      parts.append(line[..<colon])
    }
    var outside = ""
    var closer: Character?
    var hasQuotation = false
    for character in line {
      if let end = closer {
        if character == end { closer = nil }
      } else if let end = Self.quotations[character] {
        (closer, hasQuotation) = (end, true)
        outside.append(" ")
      } else {
        outside.append(character)
      }
    }
    if hasQuotation { parts.append(outside[...]) }
    return parts
  }

  /// Which character ends the quotation that another one begins.
  private static let quotations: [Character: Character] = [
    "\"": "\"", "“": "”", "„": "“", "«": "»", "»": "«", "‹": "›", "「": "」", "『": "』", "《": "》",
    "`": "`",
  ]

  /// The words of a text in small letters.
  static func words(of text: Substring) -> [Substring] {
    text.lowercased().split { !$0.isLetter && $0 != "'" && $0 != "’" }
  }
}
