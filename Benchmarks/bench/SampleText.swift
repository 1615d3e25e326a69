/// Text made up for measuring tokenizers: the same bytes in every run.
struct SampleText {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// About `bytes` of prose in several scripts, numbers, code and links, in lines and paragraphs.
  static func mixed(_ bytes: Int) -> [UInt8] {
    var sample = SampleText()
    var text: [UInt8] = []
    while text.count < bytes { text += Array(sample.paragraph().utf8) }
    return text
  }

  /// `bytes` of letters and digits in one line without a space.
  static func line(_ bytes: Int) -> [UInt8] {
    var sample = SampleText()
    var text: [UInt8] = []
    while text.count < bytes { text += Array(sample.pick(Self.english).utf8) }
    return Array(text.prefix(bytes))
  }

  private mutating func paragraph() -> String {
    switch next(12) {
    case 0...5: sentences(Self.english, count: 5)
    case 6: sentences(Self.european, count: 3)
    case 7: sentences(Self.cyrillicAndGreek, count: 3)
    case 8: unspaced(count: 60)
    case 9: table()
    default: code()
    }
  }

  private mutating func sentences(_ words: [String], count: Int) -> String {
    var text = ""
    for _ in 0..<count {
      let length = 6 + next(14)
      for index in 0..<length {
        let word = pick(words)
        text += index == 0 ? word.prefix(1).uppercased() + word.dropFirst() : word
        if index + 1 < length { text += next(9) == 0 ? ", " : " " }
      }
      text += pick([". ", ". ", "? ", "! ", "; it's (in 2024) 100% “so”. ", " – isn’t it? "])
    }
    return text + "\n\n"
  }

  /// Scripts without spaces between words, and pictographs.
  private mutating func unspaced(count: Int) -> String {
    var text = ""
    for _ in 0..<count { text += pick(Self.unspaced) }
    return text + "。\n"
  }

  private mutating func table() -> String {
    var text = "name,count,share,when\n"
    for _ in 0..<6 {
      text += "\(pick(Self.english)),\(next(100_000)),\(next(100)).\(next(1000)),"
      text += "20\(10 + next(20))-0\(1 + next(9))-\(10 + next(18))T1\(next(9)):\(10 + next(50))\n"
    }
    return text
  }

  private mutating func code() -> String {
    let (a, b) = (pick(Self.english), pick(Self.english))
    return """
      func \(a)_\(b)(_ x: Int) -> [String: Double] {
          guard x > \(next(4096)) else { return [:] }   // \(pick(Self.english)) \(b)
      \t\tlet url = "https://\(a).example.org/\(b)?id=\(next(1_000_000))&q=%20"
          return ["\(b)": Double(x) * \(next(10)).\(next(100))e-\(next(9))]
      }


      """
  }

  private mutating func next(_ limit: Int) -> Int {
    // The generator of Knuth's MMIX; the high bits are the random ones.
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  private mutating func pick(_ list: [String]) -> String { list[next(list.count)] }

  private static let english = """
    the of and to in is that it was for on are with as his they be at one have this from or had by \
    hot but some what there we can out other were all your when up use word how said an each she \
    which do their time if will way about many then them would write like so these her long make \
    thing see him two has look more day could go come did my sound no most number who over know \
    water than call first people may down side been now find any new work part take get place made \
    live where after back little only round man year came show every good give our under name very \
    through just form much great think say help low line before turn cause same mean differ move \
    right boy old too does tell sentence set three want air well also play small end put home read \
    hand port large spell add even land here must big high such follow act why ask men change went \
    light kind off need house picture try again animal point mother world near build self earth \
    internationalization extraordinarily misunderstandings tokenization memory bandwidth parallel
    """.split(separator: " ").map(String.init)

  private static let european = """
    über Straße größer schön Füße Mädchen où déjà français élève garçon cœur naïve señor mañana \
    corazón años può perché città são coração não ação þetta kærlighed smörgås łódź źdźbło žluťoučký \
    kůň ősz gyönyörű ağaç ığdır der die und nicht avec pour dans est les una para como della che
    """.split(separator: " ").map(String.init)

  private static let cyrillicAndGreek = """
    и в не на что быть с весь это как она они мы человек время рука дело раз глаз жизнь день голова \
    друг дом слово место лицо сторона нога дверь και το να που δεν είναι για με θα από άνθρωπος \
    κόσμος θάλασσα ήλιος λόγος שלום עולם ספר كتاب سلام عالم
    """.split(separator: " ").map(String.init)

  private static let unspaced = """
    的 一 是 不 了 人 我 在 有 他 这 中 大 来 上 国 个 到 说 们 时间 世界 语言 模型 こと です ます \
    日本 語 カタカナ ひらがな 한국어 사람 시간 ภาษา ไทย 🙂 👩‍👩‍👧 🇪🇺 ，
    """.split(separator: " ").map(String.init)
}
