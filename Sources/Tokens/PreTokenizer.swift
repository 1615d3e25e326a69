/// How a byte-level vocabulary splits text before merging, and what else hangs on its name.
struct PreTokenizer: Sendable {
  /// The stages, outermost first: each splits the pieces of the one before.
  let stages: [Stage]
  /// Whether a whole word that is a token is taken as it is, without merging.
  var ignoresMerges = false
  /// Whether text begins with BOS unless the file says otherwise.
  var addsBOS = false

  /// The rules of `name` (`tokenizer.ggml.pre`); an empty name means `default`.
  init(named name: String) throws(TokenError) {
    guard let rules = Self.names.first(where: { $0.names.contains(name) }) else {
      throw .unknownPreTokenizer(name: name, known: Self.known)
    }
    self = rules.make
  }

  private init(_ stages: Stage..., ignoresMerges: Bool = false, addsBOS: Bool = false) {
    self.stages = stages
    self.ignoresMerges = ignoresMerges
    self.addsBOS = addsBOS
  }

  /// All names, for error messages.
  static var known: [String] { names.flatMap(\.names).filter { !$0.isEmpty }.sorted() }
}

extension PreTokenizer {
  private typealias Entry = (names: [String], make: PreTokenizer)

  /// Which names mean which rules.
  ///
  /// Source: llama.cpp's table of pre-tokenizers.
  private static var names: [Entry] { gpt2Family + llamaFamily + casedFamily + otherFamilies }

  private static var gpt2Family: [Entry] {
    [
      (
        [
          "gpt-2", "phi-2", "jina-es", "jina-de", "gigachat", "jina-v2-es", "jina-v2-de", "a.x-4.0",
          "mellum", "modern-bert", "jina-v1-en", "jina-v2-code", "roberta-bpe", "mpt", "olmo",
          "jais", "trillion", "granite-docling", "exaone4",
        ],
        PreTokenizer(.gpt2)
      ),
      (
        [
          "starcoder", "refact", "granite", "command-r", "smollm", "codeshell", "exaone",
          "minerva-7b",
          "mellum2",
        ],
        PreTokenizer(.numbers(most: 1), .gpt2)
      ),
      (["falcon"], PreTokenizer(.punctuation(extra: "$+<=>^~|`"), .gpt2, .threeDigits)),
      (
        ["default", ""],
        PreTokenizer(
          .punctuation(extra: "$+<=>^~|"), .gpt2, .numbers(most: .max), .threeDigits)
      ),
    ]
  }

  private static var llamaFamily: [Entry] {
    let llama = WordRules()
    var qwen = WordRules()
    qwen.digits = 1
    var qwen35 = qwen
    qwen35.letters |= CharacterClass.mark
    qwen35.notSymbols |= CharacterClass.mark
    var seed = qwen
    seed.tail = .none
    var turkish = qwen
    turkish.contraction = .none
    var anyDigits = llama
    anyDigits.digits = .max
    var jais = llama
    jais.powersOfTwo = true
    var exaone = qwen
    exaone.joinsWords = true
    exaone.tail = .oneNewlineOrSlash
    return [
      (
        [
          "llama-bpe", "llama3", "llama-v3", "falcon3", "falcon-h1", "pixtral", "midm-2.0", "lfm2",
          "jina-v5-nano",
        ],
        PreTokenizer(.words(llama), ignoresMerges: true, addsBOS: true)
      ),
      (["dbrx", "smaug-bpe", "chatglm-bpe"], PreTokenizer(.words(llama))),
      (["glm4", "glm5"], PreTokenizer(.words(llama), ignoresMerges: true)),
      (
        [
          "qwen2", "deepseek-r1-qwen", "kormo", "f2llmv2", "megrez", "stablelm2", "hunyuan",
          "solar-open", "grok-2", "bailingmoe", "bailingmoe2", "llada-moe",
        ],
        PreTokenizer(.words(qwen))
      ),
      (["qwen35"], PreTokenizer(.words(qwen35))),
      (["seed-coder"], PreTokenizer(.words(seed))),
      (["ufakzeka"], PreTokenizer(.words(turkish))),
      (["laguna"], PreTokenizer(.lines, .words(qwen))),
      (
        ["minicpm5"],
        PreTokenizer(.numbers(most: 3), .words(anyDigits), ignoresMerges: true)
      ),
      (["jais-2"], PreTokenizer(.words(jais))),
      (["exaone-moe"], PreTokenizer(.words(exaone))),
    ]
  }

  private static var casedFamily: [Entry] {
    var gpt4o = WordRules()
    gpt4o.contraction = .suffix
    gpt4o.tail = .newlinesAndSlashes
    gpt4o.splitsCase = true
    var tekken = gpt4o
    tekken.contraction = .none
    tekken.digits = 1
    var granite = gpt4o
    granite.letters |= CharacterClass.mark
    var aya = granite
    aya.splitsCase = false
    return [
      (["gpt-4o", "llama4", "kanana2", "talkie", "minimax-m2"], PreTokenizer(.words(gpt4o))),
      (["tekken"], PreTokenizer(.words(tekken), ignoresMerges: true, addsBOS: true)),
      (["tiny_aya", "cohere2moe"], PreTokenizer(.threesFromEnd, .words(aya))),
      (["granite-embed-multi-97m"], PreTokenizer(.words(granite), ignoresMerges: true)),
    ]
  }

  private static var otherFamilies: [Entry] {
    [
      (
        ["deepseek-llm"],
        PreTokenizer(
          .singleLineEnd, .spaced(.europeanLetters), .spaced(.signs), .trailingSpace,
          .charactersOf(.eastAsian), .numbers(most: .max))
      ),
      (
        ["deepseek-coder"],
        PreTokenizer(
          .singleLineEnd, .spaced(.letters), .spaced(.punctuation), .charactersOf(.eastAsian),
          .numbers(most: 1))
      ),
      (
        ["deepseek-v3", "hunyuan-dense", "joyai-llm", "hy_v4"],
        PreTokenizer(.numbers(most: 3), .charactersOf(.hanAndKana), .markedWords)
      ),
      (["afmoe"], PreTokenizer(.threesFromEnd, .charactersOf(.unspacedScripts), .markedWords)),
      (["kimi-k2"], PreTokenizer(.kimi)),
      (["poro-chat", "bloom", "gpt3-finnish"], PreTokenizer(.spacedNonSigns)),
      (["viking"], PreTokenizer(.spacedNonSigns, .numbers(most: 1))),
    ]
  }
}
