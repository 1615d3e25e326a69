import TernFormat
import TernTestSupport
import TernTokens
import Testing

@Suite("Vocabularies, also malformed ones")
struct VocabularyTests {
  @Test("unknown kinds and rules are named in the error, with the known ones")
  func unknownNames() throws {
    let model = try #require(throws: TokenError.self) {
      try Tokenizer(VocabularySource(model: "nobody"))
    }
    #expect(model.description.contains("'nobody'") && model.description.contains("gpt2"))
    let pre = try #require(throws: TokenError.self) {
      try Tokenizer(TinyVocabulary.bytePairs([], pre: "nobody"))
    }
    #expect(pre.description.contains("'nobody'") && pre.description.contains("llama-bpe"))
  }

  @Test("lists that are missing or too short are errors")
  func lists() {
    var source = TinyVocabulary.bytePairs(["a b"])
    source.types = [1, 1]
    #expect(
      throws: TokenError.wrongLength(key: "tokenizer.ggml.token_type", expected: 257, found: 2)
    ) { try Tokenizer(source) }
    source.types = []
    source.merges = nil
    #expect(throws: TokenError.missingKey("tokenizer.ggml.merges")) { try Tokenizer(source) }
    var pieces = TinyVocabulary.pieces([("a", 0)])
    pieces.scores = [0]
    #expect(
      throws: TokenError.wrongLength(key: "tokenizer.ggml.scores", expected: 260, found: 1)
    ) { try Tokenizer(pieces) }
    #expect(throws: TokenError.missingKey("tokenizer.ggml.tokens")) {
      try Tokenizer(VocabularySource(model: "llama"))
    }
  }

  @Test("merges of texts that are no tokens still lead to tokens, or fall back to bytes")
  func missingTokens() throws {
    // "ab" and "abc" are no tokens, "abcd" is one.
    var source = TinyVocabulary.bytePairs([])
    source.tokens.append(Array("abcd".utf8))
    source.types.append(1)
    source.merges = ByteStrings(["a b", "ab c", "abc d", "x", "", " ", "a", "日 本", "a b"])
    let tokenizer = try Tokenizer(source)
    #expect(tokenizer.encode("abcd") == [256])
    #expect(tokenizer.encode("abc") == [97, 98, 99])
    #expect(try tokenizer.decode(tokenizer.encode("abcab")) == "abcab")
  }

  @Test("ids outside the vocabulary and unknown types are left out of account")
  func outside() throws {
    var source = TinyVocabulary.bytePairs([])
    source.ids = ["bos_token_id": 9999, "eos_token_id": -1, "eot_token_id": .max]
    source.types[65] = 77
    source.types[66] = -5
    source.types[67] = 5
    source.addBOS = true
    let tokenizer = try Tokenizer(source)
    #expect(tokenizer.bos == nil && tokenizer.eos == nil && !tokenizer.addBOS)
    #expect(tokenizer.encode("D", addSpecial: true) == [68])
    #expect(try tokenizer.decode([65, 66, 67, 68]) == "D")
    #expect(tokenizer.endOfGeneration == [])
  }

  @Test("equal and empty spellings do no harm")
  func duplicates() throws {
    var source = TinyVocabulary.bytePairs([])
    source.tokens.append([])
    source.tokens.append(Array("a".utf8))
    source.types += [1, 1]
    let tokenizer = try Tokenizer(source)
    #expect(tokenizer.encode("a") == [257])
    #expect(try tokenizer.decode([256, 257, 97]) == "aa")
  }

  @Test("a token of a byte-level vocabulary may be spelled outside the byte alphabet")
  func outsideAlphabet() throws {
    let tokenizer = try Tokenizer(TinyVocabulary.bytePairs([], special: ["<｜end｜>"]))
    #expect(tokenizer.token(named: "<｜end｜>") == 256)
    #expect(tokenizer.encode("a<｜end｜>", parseSpecial: true) == [97, 256])
    #expect(try tokenizer.decode([256], special: true) == "<｜end｜>")
  }

  @Test("characters without a token become bytes, spaces are marked, lines merge apart")
  func spacedBytePairs() throws {
    var source = TinyVocabulary.pieces([
      ("a", 0), ("b", 0), ("▁", 0), ("ab", 0), ("▁a", 0), ("\n", 0), ("\n\n", 0),
    ])
    source.model = "gemma4"
    source.merges = ByteStrings(["a b", "▁ a"])
    source.ids = ["bos_token_id": 1]
    let tokenizer = try Tokenizer(source)
    // (a, b) has the better rank: ▁ stays alone.
    #expect(tokenizer.encode("ab ab a") == [262, 261, 262, 263])
    #expect(tokenizer.encode("a\n\nb\n") == [259, 265, 260, 264])
    // Byte b is token 3 + b.
    #expect(tokenizer.encode("é") == [198, 172])
    #expect(tokenizer.encode("a", addSpecial: true) == [1, 259])
    #expect(try tokenizer.decode([262, 261, 262, 263, 198, 172]) == "ab ab aé")
  }

  @Test("reads the keys of a GGUF file")
  func metadata() throws {
    var metadata: Metadata = [
      "tokenizer.ggml.model": .string("llama"),
      "tokenizer.ggml.tokens": .array(
        .string(StringTable(["<unk>", "<s>", "</s>", "▁a", "a", "▁"]))),
      "tokenizer.ggml.scores": .array(.float32([0, 0, 0, -1, -2, -3])),
      "tokenizer.ggml.token_type": .array(.int32([2, 3, 3, 1, 1, 1])),
      "tokenizer.ggml.bos_token_id": .uint32(1),
      "tokenizer.ggml.add_bos_token": .bool(true),
      "tokenizer.ggml.add_eos_token": .bool(true),
      "tokenizer.ggml.add_space_prefix": .bool(false),
    ]
    let tokenizer = try Tokenizer(VocabularySource(metadata))
    #expect(tokenizer.kind == "llama" && tokenizer.pre == "" && tokenizer.count == 6)
    #expect(tokenizer.encode("a a", addSpecial: true) == [1, 4, 3, 2])
    // A character without any token becomes the unknown token, byte by byte.
    #expect(tokenizer.encode("é") == [0, 0])
    metadata["tokenizer.ggml.tokens"] = .uint32(5)
    #expect(
      throws: TokenError.wrongType(key: "tokenizer.ggml.tokens", expected: "an array of strings")
    ) { try VocabularySource(metadata) }
    metadata["tokenizer.ggml.tokens"] = nil
    #expect(throws: TokenError.missingKey("tokenizer.ggml.tokens")) {
      try VocabularySource(metadata)
    }
    #expect(throws: TokenError.missingKey("tokenizer.ggml.model")) { try VocabularySource([:]) }
  }

  @Test("byte-level vocabularies give back any bytes, under every rule")
  func roundTrip() throws {
    var random = SeededGenerator(seed: 8)
    for pre in ["gpt-2", "llama-bpe", "qwen35", "gpt-4o", "tekken", "deepseek-llm", "kimi-k2"] {
      let merges = TinyVocabulary.randomMerges(60, &random)
      let tokenizer = try Tokenizer(TinyVocabulary.bytePairs(merges, pre: pre))
      for _ in 0..<SharedSuites.rounds(10_000) {
        let bytes = RandomText.bytes(&random)
        #expect(try tokenizer.decodeBytes(tokenizer.encode(utf8: bytes)) == bytes)
      }
    }
  }

  private static let models = [
    "gpt2", "llama", "gemma4", "bert", "t5", "rwkv", "plamo2", "whitespace",
  ]

  @Test("random vocabularies neither trap nor hang")
  func randomVocabularies() throws {
    var random = SeededGenerator(seed: 21)
    for round in 0..<SharedSuites.rounds(20_000) {
      var source = VocabularySource(model: Self.models[round % Self.models.count])
      source.characterMap = round % 2 == 0 ? RandomText.bytes(&random) + [0, 0, 0, 0] : nil
      func strings(_ count: Int) -> ByteStrings {
        var strings = ByteStrings()
        for _ in 0..<count { strings.append(RandomText.bytes(&random)) }
        return strings
      }
      source.tokens = strings(Int.random(in: 0...30, using: &random))
      source.merges = strings(Int.random(in: 0...30, using: &random))
      source.types = (0..<40).map { _ in Int32.random(in: -1...8, using: &random) }
      source.scores = (0..<40).map { _ in
        Float(bitPattern: UInt32.random(in: 0 ... .max, using: &random))
      }
      source.ids = ["bos_token_id": Int.random(in: -2...40, using: &random)]
      guard let tokenizer = try? Tokenizer(source) else {
        #expect(source.tokens.count == 0 || source.model == "t5" && source.characterMap != nil)
        continue
      }
      let ids = tokenizer.encode(
        utf8: RandomText.bytes(&random), addSpecial: true, parseSpecial: true)
      _ = try tokenizer.decode(ids, special: true)
    }
  }
}
