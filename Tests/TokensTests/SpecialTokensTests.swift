import TernTokens
import Testing

@Suite("Special tokens in text")
struct SpecialTokensTests {
  /// Ids from 256: `<a>`, `<a><b>`, `<b>c`, `[user]`.
  private func tokenizer() throws -> Tokenizer {
    var source = TinyVocabulary.bytePairs([], special: ["<a>", "<a><b>", "<b>c", "[user]"])
    source.types[259] = 4
    source.ids = ["bos_token_id": 256, "eos_token_id": 257]
    source.addBOS = true
    source.addEOS = true
    return try Tokenizer(source)
  }

  @Test("control tokens are recognised on request, user-defined ones always")
  func request() throws {
    let tokenizer = try tokenizer()
    #expect(tokenizer.encode("<a>", parseSpecial: true) == [256])
    #expect(tokenizer.encode("<a>") == [60, 97, 62])
    #expect(tokenizer.encode("x[user]y") == [120, 259, 121])
    #expect(tokenizer.encode("x[user]y<a>", parseSpecial: true) == [120, 259, 121, 256])
  }

  @Test("the longest tokens take their places first")
  func longest() throws {
    let tokenizer = try tokenizer()
    #expect(tokenizer.encode("<a><b>c", parseSpecial: true) == [257, 99])
    #expect(tokenizer.encode("<b>c<a><a>", parseSpecial: true) == [258, 256, 256])
  }

  @Test("of overlapping tokens the longer wins, wherever it begins")
  func overlap() throws {
    let source = TinyVocabulary.bytePairs([], special: ["abc", "cdef"])
    #expect(
      try Tokenizer(source).encode("abcdef", parseSpecial: true) == [97, 98, 257])
  }

  @Test("BOS and EOS are added on request")
  func addSpecial() throws {
    let tokenizer = try tokenizer()
    #expect(tokenizer.encode("x", addSpecial: true) == [256, 120, 257])
    #expect(tokenizer.encode("", addSpecial: true) == [256, 257])
  }

  @Test("control tokens decode to nothing unless asked for")
  func decoding() throws {
    let tokenizer = try tokenizer()
    #expect(try tokenizer.decode([256, 120, 259]) == "x[user]")
    #expect(try tokenizer.decode([256, 120, 259], special: true) == "<a>x[user]")
    #expect(tokenizer.bytes(of: 256) == [])
    #expect(tokenizer.text(of: 256) == "<a>")
    #expect(tokenizer.attributes(of: 259) == .userDefined)
    #expect(tokenizer.token(named: "<a><b>") == 257)
    #expect(tokenizer.token(named: "nothing") == nil)
  }

  @Test("well-known names end an answer and become control tokens")
  func endOfGeneration() throws {
    var source = TinyVocabulary.bytePairs([], special: ["<|im_end|>", "<|endoftext|>", "<x>"])
    source.types[256] = 1
    source.ids = ["eos_token_id": 258]
    let tokenizer = try Tokenizer(source)
    #expect(tokenizer.endOfGeneration == [256, 257, 258])
    #expect(tokenizer.attributes(of: 256) == .control)
    #expect(tokenizer.eos == 258)
  }

  @Test("<|end|> ends a part, not the answer, where other tokens end answers")
  func harmony() throws {
    let names = ["<|end|>", "<|return|>", "<|call|>", "<|channel|>"]
    let tokenizer = try Tokenizer(TinyVocabulary.bytePairs([], special: names))
    #expect(tokenizer.endOfGeneration == [257, 258])
    #expect(tokenizer.attributes(of: 256) == .userDefined)
    #expect(tokenizer.attributes(of: 259) == .userDefined)
  }

  // A search that grew with the square of the text would take hours here.
  @Test("many nested tokens in a long run are found, the longest first")
  func nested() throws {
    let names = (1...20).map { String(repeating: " ", count: $0) }
    var source = TinyVocabulary.bytePairs([], special: names)
    for id in 256..<source.types.count { source.types[id] = 4 }
    let ids = try Tokenizer(source).encode(String(repeating: " ", count: 200_003))
    #expect(ids.count == 10_001)
    #expect(ids.last == 258)
  }
}
