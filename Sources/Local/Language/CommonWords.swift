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
