import TernJSON
import Testing

@testable import TernGrammar

@Suite("References of schemas")
struct SchemaReferenceTests {
  @Test(
    "references lead to places in the document",
    arguments: [
      ("#", ""), ("", ""), ("#/$defs/a", "/$defs/a"),
      ("#/$defs/a~1b%25/items", "/$defs/a~1b%/items"),
      ("#/$defs/%C3%A9~0", "/$defs/é~0"), ("#named", "/$defs/a"),
      ("#/prefixItems/1", "/prefixItems/1"),
      ("#/strange/0/place", "/strange/0/place"), ("http://x.org/s/root.json#named", "/$defs/a"),
      ("root.json#/$defs/a", "/$defs/a"), ("../s/inner", "/$defs/inner"),
      ("inner#deep", "/$defs/inner/not"),
      ("inner#/not", "/$defs/inner/not"), ("/abs", "/$defs/abs"), ("urn:x:y", "/$defs/urn"),
      ("//y.org/z", "/$defs/other"), ("#/$defs/inner/not", "/$defs/inner/not"),
    ])
  func targets(reference: String, expected: String) throws {
    let text = #"""
      {"$id": "http://x.org/s/root.json", "properties": {"x": {"$ref": "\#(reference)"}},
       "prefixItems": [true, {}],
       "$defs": {"a": {"$anchor": "named"}, "a/b%": {"items": {}}, "é~": {},
         "inner": {"$id": "inner", "not": {"$anchor": "deep"}}, "abs": {"$id": "/abs"},
         "urn": {"$id": "urn:x:y"}, "other": {"$id": "http://y.org/z"}},
       "strange": [{"place": {"type": "null"}}]}
      """#
    let document = try SchemaDocument(JSON(parsing: text))
    let node = document.nodes[document.nodes[document.root].properties[0].node]
    #expect(node.references.map { document.pointer(of: $0) } == [expected])
  }

  @Test(
    "references that lead nowhere are errors",
    arguments: [
      ("#/$defs/none", "\"#/$defs/none\" is not in the document"),
      ("#none", "\"#none\" is not in the document"),
      ("#/prefixItems/2", "\"#/prefixItems/2\" is not in the document"),
      ("http://x.org/y#/z", "\"http://x.org/y\" is another document"),
      ("y.json", "\"y.json\" is another document"),
    ])
  func nowhere(reference: String, expected: String) throws {
    let text = #"{"prefixItems": [true], "items": {"$ref": "\#(reference)"}}"#
    #expect(try error(text) == "$ref at /items: \(expected)")
  }

  @Test("references to data in enum, const and unknown keywords make no addresses")
  func dataIsNotSchema() throws {
    let text = #"""
      {"enum": [{"$anchor": "x"}], "const": {"$id": "http://x.org/"}, "odd": {"$anchor": "x"},
       "properties": {"$anchor": {"type": "null"}}, "$ref": "#x"}
      """#
    #expect(try error(text) == ##"$ref at the root: "#x" is not in the document"##)
  }

  @Test("a schema that many references lead to is one node, also in a cycle")
  func cycles() throws {
    let text = #"""
      {"properties": {"left": {"$ref": "#"}, "right": {"$ref": "#/properties/left"}}}
      """#
    let document = try SchemaDocument(JSON(parsing: text))
    #expect(document.nodes.count == 3)
    #expect(document.nodes[document.root].properties.map(\.node) == [1, 2])
    #expect(document.nodes[1].references == [0] && document.nodes[2].references == [1])
  }

  @Test(
    "schemas that apply themselves to the same value are errors",
    arguments: [
      ##"{"$ref": "#"}"##,
      ##"{"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}"##,
      ##"{"items": {"allOf": [{"type": "string"}, {"$ref": "#/items"}]}}"##,
      ##"{"anyOf": [{"type": "null"}, {"not": {"$ref": "#"}}]}"##,
      ##"{"if": {"$ref": "#"}}"##, ##"{"dependentSchemas": {"a": {"$ref": "#"}}}"##,
    ])
  func loops(text: String) throws {
    #expect(try error(text)?.contains("circular reference") == true)
  }

  @Test("identifiers of older drafts")
  func oldIdentifiers() throws {
    let text = #"""
      {"$schema": "http://json-schema.org/draft-04/schema#", "id": "http://x.org/root",
       "items": [{"$ref": "#name"}, {"$ref": "other"}, {"$ref": "other#/definitions/b"}],
       "properties": {"p": {"id": "p", "items": {"$ref": "#/definitions/a"}}},
       "definitions": {"a": {"id": "#name"},
         "o": {"id": "other", "definitions": {"b": {}}}}}
      """#
    let document = try SchemaDocument(JSON(parsing: text))
    let items = document.nodes[document.root].prefixItems.flatMap { document.nodes[$0].references }
    #expect(
      items.map { document.pointer(of: $0) } == [
        "/definitions/a", "/definitions/o", "/definitions/o/definitions/b",
      ])
    #expect(
      document.nodes.contains { document.pointer(of: $0.references.first ?? 0) == "/definitions/a" }
    )
  }

  @Test("without $schema, the id of the root is its address too")
  func oldRootIdentifier() throws {
    let text = #"""
      {"id": "http://x.org/s.json", "items": {"$ref": "s.json#/definitions/a"},
       "definitions": {"a": {"type": "null"}}}
      """#
    #expect(try SchemaDocument(JSON(parsing: text)).nodes.count == 3)
  }

  @Test("a dynamic reference has a target for each way that leads to it")
  func dynamicReferences() throws {
    let text = #"""
      {"properties": {"n": {"$ref": "numbers"}, "s": {"$ref": "strings"}, "l": {"$ref": "list"}},
       "$defs": {
         "list": {"$id": "list", "items": {"$dynamicRef": "#item"},
           "$defs": {"any": {"$dynamicAnchor": "item"}}},
         "numbers": {"$id": "numbers", "$ref": "list",
           "$defs": {"item": {"$dynamicAnchor": "item", "type": "number"}}},
         "strings": {"$id": "strings", "$ref": "list",
           "$defs": {"item": {"$dynamicAnchor": "item", "type": "string"}}}}}
      """#
    let document = try SchemaDocument(JSON(parsing: text))
    let validator = SlowValidator(document, FoundationLeaves())
    for (value, expected) in [
      (#"{"n": [1]}"#, true), (#"{"n": ["a"]}"#, false), (#"{"s": ["a"]}"#, true),
      (#"{"s": [1]}"#, false), (#"{"l": [1, "a"]}"#, true),
    ] {
      #expect(validator.accepts(try JSON(parsing: value)) == expected, "\(value)")
    }
  }

  @Test("a recursive reference leads to the outermost schema with a recursive anchor")
  func recursiveReferences() throws {
    let text = #"""
      {"$schema": "https://json-schema.org/draft/2019-09/schema", "$id": "http://x.org/strict",
       "$recursiveAnchor": true, "$ref": "tree", "unevaluatedProperties": false,
       "$defs": {"tree": {"$id": "tree", "$recursiveAnchor": true,
         "properties": {"data": true, "children": {"items": {"$recursiveRef": "#"}}}}}}
      """#
    let validator = SlowValidator(try SchemaDocument(JSON(parsing: text)), FoundationLeaves())
    #expect(validator.accepts(try JSON(parsing: #"{"children": [{"data": 1}]}"#)))
    #expect(!validator.accepts(try JSON(parsing: #"{"children": [{"daat": 1}]}"#)))
  }

  private func error(_ text: String) throws -> String? {
    let schema = try JSON(parsing: text)
    do throws(SchemaError) {
      _ = try SchemaDocument(schema)
      return nil
    } catch { return error.description }
  }
}
