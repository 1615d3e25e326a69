import TernTestSupport
import TernTokens
import Testing

@Suite("Streaming detokenizer")
struct StreamingTests {
  private let tokenizer: Tokenizer

  init() throws { tokenizer = try Tokenizer(TinyVocabulary.bytePairs([])) }

  private func push(_ bytes: [UInt8]) throws -> [String] {
    var stream = StreamingDetokenizer(tokenizer)
    var pieces: [String] = []
    for byte in bytes { pieces.append(try stream.push(Int32(byte))) }
    return pieces + [stream.finish()]
  }

  @Test("holds back a character until its last byte")
  func holding() throws {
    #expect(try push(Array("aé😀".utf8)) == ["a", "", "é", "", "", "", "😀", ""])
  }

  @Test("replaces bytes at once when they can no longer become a character")
  func broken() throws {
    #expect(try push([0xC3, 0x41]) == ["", "\u{FFFD}A", ""])
    #expect(try push([0x80]) == ["\u{FFFD}", ""])
    #expect(try push([0xE2, 0x82]) == ["", "", "\u{FFFD}"])
    #expect(try push([0xE0, 0x80]) == ["", "\u{FFFD}\u{FFFD}", ""])
    #expect(try push([0xED, 0xA0]) == ["", "\u{FFFD}\u{FFFD}", ""])
    #expect(try push([0xF5]) == ["\u{FFFD}", ""])
  }

  @Test("all pieces together are what decoding gives, for any bytes")
  func together() throws {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<SharedSuites.rounds(40_000) {
      let bytes = RandomText.bytes(&random)
      let expected = try tokenizer.decode(bytes.map { Int32($0) })
      #expect(Array(try push(bytes).joined().utf8) == Array(expected.utf8))
    }
  }

  @Test("takes the space before the text off again, and only that one")
  func prefix() throws {
    let tokenizer = try Tokenizer(TinyVocabulary.pieces([("▁a", -1), ("▁", -2)]))
    var stream = StreamingDetokenizer(tokenizer)
    #expect(try [1, 259, 259].map { try stream.push($0) } == ["", "a", " a"])
    var next = StreamingDetokenizer(tokenizer, continuing: true)
    #expect(try next.push(259) == " a")
    var shown = StreamingDetokenizer(tokenizer, special: true)
    #expect(try shown.push(1) == "<s>")
  }

  @Test("ids outside the vocabulary are errors")
  func invalid() throws {
    var stream = StreamingDetokenizer(tokenizer)
    #expect(throws: TokenError.invalidToken(id: 256, count: 256)) { try stream.push(256) }
    #expect(throws: TokenError.invalidToken(id: -1, count: 256)) { try stream.push(-1) }
    #expect(throws: TokenError.invalidToken(id: .max, count: 256)) {
      try tokenizer.decode([65, .max])
    }
    #expect(tokenizer.bytes(of: -1) == nil)
    #expect(tokenizer.attributes(of: 256) == nil)
  }
}
