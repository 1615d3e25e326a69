import TernTestSupport
import TernTokens
import Testing

@Suite("SentencePiece encoding")
struct SentencePieceTests {
  /// Pieces and scores; ids from 259.
  private static let pieces: [(String, Float)] = [
    ("▁", -9), ("a", -9), ("b", -9), ("ab", -2), ("▁a", -1), ("▁ab", -3), ("ba", -2), ("▁▁", -4),
    ("é", -9),
  ]

  private func tokenizer(prefix: Bool?) throws -> Tokenizer {
    var source = TinyVocabulary.pieces(Self.pieces)
    source.addSpacePrefix = prefix
    return try Tokenizer(source)
  }

  @Test("merges the piece of the highest score first, of equal scores the leftmost")
  func order() throws {
    let tokenizer = try tokenizer(prefix: false)
    #expect(tokenizer.encode("ab") == [262])
    // "aba": ab and ba have one score; ab is further left.
    #expect(tokenizer.encode("aba") == [262, 260])
    // " ab": ▁a (-1) before ab (-2); then ▁ab.
    #expect(tokenizer.encode(" ab") == [264])
    #expect(tokenizer.encode("  ab") == [259, 264])
    #expect(tokenizer.encode("    ") == [266, 266])
  }

  @Test("puts a space before the text and after special tokens, unless the file says no")
  func spacePrefix() throws {
    let with = try tokenizer(prefix: nil)
    #expect(with.encode("ab") == [264])
    #expect(with.encode("") == [])
    #expect(with.encode("ab<s>ab", parseSpecial: true) == [264, 1, 264])
    #expect(try tokenizer(prefix: false).encode("ab<s>ab", parseSpecial: true) == [262, 1, 262])
    #expect(try with.decode([264]) == "ab")
    #expect(try with.decode([1, 264, 264]) == "ab ab")
    #expect(try tokenizer(prefix: false).decode([264]) == " ab")
  }

  @Test("spells what is no piece in bytes")
  func bytes() throws {
    let tokenizer = try tokenizer(prefix: false)
    #expect(tokenizer.encode("é") == [267])
    // Byte b is token 3 + b.
    #expect(tokenizer.encode("ü") == [198, 191])
    #expect(tokenizer.encode("\n") == [13])
    #expect(try tokenizer.decode(tokenizer.encode("aüb\n")) == "aüb\n")
  }

  @Test("puts BOS before the text unless the file says no")
  func bos() throws {
    #expect(try tokenizer(prefix: nil).encode("ab", addSpecial: true) == [1, 264])
    var source = TinyVocabulary.pieces(Self.pieces)
    source.addBOS = false
    source.addEOS = true
    #expect(try Tokenizer(source).encode("ab", addSpecial: true) == [264, 2])
  }

  @Test("agrees with merging by plain search over the whole text")
  func twin() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<SharedSuites.rounds(400) + 6 {
      var scores: [String: Float] = ["▁": -50, "a": -50, "b": -50]
      for _ in 0..<30 {
        let text = (0..<Int.random(in: 2...5, using: &random)).map { _ in
          ["▁", "a", "b"].randomElement(using: &random) ?? "a"
        }
        // Few different scores: ties happen.
        scores[text.joined()] = Float(Int.random(in: -6...6, using: &random))
      }
      var source = TinyVocabulary.pieces(
        scores.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
      source.addSpacePrefix = false
      let tokenizer = try Tokenizer(source)
      for length in [1, 2, 5, 30, 47, 48, 49, 200] {
        let text = (0..<length).map { _ in [" ", "a", "b"].randomElement(using: &random) ?? "a" }
        let expected = Self.slow(text.map { $0 == " " ? "▁" : $0 }, scores)
        let ids = tokenizer.encode(text.joined())
        #expect(ids.compactMap { tokenizer.text(of: $0) } == expected)
        #expect(try tokenizer.decode(ids) == text.joined())
      }
    }
  }

  @Test("very long pieces are merged like the short ones they consist of")
  func veryLong() throws {
    var random = SeededGenerator(seed: 19)
    for round in 0..<4 {
      var scores: [String: Float] = ["a": -50, "b": -50, "x": -50]
      for _ in 0..<60 {
        let text = (0..<Int.random(in: 2...6, using: &random)).map { _ in
          ["a", "b"].randomElement(using: &random) ?? "a"
        }
        scores[text.joined()] = round == 0 ? 0 : Float(Int.random(in: -9...9, using: &random))
      }
      var source = TinyVocabulary.pieces(scores.map { ($0.key, $0.value) })
      source.addSpacePrefix = false
      let tokenizer = try Tokenizer(source)
      let x = try #require(tokenizer.token(named: "x"))
      var blocks: [String] = []
      while blocks.count < 500 {
        let letters = (0..<Int.random(in: 1...40, using: &random)).map { _ in
          ["a", "b"].randomElement(using: &random) ?? "a"
        }
        blocks.append(letters.joined())
      }
      let expected = blocks.map { tokenizer.encode($0) }.joined(separator: [x])
      #expect(tokenizer.encode(blocks.joined(separator: "x")) == Array(expected))
    }
  }

  /// The merging by its definition, on texts.
  private static func slow(_ characters: [String], _ scores: [String: Float]) -> [String] {
    var parts = characters
    while true {
      let candidates = parts.indices.dropLast().compactMap { i in
        scores[parts[i] + parts[i + 1]].map { (score: $0, at: i) }
      }
      guard let best = candidates.min(by: { (-$0.score, $0.at) < (-$1.score, $1.at) }) else {
        return parts
      }
      parts[best.at] += parts.remove(at: best.at + 1)
    }
  }

  @Test("without scores every piece is as good as any other")
  func noScores() throws {
    var source = TinyVocabulary.pieces(Self.pieces)
    source.scores = []
    source.addSpacePrefix = false
    #expect(try Tokenizer(source).encode("aba") == [262, 260])
    source.scores = Array(repeating: .nan, count: source.tokens.count)
    #expect(try Tokenizer(source).encode("aba") == [262, 260])
  }
}
