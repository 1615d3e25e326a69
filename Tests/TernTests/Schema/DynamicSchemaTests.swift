import Foundation
import Tern
import TernGrammar
import TernJSON
import Testing

/// Schemas put together at run time.
@Suite struct DynamicSchemaTests {
  typealias Schema = DynamicGenerationSchema
  typealias Failure = GenerationSchema.SchemaError

  private let text = Schema(type: String.self)

  private func object(_ name: String, _ properties: (String, Schema)...) -> Schema {
    Schema(name: name, properties: properties.map { .init(name: $0.0, schema: $0.1) })
  }

  private func failure(_ root: Schema, _ dependencies: [Schema] = []) -> Failure? {
    do {
      _ = try GenerationSchema(root: root, dependencies: dependencies)
      return nil
    } catch { return error as? Failure }
  }

  @Test func `a riddle with answers`() throws {
    let answer = Schema(
      name: "Answer",
      properties: [
        .init(name: "text", schema: text),
        .init(name: "isCorrect", schema: Schema(type: Bool.self), isOptional: true),
      ])
    let riddle = Schema(
      name: "Riddle", description: "A riddle",
      properties: [
        .init(name: "question", description: "What is asked", schema: text),
        .init(
          name: "answers",
          schema: Schema(arrayOf: Schema(referenceTo: "Answer"), minimumElements: 2)),
      ])
    let schema = try GenerationSchema(root: riddle, dependencies: [answer])
    let expected: JSON = [
      "type": "object", "title": "Riddle", "description": "A riddle",
      "properties": [
        "question": ["type": "string", "description": "What is asked"],
        "answers": ["type": "array", "items": ["$ref": "#/$defs/Answer"], "minItems": 2],
      ], "required": ["question", "answers"], "x-order": ["question", "answers"],
      "additionalProperties": false,
      "$defs": [
        "Answer": [
          "type": "object", "title": "Answer",
          "properties": ["text": ["type": "string"], "isCorrect": ["type": "boolean"]],
          "required": ["text"], "x-order": ["text", "isCorrect"], "additionalProperties": false,
        ]
      ],
    ]
    #expect(schema.json == expected)
    #expect(schema.name == "Riddle")
  }

  @Test func `schemas within others are definitions, texts are not`() throws {
    let root = object(
      "Root", ("inner", object("Inner", ("a", text))), ("again", Schema(referenceTo: "Inner")),
      ("color", Schema(name: "Color", description: "Which", anyOf: ["red", "green"])),
      ("shade", Schema(referenceTo: "Color")), ("nothing", .null),
      ("self", Schema(referenceTo: "Root")))
    let properties = try GenerationSchema(root: root, dependencies: []).json["properties"]
    #expect(properties?["inner"] == ["$ref": "#/$defs/Inner"])
    #expect(properties?["again"] == ["$ref": "#/$defs/Inner"])
    let color: JSON = ["type": "string", "description": "Which", "enum": ["red", "green"]]
    #expect(properties?["color"] == color)
    #expect(properties?["shade"] == color)
    #expect(properties?["nothing"] == ["type": "null"])
    #expect(properties?["self"] == ["$ref": "#"])
  }

