import Foundation
import Tern
import TernJSON
import TernTestSupport
import Testing

/// Documents that FoundationModels has written, and the types that they were written from.
@Suite(.enabled(if: SharedSuites.available))
struct AppleDocumentTests {
  private static let names = ["cat", "hedgehog", "person", "petClub"]

  private func data(_ name: String) throws -> Data {
    try Data(contentsOf: #require(SharedSuites.url("suites/apple-documents/\(name).json")))
  }

  @Test(arguments: names)
  func `a document is decoded and encoded again as it was`(_ name: String) throws {
    let data = try data(name)
    let schema = try JSONDecoder().decode(GenerationSchema.self, from: data)
    let again = try JSON(parsing: Array(JSONEncoder().encode(schema)))
    #expect(again.hasSameValue(as: try JSON(parsing: Array(data))))
    #expect(schema.name.lowercased() == name.lowercased())
    #expect(schema.unsupportedGuides.isEmpty)
  }

  @Test(
    arguments: zip(
      names, [Cat.self, Hedgehog.self, Person.self, PetClub.self] as [any Generable.Type]))
  func `a type of the same shape has the same document`(
    _ name: String, _ type: any Generable.Type
  ) throws {
    let theirs = try JSON(parsing: Array(data(name)))
    let encoded = try JSON(parsing: Array(JSONEncoder().encode(type.generationSchema)))
    #expect(encoded.hasSameValue(as: theirs))
    let described = try JSON(parsing: type.generationSchema.debugDescription)
    #expect(described.hasSameValue(as: theirs))
    #expect(described["properties"]?.object?.keys == theirs["x-order"]?.array?.compactMap(\.string))
  }

  @Test func `a schema put together at run time has the same document`() throws {
    let age = DynamicGenerationSchema(
      name: "Age",
      properties: [
        .init(name: "years", schema: .init(type: Int.self)),
        .init(name: "months", schema: .init(type: Int.self)),
      ])
    let cat = DynamicGenerationSchema(
      name: "Cat", description: "A description of a cute cat",
      properties: [
        .init(name: "name", schema: .init(type: String.self)),
        .init(
          name: "age", description: "The age of the cat, at most 20 years",
          schema: .init(referenceTo: "Age")),
        .init(
          name: "profile", description: "One sentence about this cat's personality",
          schema: .init(type: String.self)),
      ])
    let person = DynamicGenerationSchema(
      name: "Person",
      properties: [
        .init(
          name: "age", description: "The person's age",
          schema: .init(type: Int.self, guides: [.minimum(18), .maximum(100)]), isOptional: true),
        .init(
          name: "children", description: "The person's children",
          schema: .init(arrayOf: .init(referenceTo: "Person"), maximumElements: 3)),
        .init(
          name: "name", description: "The person's name", schema: .init(type: String.self)),
      ])
    for (name, root, others) in [("cat", cat, [age]), ("person", person, [])] {
      let schema = try GenerationSchema(root: root, dependencies: others)
      #expect(schema.json.hasSameValue(as: try JSON(parsing: Array(data(name)))))
    }
  }
}
