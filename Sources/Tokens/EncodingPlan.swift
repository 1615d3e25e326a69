/// What a vocabulary's `tokenizer.ggml.model` decides: how its tokens are read and how text becomes
/// tokens.
struct EncodingPlan: Sendable {
  /// The tokens, with the attributes that the file gives them.
  let vocabulary: Vocabulary
  /// Whether text begins with BOS unless the file says otherwise.
  private(set) var addsBOS = false
  /// Whether text gets a space before it, which decoding takes off again.
  private(set) var addsSpacePrefix = false
  /// Makes what encoding needs, given the tokens with roles and the attributes that follow from them.
  let make: @Sendable (SpecialRoles, [TokenAttribute]) -> Encoding

  /// Pre-tokenizers of `gpt2` files that are not byte-level.
  private static let spacedPre = ["gemma4", "granite-embed-multi-311m"]

  init(_ source: VocabularySource, seed: HashSeed) throws(TokenError) {
    switch source.model {
    case "gpt2" where !Self.spacedPre.contains(source.pre):
      try self.init(bytePairs: source, seed: seed)
    case "gpt2", "gemma4": try self.init(spacedBytePairs: source, seed: seed)
    case "llama": try self.init(sentencePieces: source, seed: seed)
    case "bert": try self.init(wordPieces: source, seed: seed)
    case "t5": try self.init(unigram: source, seed: seed)
    case "rwkv": try self.init(escaped: source, seed: seed)
    case "plamo2": try self.init(costs: source, seed: seed)
    default: throw .unknownModel(name: source.model, known: Tokenizer.knownModels)
    }
  }

  private init(bytePairs source: VocabularySource, seed: HashSeed) throws(TokenError) {
    let rules = try PreTokenizer(named: source.pre)
    guard let merges = source.merges else { throw .missingKey("tokenizer.ggml.merges") }
    let tokens = try Vocabulary(source, kind: .bytePair, seed: seed)
    vocabulary = tokens
    addsBOS = rules.addsBOS
    make = { _, _ in Encoding(tokens, merges: merges, rules: rules) }
  }

  private init(spacedBytePairs source: VocabularySource, seed: HashSeed) throws(TokenError) {
    guard let merges = source.merges else { throw .missingKey("tokenizer.ggml.merges") }
    let tokens = try Vocabulary(source, kind: .spacedBytePair, seed: seed)
    vocabulary = tokens
    make = { _, _ in Encoding(tokens, merges: merges) }
  }

  private init(sentencePieces source: VocabularySource, seed: HashSeed) throws(TokenError) {
    let tokens = try Vocabulary(source, kind: .sentencePiece, seed: seed)
    let unknown = source.ids["unknown_token_id"] ?? 0
    let valid = unknown >= 0 && unknown < tokens.count
    let scores = try ScoreEncoder(source, tokens, unknown: valid ? Int32(unknown) : -1)
    vocabulary = tokens
    addsBOS = true
    addsSpacePrefix = source.addSpacePrefix ?? true
    make = { _, _ in Encoding(tokens, .score(scores)) }
  }

  private init(wordPieces source: VocabularySource, seed: HashSeed) throws(TokenError) {
    let tokens = try Vocabulary(source, kind: .wordPiece, seed: seed)
    let lowercases = source.lowercases ?? true
    let stripsAccents = source.stripsAccents ?? lowercases
    vocabulary = tokens
    // Each word begins with a mark, the first one too.
    addsSpacePrefix = true
    make = { roles, _ in
      let normalizer = WordNormalizer(lowercases: lowercases, stripsAccents: stripsAccents)
      return Encoding(
        tokens, .wordPiece(WordPieceEncoder(tokens, normalizer, unknown: roles.unknown)))
    }
  }

  private init(unigram source: VocabularySource, seed: HashSeed) throws(TokenError) {
    try Self.checkScores(source)
    let tokens = try Vocabulary(source, kind: .unigram, seed: seed)
    var map: CharacterMap?
    if let bytes = source.characterMap { map = try CharacterMap(bytes) }
    let rules = map
    vocabulary = tokens
    addsSpacePrefix = source.addSpacePrefix ?? false
    make = { roles, attributes in
      Encoding(
        tokens,
        .unigram(
          UnigramEncoder(
            source, tokens, settled: attributes, map: rules, unknown: roles.unknown)))
    }
  }

  private init(escaped source: VocabularySource, seed: HashSeed) throws(TokenError) {
    let tokens = try Vocabulary(source, kind: .escaped, seed: seed)
    vocabulary = tokens
    make = { roles, _ in
      Encoding(tokens, .longestMatch(LongestMatchEncoder(tokens, unknown: roles.unknown)))
    }
  }

  private init(costs source: VocabularySource, seed: HashSeed) throws(TokenError) {
    try Self.checkScores(source)
    let tokens = try Vocabulary(source, kind: .costs, seed: seed)
    vocabulary = tokens
    make = { roles, _ in
      Encoding(tokens, .cost(CostEncoder(source, tokens, unknown: roles.unknown)))
    }
  }

  private static func checkScores(_ source: VocabularySource) throws(TokenError) {
    guard source.scores.isEmpty || source.scores.count >= source.tokens.count else {
      throw .wrongLength(
        key: "tokenizer.ggml.scores", expected: source.tokens.count,
        found: source.scores.count)
    }
  }
}