  @Test func `choices between schemas`() throws {
    let either = Schema(
      name: "Either", anyOf: [object("A", ("a", text)), Schema(referenceTo: "B"), text])
    let schema = try GenerationSchema(
      root: Schema(arrayOf: either),
      dependencies: [object("B", ("either", Schema(referenceTo: "Either")))])
    #expect(schema.json["items"] == ["$ref": "#/$defs/Either"])
    #expect(
      schema.json["$defs"]?["Either"] == [
        "title": "Either",
        "anyOf": [["$ref": "#/$defs/A"], ["$ref": "#/$defs/B"], ["type": "string"]],
      ])
    #expect(
      schema.json["$defs"]?["B"]?["properties"]?["either"] == ["$ref": "#/$defs/Either"])
    _ = try Constraint(.schema(schema.constraint))
  }

  @Test func `types within schemas are what they are by themselves`() throws {
    let root = object("Root", ("cat", Schema(type: Cat.self)), ("age", Schema(referenceTo: "Age")))
    let schema = try GenerationSchema(root: root, dependencies: [Schema(type: Age.self)])
    #expect(schema.json["$defs"]?["Age"] == Age.generationSchema.json)
    #expect(schema.json["properties"]?["age"] == ["$ref": "#/$defs/Age"])
    let alone = try GenerationSchema(root: Schema(type: Person.self), dependencies: [])
    #expect(alone.json == Person.generationSchema.json)
    #expect(alone.name == "Person")
  }

  @Test func `explicit nil`() throws {
    let root = Schema(
      name: "Root", representNilExplicitlyInGeneratedContent: true,
      properties: [.init(name: "a", schema: text, isOptional: true)])
    let document = try GenerationSchema(root: root, dependencies: []).json
    #expect(document["properties"]?["a"] == ["type": ["string", "null"]])
    #expect(document["required"] == ["a"])
  }

  @Test func `names that come twice`() throws {
    let one = object("One", ("a", text))
    let other = object("One", ("b", text))
    for dependencies in [[one, other], [one, one], [object("Root")]] {
      guard
        case .duplicateType("Root", let type, let context)? = failure(object("Root"), dependencies)
      else {
        Issue.record("no error")
        continue
      }
      #expect(type == (dependencies.count == 1 ? "Root" : "One"))
      #expect(context.debugDescription.contains("'\(type)'"))
    }
    guard case .duplicateType(_, "One", _)? = failure(object("Root", ("x", one), ("y", other)))
    else {
      Issue.record("no error")
      return
    }
    #expect(failure(object("Root", ("x", one), ("y", one))) == nil)
    guard
      case .duplicateType(_, "Age", _)? = failure(
        object("Root", ("x", Schema(type: Age.self)), ("y", object("Age", ("b", text)))))
    else {
      Issue.record("no error")
      return
    }
  }

  @Test func `properties that come twice`() {
    let inner = object("Inner", ("a", text), ("b", text), ("a", text))
    guard
      case .duplicateProperty("Inner", "a", let context)? = failure(object("Root", ("x", inner)))
    else {
      Issue.record("no error")
      return
    }
    #expect(context.debugDescription.contains("'Inner'"))
  }

  @Test func `choices between nothing`() {
    for empty in [Schema(name: "None", anyOf: [Schema]()), Schema(name: "None", anyOf: [String]())]
    {
      guard case .emptyTypeChoices("None", _)? = failure(object("Root", ("x", empty))) else {
        Issue.record("no error")
        return
      }
    }
  }

  @Test func `references to nothing`() throws {
    let root = object(
      "Root", ("x", Schema(referenceTo: "Missing")),
      ("y", Schema(arrayOf: Schema(referenceTo: "Lost"))),
      ("z", Schema(referenceTo: "Missing")))
    let error = try #require(failure(root))
    guard case .undefinedReferences("Root", let references, _) = error else {
      Issue.record("another error")
      return
    }
    #expect(references == ["Missing", "Lost"])
    #expect(error.errorDescription?.contains("'Missing', 'Lost'") == true)
    #expect(error.recoverySuggestion?.contains("Missing") == true)
    #expect(failure(Schema(referenceTo: "Missing")) != nil)
    #expect(failure(Schema(referenceTo: "A"), [object("A")]) == nil)
  }

  @Test func `schemas without end are a failure that is kept`() throws {
    var deep = text
    for _ in 0..<100_000 { deep = Schema(arrayOf: deep) }
    #expect(try !GenerationSchema(root: deep, dependencies: []).unsupportedGuides.isEmpty)
    var wide = text
    for level in 0..<100 { wide = object("Level\(level)", ("a", wide), ("b", wide)) }
    #expect(try !GenerationSchema(root: wide, dependencies: []).unsupportedGuides.isEmpty)
  }
}
