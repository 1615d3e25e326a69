import Foundation
import TernSession

/// The languages of a model, and whether a prompt is clearly in another one.
///
/// A prompt counts as foreign only where there is no doubt: in a script that none of the model's
/// languages is written in, or with several of the commonest words of another language and hardly
/// one of the model's own, and without a part in one of the model's languages that may say what is to
/// be done. Short prompts, names, code and mixtures pass.
package struct LanguageCheck: Sendable {
  /// The languages in all their regional forms, because `Locale.Language("en")` and `"en-US"` differ.
  package let supported: Set<Locale.Language>
  let codes: Set<String>

  /// The languages that a file names, by their codes.
  ///
  /// Most files name none: then nothing is refused, and English and the user's language count as
  /// known, because applications ask before they begin.
  package init(_ names: [String]) {
    codes = Set(names.compactMap { Locale.Language(identifier: $0).languageCode?.identifier })
    let own = Locale.current.language.languageCode?.identifier
    let known = codes.isEmpty ? Set(["en"] + [own].compactMap(\.self)) : codes
    var all = Set(names.map { Locale.Language(identifier: $0) })
    for code in known { all.insert(Locale.Language(identifier: code)) }
    for identifier in Locale.availableIdentifiers {
      let language = Locale.Language(identifier: identifier.replacing("_", with: "-"))
      if let code = language.languageCode?.identifier, known.contains(code) { all.insert(language) }
    }
    supported = all
  }

  /// Throws if the last prompt of a transcript is clearly in a language that the model does not know.
  func check(_ transcript: Transcript) throws(LanguageModelError) {
    guard case .prompt(let prompt)? = transcript.last else { return }
    let text = prompt.segments.map { segment -> String in
      if case .text(let text) = segment { text.content } else { "" }
    }.joined(separator: "\n")
    guard let code = foreignLanguage(of: text) else { return }
    throw .unsupportedLanguageOrLocale(
      .init(
        languageCode: Locale.LanguageCode(code),
        debugDescription:
          "The prompt is in the language \"\(code)\"; the model knows "
          + codes.sorted().joined(separator: ", ") + "."))
  }

  /// The language of a text, where it is clearly none of the model's.
  package func foreignLanguage(of text: String) -> String? {
    if codes.isEmpty { return nil }
    // The beginning of a long text shows its language as well as the whole; what is to be done with
    // it may be said at its end.
    let beginning = text.prefix(4096)
    guard let code = foreignScript(of: beginning) ?? foreignWords(of: beginning),
      !hasKnownInstruction(beginning, foreign: code),
      beginning.endIndex == text.endIndex || !hasKnownInstruction(text.suffix(2048), foreign: code)
    else { return nil }
    return code
  }

  private func foreignScript(of text: Substring) -> String? {
    var counts: [WritingSystem: Int] = [:]
    var letters = 0
    for scalar in text.unicodeScalars where scalar.properties.isAlphabetic {
      letters += 1
      if let script = WritingSystem(scalar) { counts[script, default: 0] += 1 }
    }
    guard letters >= 8, let most = counts.max(by: { $0.value < $1.value }),
      most.value * 10 >= letters * 7, codes.isDisjoint(with: most.key.languages)
    else { return nil }
    // Japanese is written in both, Chinese only in Han.
    return most.key == .han && counts[.kana] != nil ? "ja" : most.key.languages.first
  }

  private func foreignWords(of text: Substring) -> String? {
    let words = Self.words(of: text)
    guard words.count >= 5 else { return nil }
    var hits: [String: Int] = [:]
    // One word often is no sign.
    for word in Set(words) {
      for language in CommonWords.languages[String(word)] ?? [] { hits[language, default: 0] += 1 }
    }
    let own = codes.map { hits[$0] ?? 0 }.max() ?? 0
    guard let most = hits.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }),
      !codes.contains(most.key), most.value >= 3, most.value >= 3 * own,
      // A model's language without a list of words cannot be told from others in the same letters.
      codes.allSatisfy({ CommonWords.known.contains($0) })
    else { return nil }
    return most.key
  }
}
