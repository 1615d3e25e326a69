import Foundation
import RegexBuilder
import Tern
import TernGrammar
import TernJSON
import Testing

/// Guides as keywords, alone and together.
@Suite struct GuideTests {
  private func schema<Value: Generable>(
    _ type: Value.Type, _ guides: [GenerationGuide<Value>]
  ) throws -> GenerationSchema {
    try GenerationSchema(
      root: DynamicGenerationSchema(type: type, guides: guides), dependencies: [])
  }

  private func expect<Value: Generable>(
    _ type: Value.Type, _ guides: [GenerationGuide<Value>], _ document: JSON,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let schema = try schema(type, guides)
    #expect(schema.json == document, sourceLocation: location)
    #expect(schema.unsupportedGuides.isEmpty, sourceLocation: location)
  }

  @Test func `guides of texts`() throws {
    try expect(String.self, [.constant("x")], ["type": "string", "enum": ["x"]])
    try expect(String.self, [.anyOf(["b", "a", "b"])], ["type": "string", "enum": ["b", "a"]])
    try expect(
      String.self, [.anyOf(["a", "b", "c"]), .anyOf(["c", "d", "b"])],
      ["type": "string", "enum": ["c", "b"]])
  }

  @Test func `bounds are exact`() throws {
    try expect(Int.self, [.range(1...10)], ["type": "integer", "minimum": 1, "maximum": 10])
    try expect(
      Int.self, [.minimum(.min), .maximum(.max)],
      ["type": "integer", "minimum": JSON(Int.min), "maximum": JSON(Int.max)])
    try expect(Double.self, [.range(0...0.1)], ["type": "number", "minimum": 0, "maximum": 0.1])
    try expect(Float.self, [.minimum(0.1)], ["type": "number", "minimum": 0.1])
    let long = "123456789012345678901234567890.12345678"
    let bound = try #require(FoundationDecimal(string: long))
    try expect(
      FoundationDecimal.self, [.maximum(bound)],
      ["type": "number", "maximum": .number(#require(JSONNumber(text: long)))])
  }

  @Test func `of several bounds the narrowest count`() throws {
    try expect(
      Int.self, [.range(1...10), .minimum(3), .maximum(20), .maximum(7)],
      ["type": "integer", "minimum": 3, "maximum": 7])
    try expect(
      [String].self, [.minimumCount(1), .count(0...5), .maximumCount(9)],
      ["type": "array", "items": ["type": "string"], "minItems": 1, "maxItems": 5])
  }

  @Test func `counts and guides of elements`() throws {
    try expect(
      [Int].self, [.count(2), .element(.range(1...3))],
      [
        "type": "array", "items": ["type": "integer", "minimum": 1, "maximum": 3], "minItems": 2,
        "maxItems": 2,
      ])
    try expect(
      [[Int]].self, [.element(.count(1...2)), .element(.element(.minimum(0)))],
      [
        "type": "array",
        "items": [
          "type": "array", "items": ["type": "integer", "minimum": 0], "minItems": 1,
          "maxItems": 2,
        ],
      ])
    try expect(
      [Age].self, [.minimumCount(-3)],
      [
        "type": "array", "items": ["$ref": "#/$defs/Age"], "minItems": 0,
        "$defs": ["Age": Age.generationSchema.json],
      ])
  }

  @Test func `guides without elements are for any array`() {
    let guides: [GenerationGuide<[Never]>] = [
      .minimumCount(1), .maximumCount(3), .count(1...3), .count(2),
    ]
    let document = GenerationSchema(
      type: Age.self, properties: [.init(name: "a", type: [Never].self, guides: guides)]
    ).json
    #expect(document["properties"]?["a"]?["minItems"] == 2)
    #expect(document["properties"]?["a"]?["maxItems"] == 2)
  }

  @Test func `guides that contradict each other are a failure that is kept`() throws {
    #expect(try !schema(Int.self, [.minimum(3), .maximum(2)]).unsupportedGuides.isEmpty)
    #expect(try !schema(String.self, [.constant("a"), .constant("b")]).unsupportedGuides.isEmpty)
    #expect(try !schema(String.self, [.anyOf([])]).unsupportedGuides.isEmpty)
    #expect(try !schema([Int].self, [.count(1), .count(2)]).unsupportedGuides.isEmpty)
    #expect(try !schema([Int].self, [.maximumCount(-1)]).unsupportedGuides.isEmpty)
    #expect(try !schema(Double.self, [.minimum(.nan)]).unsupportedGuides.isEmpty)
    #expect(try !schema(Double.self, [.minimum(.infinity)]).unsupportedGuides.isEmpty)
    #expect(try schema(Double.self, [.maximum(.infinity)]).unsupportedGuides.isEmpty)
    let nested = try schema([Int].self, [.element(.range(5...6)), .element(.maximum(1))])
    #expect(nested.unsupportedGuides.count == 1)
    #expect(nested.json["items"]?["minimum"] == 5)
  }
}

/// Regular expressions as guides, compared with what they match themselves.
@Suite struct PatternGuideTests {
  private func schema<Output>(_ regex: Regex<Output>) -> GenerationSchema {
    GenerationSchema(
      type: Age.self, properties: [.init(name: "a", type: String.self, guides: [regex])])
  }

  private func expect<Output>(
    _ regex: Regex<Output>, _ pattern: String, _ texts: [String],
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    let schema = schema(regex)
    #expect(schema.unsupportedGuides.isEmpty, sourceLocation: location)
    #expect(
      schema.json["properties"]?["a"]?["pattern"]?.string == pattern, sourceLocation: location)
    let decoded = try GenerationSchema(document: schema.json)
    for constraint in [schema.constraint, decoded.constraint] {
      let acceptor = try Acceptor(
        Constraint(.schema(#require(constraint["properties"]?["a"]))))
      for text in texts {
        #expect(
          try acceptor.accepts(JSON.string(text).bytes())
            == (regex.wholeMatch(in: text) != nil), "\(text)", sourceLocation: location)
      }
    }
  }

  @Test func `patterns are of the whole text`() throws {
    try expect(#/\d+/#, "\\d+", ["1", "12", "a1", "1a", "", "٣"])
    try expect(#/(Mr|Mrs)\. \w+/#, "(Mr|Mrs)\\. \\w+", ["Mr. X", "Mrs. Yz", "Mr X", "x Mr. X"])
    try expect(#/a|bc/#, "a|bc", ["a", "bc", "ab", "ac"])
  }

  @Test func `patterns of builders have the groups that they imply`() throws {
    let title = Regex {
      Capture {
        ChoiceOf {
          "Mr"
          "Mrs"
        }
      }
      ". "
      OneOrMore(.word)
    }
    let texts = ["Mr. X", "Mrs. X", "Mr", "Mrs. ", "MrX. X"]
    try expect(title, "(?:(?:Mr|Mrs))\\. (?:\\w)+", texts)
    let implied = Regex {
      "a"
      ChoiceOf {
        "b"
        "c"
      }
    }
    try expect(implied, "a(?:b|c)", ["ab", "ac", "c", "a"])
  }

  @Test func `characters of patterns are written as themselves where they can be`() throws {
    let marks = Regex {
      "a.b-c/d & é\n{"
      OneOrMore(.anyOf("-]x^"))
    }
    try expect(
      marks, "a\\.b-c\\/d & \\u00e9\\n\\{(?:[\\-\\]x\\^])+",
      ["a.b-c/d & é\n{-]x^", "a.b-c/d & é\n{", "aXb-c/d & é\n{x"])
  }

  @Test func `several patterns hold together`() throws {
    let schema = GenerationSchema(
      type: Age.self, properties: [.init(name: "a", type: String?.self, guides: [#/.b/#, #/a./#])])
    #expect(
      schema.json["properties"]?["a"]
        == ["type": "string", "allOf": [["pattern": ".b"], ["pattern": "a."]]])
    let acceptor = try Acceptor(
      Constraint(.schema(#require(schema.constraint["properties"]?["a"]))))
    #expect(try acceptor.accepts(Array("\"ab\"".utf8)))
    #expect(try !acceptor.accepts(Array("\"ac\"".utf8)))
  }

  @Test func `expressions that cannot be followed are a failure that is kept`() throws {
    let reference = Reference(Substring.self)
    let again = Regex {
      Capture(as: reference) { OneOrMore(.digit) }
      "-"
      reference
    }
    let schema = schema(again)
    #expect(schema.unsupportedGuides.count == 1)
    #expect(schema.json["properties"]?["a"] == ["type": "string"])
    let failing = Regex { TryCapture(OneOrMore(.digit)) { Int($0) } }
    #expect(self.schema(failing).unsupportedGuides.count == 1)
  }

  @Test func `patterns of other documents are those of JSON Schema`() throws {
    let foreign: JSON = [
      "type": "object", "properties": ["a": ["type": "string", "pattern": "^S_"]],
    ]
    #expect(try GenerationSchema(document: foreign).constraint == foreign)
  }
}
