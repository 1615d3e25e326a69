import Testing

@testable import TernGrammar

@Suite struct PatternTests {
  private struct Case: CustomTestStringConvertible {
    let pattern: String
    let matches: [String]
    let others: [String]
    var testDescription: String { pattern }

    init(_ pattern: String, _ matches: [String], not others: [String]) {
      (self.pattern, self.matches, self.others) = (pattern, matches, others)
    }
  }

  private static let cases = [
    Case("b", ["b", "abc"], not: ["", "a"]),
    Case("^$|^[a-z]+$", ["", "abc"], not: ["a1", " "]),
    Case("(^foo|bar$)", ["foo", "foox", "xbar"], not: ["xfoo", "barx"]),
    Case("^a|b$", ["ax", "xb"], not: ["xa", "bx"]),
    Case("a^b|a$b", [], not: ["ab", "a", "b"]),
    Case("(^a|b)+$", ["ab", "xb", "a"], not: ["xa", "aba"]),
    Case("(a|$)+x?", ["", "a", "bcd"], not: []),
    Case("^(a$|b)*$", ["", "ba", "bb", "a"], not: ["ab"]),
    Case("^(?:^a){0,3}b", ["b", "ab"], not: ["aab"]),
    Case("^(?=.*[A-Z])(?=.*\\d).{4,8}$", ["abC1", "1Aaaaaaa"], not: ["abcd", "A1", "A1aaaaaaa"]),
    Case("^(?!.*--)[a-z-]+$", ["a-b", "-a"], not: ["a--b", "a--"]),
    Case("^(?!^lucene\\.|mongodb\\.).*", ["x", "a.lucene."], not: ["lucene.x", "mongodb."]),
    Case("^((?!foo).)*$", ["", "fo", "oof"], not: ["foo", "xfoo", "fofoo"]),
    Case("^'(?:(?!')[^x])*'$", ["''", "'ab'"], not: ["'''", "'x'"]),
    Case("(?:b+|$)*(?!^|\\b)", ["  "], not: ["", " b"]),
    Case("^(?:a$|b)*(?!^)", ["a", "ba"], not: ["", "c"]),
    Case(
      "^((?!-)[a-z-]{1,63}(?<!-)\\.)+[a-z]{2,6}$", ["a.com", "a-b.c.de"], not: ["-a.com", "a-.com"]),
    Case("^.*(?<!\\.|ab)$", ["", "ba", "a.a"], not: [".", "ab", "xab"]),
    Case("(?:[abc]{2}(?<=ab))+c", ["ababc"], not: ["acabb"]),
    Case("^(?:(?!ab)[abc]{2})*$", ["", "babc"], not: ["baab"]),
    Case("a(?=b|$)", ["a", "ab", "cacab"], not: ["ac", "b"]),
    Case("(?!$)a*$", ["a", "xa"], not: ["", "x"]),
    Case("\\bfoo\\b", ["foo", "a foo.", "foo-bar"], not: ["xfoo", "foo1", "_foo"]),
    Case("\\Bfoo", ["xfoo"], not: ["foo", " foo"]),
    Case("(\\w+\\b\\s?){1,3}$", ["ab", "ab cd"], not: ["", "ab  "]),
    Case("^\\w$", ["a", "_", "0"], not: ["é", "-"]),
    Case("^\\d$", ["7"], not: ["\u{9EA}", "a"]),
    Case("^\\s$", ["\u{FEFF}", "\u{A0}", "\u{2029}", "\t"], not: ["\u{85}", "\u{180E}"]),
    Case("^.$", ["a", "😀", "\u{B}", "\u{85}"], not: ["\n", "\r", "\u{2028}", "\u{2029}", ""]),
    Case("^[^a]$", ["\n", "😀"], not: ["a", "bb"]),
    Case("^\\p{L}+$", ["aéж中"], not: ["a1", ""]),
    Case("^\\p{Script=Greek}+$", ["αβγ"], not: ["a", "ж"]),
    Case("^\\P{Lu}$", ["a", "1"], not: ["A"]),
    Case("^(?i:straße|[a-k])$", ["STRAßE", "ſtraßE", "\u{212A}", "A"], not: ["l", "strasse"]),
    Case("^a(?s:.)b.$", ["a\nbc"], not: ["a\nb\n"]),
    Case("^a{3,5}$", ["aaa", "aaaaa"], not: ["aa", "aaaaaa"]),
    Case("^(?:a{1000}){1000}$", [], not: ["aaa"]),
    Case("[]", [], not: ["", "a"]),
    Case("^\\n$", ["\n"], not: ["\n\n", ""]),
    Case("^a$", ["a"], not: ["a\n"]),
  ]

  @Test(arguments: cases)
  private func `a search as in ECMA-262`(_ sample: Case) throws {
    let languages = Languages()
    let language = try languages.pattern(sample.pattern, .ecma, wholeMatch: false)
    for text in sample.matches { #expect(languages.contains(language, text), "\(text)") }
    for text in sample.others { #expect(!languages.contains(language, text), "\(text)") }
    #expect(!languages.isExhausted)
  }

  @Test func `a whole match is anchored`() throws {
    let languages = Languages()
    let language = try languages.pattern("a|bc", .ecma, wholeMatch: true)
    #expect(languages.contains(language, "a") && languages.contains(language, "bc"))
    #expect(!languages.contains(language, "ab") && !languages.contains(language, "xa"))
  }

  @Test(arguments: ["(?:(?=ab)\\w?)*c", "(?<=a)b", "b*(?<!a)c", "(\\ba|b)*"])
  func `what no rest can answer within a loop is an error`(_ pattern: String) {
    #expect(throws: PatternError.self) {
      try Languages().pattern(pattern, .ecma, wholeMatch: false)
    }
  }

  @Test func `hostile patterns end in bounded time`() {
    let nested = String(repeating: "(?:(?=a)", count: 100) + String(repeating: "){16}", count: 100)
    let wide = String(repeating: "[ab][cd]?", count: 7_000)
    let anchors = String(repeating: "(^a|b$)*", count: 300)
    for pattern in [nested, wide, anchors] {
      let languages = Languages()
      let language = try? languages.pattern(pattern, .ecma, wholeMatch: false)
      #expect(language == nil || languages.nodes.count < 1_000_001)
    }
  }
}
