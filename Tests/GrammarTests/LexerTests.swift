import TernJSON
import Testing

@testable import TernGrammar

@Suite struct LexerTests {
  let languages = Languages()
  let lexer: Lexer

  init() { lexer = Lexer(languages: languages) }

  private func end(_ start: Int32, _ text: String) -> Int32 {
    var state = start
    for byte in text.utf8 {
      state = lexer.next(state, byte)
      if state < 0 { return state }
    }
    return state
  }

  @Test func `words are spelled as JSON writes them only`() {
    let start = lexer.jsonString(languages.words(["a\"\u{1}é", "a/"]))
    #expect(end(start, #""a\"\u0001é""#) == Lexer.done)
    #expect(end(start, #""a/""#) == Lexer.done)
    #expect(end(start, #""\u0061"#) < 0)
    #expect(end(start, #""a\/"#) < 0)
    #expect(lexer.onlyByte(start) == UInt8(ascii: "\""))
    #expect(lexer.onlyByte(end(start, "\"")) == UInt8(ascii: "a"))
  }

  @Test func `free strings take every escape`() {
    let start = lexer.jsonString(languages.repeated(languages.anyScalar, 2, 2))
    for text in [#""ab""#, #""\u0061\/""#, #""\ud83D\uDE00x""#, #""😀é""#, #""\"\\""#] {
      #expect(end(start, text) == Lexer.done)
    }
    for text in [#""a""#, #""abc"#, #""\uDE00"#, #""\ud83Dx"#, #""\x"#, "\"\n"] {
      #expect(end(start, text) < 0)
    }
    #expect(lexer.freeBody(end(start, "\"a")).map { $0 == (1, 1) } == true)
  }

  @Test func `bytes that no character of the class begins with are dead`() {
    let start = lexer.text(languages.scalars([0xE0...0xFC]))
    #expect((0..<256).filter { lexer.next(start, UInt8($0)) >= 0 } == [0xC3])
    let second = lexer.next(start, 0xC3)
    #expect((0..<256).filter { lexer.next(second, UInt8($0)) >= 0 } == Array(0xA0...0xBC))
    let any = lexer.text(languages.anyScalar)
    #expect(lexer.next(any, 0xC1) < 0)
    #expect(lexer.next(lexer.next(any, 0xE0), 0x9F) < 0)
    #expect(lexer.next(lexer.next(any, 0xED), 0xA0) < 0)
    #expect(lexer.next(lexer.next(any, 0xF0), 0x8F) < 0)
    #expect(lexer.next(lexer.next(any, 0xF4), 0x90) < 0)
    #expect(lexer.next(any, 0xF5) < 0)
  }

  @Test func `a union goes the way of the first byte`() {
    let start = lexer.union([
      lexer.text(languages.literal("true")), lexer.text(languages.literal("null")),
      lexer.jsonString(languages.literal("x")), Lexer.dead,
    ])
    for text in ["true", "null", "\"x\""] { #expect(lexer.isClosed(end(start, text))) }
    #expect(end(start, "t\"") < 0)
    #expect(String(decoding: lexer.ending(start), as: UTF8.self) == "\"x\"")
  }

  @Test func `shapes of bodies are told`() {
    let names = languages.words(["a", "bc"])
    let other = end(lexer.jsonString(languages.not(names)), "\"")
    #expect(lexer.exceptWords(other))
    #expect(!lexer.exceptWords(end(other, "a\"")))
    let lower = languages.scalars([0x61...0x7A])
    let word = end(lexer.jsonString(languages.repeated(lower, 1, 15)), "\"")
    #expect(lexer.loop(word).map { $0.ranges == [0x61...0x7A] && $0.count == 15 } == true)
    #expect(lexer.freeBody(word) == nil)
  }
}
