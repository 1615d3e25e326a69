import Foundation
import Tern
import Testing

/// Only prompts that are clearly in another language are refused.
@Suite struct LanguageCheckTests {
  private let english = LanguageCheck(["en"])

  @Test(
    arguments: [
      ("de", "Können Sie mir bitte sagen, wie das Wetter heute in Berlin ist?"),
      ("fr", "Bonjour, je voudrais un café et un croissant pour ma sœur, s'il vous plaît."),
      ("es", "Hola, ¿cuál es el mejor café que tienes para mí?"),
      ("it", "Ciao, vorrei un caffè con il latte e non so che pane prendere."),
      ("pt", "Olá, você pode me dizer como está o tempo e quando abre a loja?"),
      ("nl", "Kunt u mij vertellen hoe het weer is en wat ik aan moet doen?"),
      ("pl", "Czy możesz mi powiedzieć, jak jest dziś i co mam na jutro?"),
      ("sv", "Kan du säga mig hur det är med vädret och vad jag ska ha på mig?"),
      ("ru", "Здравствуйте, сколько стоит чашка кофе?"),
      ("ja", "コーヒーを一杯ください。今日はいい天気ですね。"),
      ("zh", "请给我一杯咖啡，谢谢你，今天天气怎么样？"),
      ("ko", "커피 한 잔 주세요. 오늘 날씨가 어때요?"),
      ("ar", "مرحبا، كم ثمن فنجان القهوة من فضلك؟"),
      ("el", "Καλημέρα, θα ήθελα έναν καφέ παρακαλώ."),
      ("he", "שלום, אפשר לקבל כוס קפה בבקשה?"),
      ("hi", "नमस्ते, क्या मुझे एक कॉफ़ी मिल सकती है?"),
    ])
  func `a prompt in another language is told by its words or its script`(
    language: String, text: String
  ) {
    #expect(english.foreignLanguage(of: text) == language)
  }

  @Test(
    arguments: [
      "Hello! A flat white, please.", "Naomy", "Café crème", "", "42", "🙂🙂🙂🙂🙂🙂🙂🙂",
      "What does \"Ich habe Hunger und du nicht\" mean in English, and who would say that?",
      "Translate to English: Guten Morgen", "def f(x): return [y for y in x if y is not None]",
      "How do you say thank you in Finnish? Translate it.", "Is Malbec red or white?",
      "Generate a tagline for Café Señor Müller in São Paulo", "π ≈ 3.14159, σ² and Δx",
      "The Greek letters αβγ are used in the formula, what do they mean?", "OK la la la la la",
    ])
  func `English, names, code and mixtures pass`(text: String) {
    #expect(english.foreignLanguage(of: text) == nil)
  }

  @Test func `what a model knows passes, and regional forms are supported`() {
    #expect(
      LanguageCheck(["en", "de"]).foreignLanguage(of: "Wie ist das Wetter und was ist mit dir?")
        == nil)
    #expect(LanguageCheck(["ru"]).foreignLanguage(of: "Сколько стоит чашка кофе?") == nil)
    #expect(LanguageCheck([]).foreignLanguage(of: "Сколько стоит чашка кофе?") == nil)
    // No list of words is known for it: who could tell it from others in these letters?
    #expect(
      LanguageCheck(["cy"]).foreignLanguage(of: "Wie ist das Wetter und was ist mit dir?") == nil)
    for name in ["en", "en-US", "en-GB", "en-001"] {
      #expect(english.supported.contains(Locale.Language(identifier: name)))
    }
    #expect(LanguageCheck([]).supported.contains(Locale.Language(identifier: "en-GB")))
    #expect(LanguageCheck([]).supported.contains(Locale.current.language))
    #expect(!english.supported.contains(Locale.Language(identifier: "de")))
  }
}
