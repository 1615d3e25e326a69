import TernTestSupport
import TernTokens
import Testing

@testable import TernGrammar

/// Control tokens that rules ask for by their text.
@Suite struct MarkerTests {
  private static let specials = ["<call>", "</call>", "<other>"]

  private func matcher(_ rule: GrammarRule, hasTokens: Bool = true) throws -> Matcher {
    let tokenizer = try MatcherSupport.tokenizer(specials: hasTokens ? Self.specials : [])
    let tables = VocabularyTables(tokenizer, markers: ["<call>", "</call>"])
    return try Matcher(Constraint(rule), tables)
  }

  private func token(_ name: String, _ matcher: Matcher) throws -> Int32 {
    try #require(matcher.tables.tokenizer.token(named: name))
  }

  private func accept(_ text: String, _ matcher: Matcher) {
    for token in matcher.tables.tokenizer.encode(text) { #expect(matcher.accept(token)) }
  }

  private static let call = GrammarRule.sequence([
    .freeText(until: ["<call>"]), .marker("<call>"), .schema(["type": "integer"]),
    .marker("</call>"),
  ])

  @Test func `a marker is written by its token alone`() throws {
    let matcher = try matcher(Self.call)
    accept("a <cal", matcher)
    #expect(!matcher.allows(try token("<other>", matcher)))
    #expect(matcher.accept(try token("<call>", matcher)))
    #expect(String(decoding: matcher.text, as: UTF8.self) == "a <cal<call>")
    accept("12", matcher)
    #expect(!matcher.allows(try token("<", matcher)))
    #expect(!matcher.isComplete)
    #expect(matcher.accept(try token("</call>", matcher)))
    #expect(matcher.isComplete)
    #expect(String(decoding: matcher.text, as: UTF8.self) == "a <cal<call>12</call>")
  }

  @Test func `a marker cannot be typed out where it has a token`() throws {
    let matcher = try matcher(Self.call)
    accept("<call", matcher)
    #expect(!matcher.allows(try token(">", matcher)))
    #expect(matcher.allows(try token("<call>", matcher)))
  }

  @Test func `a marker without a token is text`() throws {
    let matcher = try matcher(Self.call, hasTokens: false)
    accept("x<call>12</call>", matcher)
    #expect(matcher.isComplete)
    #expect(String(decoding: matcher.text, as: UTF8.self) == "x<call>12</call>")
  }

  @Test func `forced runs hold the token of a marker`() throws {
    let rule = GrammarRule.sequence([
      .marker("<call>"), .text("abc{\"na"), .marker("</call>"), .text("12"),
    ])
    let matcher = try matcher(rule)
    let tokenizer = matcher.tables.tokenizer
    let expected =
      [try token("<call>", matcher)] + tokenizer.encode("abc{\"na")
      + [try token("</call>", matcher)] + tokenizer.encode("12")
    #expect(matcher.forced() == expected)
    #expect(matcher.ending() == expected)
    #expect(expected == tokenizer.encode("<call>abc{\"na</call>12", parseSpecial: true))
    for token in expected {
      #expect(matcher.allows(token))
      #expect(matcher.accept(token))
    }
    #expect(matcher.isComplete)
    matcher.rollback(3)
    #expect(matcher.forced() == Array(expected.suffix(3)))
    matcher.rollback(100)
    #expect(matcher.text.isEmpty)
    #expect(matcher.forced() == expected)
  }

  @Test func `masks have the token of a marker where it may stand, and only there`() throws {
    let matcher = try matcher(Self.call)
    var bits = [UInt32](repeating: 0, count: matcher.tables.words)
    func masked() -> Set<Int32> {
      unsafe bits.withUnsafeMutableBufferPointer { unsafe matcher.mask($0) }
      return Set(
        (0..<Int32(matcher.tables.tokenizer.count)).filter {
          bits[Int($0) / 32] >> UInt32($0 % 32) & 1 == 1
        })
    }
    for text in ["ab", "<c", "all", "ä", "\"", "12"] {
      accept(text, matcher)
      let mask = masked()
      for token in 0..<Int32(matcher.tables.tokenizer.count) {
        #expect(mask.contains(token) == matcher.allows(token), "\(text) \(token)")
      }
      #expect(mask.contains(try token("<call>", matcher)))
      #expect(!mask.contains(try token("</call>", matcher)))
      #expect(!mask.contains(try token("<other>", matcher)))
    }
    #expect(matcher.accept(try token("<call>", matcher)))
    accept("1", matcher)
    let mask = masked()
    #expect(mask.contains(try token("</call>", matcher)))
    #expect(!mask.contains(try token("<call>", matcher)))
  }

  @Test func `markers stand in no string and no other text`() throws {
    let matcher = try matcher(.json)
    accept("\"ab", matcher)
    for special in Self.specials { #expect(!matcher.allows(try token(special, matcher))) }
    accept("<call>", matcher)
    #expect(String(decoding: matcher.text, as: UTF8.self) == "\"ab<call>")
  }

  @Test func `a token that ends answers is a marker where the answer cannot end`() throws {
    let tokenizer = try MatcherSupport.tokenizer(specials: ["<call>"])
    let tables = VocabularyTables(tokenizer, markers: ["<|end|>"])
    let end = try #require(tokenizer.token(named: "<|end|>"))
    let rule = GrammarRule.sequence([.text("a"), .marker("<|end|>"), .text("b")])
    let matcher = try Matcher(Constraint(rule), tables)
    #expect(!matcher.accept(end))
    accept("a", matcher)
    #expect(matcher.accept(end))
    #expect(!matcher.isEnded)
    accept("b", matcher)
    #expect(matcher.isComplete)
    #expect(matcher.accept(end))
    #expect(matcher.isEnded)
    #expect(String(decoding: matcher.text, as: UTF8.self) == "a<|end|>b")
  }

  @Test func `one constraint serves vocabularies with and without markers`() throws {
    let constraint = try Constraint(Self.call)
    let plain = try VocabularyTables(MatcherSupport.tokenizer(specials: []), markers: Self.specials)
    let marked = try VocabularyTables(
      MatcherSupport.tokenizer(specials: Self.specials), markers: Self.specials)
    for round in 0..<6 {
      let tables = round.isMultiple(of: 2) ? plain : marked
      let matcher = try Matcher(constraint, tables)
      for token in tables.tokenizer.encode("<call>7</call>", parseSpecial: true) {
        #expect(matcher.accept(token))
      }
      #expect(matcher.isComplete)
    }
  }

  @Test func `markers make no difference to rules without them`() throws {
    let tokenizer = try MatcherSupport.tokenizer(specials: Self.specials)
    let plain = VocabularyTables(tokenizer)
    let marked = VocabularyTables(tokenizer, markers: Self.specials)
    for schema in MatcherSupport.schemas {
      let constraint = try MatcherSupport.constraint(schema)
      let (a, b) = try (Matcher(constraint, plain), Matcher(constraint, marked))
      var random = SeededGenerator(seed: 5)
      var bits = [UInt32](repeating: 0, count: plain.words)
      var others = bits
      for _ in 0..<20 {
        unsafe bits.withUnsafeMutableBufferPointer { unsafe a.mask($0) }
        unsafe others.withUnsafeMutableBufferPointer { unsafe b.mask($0) }
        #expect(bits == others)
        let allowed = (0..<Int32(tokenizer.count)).filter {
          bits[Int($0) / 32] >> UInt32($0 % 32) & 1 == 1
        }
        guard let token = allowed.randomElement(using: &random) else { break }
        #expect(a.accept(token) && b.accept(token))
      }
    }
  }
}
