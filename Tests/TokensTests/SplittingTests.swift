import TernTestSupport
import TernTokens
import Testing

/// The rules as patterns, cut with Swift's regular expressions: slow, and written down once more.
private enum Patterns {
  static let gpt2 = #"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"#
  static let contraction = #"(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])"#
  static let blanks = #"|\s*[\r\n]+|\s+(?!\S)|\s+"#
  static let llama =
    contraction + #"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"# + blanks
  static let qwen =
    contraction + #"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"# + blanks
  static let qwen35 =
    contraction + #"|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*"# + blanks
  static let upper = #"((?=[\p{L}])[^a-z])"#
  static let lower = #"((?=[\p{L}])[^A-Z])"#
  static let lead = #"[^\r\n\p{L}\p{N}]?"#
  static let tekken =
    lead + upper + "*" + lower + "+|" + lead + upper + "+" + lower + "*"
    + #"|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*"# + blanks
  static let gpt4o =
    lead + upper + "*" + lower + "+" + contraction + "?|" + lead + upper + "+" + lower + "*"
    + contraction + #"?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*"# + blanks
  static let deepseek3 =
    ##"[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+"##
    + #"| ?[\p{P}\p{S}]+[\r\n]*"# + blanks

  static let jais =
    contraction + #"|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+"#
    + [512, 256, 128, 64, 32, 16, 8, 4].map { #"|\s{\#($0)}(?!\S)"# }.joined()
    + #"|\s{1,2}(?!\S)|\s"#

  static let threesFromEnd = #"\P{N}*\p{N}{1,3}(?=(?:\p{N}{3})*(?!\p{N}))"#
  static let aya =
    #"[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+"# + contraction
    + #"?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*"# + blanks
  static let unspaced =
    #"[\u{3400}-\u{4DBF}\u{4E00}-\u{FAFF}\u{3040}-\u{30FF}\u{FF65}-\u{FF9F}\u{2F00}-\u{2FDF}"#
    + #"\u{E40}-\u{EFF}\u{1780}-\u{17FF}\u{1000}-\u{109F}\u{1100}-\u{11FF}]+"#
  static let exaone =
    contraction + #"|[^\r\n\p{L}\p{N}]?(?:\p{L}\p{M}*(?: \p{L}\p{M}*)*)+|\p{N}"#
    + #"| ?[^\s\p{L}\p{N}]+[\r\n/]?|\s*[\r\n]|\s+(?!\S)|\s+"#

  static let all: [(pre: String, stages: [String])] = [
    ("gpt-2", [gpt2]), ("llama-bpe", [llama]), ("qwen2", [qwen]), ("qwen35", [qwen35]),
    ("tekken", [tekken]), ("gpt-4o", [gpt4o]), ("starcoder", [#"\p{N}"#, gpt2]),
    ("falcon", [#"[\p{P}$+<=>^~|`]+"#, gpt2, "[0-9][0-9][0-9]"]),
    ("default", [#"[\p{P}$+<=>^~|]+"#, gpt2, #"\p{N}+"#, "[0-9][0-9][0-9]"]),
    (
      "deepseek-coder",
      [#"[\r\n]"#, #"\s?\p{L}+"#, #"\s?\p{P}+"#, #"(?:(?!\s)[一-龥ࠀ-一가-\u{D7FF}])+"#, #"\p{N}"#]
    ),
    ("deepseek-v3", [#"\p{N}{1,3}"#, #"[一-龥぀-ゟ゠-ヿ]+"#, deepseek3]),
    ("jais-2", [jais]), ("cohere2moe", [threesFromEnd, aya]),
    ("afmoe", [threesFromEnd, unspaced, deepseek3]), ("exaone-moe", [exaone]),
    ("viking", [#" ?[^(\s|.,!?…。，、।۔،)]+"#, #"\p{N}"#]),
  ]
}

@Suite("Splitting into words")
struct SplittingTests {
  private func words(_ text: String, _ pre: String) throws -> [String] {
    try Tokenizer(TinyVocabulary.bytePairs([], pre: pre)).words(text)
  }

  @Test("llama 3: contractions in any case, words with one sign before, three digits, line ends")
  func llama() throws {
    #expect(try words("I'LL don't", "llama-bpe") == ["I", "'LL", " don", "'t"])
    #expect(try words("12345 x", "llama-bpe") == ["123", "45", " x"])
    #expect(try words("a  b \n\n c", "llama-bpe") == ["a", " ", " b", " \n\n", " c"])
    #expect(try words("(x)!\n\ny", "llama-bpe") == ["(x", ")!\n\n", "y"])
    #expect(try words("end  ", "llama-bpe") == ["end", "  "])
  }

  @Test("qwen 2 cuts every digit, qwen 3.5 keeps marks with their letters")
  func qwen() throws {
    #expect(try words("12 3", "qwen2") == ["1", "2", " ", "3"])
    #expect(try words("e\u{301}a", "qwen2") == ["e", "\u{301}a"])
    #expect(try words("e\u{301}a", "qwen35") == ["e\u{301}a"])
  }

  @Test("gpt-2: contractions in small letters, runs of digits and signs with a space before")
  func gpt2() throws {
    #expect(
      try words("I'm I'M 123!! ?", "gpt-2") == ["I", "'m", " I", "'", "M", " 123", "!!", " ?"])
    #expect(try words("a \n b", "gpt-2") == ["a", " \n", " b"])
  }

  @Test("gpt-4o and tekken cut where capitals follow small letters")
  func cased() throws {
    #expect(try words("camelCase HTTPServer's", "gpt-4o") == ["camel", "Case", " HTTPServer's"])
    #expect(try words("camelCase's", "tekken") == ["camel", "Case", "'s"])
    #expect(try words("a!/\n/b", "gpt-4o") == ["a", "!/\n/", "b"])
  }

  @Test("the default rules cut numbers in threes from the left")
  func defaults() throws {
    #expect(try words("x 12345", "default") == ["x", " ", "123", "45"])
    #expect(try words("x 12345", "") == ["x", " ", "123", "45"])
    #expect(try words("x 12345", "falcon") == ["x", " ", "123", "45"])
  }

  @Test("agrees with the rules as patterns on random text", arguments: Patterns.all.indices)
  func twin(_ index: Int) throws {
    let (pre, stages) = Patterns.all[index]
    let slow = try SlowSplitter(stages)
    let tokenizer = try Tokenizer(TinyVocabulary.bytePairs([], pre: pre))
    var random = SeededGenerator(seed: 3)
    for _ in 0..<SharedSuites.rounds(6000) + 60 {
      let text = RandomText.make(&random)
      #expect(tokenizer.words(text) == slow.split(text), "\(pre): \(text.debugDescription)")
    }
  }

  @Test func `long runs of white space are cut at powers of two, up to the last line end`() throws {
    let slow = try SlowSplitter([Patterns.jais])
    let tokenizer = try Tokenizer(TinyVocabulary.bytePairs([], pre: "jais-2"))
    var random = SeededGenerator(seed: 6)
    for _ in 0..<SharedSuites.rounds(2000) + 20 {
      var text = ""
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let space = [" ", " ", "\u{3000}", "\t"].randomElement(using: &random) ?? " "
        text += String(repeating: space, count: Int.random(in: 0...1100, using: &random))
        text += ["", "", "a", "!", "\n", "!\n", "\r\n"].randomElement(using: &random) ?? ""
      }
      #expect(tokenizer.words(text) == slow.split(text), "\(text.debugDescription)")
    }
  }

  // A rule whose work grew with the square of the text would take hours here.
  @Test(
    "every rule set goes through hostile megabytes",
    arguments: Patterns.all.map(\.pre) + [
      "seed-coder", "ufakzeka", "laguna", "minicpm5", "kimi-k2", "bloom", "glm4", "deepseek-llm",
      "granite-embed-multi-97m",
    ])
  func linear(_ pre: String) throws {
    let tokenizer = try Tokenizer(TinyVocabulary.bytePairs([], pre: pre))
    for unit in [
      " ", "\n", " \t", "A", "aA", "中A", "1", "٣", "!", "!\n", "'", "\u{301}", "\0", "ſ",
      "\u{3000}",
      "中", " 中", "\u{301}A",
    ] {
      let text = String(repeating: unit, count: (1 << 18) / unit.utf8.count)
      #expect(tokenizer.encode(text).count == text.utf8.count)
    }
  }
}

/// Cuts text with one pattern after another.
private struct SlowSplitter {
  private let stages: [Regex<AnyRegexOutput>]

  init(_ patterns: [String]) throws {
    stages = try patterns.map { try Regex($0).matchingSemantics(.unicodeScalar) }
  }

  func split(_ text: String) -> [String] {
    var pieces = [text[...]]
    for stage in stages { pieces = pieces.flatMap { Self.cut($0, stage) } }
    return pieces.map(String.init)
  }

  private static func cut(_ text: Substring, _ stage: Regex<AnyRegexOutput>) -> [Substring] {
    var pieces: [Substring] = []
    var position = text.startIndex
    for match in text.matches(of: stage) {
      if match.range.lowerBound > position {
        pieces.append(text[position..<match.range.lowerBound])
      }
      pieces.append(text[match.range])
      position = match.range.upperBound
    }
    if position < text.endIndex { pieces.append(text[position...]) }
    return pieces
  }
}
