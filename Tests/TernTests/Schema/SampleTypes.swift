import Foundation
import Tern

/// Foundation's, where another module has a type of the name.
typealias FoundationDecimal = Foundation.Decimal

/// A conformance as a macro would write it, for types that are only looked at.
protocol SampleType: Generable {}

extension SampleType {
  init(_ content: GeneratedContent) throws {
    throw GeneratedContent.ParsingError(rawContent: "", debugDescription: "")
  }
  var generatedContent: GeneratedContent { GeneratedContent(properties: [:]) }
}

struct Age: SampleType {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [.init(name: "years", type: Int.self), .init(name: "months", type: Int.self)])
  }
}

struct Cat: SampleType {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, description: "A description of a cute cat", properties: Self.properties)
  }

  static var properties: [GenerationSchema.Property] {
    [
      .init(name: "name", type: String.self),
      .init(name: "age", description: "The age of the cat, at most 20 years", type: Age.self),
      .init(
        name: "profile", description: "One sentence about this cat's personality",
        type: String.self),
    ]
  }
}

struct Hedgehog: SampleType {
  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        .init(name: "name", description: "A cute old-timey name", type: String.self),
        .init(name: "age", description: "The hedgehog's age, at most 8 years.", type: Age.self),
        .init(
          name: "favoriteFood", description: "The hedgehog's favorite food", type: String.self,
          guides: [.anyOf(["carrot", "turnip", "leek"])]),
        .init(name: "home", type: String.self, guides: [.constant("a hedge")]),
        .init(
          name: "hobbies", description: "The hedgehog's hobbies", type: [String].self,
          guides: [.count(3)]),
      ])
  }
}

struct Person: SampleType {
  static var generationSchema: GenerationSchema { schema(children: 3) }

  static func schema(children: Int) -> GenerationSchema {
    GenerationSchema(
      type: Person.self,
      properties: [
        .init(
          name: "age", description: "The person's age", type: Int?.self, guides: [.range(18...100)]),
        .init(
          name: "children", description: "The person's children", type: [Person].self,
          guides: [.maximumCount(children)]),
        .init(name: "name", description: "The person's name", type: String.self),
      ])
  }
}

/// The club's own document has other numbers for people, and another text for cats.
struct PetClub: SampleType {
  struct Person: SampleType {
    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Self.self,
        properties: [
          .init(
            name: "age", description: "The person's age", type: Int?.self,
            guides: [.range(18...100)]),
          .init(
            name: "children", description: "The person's children", type: [Self].self,
            guides: [.maximumCount(10)]),
          .init(name: "name", description: "The person's name", type: String.self),
        ])
    }
  }

  struct Cat: SampleType {
    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Self.self, description: "Basic profile information about a cat",
        properties: TernTests.Cat.properties)
    }
  }

  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        .init(name: "members", type: [Person].self), .init(name: "cats", type: [Cat].self),
        .init(name: "hedgehogs", type: [Hedgehog].self),
        .init(name: "otherPets", type: [String].self),
        .init(
          name: "presidentName", description: "Should be the name of one of the members",
          type: String.self),
      ])
  }
}
