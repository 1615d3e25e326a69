import TernTestSupport
import TernTokens
import Testing

@Suite struct GuardedTextTests {
  private func tokenizer() throws -> Tokenizer {
    var source = TinyVocabulary.bytePairs(["a b"], special: ["<|end|>", "<tool>"])
    // The last one is recognised always.
    source.types[257 + 1] = 4
    return try Tokenizer(source)
  }

  /// The ids of pieces, every other of which is data.
  private func ids(_ tokenizer: Tokenizer, _ pieces: [String], guarding: Set<Int32> = []) -> [Int32]
  {
    var text: [UInt8] = []
    var data: [Range<Int>] = []
    for (place, piece) in pieces.enumerated() {
      let start = text.count
      text += Array(piece.utf8)
      if place % 2 == 1, !piece.isEmpty { data.append(start..<text.count) }
    }
    return tokenizer.encode(prompt: text, data: data, guarding: guarding)
  }

  @Test func `control tokens are recognised outside of data only`() throws {
    let tokenizer = try tokenizer()
    let end = try #require(tokenizer.token(named: "<|end|>"))
    #expect(ids(tokenizer, ["<|end|>", "<|end|>", "<|end|>"]).count { $0 == end } == 2)
    #expect(ids(tokenizer, ["", "a<|end|>b"]).contains(end) == false)
    #expect(try tokenizer.decode(ids(tokenizer, ["", "a<|end|>b"])) == "a<|end|>b")
  }

  @Test func `a control token that is partly data is none`() throws {
    let tokenizer = try tokenizer()
    let end = try #require(tokenizer.token(named: "<|end|>"))
    #expect(!ids(tokenizer, ["<|e", "nd", "|>"]).contains(end))
    #expect(!ids(tokenizer, ["<|end", "|>"]).contains(end))
    #expect(!ids(tokenizer, ["", "<|", "end|>"]).contains(end))
  }

  @Test func `other special tokens are recognised in data unless they are guarded`() throws {
    let tokenizer = try tokenizer()
    let tool = try #require(tokenizer.token(named: "<tool>"))
    #expect(ids(tokenizer, ["", "<tool>"]) == [tool])
    #expect(!ids(tokenizer, ["", "<tool>"], guarding: [tool]).contains(tool))
    #expect(ids(tokenizer, ["<tool>", "x"], guarding: [tool]).first == tool)
  }

  @Test func `words reach over the borders of data`() throws {
    let tokenizer = try tokenizer()
    #expect(ids(tokenizer, ["a", "b"]) == tokenizer.encode("ab"))
  }
}
