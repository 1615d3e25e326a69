import TernJSON
import Testing

@testable import TernGrammar

@Suite("Schema documents")
struct SchemaDocumentTests {
  @Test("every keyword lands in the field of its node")
  func keywords() throws {
    let root = try node(
      """
      {"type": ["object", "null"], "minProperties": 1, "maxProperties": 9.0, "required": ["b"],
       "x-order": ["b", "a"], "minItems": 2, "maxItems": 3e1, "uniqueItems": true, "minLength": 0,
       "maxLength": 100000000000000000000, "pattern": "^x", "format": "date", "minimum": 1.50,
       "exclusiveMaximum": 7, "multipleOf": 0.5, "enum": [1, {"$ref": "#/none"}], "const": null,
       "minContains": 1, "maxContains": 2, "dependentRequired": {"a": ["b", "c"]},
       "title": 5, "description": [], "nullable": true, "unheard-of": {"type": 5}}
      """)
    #expect(root.types == [.object, .null])
    #expect(root.minProperties == 1 && root.maxProperties == 9)
    #expect(root.required == ["b"] && root.order == ["b", "a"])
    #expect(root.minItems == 2 && root.maxItems == 30 && root.uniqueItems)
    #expect(root.minLength == 0 && root.maxLength == .max)
    #expect(root.pattern == "^x" && root.format == "date")
    #expect(root.minimum?.text == "1.50" && root.maximum == nil)
    #expect(root.exclusiveMinimum == nil && root.exclusiveMaximum?.text == "7")
    #expect(root.multipleOf?.text == "0.5")
    #expect(root.enumeration?.count == 2 && root.constant == .null)
    #expect(root.minContains == 1 && root.maxContains == 2)
    #expect(root.dependentRequired.map(\.name) == ["a"])
    #expect(root.dependentRequired.first?.required == ["b", "c"])
  }

  @Test("subschemas are nodes of their own, in the order of the document")
  func subschemas() throws {
    let text = """
      {"properties": {"b": {"type": "string"}, "a/~": true}, "patternProperties": {"^x": false},
       "additionalProperties": {"minimum": 1}, "propertyNames": {"maxLength": 3},
       "prefixItems": [true, false], "items": {"minimum": 2}, "contains": {"minimum": 3},
       "unevaluatedItems": false, "unevaluatedProperties": false,
       "allOf": [{"minimum": 4}], "anyOf": [{"minimum": 5}], "oneOf": [{"minimum": 6}],
       "not": {"minimum": 7}, "if": {"minimum": 8}, "then": {"minimum": 9}, "else": {"minimum": 10},
       "dependentSchemas": {"b": {"minimum": 11}}}
      """
    let document = try SchemaDocument(JSON(parsing: text))
    let root = document.nodes[document.root]
    func pointer(_ node: Int?) -> String? { node.map { document.pointer(of: $0) } }
    func minimum(_ node: Int?) -> String? { node.flatMap { document.nodes[$0].minimum?.text } }
    #expect(root.properties.map(\.name) == ["b", "a/~"])
    #expect(pointer(root.properties.last?.node) == "/properties/a~1~0")
    #expect(document.nodes[root.properties[1].node].boolean == true)
    #expect(root.patternProperties.map(\.pattern) == ["^x"])
    #expect(pointer(root.prefixItems.last) == "/prefixItems/1")
    let found = [
      root.additionalProperties, root.items, root.contains, root.allOf.first, root.anyOf.first,
      root.oneOf.first, root.not, root.condition, root.then, root.otherwise,
      root.dependentSchemas.first?.node,
    ].map { minimum($0) ?? "" }
    #expect(found == ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"])
    #expect(pointer(root.unevaluatedItems) == "/unevaluatedItems")
    #expect(pointer(root.unevaluatedProperties) == "/unevaluatedProperties")
    #expect(pointer(root.propertyNames) == "/propertyNames")
    #expect(pointer(document.root) == "")
  }

