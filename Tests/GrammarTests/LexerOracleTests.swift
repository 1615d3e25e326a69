import TernJSON
import TernTestSupport
import Testing

@testable import TernGrammar

@Suite struct LexerOracleTests {
  /// A random spelling of `text` as a JSON string, often wrong.
  private func spelling(_ text: [UInt32], _ random: inout SeededGenerator) -> [UInt8] {
    var result = "\""
    for value in text {
      guard let scalar = Unicode.Scalar(value) else { continue }
      if Int.random(in: 0..<3, using: &random) > 0 {
        result.unicodeScalars.append(scalar)
        continue
      }
      for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
        var digits = String(unit, radix: 16, uppercase: Bool.random(using: &random))
        digits = String(repeating: "0", count: 4 - digits.count) + digits
        result += "\\u" + digits
      }
    }
    var bytes = Array((result + "\"").utf8)
    if Int.random(in: 0..<4, using: &random) == 0 {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let odd: [UInt8] = [0x22, 0x5C, 0x61, 0x75, 0x44, 0x38, 0xC3, 0xA9, 0xF0, 0x0A, 0x2F]
      bytes[place] = odd[Int.random(in: 0..<odd.count, using: &random)]
    }
    return bytes
  }

  private func walk(_ lexer: Lexer, _ start: Int32, _ bytes: some Sequence<UInt8>) -> Int32 {
    var state = start
    for byte in bytes {
      state = lexer.next(state, byte)
      if state < 0 { return state }
    }
    return state
  }

  private func value(_ bytes: [UInt8]) -> String? {
    guard let json = try? JSON(parsing: bytes), case .string(let value) = json else { return nil }
    // White space around the string is not part of it; surrogates stand in pairs only, where the
    // reader takes half a pair as U+FFFD.
    let isExact = bytes.first == 0x22 && bytes.last == 0x22
    return isExact && !value.unicodeScalars.contains("\u{FFFD}") ? value : nil
  }

  private func contains(_ slow: SlowExpression, _ text: String) -> Bool {
    slow.contains(text.unicodeScalars.map(\.value))
  }

  /// Compares the automaton of strings of an expression with its slow twin on random spellings.
  private func check(_ slow: SlowExpression, _ random: inout SeededGenerator) {
    let languages = Languages()
    // Not finite sets of words at the top: those are spelled in one way.
    let language = languages.and([
      slow.language(languages), languages.not(languages.words(["aab", "x"])),
    ])
    let lexer = Lexer(languages: languages)
    let start = lexer.jsonString(language)
    guard start >= 0 else { return #expect(languages.isEmpty(language)) }
    let isFree =
      lexer.next(start, 0x22) >= 0 && lexer.states[Int(lexer.next(start, 0x22))].words == 0
    for _ in 0..<60 {
      let text = SlowExpression.randomText(Int.random(in: 0...5, using: &random), &random)
      let bytes = spelling(text, &random)
      let decoded = value(bytes)
      let isMember = decoded.map { contains(slow, $0) && $0 != "aab" } ?? false
      let state = walk(lexer, start, bytes)
      if isFree || state >= 0 {
        #expect((state >= 0 && lexer.isFinal(state)) == isMember, "\(slow) \(bytes)")
      } else if let decoded, JSON.string(decoded).bytes() == bytes {
        #expect(!isMember)
      }
      checkEndings(lexer, start, bytes) { contains(slow, $0) }
    }
  }

  /// Every prefix that is alive can be ended, with a member.
  private func checkEndings(
    _ lexer: Lexer, _ start: Int32, _ bytes: [UInt8], _ isMember: (String) -> Bool
  ) {
    var state = start
    for i in 0...bytes.count {
      let whole = bytes.prefix(i) + lexer.ending(state)
      let end = walk(lexer, start, whole)
      #expect(end >= 0 && lexer.isFinal(end))
      #expect(value(Array(whole)).map(isMember) == true, "\(Array(whole))")
      guard i < bytes.count else { return }
      let only = lexer.onlyByte(state)
      let ways = (UInt8.min...UInt8.max).filter { lexer.next(state, $0) >= 0 }
      #expect(only == (ways.count == 1 && !lexer.isFinal(state) ? ways[0] : nil))
      state = lexer.next(state, bytes[i])
      if state < 0 { return }
    }
  }

  @Test(arguments: 0..<4) func `strings are taken where their values are members`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<8 { check(.random(Int.random(in: 1...3, using: &random), &random), &random) }
  }

  @Test func `texts are taken where they are members`() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<80 {
      let slow = SlowExpression.random(2, &random)
      let languages = Languages()
      let lexer = Lexer(languages: languages)
      let start = lexer.text(slow.language(languages))
      guard start >= 0 else { continue }
      for _ in 0..<30 {
        let text = SlowExpression.randomText(Int.random(in: 0...5, using: &random), &random)
        let state = walk(lexer, start, SlowExpression.string(text).utf8)
        #expect((state >= 0 && lexer.isFinal(state)) == slow.contains(text), "\(slow)")
        if state >= 0 {
          let whole = Array(SlowExpression.string(text).utf8) + lexer.ending(state)
          #expect(contains(slow, String(decoding: whole, as: UTF8.self)))
        }
      }
    }
  }

  @Test func `every scalar of a class has every spelling, and no other has one`() {
    let languages = Languages()
    let lexer = Lexer(languages: languages)
    let ranges: [ScalarRange] = [
      0x05...0x07, 0x22...0x22, 0x7F...0x80, 0x7FE...0x801, 0xD7FE...0xD7FF, 0xE000...0xE001,
      0xFFFF...0x10001, 0x103FE...0x10401, 0x10FFFE...0x10FFFF,
    ]
    let start = lexer.jsonString(languages.scalars(ranges))
    for edge in ranges.flatMap({ [$0.lowerBound, $0.upperBound] }) {
      for value in (edge - 2)...(edge + 2) {
        guard let scalar = Unicode.Scalar(value) else { continue }
        let isMember = ranges.contains { $0.contains(value) }
        let units = UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter
        let escaped = units.map { "\\u" + String(String($0 + 0, radix: 16).leftPadded) }.joined()
        let plain = JSON.string(String(Character(scalar))).bytes()
        #expect((walk(lexer, start, plain) == Lexer.done) == isMember, "\(value)")
        #expect((walk(lexer, start, "\"\(escaped)\"".utf8) == Lexer.done) == isMember, "\(value)")
      }
    }
  }
}

extension String {
  /// Four digits.
  fileprivate var leftPadded: String { String(repeating: "0", count: 4 - count) + self }
}
