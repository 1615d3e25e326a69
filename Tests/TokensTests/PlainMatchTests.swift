import TernTestSupport
import Testing

@testable import TernTokens

/// The vocabularies of RWKV and PLaMo 2.
@Suite struct PlainMatchTests {
  private static func escaped(_ tokens: [String]) -> VocabularySource {
    var source = VocabularySource(model: "rwkv")
    source.tokens = ByteStrings(tokens)
    return source
  }

  @Test func `takes the longest token of bytes`() throws {
    let tokenizer = try Tokenizer(
      Self.escaped([
        "<s>", "a", "ab", "abcd", "b", "c", "\\n", "\\xe4\\xb8", "\\\\", "\\'", "\\xff",
      ]))
    #expect(tokenizer.encode("abcabcd\n\\'", addSpecial: true) == [2, 5, 3, 6, 8, 9])
    // Bytes without a token are left out where there is no unknown token.
    #expect(tokenizer.encode("中a") == [7, 1])
    #expect(try tokenizer.decodeBytes([7, 10, 6, 9]) == [0xE4, 0xB8, 0xFF, 0x0A, 0x27])
    #expect(tokenizer.token(named: "\\n") == 6 && tokenizer.text(of: 6) == "\\n")
    #expect(!tokenizer.addBOS && tokenizer.closing == nil)
    var source = Self.escaped(["?", "a", "\\", "\\x", "\\x4"])
    source.ids = ["unknown_token_id": 0]
    #expect(try Tokenizer(source).encode("ab") == [1, 0])
  }

  @Test func `agrees with trying every length at every place of the bytes`() throws {
    var random = SeededGenerator(seed: 91)
    let digits = Array("0123456789abcdef")
    func spelled(_ bytes: [UInt8]) -> String {
      bytes.map { "\\x\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined()
    }
    for _ in 0..<20 {
      var tokens = Set((0..<4).map { [UInt8($0)] })
      for _ in 0..<30 {
        tokens.insert(
          (0..<Int.random(in: 1...6, using: &random)).map { _ in .random(in: 0..<4, using: &random)
          })
      }
      let list = tokens.sorted { $0.lexicographicallyPrecedes($1) }
      let tokenizer = try Tokenizer(Self.escaped(list.map(spelled)))
      let text = (0..<300).map { _ in UInt8.random(in: 0..<4, using: &random) }
      var expected: [[UInt8]] = []
      var rest = text[...]
      while !rest.isEmpty {
        let longest = list.filter { rest.starts(with: $0) }.max { $0.count < $1.count }
        expected.append(longest ?? [])
        rest = rest.dropFirst(longest?.count ?? 1)
      }
      let ids = tokenizer.encode(utf8: text)
      #expect(ids.map { list[Int($0)] } == expected)
      #expect(try tokenizer.decodeBytes(ids) == text)
    }
  }

  /// `<unk> <bos> <eos> <pad>`, the 256 byte tokens (ids 4–259), then `pieces` with their scores.
  private static func costs(_ pieces: [(String, Float)]) -> VocabularySource {
    var source = TinyVocabulary.pieces(pieces)
    source.model = "plamo2"
    var tokens = ByteStrings(["<unk>", "<bos>", "<eos>", "<pad>"])
    for id in 3..<source.tokens.count { tokens.append(Array(source.tokens[id])) }
    source.tokens = tokens
    source.types.insert(3, at: 0)
    source.scores.insert(0, at: 0)
    return source
  }

  /// The byte tokens of `text`.
  private static func spelled(_ text: String) -> [Int32] { text.utf8.map { 4 + Int32($0) } }

  @Test func `takes the cheapest division, and bytes for the rest`() throws {
    let tokenizer = try Tokenizer(
      Self.costs([("a", -4), ("b", -4), ("ab", -5), ("bb", -9), ("abb", -9), ("x", -2000)]))
    #expect(tokenizer.encode("ab", addSpecial: true) == [262])
    // Of equal divisions the one with the longest first token.
    #expect(tokenizer.encode("abb") == [264])
    #expect(tokenizer.encode("bab") == [261, 262])
    #expect(tokenizer.encode("üx") == Self.spelled("üx"))
    #expect(tokenizer.encode("\u{FEFF}a\u{FEFF}") == [260] + Self.spelled("\u{FEFF}"))
    #expect(try tokenizer.decode([262] + Self.spelled("ü") + [1]) == "abü")
    #expect(tokenizer.bos == 1 && tokenizer.eos == 2 && tokenizer.padding == 3)
    #expect(tokenizer.encode(utf8: [0x61, 0xFF]) == [260] + Self.spelled("\u{FFFD}"))
  }

  @Test func `the cheapest division is that of all`() throws {
    var random = SeededGenerator(seed: 92)
    for _ in 0..<30 {
      var scores: [String: Float] = [:]
      for _ in 0..<25 {
        let text = (0..<Int.random(in: 1...5, using: &random)).map { _ in
          ["a", "b", "é"].randomElement(using: &random) ?? "a"
        }
        scores[text.joined()] = Float(Int.random(in: -9...1, using: &random))
      }
      let tokenizer = try Tokenizer(Self.costs(scores.sorted { $0.key < $1.key }.map { ($0, $1) }))
      let text = (0..<60).map { _ in ["a", "b", "é"].randomElement(using: &random) ?? "a" }
      let ids = tokenizer.encode(text.joined())
      #expect(try tokenizer.decode(ids) == text.joined())
      let parts = ids.compactMap { $0 < 260 ? nil : tokenizer.text(of: $0) }
      #expect(parts == Self.slow(text, scores))
    }
  }

  /// The tokens of the cheapest division, by its definition.
  private static func slow(_ text: [String], _ scores: [String: Float]) -> [String] {
    var best: [(cost: Double, parts: [String])] = Array(
      repeating: (.infinity, []), count: text.count + 1)
    best[text.count] = (0, [])
    for start in text.indices.reversed() {
      for end in (start + 1...min(start + 5, text.count)).reversed() {
        let stretch = text[start..<end].joined()
        guard let score = scores[stretch] else { continue }
        let cost = best[end].cost - Double(score)
        if cost < best[start].cost { best[start] = (cost, [stretch] + best[end].parts) }
      }
      let cost = best[start + 1].cost + 1000
      if cost < best[start].cost { best[start] = (cost, best[start + 1].parts) }
    }
    return best[0].parts
  }
}
