import Foundation

/// The languages of a model, and whether a prompt is clearly in another one.
///
/// A prompt counts as foreign only where there is no doubt: in a script that none of the model's
/// languages is written in, or with several of the commonest words of another language and hardly
/// one of the model's own. Short prompts, names, code and mixtures pass.
package struct LanguageCheck: Sendable {
  /// The languages in all their regional forms, because `Locale.Language("en")` and `"en-US"` differ.
  package let supported: Set<Locale.Language>
  private let codes: Set<String>

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
    }.joined(separator: " ")
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
    // The beginning of a long text shows its language as well as the whole.
    let text = text.prefix(4096)
    return foreignScript(of: text) ?? foreignWords(of: text)
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
    let words = text.lowercased().split { !$0.isLetter && $0 != "'" && $0 != "’" }
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

/// A script, and the languages that are commonly written in it.
enum WritingSystem: Hashable, CaseIterable {
  case latin, cyrillic, greek, arabic, hebrew, devanagari, bengali, tamil, telugu, thai, georgian
  case armenian, hangul, kana, han

  /// The script of a letter; `nil` for others than these.
  init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x41...0x24F, 0x1E00...0x1EFF: self = .latin
    case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
    case 0x400...0x52F: self = .cyrillic
    case 0x530...0x58F: self = .armenian
    case 0x590...0x5FF: self = .hebrew
    case 0x600...0x6FF, 0x750...0x77F, 0x8A0...0x8FF: self = .arabic
    case 0x900...0x97F: self = .devanagari
    case 0x980...0x9FF: self = .bengali
    case 0xB80...0xBFF: self = .tamil
    case 0xC00...0xC7F: self = .telugu
    case 0xE00...0xE7F: self = .thai
    case 0x10A0...0x10FF: self = .georgian
    case 0x1100...0x11FF, 0xAC00...0xD7AF: self = .hangul
    case 0x3040...0x30FF: self = .kana
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0x20000...0x2FA1F: self = .han
    default: return nil
    }
  }

  /// Languages written in it, the commonest first.
  var languages: [String] {
    switch self {
    case .latin:
      [
        "en", "es", "fr", "de", "pt", "it", "nl", "pl", "sv", "da", "nb", "nn", "no", "fi", "is",
        "cs", "sk", "hu", "ro", "tr", "id", "ms", "vi", "sw", "hr", "sl", "et", "lv", "lt", "ca",
        "eu", "gl", "ga", "cy", "af", "sq", "az", "uz", "fil", "tl", "eo", "la", "sr", "bs", "mt",
      ]
    case .cyrillic: ["ru", "uk", "bg", "sr", "mk", "be", "kk", "ky", "mn", "tg", "uz"]
    case .greek: ["el"]
    case .arabic: ["ar", "fa", "ur", "ps", "ku", "ug"]
    case .hebrew: ["he", "yi"]
    case .devanagari: ["hi", "mr", "ne", "sa"]
    case .bengali: ["bn", "as"]
    case .tamil: ["ta"]
    case .telugu: ["te"]
    case .thai: ["th"]
    case .georgian: ["ka"]
    case .armenian: ["hy"]
    case .hangul: ["ko"]
    case .kana: ["ja"]
    case .han: ["zh", "ja", "yue", "ko"]
    }
  }
}

/// The commonest words of some languages in Latin letters; few of them are shared.
enum CommonWords {
  /// The languages that have a list.
  static let known = Set(lists.map(\.code))

  /// For a word the languages that it is common in.
  static let languages: [String: [String]] = {
    var found: [String: [String]] = [:]
    for (code, words) in lists {
      for word in words.split(separator: " ") { found[String(word), default: []].append(code) }
    }
    return found
  }()

  private static let lists: [(code: String, words: String)] = [
    (
      "en",
      """
      the of and to is in it you that was for on are with as i his they be at one have this from or \
      had by but what some we can out other were all there when up use your how said an each she \
      which do their if will me my not a please would like could about who where am has does did \
      want need tell make give no so just don't i'm it's
      """
    ),
    (
      "de",
      """
      der die das und ist nicht ich du wir ihr sie ein eine einen einem einer mit auf für von zu den \
      dem des im am auch wie was wo wer kann könnte möchte bitte habe hast hat bin bist sind war \
      mir mich dir dich uns aber oder wenn noch nur sehr gibt heute morgen dein mein
      """
    ),
    (
      "fr",
      """
      le la les un une des du et est pas je tu il elle nous vous ils que qui dans sur pour avec ce \
      cette mon ma mes ton ta son sa ses au aux plus bonjour merci quel quelle où comment pourquoi \
      suis es sont j'ai c'est avez veux peux s'il très
      """
    ),
    (
      "es",
      """
      el la los las un una y es no yo tú él ella nosotros que de en por para con su mi me te se lo \
      al del más muy hola gracias qué cuál dónde cómo cuándo quién está estoy son tengo tiene \
      quiero puedo puede favor pero hay
      """
    ),
    (
      "it",
      """
      il lo la gli le un una e è non io tu lui lei noi voi che di in per con su mi ti si del della \
      dei nel nella più molto ciao grazie quale dove come quando chi sono ho ha hai vorrei posso \
      può favore ma anche questo
      """
    ),
    (
      "pt",
      """
      o a os as um uma e é não eu você ele ela nós que de em por para com seu minha meu me te se do \
      da dos das no na mais muito olá obrigado qual onde como quando quem está estou são tenho tem \
      quero posso pode mas também isso
      """
    ),
    (
      "nl",
      """
      de het een en is niet ik jij je hij zij wij we jullie van in op te voor met aan dat die dit \
      wat wie waar hoe kan kunt wil graag heb heeft ben bent zijn was mijn jouw ook maar nog naar \
      alsjeblieft dank geen er
      """
    ),
    (
      "sv",
      """
      och att det är en ett jag du han hon vi ni de som på för med av till inte om har kan vill ska \
      var vad vem hur när mig dig min din men också mycket tack hej
      """
    ),
    (
      "da",
      """
      og at det er en et jeg du han hun vi de som på for med af til ikke om har kan vil skal var \
      hvad hvem hvor hvordan mig dig min din men også meget tak hej
      """
    ),
    (
      "pl",
      """
      i w nie na się z do jest to że jak co ja ty on ona my wy mnie mi mój moja czy dla po ale od \
      proszę dziękuję gdzie kto kiedy dlaczego jestem mam masz chcę mogę bardzo
      """
    ),
    (
      "fi",
      """
      ja on ei minä sinä hän me te he se että mitä missä kuka miten milloin olen olet ovat voi voin \
      haluan kiitos hei mutta myös minun sinun joka kun niin
      """
    ),
    (
      "tr",
      """
      ve bir bu şu o ben sen biz siz için ile ne nasıl nerede kim mi mı değil var yok çok daha ama \
      lütfen teşekkürler merhaba istiyorum benim senin olarak gibi
      """
    ),
    (
      "ro",
      """
      și este nu eu tu el ea noi voi că de în pe la cu pentru un o care ce cum unde când cine sunt \
      am ai are vreau pot poate mulțumesc bună dar mai foarte
      """
    ),
    (
      "id",
      """
      yang dan di ini itu dengan untuk tidak saya kamu anda dia kami kita mereka apa siapa dimana \
      bagaimana adalah akan bisa mau tolong terima kasih dari ke pada juga ada
      """
    ),
  ]
}
