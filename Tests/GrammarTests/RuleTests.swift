import TernJSON
import TernTestSupport
import TernTokens
import Testing

@testable import TernGrammar

/// How rules are put together, read as whole texts.
@Suite struct RuleTests {
  private func accepted(
    _ rule: GrammarRule, _ texts: [String], whitespace: MachineOptions.Whitespace = .compact
  ) throws -> [String] {
    var options = MachineOptions.generation
    options.whitespace = whitespace
    let acceptor = try Acceptor(Constraint(rule, options: options))
    return try texts.filter { try acceptor.accepts(Array($0.utf8)) }
  }

  @Test func `raw strings are the strings of a schema without quotes`() throws {
    let schema: JSON = ["type": ["string", "integer"], "maxLength": 4, "pattern": "^[^x]*$"]
    let texts = ["", "ab\"\\", "a\nb", "12", "abcde", "axb", "a</b", "äöüß", "a<b"]
    #expect(
      try accepted(.rawStrings(of: schema, without: ["</"]), texts)
        == ["", "ab\"\\", "a\nb", "12", "äöüß", "a<b"])
    let enumeration: JSON = ["enum": ["red", "gr<en", 5]]
    #expect(
      try accepted(.rawStrings(of: enumeration, without: ["<"]), ["red", "gr<en", "5"]) == ["red"])
    let never = GrammarRule.rawStrings(of: ["type": "integer"], without: [])
    #expect(try !Constraint(never).isSatisfiable)
    #expect(try accepted(.anyOf([never, .text("a")]), ["a", ""]) == ["a"])
  }

  @Test func `joined rules have the separator between`() throws {
    let rule = GrammarRule.sequence([
      .text("["), .joined(.schema(["type": "integer"]), separator: .text("; ")), .text("]"),
    ])
    let texts = ["[]", "[1]", "[1; 22; 3]", "[1; ]", "[1;2]", "[; 1]"]
    #expect(try accepted(rule, texts) == ["[1]", "[1; 22; 3]"])
  }

  @Test func `members come in their order, and required ones always`() throws {
    func member(_ name: String, _ isRequired: Bool) -> GrammarMember {
      GrammarMember(
        .sequence([.text(name + "="), .schema(["type": "boolean"])]), isRequired: isRequired)
    }
    let members = [member("a", false), member("b", true), member("c", false), member("d", false)]
    let texts = [
      "", "a=true", "b=true", "a=true, b=false", "b=true, c=true", "b=true, d=false",
      "a=true, b=true, c=true, d=true", "b=true, a=true", "b=true, b=true", "b=true,c=true",
      "b=true, ",
    ]
    #expect(
      try accepted(.members(members, separator: ", "), texts) == [
        "b=true", "a=true, b=false", "b=true, c=true", "b=true, d=false",
        "a=true, b=true, c=true, d=true",
      ])
    let optional = members.map { GrammarMember($0.rule, isRequired: false) }
    #expect(
      try accepted(.members(optional, separator: ","), ["", "a=true", "c=true", "a=true,d=true"])
        == ["", "a=true", "c=true", "a=true,d=true"])
    #expect(try accepted(.members([], separator: ","), ["", ","]) == [""])
  }

  @Test func `schemas of all parts find their documents`() throws {
    let member = { (value: JSON) in GrammarMember(.schema(["const": value]), isRequired: true) }
    let rule = GrammarRule.sequence([
      .schema(["const": 1]), .joined(.schema(["const": 2]), separator: .text("-")),
      .members([member(3), member(4)], separator: "+"),
      .rawStrings(of: ["const": "five"], without: []), .schema(["const": 6]),
    ])
    #expect(try accepted(rule, ["12-23+4five6", "12-2-24+3five6"]) == ["12-23+4five6"])
  }

  @Test func `unmatched texts have no match of a pattern`() throws {
    let rule = GrammarRule.unmatched([#"^\s*stop"#, "a+b", ">$"])
    let texts = ["", "go stop", " stop", "aab", "ba", "x>", "x>y"]
    #expect(try accepted(rule, texts) == ["", "go stop", "ba", "x>y"])
  }

  @Test func `spaced JSON has one space after commas and colons`() throws {
    let schema: JSON = [
      "type": "object",
      "properties": ["a": ["type": "array", "items": ["type": "integer"]], "b": true],
      "additionalProperties": false,
    ]
    let texts = [
      #"{"a": [1, 2], "b": {"c": [], "d": 1}}"#, "{}", #"{"a":[1, 2]}"#, #"{"a": [1,2]}"#,
      #"{"a": [1],"b": 1}"#, #"{"a":  []}"#, #"{ "a": []}"#, #"{"b": ", :,"}"#,
    ]
    #expect(
      try accepted(.schema(schema), texts, whitespace: .spaced) == [texts[0], texts[1], texts[7]])
  }

  @Test func `endings of spaced JSON are spaced, and as short as they are told to be`() throws {
    let schema: JSON = [
      "type": "object",
      "properties": [
        "a": ["type": "array", "items": ["type": "integer"], "minItems": 3],
        "b": ["type": "object", "properties": ["c": ["type": "null"]], "required": ["c"]],
      ], "required": ["a", "b"],
    ]
    var options = MachineOptions.generation
    options.whitespace = .spaced
    let constraint = try Constraint(.schema(schema), options: options)
    let tables = try MatcherSupport.smallTables()
    let whole = #"{"a": [0, 0, 0], "b": {"c": null}}"#
    let matcher = try Matcher(constraint, tables)
    var limits = 0
    for byte in whole.utf8 {
      let ending = matcher.ending()
      if let limit = matcher.endingLimit() {
        #expect(ending.count <= limit)
        limits += 1
      }
      let rest = try tables.tokenizer.decode(ending)
      let text = String(decoding: matcher.text, as: UTF8.self) + rest
      #expect(text == whole)
      let token = try #require(tables.tokenizer.encode(utf8: [byte], continuing: true).first)
      _ = matcher.accept(token)
    }
    #expect(limits > whole.utf8.count / 2)
  }

  @Test func `endings leave circles`() throws {
    let call = GrammarRule.sequence([.text("call("), .schema(["type": "integer"]), .text(")")])
    let rule = GrammarRule.sequence([
      .freeText(until: ["<"]), .text("<"), .joined(call, separator: .text("\n")),
      .text("\n--------------- the end of all calls ---------------"),
    ])
    let tables = try MatcherSupport.smallTables()
    let matcher = try Matcher(Constraint(rule), tables)
    for text in ["ab", "<call(1)", "\nca", "ll(2)\n"] {
      for token in tables.tokenizer.encode(text) { #expect(matcher.accept(token)) }
      let ending = matcher.ending()
      #expect(!ending.isEmpty)
      for token in ending { #expect(matcher.accept(token)) }
      #expect(matcher.isComplete)
      matcher.rollback(ending.count)
    }
  }
}
