import TernTestSupport
import Testing

@testable import TernTokens

@Suite struct UnigramTests {
  /// `<pad> </s> <unk>`, then `pieces` with their scores; ids from 3.
  static func source(_ pieces: [(String, Float)]) -> VocabularySource {
    var source = VocabularySource(model: "t5")
    source.tokens = ByteStrings(["<pad>", "</s>", "<unk>"] + pieces.map(\.0))
    source.types = [3, 3, 2] + Array(repeating: 1, count: pieces.count)
    source.scores = [0, 0, 0] + pieces.map(\.1)
    return source
  }

  private static let pieces: [(String, Float)] = [
    ("▁", -3), ("a", -4), ("b", -4), ("ab", -5), ("▁a", -6), ("bb", -9), ("▁▁", -1), ("x", -2),
  ]

  @Test func `takes the likeliest division`() throws {
    let tokenizer = try Tokenizer(Self.source(Self.pieces))
    #expect(tokenizer.encode("ab") == [6])
    #expect(tokenizer.encode("abb") == [6, 5])
    #expect(tokenizer.encode(" ab") == [3, 6])
    #expect(tokenizer.encode("  a") == [9, 4])
    // Of equal divisions, the one whose last token begins first.
    #expect(tokenizer.encode("bbb") == [5, 5, 5])
    #expect(tokenizer.encode("") == [])
  }

  @Test func `several unknown characters side by side are one token`() throws {
    let tokenizer = try Tokenizer(Self.source(Self.pieces))
    #expect(tokenizer.encode("aüß中a") == [4, 2, 4])
    #expect(tokenizer.encode("ü b") == [2, 3, 5])
    var source = Self.source(Self.pieces)
    source.ids = ["unknown_token_id": 4]
    #expect(try Tokenizer(source).encode("üab") == [4, 6])
  }

  @Test func `puts EOS after a text unless the file says no`() throws {
    var source = Self.source(Self.pieces)
    let tokenizer = try Tokenizer(source)
    #expect(tokenizer.encode("ab", addSpecial: true) == [6, 1])
    #expect(tokenizer.bos == nil && tokenizer.eos == 1 && tokenizer.unknown == 2)
    source.addEOS = false
    source.addBOS = true
    source.ids = ["bos_token_id": 0]
    #expect(try Tokenizer(source).encode("ab", addSpecial: true) == [0, 6])
  }

  @Test func `spaces are put before, merged or kept as the file says`() throws {
    var source = Self.source(Self.pieces)
    func texts(_ text: String, prefix: Bool, merged: Bool) throws -> String {
      source.addSpacePrefix = prefix
      source.removeExtraWhitespaces = merged
      let tokenizer = try Tokenizer(source)
      return tokenizer.encode(text).compactMap { tokenizer.text(of: $0) }.joined()
    }
    #expect(try texts(" a  b ", prefix: false, merged: false) == "▁a▁▁b▁")
    #expect(try texts(" a  b ", prefix: true, merged: false) == "▁▁a▁▁b▁")
    #expect(try texts(" a  b ", prefix: true, merged: true) == "▁a▁b")
    #expect(try texts("a  b ", prefix: false, merged: true) == "▁a▁b")
    #expect(try texts("a", prefix: true, merged: false) == "▁a")
    source.addSpacePrefix = true
    let tokenizer = try Tokenizer(source)
    #expect(try tokenizer.decode(tokenizer.encode("ab a")) == "ab a")
    #expect(tokenizer.encode(utf8: Array("ab".utf8), continuing: true) == [6])
    #expect(tokenizer.encode("a</s>a", parseSpecial: true) == [7, 1, 7])
  }

  @Test func `tokens of users come first, byte and control tokens never`() throws {
    var source = Self.source(Self.pieces + [("aab", -90), ("ba", 0), ("bx", 0)])
    source.types[11] = 4
    source.types[12] = 6
    source.types[13] = 3
    let tokenizer = try Tokenizer(source)
    #expect(tokenizer.encode("aab") == [11])
    #expect(tokenizer.encode("ba") == [5, 4])
    #expect(tokenizer.encode("bx") == [5, 10])
    #expect(tokenizer.encode("bx", parseSpecial: true) == [13])
  }

  @Test func `agrees with trying every stretch of the text`() throws {
    var random = SeededGenerator(seed: 71)
    for round in 0..<40 {
      var scores: [String: Float] = ["▁": -7, "a": -7, "b": -6]
      for _ in 0..<30 {
        let text = (0..<Int.random(in: 2...6, using: &random)).map { _ in
          ["▁", "a", "b", "é"].randomElement(using: &random) ?? "a"
        }
        // Few different scores: ties happen.
        scores[text.joined()] =
          round == 0 ? 0 : Float(Int.random(in: -40 ... -1, using: &random)) / 4
      }
      let tokenizer = try Tokenizer(
        Self.source(scores.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
      for length in [1, 2, 5, 30, 200] {
        let text = (0..<length).map { _ in
          [" ", "a", "b", "é", "中"].randomElement(using: &random) ?? "a"
        }
        let expected = Self.slow(text.map { $0 == " " ? "▁" : $0 }, scores)
        let ids = tokenizer.encode(text.joined())
        #expect(ids.compactMap { tokenizer.text(of: $0) } == expected)
      }
    }
  }

  /// The best division by its definition, over all stretches of characters.
  private static func slow(_ text: [String], _ scores: [String: Float]) -> [String] {
    let unknown = Double((scores.values.min() ?? 0) - 10)
    var best: [(score: Double, parts: [String])?] = Array(repeating: nil, count: text.count + 1)
    best[0] = (0, [])
    for end in 1...text.count {
      for start in max(0, end - 6)..<end {
        guard let before = best[start] else { continue }
        let stretch = text[start..<end].joined()
        var part = stretch
        var score = scores[stretch].map { Double($0) }
        if score == nil, end == start + 1 { (part, score) = ("<unk>", unknown) }
        guard let score, before.score + score > best[end]?.score ?? -.infinity else { continue }
        let merges = part == "<unk>" && before.parts.last == part
        best[end] = (before.score + score, merges ? before.parts : before.parts + [part])
      }
    }
    return best[text.count]?.parts ?? []
  }

  @Test func `scores that are no numbers do no harm`() throws {
    for score in [Float.nan, -.infinity, .infinity, -.greatestFiniteMagnitude] {
      var source = Self.source(Self.pieces)
      for i in source.scores.indices { source.scores[i] = score }
      let ids = try Tokenizer(source).encode("abbb ab ü")
      #expect(ids.allSatisfy { (2..<11).contains($0) } && !ids.isEmpty)
    }
    var source = Self.source(Self.pieces)
    source.scores = []
    #expect(try Tokenizer(source).encode("ab") == [4, 5] || Tokenizer(source).encode("ab") == [6])
    source.scores = [0]
    #expect(
      throws: TokenError.wrongLength(key: "tokenizer.ggml.scores", expected: 11, found: 1)
    ) { try Tokenizer(source) }
  }

  @Test func `costs grow with the text alone`() throws {
    let long = String(repeating: "a", count: 20_000) + "b"
    var pieces: [(String, Float)] = [(long, -1)]
    for length in 1...40 { pieces.append((String(repeating: "a", count: length), Float(-length))) }
    let tokenizer = try Tokenizer(Self.source(pieces))
    let few = tokenizer.pairsExamined(utf8: Array(repeating: 0x61, count: 20_000))
    let many = tokenizer.pairsExamined(utf8: Array(repeating: 0x61, count: 40_000))
    #expect(many < 2 * few + 50_000)
    #expect(many < 45 * 40_000)
  }
}
