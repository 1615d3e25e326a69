import Foundation
import Tern
import TernGrammar
import TernJSON
import Testing

/// What schemas look like as documents; the expected ones are written by hand.
@Suite struct SchemaDocumentTests {
  private func expect(
    _ schema: GenerationSchema, _ text: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    #expect(
      schema.json.hasSameValue(as: try JSON(parsing: text)), "\(schema.json)",
      sourceLocation: location)
    _ = try Constraint(.schema(schema.constraint))
  }

  @Test func `types of the standard library`() throws {
    try expect(Bool.generationSchema, #"{"type": "boolean"}"#)
    try expect(String.generationSchema, #"{"type": "string"}"#)
    try expect(Int.generationSchema, #"{"type": "integer"}"#)
    try expect(Double.generationSchema, #"{"type": "number"}"#)
    try expect(Float.generationSchema, #"{"type": "number"}"#)
    try expect(FoundationDecimal.generationSchema, #"{"type": "number"}"#)
    try expect(
      [[Int]].generationSchema,
      #"{"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}"#)
    try expect(GeneratedContent.generationSchema, "{}")
    try expect([Never].generationSchema, #"{"type": "array", "items": {"not": {}}}"#)
  }

  struct Trip: SampleType {
    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Self.self, representNilExplicitlyInGeneratedContent: true,
        properties: [
          .init(name: "days", type: Int?.self, guides: [.minimum(1)]),
          .init(name: "kind", description: "Which", type: Kind?.self),
          .init(name: "age", description: "How old", type: Age?.self),
          .init(name: "tags", type: [String]?.self, guides: [.minimumCount(1)]),
          .init(name: "title", type: String.self),
        ])
    }

    enum Kind: String, SampleType {
      case `in`, out = "out-side"

      static var generationSchema: GenerationSchema {
        GenerationSchema(type: Self.self, anyOf: ["in", "out-side"])
      }
    }
  }

  @Test func `explicit nil makes optional properties required and nullable`() throws {
    try expect(
      Trip.generationSchema,
      #"""
      {"type": "object", "title": "Trip", "properties": {
        "days": {"type": ["integer", "null"], "minimum": 1},
        "kind": {"description": "Which", "anyOf": [
          {"type": "string", "enum": ["in", "out-side"]}, {"type": "null"}]},
        "age": {"description": "How old", "anyOf": [{"$ref": "#/$defs/Age"}, {"type": "null"}]},
        "tags": {"anyOf": [{"type": "array", "items": {"type": "string"}, "minItems": 1},
          {"type": "null"}]},
        "title": {"type": "string"}},
       "required": ["days", "kind", "age", "tags", "title"],
       "x-order": ["days", "kind", "age", "tags", "title"], "additionalProperties": false,
       "$defs": {"Age": {"type": "object", "title": "Age", "properties": {
          "years": {"type": "integer"}, "months": {"type": "integer"}},
         "required": ["years", "months"], "x-order": ["years", "months"],
         "additionalProperties": false}}}
      """#)
  }

  struct Encounter: SampleType {
    static var generationSchema: GenerationSchema {
      ._union(
        type: Self.self, description: "What happens",
        cases: [
          .init("orderCoffee", properties: [.init(name: "value", type: String.self)]),
          .init("wantToTalkToManager", properties: [.init(name: "complaint", type: String.self)]),
          .init("leave"),
        ])
    }
  }

  @Test func `cases with payloads are objects told apart by their type`() throws {
    struct Scene: SampleType {
      static var generationSchema: GenerationSchema {
        GenerationSchema(
          type: Self.self,
          properties: [.init(name: "next", description: "What next", type: Encounter.self)])
      }
    }
    let cases = #"""
      "DiscriminatedOrderCoffee": {"type": "object", "title": "DiscriminatedOrderCoffee",
        "properties": {"type": {"const": "orderCoffee"}, "value": {"type": "string"}},
        "required": ["type", "value"], "x-order": ["type", "value"], "additionalProperties": false},
      "DiscriminatedWantToTalkToManager": {"type": "object",
        "title": "DiscriminatedWantToTalkToManager",
        "properties": {"type": {"const": "wantToTalkToManager"}, "complaint": {"type": "string"}},
        "required": ["type", "complaint"], "x-order": ["type", "complaint"],
        "additionalProperties": false},
      "DiscriminatedLeave": {"type": "object", "title": "DiscriminatedLeave",
        "properties": {"type": {"const": "leave"}}, "required": ["type"], "x-order": ["type"],
        "additionalProperties": false}
      """#
    let union = #"""
      "title": "Encounter", "description": "What happens", "anyOf": [
        {"$ref": "#/$defs/DiscriminatedOrderCoffee"},
        {"$ref": "#/$defs/DiscriminatedWantToTalkToManager"},
        {"$ref": "#/$defs/DiscriminatedLeave"}]
      """#
    try expect(Encounter.generationSchema, "{\(union), \"$defs\": {\(cases)}}")
    try expect(
      Scene.generationSchema,
      #"""
      {"type": "object", "title": "Scene", "properties": {
        "next": {"$ref": "#/$defs/Encounter", "description": "What next"}},
       "required": ["next"], "x-order": ["next"], "additionalProperties": false,
       "$defs": {"Encounter": {\#(union)}, \#(cases)}}
      """#)
  }

  @Test func `a choice of types refers to them`() throws {
    struct Pet: SampleType {
      static var generationSchema: GenerationSchema {
        GenerationSchema(type: Self.self, anyOf: [Age.self, String.self])
      }
    }
    let document = Pet.generationSchema.json
    #expect(document["title"] == "Pet")
    #expect(document["anyOf"] == [["$ref": "#/$defs/Age"], ["type": "string"]])
    #expect(document["$defs"]?.object?.keys == ["Age"])
  }

  @Test func `a name of its own is title and definition`() throws {
    struct Odd: SampleType {
      static var generationSchema: GenerationSchema {
        GenerationSchema(type: Self.self, name: "50% a/b~c", properties: [])
      }
    }
    #expect(Odd.generationSchema.name == "50% a/b~c")
    #expect(Odd.generationSchema.json["title"] == "50% a/b~c")
    let list = [Odd].generationSchema
    #expect(list.json["items"] == ["$ref": "#/$defs/50%25 a~1b~0c"])
    #expect(list.json["$defs"]?["50% a/b~c"]?["title"] == "50% a/b~c")
    _ = try Constraint(.schema(list.json))
    #expect(try GenerationSchema(document: list.json).json == list.json)
  }

  @Test func `what no value can be is a failure that is kept`() {
    let twice = [Cat.properties[0], Cat.properties[0]]
    #expect(GenerationSchema(type: Age.self, properties: twice).unsupportedGuides.count == 1)
    #expect(GenerationSchema(type: Age.self, anyOf: [String]()).unsupportedGuides.count == 1)
    let none: [any Generable.Type] = []
    #expect(GenerationSchema(type: Age.self, anyOf: none).unsupportedGuides.count == 1)
  }

  @Test func `names of types are without those around them`() {
    #expect(Cat.generationSchema.name == "Cat")
    #expect(PetClub.Cat.generationSchema.name == "Cat")
    #expect([Cat].generationSchema.name == "Array<Cat>")
    #expect(Trip.Kind.generationSchema.name == "Kind")
  }
}
