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
    #expect(!lexer.exceptWords(end(other, "b\"")))
    let lower = languages.scalars([0x61...0x7A])
    let word = end(lexer.jsonString(languages.repeated(lower, 1, 15)), "\"")
    #expect(lexer.loop(word).map { $0.ranges == [0x61...0x7A] && $0.count == 15 } == true)
    #expect(lexer.freeBody(word) == nil)
  }

  /// Up to three digits that are no multiple of 10 when they end.
  private struct Digits: LeafAutomaton {
    struct State: Hashable {
      var count = 0
      var last = 0
    }
    var start: State { State() }
    func next(_ state: State, _ byte: UInt8) -> State? {
      guard state.count < (state.last == 0 ? 2 : 3) || (state.count < 3 && byte != 0x30),
        (0x30...0x39).contains(byte)
      else { return nil }
      return State(count: state.count + 1, last: Int(byte) - 0x30)
    }
    func isFinal(_ state: State) -> Bool { state.last > 0 }
    func ending(_ state: State) -> [UInt8] { state.last > 0 ? [] : [0x31] }
  }

  @Test func `other automata are walked like languages`() {
    let start = lexer.union([lexer.custom(Digits()), lexer.jsonString(languages.anyString)])
    #expect(lexer.isFinal(end(start, "12")))
    #expect(!lexer.isFinal(end(start, "10")))
    #expect(end(start, "1x") < 0)
    #expect(lexer.isClosed(end(start, "123")))
    #expect(lexer.ending(end(start, "20")) == [0x31])
    #expect(lexer.isFinal(end(start, "\"é\"")))
  }

  @Test func `states that share first bytes are walked at the same time`() {
    let start = lexer.union([
      lexer.text(languages.literal("nil")), lexer.text(languages.literal("null")),
    ])
    #expect(lexer.isFinal(end(start, "nil")))
    #expect(lexer.isFinal(end(start, "null")))
    #expect(lexer.onlyByte(start) == UInt8(ascii: "n"))
    #expect(lexer.onlyByte(end(start, "n")) == nil)
  }

  @Test func `an empty language has no start`() {
    #expect(lexer.jsonString(languages.empty) == Lexer.dead)
    #expect(lexer.text(languages.and([languages.literal("a"), languages.literal("b")])) < 0)
    #expect(lexer.union([]) == Lexer.dead)
  }

  @Test func `too many states are told`() {
    let small = Lexer(languages: languages, stateLimit: 40)
    var state = small.jsonString(languages.repeated(languages.anyScalar, 0, 100))
    for byte in "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa".utf8 where state >= 0 {
      state = small.next(state, byte)
    }
    #expect(state < 0)
    #expect(small.isExhausted)
  }

  @Test func `names and other names are told apart by their spelling`() {
    let names = languages.words(["id", "ideal"])
    let others = languages.and([
      languages.concat([languages.literal("x-"), languages.anyString]), languages.not(names),
    ])
    let start = lexer.jsonString(languages.or([names, others]))
    for text in [#""id""#, #""ideal""#, #""x-\u0061""#, #""\u0078-""#] {
      #expect(end(start, text) == Lexer.done, "\(text)")
    }
    for text in [#""i\u0064"#, #""\u0069"#, #""ide""#, #""x""#] {
      #expect(end(start, text) < 0, "\(text)")
    }
  }
}
