/// Words that show in which language an instruction is.
enum InstructionWords {
  /// Words for tasks, by language: one of them is enough where no language that the model does not
  /// know has it too.
  static let languages: [String: [String]] = {
    var found: [String: [String]] = [:]
    for (code, words) in lists {
      for word in words.split(separator: " ") { found[String(word), default: []].append(code) }
    }
    return found
  }()

  /// For a common English word the languages that have a word of the same letters.
  static let homographs: [String: [String]] = {
    var found: [String: [String]] = [:]
    for (code, words) in sameLetters {
      for word in words.split(separator: " ") { found[String(word), default: []].append(code) }
    }
    return found
  }()

  private static let sameLetters: [(code: String, words: String)] = [
    ("de", "am an in so was will all not do he his we"), ("fr", "a on or an as me but i"),
    ("es", "a he has me no son in"), ("it", "a i in me no do an"), ("pt", "a as do no me"),
    ("nl", "in is was we of had me he at am all will"), ("sv", "i in so an at on for her do all"),
    ("da", "at i for to her an of have so in do all"), ("pl", "i a to do we on no by"),
    ("fi", "on me he no"), ("tr", "on at an her in has o"), ("ro", "a an am are in is no but"),
    ("id", "an has in"),
  ]

  private static let lists: [(code: String, words: String)] = [
    (
      "en",
      """
      translate translates translated translating translation summarize summarise summary explain \
      rewrite rephrase paraphrase proofread describe write answer reply respond tell give convert \
      classify identify improve shorten simplify english french german spanish italian portuguese \
      dutch swedish danish polish finnish turkish russian chinese japanese korean arabic greek \
      hebrew hindi grammar meaning means language words keywords poem headline tone following \
      feedback keep mention continue compare
      """
    ),
    (
      "de",
      """
      übersetze übersetzen übersetz übersetzung fasse zusammenfassen zusammenfassung erkläre \
      erklären schreibe schreib schreiben korrigiere verbessere beschreibe nenne antworte deutsch \
      deutsche englisch englische französisch feedback
      """
    ),
    (
      "fr",
      """
      traduis traduisez traduire traduction résume résumez résumer résumé explique expliquez écris \
      écrivez rédige rédigez corrige corrigez décris réponds répondez français anglais continue \
      compare
      """
    ),
    (
      "es",
      """
      traduce traduzca traducir traducción resume resumir explica explique describe escribe escriba \
      corrige responde mejora español inglés continúe compare mention
      """
    ),
    (
      "it",
      """
      traduci traduca tradurre traduzione riassumi riassumere spiega scrivi correggi descrivi \
      rispondi migliora italiano inglese
      """
    ),
    (
      "pt",
      """
      traduza traduz traduzir tradução resuma resumir explique escreva corrija descreva responda \
      melhore português inglês continue compare
      """
    ),
    (
      "nl",
      """
      vertaal vertalen vertaling samenvatten samenvatting uitleggen schrijf verbeter beschrijf \
      nederlands engels feedback
      """
    ),
    (
      "sv",
      """
      översätt översätta sammanfatta förklara skriv rätta beskriv svara svenska engelska feedback
      """
    ),
    ("da", "oversæt oversætte opsummer forklar skriv ret beskriv svar dansk engelsk feedback"),
    (
      "pl",
      """
      przetłumacz tłumaczenie streść podsumuj wyjaśnij napisz popraw opisz odpowiedz polski \
      angielski feedback
      """
    ),
    ("fi", "käännä kääntää tiivistä selitä kirjoita korjaa kuvaile vastaa suomeksi englanniksi"),
    ("tr", "çevir çeviri özetle açıkla yaz düzelt tanımla yanıtla türkçe ingilizce"),
    ("ro", "traduceți traduce rezumă explică scrie corectează descrie răspunde română engleză"),
    (
      "id",
      """
      terjemahkan terjemahan ringkas ringkaslah jelaskan tulis perbaiki jawab indonesia inggris
      """
    ),
  ]
}
