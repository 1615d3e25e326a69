import Tern
import Testing

/// Prompts in which languages are mixed: the one of the instruction decides.
@Suite struct MixedPromptTests {
  private static let english = LanguageCheck(["en"])

  private static let texts = (
    french: "La vie est belle et je suis très heureux d'être avec vous dans cette ville.",
    german:
      "Ich habe heute keine Zeit, aber wir können uns morgen im Café treffen, wenn du willst.",
    spanish: "Hola, me gusta mucho el café que tienes, pero no sé cuál es el mejor para mí.",
    italian: "Ciao, vorrei un caffè con il latte e non so che pane prendere per la cena.",
    portuguese: "Olá, você pode me dizer como está o tempo e quando abre a loja da esquina?",
    dutch: "Kunt u mij vertellen hoe het weer is en wat ik aan moet doen voor dat feest?",
    swedish: "Kan du säga mig hur det är med vädret och vad jag ska ha på mig till festen?",
    polish: "Czy możesz mi powiedzieć, jak jest dziś i co mam na jutro, bo nie wiem?",
    russian: "Здравствуйте, сколько стоит чашка кофе и когда вы сегодня закрываетесь?",
    japanese: "コーヒーを一杯ください。今日はいい天気ですね。明日も晴れるでしょうか。",
    chinese: "请给我一杯咖啡，谢谢你，今天天气怎么样？明天会下雨吗？",
    korean: "커피 한 잔 주세요. 오늘 날씨가 어때요? 내일은 비가 올까요?",
    arabic: "مرحبا، كم ثمن فنجان القهوة من فضلك؟ ومتى تغلقون اليوم؟",
    hindi: "नमस्ते, क्या मुझे एक कॉफ़ी मिल सकती है? आज मौसम कैसा है?"
  )

  private static let all = [
    texts.french, texts.german, texts.spanish, texts.italian, texts.portuguese, texts.dutch,
    texts.swedish, texts.polish, texts.russian, texts.japanese, texts.chinese, texts.korean,
    texts.arabic, texts.hindi,
  ]

  /// English requests around a text in another language.
  private static let frames: [@Sendable (String) -> String] = [
    { "Translate to English: \($0)" }, { "Translate: \($0)" }, { "Translate \($0) to English" },
    { "\($0)\n\nTranslate this to English, please." }, { "\($0)\nWhat does it mean?" },
    { "What does this say? \($0)" }, { "Summarize the following text:\n\n\($0)" },
    { "Fix the spelling: \($0)" }, { "Is \"\($0)\" good grammar?" },
    { "My neighbour wrote “\($0)” and I do not know what to answer." },
    { "Please reply politely to this mail:\n\($0)" }, { "\($0) — which language is this?" },
    { "Count the words in this sentence: \"\($0)\"" }, { "Explain: \($0)" },
    { "Write an answer to «\($0)» in one line." },
    { "How would you say this in English?\n> \($0)" },
    { "Extract all the names from the text below.\n```\n\($0)\n```" },
    { text in
      "\(String(repeating: text + " ", count: 120))\n\nSummarize the above in three sentences."
    },
  ]

  @Test(arguments: frames.indices)
  func `an English instruction passes, whatever the text that it is about`(frame: Int) {
    for text in Self.all {
      let prompt = Self.frames[frame](text)
      #expect(Self.english.foreignLanguage(of: prompt) == nil, "\(prompt.prefix(200))")
    }
  }

  @Test(
    arguments: [
      "My name is Jürgen Müller and I live in Garmisch-Partenkirchen.",
      "let größe = straße.length; if (größe > 3) { return größe } // was ist das?",
      "SELECT name FROM kunden WHERE stadt = 'München' AND land = 'Österreich' ORDER BY name",
      "Who sang \"Non, je ne regrette rien\" and \"La vie en rose\"?",
      "The menu says: Spaghetti alle vongole con il pane della casa. What should I order?",
      "Compare \"Der Zauberberg\" with \"Die Verwandlung\".",
      "I say \"ich bin ein Berliner\", you say \"und ich bin nicht da\".",
      "Does 'il n'y a pas de quoi' mean \"you're welcome\"?",
      "Rewrite: Hast du heute Zeit für mich?",
      "Positive or negative: Das Essen war sehr gut und ich bin mit dem Service zufrieden.",
    ])
  func `names, code and quotations in an English prompt pass`(prompt: String) {
    #expect(Self.english.foreignLanguage(of: prompt) == nil)
  }

  @Test(
    arguments: all + [
      // Quotations, colons and lines, but nothing in English.
      "Was bedeutet \"carpe diem\" und wer hat das gesagt? Bitte sag mir auch, wo das steht.",
      "Übersetze bitte: Ich habe heute keine Zeit, aber wir können uns morgen treffen.",
      "Traduisez en français: Ich habe keine Zeit, und wir sind auch nicht zu Hause.",
      "In Berlin: Ich habe heute keine Zeit, aber wir sind morgen wieder für dich da.",
      "Hallo Max!\nIch habe eine Frage: Kann ich heute mit dir und deinem Bruder kommen?\nDein Jan",
      "Bonjour Anna!\nJe suis dans le train avec ma sœur.\nEst-ce que tu es là, ou pas?\nMarie",
      "Schreibe einen kurzen Text über das Update der App: Was ist neu, und was ist noch zu tun?",
      "Explique: pourquoi est-ce que le ciel est bleu, et pourquoi les nuages sont blancs?",
      "Describe la ciudad de Madrid y lo que más te gusta de ella, por favor.",
      "On a faim, on a soif. Où est le restaurant, et qui vient avec nous pour manger?",
      "Переведи на немецкий: Здравствуйте, сколько стоит iPhone 15 Pro Max?",
    ])
  func `a prompt wholly in another language is refused`(prompt: String) {
    #expect(Self.english.foreignLanguage(of: prompt) != nil)
    #expect(LanguageCheck([]).foreignLanguage(of: prompt) == nil)
  }

  @Test func `instructions in other languages of a model pass too`() {
    let text = "I would like to know what you have there, and when the shop will be open today."
    #expect(LanguageCheck(["de"]).foreignLanguage(of: text) == "en")
    #expect(LanguageCheck(["de"]).foreignLanguage(of: "Übersetze ins Deutsche: \(text)") == nil)
    #expect(LanguageCheck(["de"]).foreignLanguage(of: "\(text)\nWas heißt das?") == nil)
    #expect(LanguageCheck(["fr"]).foreignLanguage(of: "Traduis en français : \(text)") == nil)
    #expect(LanguageCheck(["ja"]).foreignLanguage(of: text) == "en")
    #expect(LanguageCheck(["ja"]).foreignLanguage(of: "次の文を日本語に訳してください: \(text)") == nil)
    #expect(LanguageCheck(["ru"]).foreignLanguage(of: "Переведи на русский: \(text)") == nil)
    #expect(
      LanguageCheck(["cy"]).foreignLanguage(of: "Cyfieithwch hyn: \(Self.texts.russian)") == nil)
    #expect(LanguageCheck(["cy"]).foreignLanguage(of: Self.texts.russian) == "ru")
  }
}
