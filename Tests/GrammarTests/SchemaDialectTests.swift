import TernJSON
import Testing

@testable import TernGrammar

@Suite("Dialects of schemas")
struct SchemaDialectTests {
  @Test(
    "drafts are found by their address, however it is spelled",
    arguments: [
      ("http://json-schema.org/draft-04/schema#", .draft4),
      ("https://json-schema.org/draft-04/schema", .draft4),
      ("http://json-schema.org/draft-06/schema#", .draft6),
      ("http://json-schema.org/draft-07/hyper-schema#", .draft7),
      ("https://json-schema.org/draft/2019-09/schema", .draft2019),
      ("https://json-schema.org/draft/2020-12/schema#", .draft2020),
      ("http://json-schema.org/schema#", .unspecified),
      ("https://spec.openapis.org/oas/3.1/dialect/base", .draft2020), ("", .unspecified),
      ("http://json-schema.org/draft-03/schema#", nil), ("http://example.com/draft-07", nil),
    ] as [(String, SchemaDialect?)])
  func addresses(uri: String, expected: SchemaDialect?) {
    #expect(SchemaDialect(uri: uri) == expected)
  }

  @Test(
    "exclusive bounds of draft 4 are read wherever they are true or false",
    arguments: ["", #""$schema": "http://json-schema.org/draft-04/schema#","#])
  func exclusiveBounds(dialect: String) throws {
    let root = try node(
      "{\(dialect) \"minimum\": 1, \"exclusiveMinimum\": true, \"maximum\": 9,"
        + "\"exclusiveMaximum\": false}")
    #expect(root.minimum == nil && root.exclusiveMinimum?.text == "1")
    #expect(root.maximum?.text == "9" && root.exclusiveMaximum == nil)
  }

  @Test(
    "items as an array are prefix items, with additionalItems behind them",
    arguments: ["draft-04/schema#", "draft/2019-09/schema", "schema#"])
  func arrayItems(dialect: String) throws {
    let root = try node(
      """
      {"$schema": "http://json-schema.org/\(dialect)", "items": [{}, {}], "additionalItems": {}}
      """)
    #expect(root.prefixItems.count == 2 && root.items != nil)
  }

  @Test("dependencies are required names or schemas")
  func dependencies() throws {
    let root = try node(#"{"dependencies": {"a": ["b"], "c": {"minimum": 1}, "d": "e"}}"#)
    #expect(root.dependentRequired.map(\.name) == ["a", "d"])
    #expect(root.dependentRequired.map(\.required) == [["b"], ["e"]])
    #expect(root.dependentSchemas.map(\.name) == ["c"])
  }

  @Test("keywords beside a reference count from 2019-09 on")
  func siblings() throws {
    let rest = ##""$ref": "#/definitions/a", "type": "string", "definitions": {"a": {}}}"##
    let old = try node(#"{"$schema": "http://json-schema.org/draft-07/schema#", "# + rest)
    #expect(old.references.count == 1 && old.types == nil)
    let new = try node("{" + rest)
    #expect(new.references.count == 1 && new.types == .string)
  }

  @Test("keywords that are younger than the dialect are annotations")
  func youngKeywords() throws {
    let rest = #""const": 1, "if": true, "then": false, "dependentRequired": 5}"#
    let four = try node(#"{"$schema": "http://json-schema.org/draft-04/schema#", "# + rest)
    #expect(four.constant == nil && four.condition == nil && four.dependentRequired.isEmpty)
    let seven = try node(#"{"$schema": "http://json-schema.org/draft-07/schema#", "# + rest)
    #expect(seven.constant == 1 && seven.then != nil && seven.dependentRequired.isEmpty)
  }

  @Test("an embedded schema may have a dialect of its own")
  func embeddedDialect() throws {
    let text = #"""
      {"$schema": "https://json-schema.org/draft/2020-12/schema", "$ref": "old",
       "$defs": {"old": {"$id": "old", "$schema": "http://json-schema.org/draft-07/schema#",
         "prefixItems": [true], "items": {"$ref": "#/definitions/x", "type": "null"},
         "definitions": {"x": {"minimum": 1}}}}}
      """#
    let document = try SchemaDocument(JSON(parsing: text))
    let old = document.nodes[document.nodes[document.root].references[0]]
    #expect(old.prefixItems.isEmpty)
    let items = document.nodes[try #require(old.items)]
    #expect(items.types == nil && items.references.count == 1)
  }

  @Test("contains beside unevaluatedItems is refused in 2019-09, where it means something else")
  func containsOf2019() throws {
    let schema = try JSON(
      parsing: #"""
        {"$schema": "https://json-schema.org/draft/2019-09/schema", "contains": {"minimum": 1},
         "unevaluatedItems": false}
        """#)
    #expect(throws: SchemaError.self) { try SchemaDocument(schema) }
  }

  private func node(_ text: String) throws -> SchemaNode {
    let document = try SchemaDocument(JSON(parsing: text))
    return document.nodes[document.root]
  }
}