  @Test(
    "names of types become sets",
    arguments: [
      (#""integer""#, [.number, .onlyIntegers]), (#"["integer", "number"]"#, .number),
      (#"["number", "integer"]"#, .number),
      (
        #"["string", "integer", "null"]"#,
        [
          .string, .number, .onlyIntegers, .null,
        ]
      ), ("[]", []),
    ] as [(String, TypeSet)])
  func types(text: String, expected: TypeSet) throws {
    #expect(try node(#"{"type": \#(text)}"#).types == expected)
  }

  @Test(
    "what is not a schema is an error that names the place",
    arguments: [
      (#"[]"#, "schema at the root: must be an object, true or false"),
      (
        #"{"properties": {"a": {"maxItems": -1}}}"#,
        "maxItems at /properties/a: must be a whole number ≥ 0"
      ),
      (#"{"minLength": 1.5}"#, "minLength at the root: must be a whole number ≥ 0"),
      (#"{"minLength": "1"}"#, "minLength at the root: must be a whole number ≥ 0"),
      (#"{"minLength": -1e30}"#, "minLength at the root: must be a whole number ≥ 0"),
      (#"{"type": "any"}"#, #"type at the root: "any" is not a type"#),
      (#"{"type": 5}"#, "type at the root: must be the name of a type or an array of names"),
      (#"{"items": {"required": true}}"#, "required at /items: must be an array of strings"),
      (#"{"required": ["a", 1]}"#, "required at the root: must be an array of strings"),
      (#"{"properties": []}"#, "properties at the root: must be an object of schemas"),
      (
        #"{"properties": {"a": 1}}"#,
        "schema at /properties/a: must be a schema (an object, true or false)"
      ),
      (
        #"{"additionalProperties": "no"}"#,
        "additionalProperties at the root: must be a schema (an object, true or false)"
      ),
      (#"{"anyOf": []}"#, "anyOf at the root: must be an array of at least one schema"),
      (#"{"allOf": {}}"#, "allOf at the root: must be an array of schemas"),
      (#"{"enum": 1}"#, "enum at the root: must be an array"),
      (#"{"pattern": 1}"#, "pattern at the root: must be a string"),
      (#"{"uniqueItems": 1}"#, "uniqueItems at the root: must be true or false"),
      (#"{"minimum": "1"}"#, "minimum at the root: must be a number"),
      (#"{"multipleOf": 0.0}"#, "multipleOf at the root: must be a number > 0"),
      (#"{"multipleOf": -1}"#, "multipleOf at the root: must be a number > 0"),
      (
        #"{"dependentRequired": {"a": {}}}"#,
        "dependentRequired at the root: must be an object of arrays of strings"
      ),
      (#"{"$ref": 5}"#, "$ref at the root: must be a string"),
      (
        #"{"$schema": "http://example.com/own"}"#,
        #"$schema at the root: "http://example.com/own" is not a known dialect"#
      ),
      (
        #"{"$schema": "http://json-schema.org/draft-03/schema#"}"#,
        #"$schema at the root: "http://json-schema.org/draft-03/schema#" is not a known dialect"#
      ),
    ])
  func errors(text: String, expected: String) throws { #expect(try error(text) == expected) }

  @Test("relaxed reading drops and lists what strict reading refuses")
  func relaxed() throws {
    var options = SchemaOptions()
    options.isRelaxed = true
    let text = """
      {"type": "any", "minLength": 2, "properties": {"a": {"required": true, "minimum": 1},
       "b": 7}, "items": {"$ref": "other.json"}, "contains": {"$ref": "#/none"}}
      """
    let document = try SchemaDocument(JSON(parsing: text), options: options)
    let root = document.nodes[document.root]
    #expect(root.types == nil && root.minLength == 2)
    #expect(root.properties.map(\.name) == ["a"])
    #expect(document.nodes[root.properties[0].node].minimum?.text == "1")
    #expect(
      document.relaxed == [
        SchemaRelaxation(keyword: "type", pointer: "", reason: .unknownType("any")),
        SchemaRelaxation(
          keyword: "", pointer: "/properties/b",
          reason: .mustBe("a schema (an object, true or false)")),
        SchemaRelaxation(
          keyword: "required", pointer: "/properties/a", reason: .mustBe("an array of strings")),
        SchemaRelaxation(keyword: "$ref", pointer: "/items", reason: .remote(uri: "other.json")),
        SchemaRelaxation(
          keyword: "$ref", pointer: "/contains", reason: .unresolved(reference: "#/none")),
      ])
  }

  @Test("schemas that nothing leads to are not looked at")
  func unused() throws {
    let text = #"""
      {"$defs": {"bad": {"type": 5}, "used": {"minimum": 3}}, "then": {"type": 5},
       "additionalItems": {"type": 5}, "not": {"$ref": "#/$defs/used"}}
      """#
    #expect(try SchemaDocument(JSON(parsing: text)).nodes.count == 3)
  }

  private func node(_ text: String) throws -> SchemaNode {
    let document = try SchemaDocument(JSON(parsing: text))
    return document.nodes[document.root]
  }

  private func error(_ text: String) throws -> String? {
    let schema = try JSON(parsing: text)
    do throws(SchemaError) {
      _ = try SchemaDocument(schema)
      return nil
    } catch { return error.description }
  }
}
