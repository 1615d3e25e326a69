import TernTestSupport
import Testing

@testable import TernGrammar

/// GBNF, read into rules and tried on texts.
@Suite struct GBNFTests {
  typealias Case = SyntaxCase

  static let cases = [
    Case(#"root ::= "yes" | "no""#, ["yes", "no"], ["", "y", "yesno", "No"]),
    Case(#"root ::= [a-c]{2} [^a-c\n] ."#, ["abd.", "ccé\n"], ["abc.", "ab\nx", "abd"]),
    Case(#"root ::= "a"* "b"+ "c"?"#, ["b", "aabbc", "bc"], ["", "a", "ac", "bcc"]),
    Case(#"root ::= "ab"{2} "c"{1,} "d"{ 0 , 2 }"#, ["ababc", "ababccdd"], ["abc", "ababcddd"]),
    Case(
      """
      # what a shopping list is
      root ::= item (", " item)*   # items
      item ::= count? (
        # one line for each
        "egg"
        | "apple" )
      count ::= [1-9] [0-9]* " " |
        "half an "
      """, ["egg", "12 apple, egg", "half an egg"], ["0 egg", "egg,apple", ""]),
    Case(
      #"root ::= "\x41\u00e9\U0001F600\t\n\r\\\"\[\]" [\]\-\\^] [-a] [a-]"#,
      ["Aé😀\t\n\r\\\"[]]-a", "Aé😀\t\n\r\\\"[]^a-"], ["Aé😀\t\n\r\\\"[]aaa"]),
    Case("root ::= \"a\"\r\n\r\nrest ::= \"b\"\r\n", ["a"], ["b"]),
    Case(
      #"root ::= list"# + "\n" + #"list ::= "[" (list ("," list)*)? "]""#,
      ["[]", "[[],[[]]]"], ["[", "[,]", "[]]"]),
    Case(
      #"root ::= sum"# + "\n" + #"sum ::= sum "+" one | one"# + "\n"
        + #"one ::= "1" | "(" sum ")""#,
      ["1", "1+1+(1+1)"], ["+1", "(1", "1+"]),
    Case(
      #"root ::= a "x""# + "\n" + #"a ::= b "b" | "" "# + "\n" + #"b ::= a "a" | "c""#,
      ["x", "abx", "ababx", "cbabx"], ["ax", "bx", "cx"]),
    Case(#"root ::= ("" | "a")* "b""#, ["b", "aab"], ["", "a"]),
    Case(#"root ::= <go> (!<stop>)* <stop> !<end>+"#, ["<go>a<b<stop>c"], ["<go>a<stop>", "go"]),
    Case(
      "under_score ::= \"x\"\nroot ::= under_score-2\nunder_score-2 ::= under_score+", ["xx"], []),
  ]

  @Test(arguments: cases)
  func `texts of grammars are told from others`(_ example: Case) throws {
    let reader = try SyntaxReader(gbnf: example.grammar)
    #expect(try reader.accepted(example.good + example.bad) == example.good)
  }

  @Test func `tokens of the vocabulary are one byte of their own`() throws {
    let grammar = try GBNF.grammar(#"root ::= <think> (!</think>)* </think> "done""#)
    let constraint = try Constraint(.grammar(grammar))
    #expect(constraint.markers == ["<think>", "</think>"])
  }

  @Test func `errors name line, column and what was expected`() {
    func refused(_ line: Int, _ column: Int, _ part: String, _ text: String) {
      expectRefused(line, column, part) { try GBNF.grammar(text) }
    }
    refused(1, 1, "no rule 'root'", "")
    refused(2, 1, "no rule 'root'", "rot ::= \"a\"\n")
    refused(1, 10, "'foo' is not defined", "root ::= foo")
    refused(1, 6, "expected '::='", "root = \"a\"")
    refused(1, 10, "unclosed literal", "root ::= \"a\n\n")
    refused(1, 10, "unclosed class", "root ::= [a-z")
    refused(1, 12, "unknown escape", "root ::= \"a\\qb\"")
    refused(1, 11, "2 hexadecimal digits", "root ::= \"\\x4\"")
    refused(1, 11, "no Unicode character", "root ::= \"\\uD800\"")
    refused(1, 11, "no Unicode character", "root ::= \"\\U00110000\"")
    refused(1, 11, "range out of order", "root ::= [z-a]")
    refused(1, 10, "empty class", "root ::= []")
    refused(2, 1, "expected ')'", "root ::= (\"a\"\n")
    refused(1, 14, "expected an item, '|' or", "root ::= \"é\" )")
    refused(1, 10, "expected an item before '*'", "root ::= *")
    refused(1, 14, "expected a number", "root ::= \"a\"{,2}")
    refused(1, 15, "expected '}'", "root ::= \"a\"{2;}")
    refused(1, 13, "counts out of order", "root ::= \"a\"{3,2}")
    refused(1, 14, "count above", "root ::= \"a\"{99999999999999999999}")
    refused(
      2, 7, "count above 1000", "root ::= a\na ::= (\"(\" a \")\" | \"x\"){0,2000}")
    refused(2, 1, "defined twice", "root ::= \"a\"\nroot ::= \"b\"")
    refused(1, 10, "token by number", "root ::= <[12]>")
    refused(1, 10, "unclosed token", "root ::= <a\n>")
    refused(1, 10, "other than '<a>'", "root ::= !<a>")
    refused(1, 10, "other than one", "root ::= !<a>{2}")
  }

  @Test func `hostile grammars end in an error`() {
    let deep = String(repeating: "(", count: 100_000)
    expectRefused(1, 110, "nested deeper") { try GBNF.grammar("root ::= " + deep) }
    let long = "root ::= \"" + String(repeating: "a", count: SyntaxLimits.length)
    expectRefused(1, 1, "longer than") { try GBNF.grammar(long) }
    let stacked = "root ::= \"a\"" + String(repeating: "{0,1000}", count: 2_000)
    #expect(throws: GrammarError.self) {
      try Constraint(.grammar(GBNF.grammar(stacked)))
    }
    let chain = (0..<20_000).map { "r\($0) ::= \"(\" r\($0 + 1) \")\" | \"x\" r\($0 + 1)" }
    let text = "root ::= r0\n" + chain.joined(separator: "\n") + "\nr20000 ::= \"y\""
    #expect(throws: Never.self) { try Constraint(.grammar(GBNF.grammar(text))) }
  }

  @Test func `long lists of words are one set`() throws {
    let words = (0..<20_000).map { "\"word\($0 * 7919 % 100_003)\"" }
    let reader = try SyntaxReader(gbnf: "root ::= " + words.joined(separator: " | "))
    #expect(try reader.accepted(["word0", "word7919", "word1"]) == ["word0", "word7919"])
  }
}
