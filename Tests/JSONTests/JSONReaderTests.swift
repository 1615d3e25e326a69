import TernJSON
import TernTestSupport
import Testing

@Suite("Reading JSON")
struct JSONReaderTests {
  /// The error that reading `text` gives, or `nil`.
  private func error(_ text: String) -> JSONError? { error(Array(text.utf8)) }

  private func error(_ bytes: [UInt8]) -> JSONError? {
    do throws(JSONError) {
      _ = try JSON(parsing: bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "the grammar's texts are read",
    arguments: [
      ("null", nil), (" true ", true), ("\t\r\nfalse", false), ("\"\"", ""), ("[]", []),
      ("{}", [:]), ("[ ]", []), ("{ }", [:]), ("[[],{}]", [[], [:]]), ("0", 0), ("-1", -1),
      ("[1, 2 ,3]", [1, 2, 3]), ("{\"a\":1,\"b\":[null]}", ["a": 1, "b": [nil]]),
      ("{\"a\" : {\"a\" : \"b\"}}", ["a": ["a": "b"]]), ("{\"\":0}", ["": 0]),
      ("\"é 🦆 \u{2028}\u{7F}\"", "é 🦆 \u{2028}\u{7F}"),
    ] as [(String, JSON)])
  func valid(text: String, expected: JSON) throws {
    #expect(try JSON(parsing: text) == expected)
  }

  @Test(
    "texts outside the grammar are errors at the offending byte",
    arguments: [
      ("", 0), ("  ", 2), ("[", 1), ("]", 0), ("[1", 2), ("[1,", 3), ("[1,]", 3), ("[,1]", 1),
      ("[1 2]", 3), ("{", 1), ("{\"a\"", 4), ("{\"a\":", 5), ("{\"a\":1,}", 7), ("{1:2}", 1),
      ("{\"a\",1}", 4), ("{\"a\" 1}", 5), ("{]", 1), ("[}", 1), ("[1}", 2), ("{\"a\":1]", 6),
      ("1 2", 2), ("{}{}", 2), ("tru", 3), ("trux", 3), ("True", 0), ("nulll", 4), ("NaN", 0),
      ("Infinity", 0), ("-Infinity", 1), ("'a'", 0), ("// a", 0), ("[1]//", 3), ("\u{FEFF}1", 0),
      ("\"a", 2), ("\"\\", 2), ("\"\\x\"", 2), ("\"\\u12G4\"", 5), ("\"\\u12", 5),
      ("\"a\nb\"", 2), ("\"\u{0}\"", 1), ("\"\\\u{1F}\"", 2), ("{\"a\":1,\"b\"}", 10), (":", 0),
      (",", 0), ("\u{A0}1", 0), ("[\u{B}1]", 1), ("{\"a\":\"b\":\"c\"}", 8), ("[\"a\":1]", 4),
    ])
  func invalid(text: String, offset: Int) {
    #expect(error(text)?.offset == offset)
  }

  @Test(
    "numbers keep their text",
    arguments: [
      "0", "-0", "0.0", "-0.0", "10", "1.50", "1e5", "1E5", "1e+05", "1e-5", "0e0", "-1.5E-007",
      "123456789012345678901234567890", "0.1000000000000000055511151231257827", "1e999",
    ])
  func numbers(text: String) throws {
    for padded in [text, "[\(text)]", "{\"n\":\(text)}", " \(text)\n"] {
      let value = try JSON(parsing: padded)
      let number = value[0]?.number ?? value["n"]?.number ?? value.number
      #expect(number?.text == text)
    }
    #expect(JSONNumber(text: text)?.text == text)
  }

  @Test(
    "what is nearly a number is none",
    arguments: [
      "-", "+1", "01", "-01", "1.", ".5", "-.5", "1.e5", "1e", "1e+", "1e-", "1e5.5", "0x10",
      "1_000", "1a", "--1", "1e1e1", "٣", "1 1",
    ])
  func nearNumbers(text: String) {
    #expect(JSONNumber(text: text) == nil)
    #expect(error(text) != nil)
    #expect(error("[\(text)]") != nil)
    #expect(error("{\"n\":\(text)}") != nil)
  }

  @Test("white space and nothing are no numbers", arguments: ["", " ", "1 ", " 1", "1,5"])
  func nonNumbers(text: String) {
    #expect(JSONNumber(text: text) == nil)
  }

  @Test("escapes become characters")
  func escapes() throws {
    let text = #""\"\\\/\b\f\n\r\t\u0041\u00e9\u20AC\ud83E\uDD86\u0000\uFFFF""#
    #expect(
      try JSON(parsing: text)
        == .string("\"\\/\u{8}\u{C}\n\r\tAé€🦆\u{0}\u{FFFF}"))
  }

  @Test(
    "surrogates without their partner become U+FFFD",
    arguments: [
      (#""\ud800""#, "\u{FFFD}"), (#""\udc00""#, "\u{FFFD}"), (#""\ud800x""#, "\u{FFFD}x"),
      (#""\ud800\n""#, "\u{FFFD}\n"), (#""\ud800\ud83e\udd86""#, "\u{FFFD}🦆"),
      (#""\ud800é""#, "\u{FFFD}é"), (#""\udd86\ud83e""#, "\u{FFFD}\u{FFFD}"),
      (#""\ud83eA""#, "\u{FFFD}A"), (#""a\ud83e\u0041b""#, "a\u{FFFD}Ab"),
    ])
  func surrogates(text: String, expected: String) throws {
    #expect(try JSON(parsing: text) == .string(expected))
  }

  @Test("bytes that are not UTF-8 are errors, exactly where the standard library says so")
  func utf8() {
    var random = SeededGenerator(seed: 3)
    let starts: [UInt8] = [0x41, 0x7F, 0x80, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED]
    let more: [UInt8] = [0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF, 0x9F, 0xA0, 0x8F, 0x90]
    let bytes = starts + more
    var valid = 0
    for _ in 0..<SharedSuites.rounds(1_000_000) {
      let string = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        bytes[Int.random(in: 0..<bytes.count, using: &random)]
      }
      let isValid = String(validating: string, as: UTF8.self) != nil
      let error = error([0x22] + string + [0x22])
      #expect((error == nil) == isValid, "\(string)")
      if let error { #expect(error.problem == .invalidUTF8) }
      valid += isValid ? 1 : 0
    }
    #expect(valid > 100)
  }

  @Test("errors tell byte offset, line and column")
  func places() {
    let error = error("{\n  \"a\": 1,\n  \"b\" 2\n}")
    #expect(
      error
        == JSONError(
          problem: .unexpected(UInt8(ascii: "2"), expected: .colon), offset: 18, line: 3,
          column: 7))
    #expect(error.map { "\($0)" } == "line 3, column 7: ‘2’ where : was expected")
    #expect(
      self.error("[1,\n")
        == JSONError(
          problem: .unexpectedEnd(expected: .value), offset: 4, line: 2, column: 1))
  }

  @Test("nesting up to the limit is read, deeper is an error, at no cost in stack")
  func depth() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    let limit = JSONReader.defaultMaximumDepth
    let deep = try JSON(parsing: nested(limit))
    #expect(deep.text() == nested(limit))
    #expect(error(nested(limit + 1))?.problem == .tooDeep(limit: limit))
    #expect(error(nested(1_000_000))?.offset == limit)
    #expect(error(String(repeating: "{\"a\":", count: 1_000_000))?.offset == 5 * limit)
  }

  @Test("an error is told again by every later call")
  func failureStays() {
    var reader = JSONReader()
    let first = JSONError(
      problem: .unexpected(UInt8(ascii: "}"), expected: .valueOrEnd), offset: 1, line: 1, column: 2)
    #expect(throws: first) { _ = try reader.push(Array("[}".utf8)) }
    #expect(throws: first) { _ = try reader.push(Array("1".utf8)) }
    #expect(throws: first) { _ = try reader.finish() }
  }
}
