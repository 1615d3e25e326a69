import TernTestSupport
import Testing

@testable import TernGrammar

/// Lark grammars, read into rules and tried on texts.
@Suite struct LarkTests {
  typealias Case = SyntaxCase

  static let syntax = [
    Case(#"start: "yes" | "no" -> refusal"#, ["yes", "no"], ["", "yesno"]),
    Case(
      #"start: "a" ["b"] ("c" "d")? "e"~2..3 "f"~2"#, ["abcdeeff", "aeeeff"], ["aeff", "aeef"]),
    Case(#"start: "a"{2} "b"{1,} "c"{,2} "d"{1,2}"#, ["aabd", "aabbccdd"], ["abd", "aabccc"]),
    Case(
      "start: a\n  // one\n  | b # two\n\na: \"x\"\n\nb: (\n \"y\"\n | \"z\" )", ["x", "y", "z"],
      [""]),
    Case(#"start: "a".."f" "Ä"i "\x41\u00e9\uD83D\uDE00\n\/""#, ["cäAé😀\n/"], ["gäAé😀\n/"]),
    Case("start: !one ?two _three\n!one: \"1\"\n?two: \"2\"\n_three: \"3\"", ["123"], ["12"]),
    Case(
      "start: ITEM (\",\" ITEM)*\nITEM: LETTER (LETTER | \"0\"..\"9\")*\nLETTER: /[a-z]/", ["a1,b"],
      ["1"]),
    Case("start: /ab/i /c.d/s /(?x: e f )/", ["aBc\ndef"], ["abc\ndeff", "abcde f"]),
    Case(
      "start: T\nT: /[a-z]+/ & /.{2,3}/ & ~/.*xx.*/ | \"!\"", ["ab", "xax", "!"],
      ["a", "axx", "abcd"]),
    Case("start: T\nT: ~/[ab]*/ \"!\"", ["c!", "abc!"], ["ab!"]),
    Case("start: %json {\"type\": [\"boolean\", \"null\"]} \";\"", ["true;", "null;"], ["1;"]),
    Case(
      "start: %regex {\"substring_chunks\": [\"ab\", \"c\", \"d\"]} \"!\"", ["!", "abc!", "cd!"],
      ["abd!"]),
    Case("start: %regex {\"substring_words\": \"to be, or\"}", ["be, or", " be"], ["e", "to or"]),
    Case("start: %regex {\"substring_chars\": \"über\"}", ["be", "über", ""], ["ue"]),
    Case(
      "start: \"(\" %lark {\n  start: T+\n  T: \"a\"\n  %ignore \" \"\n} \")\"",
      ["(a)", "(a a )"], ["()", "( a)"]),
    Case(
      "%import common.INT\n%import common.CNAME -> NAME\n%import common (WS, NEWLINE)\nstart: INT WS NAME NEWLINE",
      ["12 a_1\n"], ["a 1\n"]),
    Case(
      "start: sum\nsum: sum \"+\" one | one\none: \"1\" | \"(\" sum \")\"", ["1+1", "(1+(1))"],
      ["+1"]),
    Case("start: call[\"x\"]\ncall[capture=\"c\"]: \"f\"", ["f", "fx"], ["x"]),
    Case("start: \"a\" none \"b\"\nnone[max_tokens=0]: /.*/", ["ab"], ["axb"]),
    Case("start: <|go|> /[a-z]*/ <|end|>", ["<|go|>a<|end|>"], ["go"]),
  ]

  static let lexemes = [
    // The longest lexeme counts, as far as any can go on.
    Case("start: NAME NAME\nNAME: /[a-z]+/\n%ignore / +/", ["a b", "ab  c"], ["ab", " a b"]),
    Case(
      "start: KEY NAME | NAME\nKEY: \"if\"\nNAME: /[a-z]+/\n%ignore \" \"", ["if x", "ifx", "if"],
      ["x y"]),
    Case("start: \"a\"* \"ab\"", ["ab"], ["aaa"]),
    Case("start: A B\nA: /[a-z]+/\nB: /[a-z0-9]/", ["ab1"], ["ab"]),
    Case("start: (\"=\" | \"==\")+", ["=", "===", "===="], [""]),
    Case(
      "start: x \"1\" | y \"2\"\nx: /[ab]+/\ny: /[bc]+/", ["ab1", "bb1", "bb2", "cb2"], ["ab2"]),
    // What is ignored stands behind lexemes, not within them.
    Case(
      "start: \"ab\" \"c\"\n%ignore \" \"\n%ignore /#[^\\n]*\\n/", ["abc", "ab # x\n c"],
      ["a bc", " abc", "abc "]),
    Case(
      "%llguidance {\"allow_initial_skip\": true, \"ignore_once\": true}\nstart: \"a\" \"b\"\n%ignore / {1,2}/",
      [" ab", "a  b"], ["a   b"]),
    // A lazy lexeme ends where it can, and rules out the others.
    Case(
      "start: (call | TEXT)*\ncall: head NAME \">\"\nhead[lazy]: TEXT \"<call \"\nTEXT: /(.|\\n)+/\nNAME: \"f\" | \"g\"",
      ["a <b", "x<call f>", "<<call g>\n"], ["x<call h>", "<call f>y<call "]),
    Case("start: x \"2\"\nx[lazy]: /[0-9]+/", ["12"], ["1", "112"]),
    Case("start: quoted+\nquoted[suffix=\"'\"]: /'[^\\n]*/", ["'a'", "'a''b'"], ["'a", "''x"]),
    Case("start: \"a\" x?\nx[lazy]: /b+c/", ["a", "abbc"], ["abb"]),
  ]

  @Test(arguments: syntax + lexemes)
  func `texts of grammars are told from others`(_ example: Case) throws {
    let reader = try SyntaxReader(lark: example.grammar)
    #expect(try reader.accepted(example.good + example.bad) == example.good)
  }

  @Test func `rules with a parameter are one rule for each value`() throws {
    let once = try SyntaxReader(
      lark: """
        start: any::0
        any::_ : "a" any::set_bit(0) %if bit_clear(0)
               | "b" any::set_bit(1) %if and(bit_clear(1), not(bit_set(2)))
               | "" %if bit_count_ge([0:2], 1)
        """)
    #expect(try once.accepted(["a", "ab", "ba", "", "aa"]) == ["a", "ab", "ba"])
    let counted = try SyntaxReader(
      lark: """
        start: up::0x0
        up::_ : "(" up::incr([0:4]) %if lt([0:4], 3) | down::_
        down::_ : ")" down::decr([0:4]) %if ne(_, 0) | "" %if eq(_, 0)
        """)
    #expect(try counted.accepted(["", "()", "((()))", "(()", "(((())))"]) == ["", "()", "((()))"])
  }

  @Test func `errors name line, column and what was expected`() {
    func refused(_ line: Int, _ column: Int, _ part: String, _ text: String) {
      expectRefused(line, column, part) { try Lark.grammar(text) }
    }
    refused(1, 1, "no rule 'start'", "")
    refused(1, 8, "'foo' is not defined", "start: foo")
    refused(2, 4, "'FOO' is not defined", "start: A\nA: FOO")
    refused(2, 8, "'A' within itself", "start: A\nA: \"x\" A")
    refused(2, 4, "rule 'b' within a terminal", "start: A\nA: b\nb: \"x\"")
    refused(2, 4, "special token within", "start: A\nA: <|x|>")
    refused(1, 8, "'&' in a rule", "start: \"a\" & \"b\"")
    refused(1, 8, "unclosed string", "start: \"a\nb\"")
    refused(1, 8, "unclosed regular", "start: /a")
    refused(1, 8, "in a regular expression", "start: /[a/")
    refused(1, 8, "look-around", "start: /a(?=b)/")
    refused(1, 8, "flag 'l'", "start: /a/l")
    refused(1, 8, "tokens by number", "start: <[12]>")
    refused(1, 8, "another grammar", "start: @other")
    refused(1, 14, "not JSON", "start: %json {a}")
    refused(1, 14, "unclosed JSON", "start: %json {")
    refused(1, 8, "range out of order", "start: \"b\"..\"a\"")
    refused(1, 8, "not one character", "start: \"ab\"..\"c\"")
    refused(1, 11, "counts out of order", "start: \"a\"{2,1}")
    refused(1, 12, "count above 1000", "start: \"a\" (\"(\" start \")\" | \"x\"){2000}")
    refused(1, 12, "expected a count", "start: \"a\"{-1}")
    refused(2, 1, "defined twice", "start: \"a\"\nstart: \"b\"")
    refused(1, 6, "template", "start{x}: x")
    refused(2, 5, "priority", "start: A\nA   .2: \"a\"")
    refused(1, 7, "'stop'", "start[stop=\"a\"]: /b/")
    refused(1, 7, "'temperature'", "start[temperature=0.5]: /b/")
    refused(1, 7, "limit in tokens", "start[max_tokens=5]: /b/")
    refused(1, 1, "%override", "%override start: \"a\"")
    refused(1, 16, "'common' has no", "%import common.NONE")
    refused(1, 9, "other than 'common'", "%import other.INT")
    refused(1, 1, "option 'x'", "%llguidance {\"x\": true}")
    refused(1, 12, "expected ')'", "start: (\"a\"")
    refused(2, 8, "needs a parameter", "\nstart: a\na::_ : \"x\"")
  }

  @Test func `hostile grammars end in an error`() {
    func refused(_ part: String, _ text: String) {
      do {
        _ = try Constraint(.grammar(Lark.grammar(text)))
        Issue.record("the grammar was read")
      } catch {
        #expect("\(error)".contains(part), "\(error)")
      }
    }
    refused("nesting deeper", "start: " + String(repeating: "(", count: 100_000))
    refused("nesting deeper", "start: " + String(repeating: "~", count: 100_000) + "\"a\"")
    refused("nesting deeper", "start: " + String(repeating: "%lark { start: ", count: 5_000))
    refused(
      "nesting deeper", "start: a::0\na::_ : \"\" %if " + String(repeating: "not(", count: 9_000))
    refused(
      "not JSON",
      "start: %json " + String(repeating: "{\"a\":", count: 100_000)
        + String(repeating: "}", count: 100_000))
    let chain = (0..<5_000).map { "T\($0): \"(\" T\($0 + 1)" }.joined(separator: "\n")
    refused("deeper than", "start: T0\n" + chain + "\nT5000: \"x\"")
    let doubling = (0..<60).map { "T\($0): T\($0 + 1) T\($0 + 1)" }.joined(separator: "\n")
    refused("too large", "start: T0\n" + doubling + "\nT60: \"x\"")
    refused("values of parameters", "start: a::0\na::_ : \"x\" a::incr(_) | \"\"")
    refused("longer than", "start: \"" + String(repeating: "a", count: SyntaxLimits.length))
  }
}
