import Foundation
import Tern
import Testing

/// The names, labels, defaults and conformances that code written for FoundationModels counts on.
@Suite struct ValuesSurfaceTests {
  private func conforms<T: Generable & Sendable & Equatable>(_ type: T.Type) {}
  private func schemas<T: Sendable & Codable & CustomDebugStringConvertible>(_ type: T.Type) {}
  private func errors<T: LocalizedError>(_ type: T.Type) {}
  private func asks<T: PromptRepresentable & InstructionsRepresentable>(_ type: T.Type) {}

  @Test func `conformances`() {
    conforms(GeneratedContent.self)
    conforms(Bool.self)
    conforms(String.self)
    conforms(Int.self)
    conforms(Float.self)
    conforms(Double.self)
    conforms(Decimal.self)
    conforms([String].self)
    conforms(Never.self)
    schemas(GenerationSchema.self)
    errors(GenerationSchema.SchemaError.self)
    errors(GeneratedContent.ParsingError.self)
    asks([[String]].self)
    asks(Int?.self)
    asks(GeneratedContent.self)
    let partial: String.PartiallyGenerated? = "x"
    let list: [Int?.PartiallyGenerated] = [1]
    #expect(partial == "x" && list == [1])
  }

  @Test func `ways to make content`() throws {
    let id = GenerationID()
    let pairs: [(String, any ConvertibleToGeneratedContent)] = [("a", 1)]
    let all = [
      GeneratedContent(properties: ["a": 1]), GeneratedContent(properties: ["a": 1], id: id),
      GeneratedContent(properties: pairs) { old, _ in old },
      GeneratedContent(properties: pairs, id: id) { _, new in new },
      GeneratedContent(
        kind: .structure(properties: ["a": GeneratedContent(1)], orderedKeys: ["a"])),
      try GeneratedContent(json: "{\"a\": 1}"),
      GeneratedContent(GeneratedContent(properties: ["a": 1]), id: id),
    ]
    for content in all { #expect(content == all[0]) }
    let list = GeneratedContent(elements: [1, "a", true] as [any ConvertibleToGeneratedContent])
    #expect(list.jsonString == #"[1, "a", true]"#)
    #expect(["a"].promptRepresentation.text == #"["a"]"#)
    #expect(["a"].generatedContent.jsonString == #"["a"]"#)
  }

  @Test func `ways to make schemas`() throws {
    _ = GenerationSchema(type: Age.self, properties: [])
    _ = GenerationSchema(type: Age.self, description: "x", properties: [])
    _ = GenerationSchema(type: Age.self, description: nil, anyOf: ["a", "b"])
    _ = GenerationSchema(type: Age.self, anyOf: [Cat.self, Person.self])
    _ = GenerationSchema(
      type: Age.self, representNilExplicitlyInGeneratedContent: true, properties: [])
    let properties: [GenerationSchema.Property] = [
      .init(name: "a", type: String.self), .init(name: "b", description: "B", type: Int?.self),
      .init(name: "c", type: String.self, guides: [#/a+/#]),
      .init(name: "d", type: String?.self, guides: [#/(a)+/#]),
      .init(name: "e", type: String.self, guides: [.pattern(#/a/#), .anyOf(["a"])]),
      .init(name: "f", type: [Age].self, guides: [.count(1...2)]),
      .init(name: "g", type: [String]?.self, guides: [.element(.constant("a"))]),
    ]
    let schema = GenerationSchema(type: Age.self, properties: properties)
    #expect(schema.unsupportedGuides.isEmpty)
    _ = try GenerationSchema(
      root: DynamicGenerationSchema(arrayOf: .init(type: Int.self), maximumElements: 2),
      dependencies: [])
    let context = GenerationSchema.SchemaError.Context(debugDescription: "x")
    let error = GenerationSchema.SchemaError.duplicateType(schema: nil, type: "a", context: context)
    #expect(error.errorDescription?.contains("'a'") == true)
  }
}
