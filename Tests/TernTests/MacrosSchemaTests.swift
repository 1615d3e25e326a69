import Foundation
import FoundationModels
import TernTestSupport
import Testing

/// The types of Apple's own sample documents.
private enum Club {
  @Generable
  struct PetClub {
    let members: [Person]
    let cats: [Cat]
    let hedgehogs: [Hedgehog]
    let otherPets: [String]
    @Guide(description: "Should be the name of one of the members")
    let presidentName: String
  }

  @Generable
  struct Person {
    @Guide(description: "The person's age", .range(18...100))
    let age: Int?
    @Guide(description: "The person's children", .maximumCount(10))
    let children: [Person]
    @Guide(description: "The person's name")
    let name: String
  }

  @Generable(description: "Basic profile information about a cat")
  struct Cat {
    let name: String
    @Guide(description: "The age of the cat, at most 20 years")
    let age: Age
    @Guide(description: "One sentence about this cat's personality")
    let profile: String
  }

  @Generable
  struct Hedgehog {
    @Guide(description: "A cute old-timey name")
    let name: String
    @Guide(description: "The hedgehog's age, at most 8 years.")
    let age: Age
    @Guide(description: "The hedgehog's favorite food", .anyOf(["carrot", "turnip", "leek"]))
    let favoriteFood: String
    @Guide(.constant("a hedge"))
    let home: String
    @Guide(description: "The hedgehog's hobbies", .count(3))
    let hobbies: [String]
  }

  @Generable
  struct Age {
    let years: Int
    let months: Int
  }
}

@Suite struct `Schemas of generable types` {
  private func document(_ schema: GenerationSchema) throws -> NSDictionary {
    try document(JSONEncoder().encode(schema))
  }

  private func document(_ data: Data) throws -> NSDictionary {
    try #require(JSONSerialization.jsonObject(with: data) as? NSDictionary)
  }

  private func expect(_ schema: GenerationSchema, _ json: String) throws {
    let (made, expected) = (try document(schema), try document(Data(json.utf8)))
    #expect(made == expected, "\(made)")
  }

  @Test(.enabled(if: SharedSuites.available))
  func `Types written as Apple's samples have Apple's documents`() throws {
    for (schema, file) in [(Club.PetClub.generationSchema, "petClub")] {
      let url = try #require(SharedSuites.url("suites/apple-documents/\(file).json"))
      #expect(try document(schema) == document(Data(contentsOf: url)))
    }
  }

  @Test func `A structure is an object in the order of its properties`() throws {
    try expect(
      NPC.generationSchema,
      #"""
      {"type": "object", "title": "NPC", "additionalProperties": false,
       "required": ["name", "level", "attributes", "encounter"],
       "x-order": ["name", "level", "attributes", "encounter"],
       "properties": {
         "name": {"type": "string", "description": "A full name"},
         "level": {"type": "integer", "minimum": 1, "maximum": 10},
         "attributes": {"type": "array", "minItems": 3, "maxItems": 3,
           "items": {"type": "string", "enum": ["sassy", "tired", "hungry"]}},
         "encounter": {"$ref": "#/$defs/Encounter"}},
       "$defs": {
         "Encounter": {"title": "Encounter", "anyOf": [
           {"$ref": "#/$defs/DiscriminatedOrderCoffee"},
           {"$ref": "#/$defs/DiscriminatedWantToTalkToManager"},
           {"$ref": "#/$defs/DiscriminatedLeave"}]},
         "DiscriminatedOrderCoffee": {"type": "object", "title": "DiscriminatedOrderCoffee",
           "additionalProperties": false, "required": ["type", "value"],
           "x-order": ["type", "value"],
           "properties": {"type": {"const": "orderCoffee"}, "value": {"type": "string"}}},
         "DiscriminatedWantToTalkToManager": {"type": "object",
           "title": "DiscriminatedWantToTalkToManager", "additionalProperties": false,
           "required": ["type", "complaint"], "x-order": ["type", "complaint"],
           "properties": {"type": {"const": "wantToTalkToManager"},
             "complaint": {"type": "string"}}},
         "DiscriminatedLeave": {"type": "object", "title": "DiscriminatedLeave",
           "additionalProperties": false, "required": ["type"], "x-order": ["type"],
           "properties": {"type": {"const": "leave"}}}}}
      """#)
  }

  @Test func `A type that mentions itself refers to the root`() throws {
    try expect(
      Folder.generationSchema,
      #"""
      {"type": "object", "title": "Folder", "additionalProperties": false,
       "required": ["name", "folders"], "x-order": ["name", "folders"],
       "properties": {"name": {"type": "string"},
         "folders": {"type": "array", "items": {"$ref": "#"}}}}
      """#)
  }

  @Test func `Patterns come from literals and builders alike`() throws {
    let schema = try document(Matched.generationSchema)
    let properties = try #require(schema["properties"] as? [String: [String: Any]])
    func matches(_ property: String, _ text: String) throws -> Bool {
      let pattern = try #require(properties[property]?["pattern"] as? String)
      return try Regex(pattern).wholeMatch(in: text) != nil
    }
    #expect(try matches("name", "Mrs. Smith") && !matches("name", "Dr. Smith"))
    #expect(try !matches("name", "Mr, Smith") && !matches("name", "Mr. "))
    #expect(try matches("code", "ABC") && !matches("code", "ABCD") && !matches("code", "abc"))
    #expect(try matches("number", "17") && !matches("number", ""))
    #expect(properties["code"]?["description"] as? String == "A code")
    #expect(schema["required"] as? [String] == ["name", "code"])
  }

  @Test func `Only what is generated is in the schema, with what limits it`() throws {
    let schema = try document(Everything.generationSchema)
    #expect(
      schema["x-order"] as? [String] == [
        "text", "truth", "other", "whole", "half", "single", "exact", "maybe", "perhaps", "list",
        "grid", "kept", "in", "observed", "guarded", "ratio", "dice", "constant",
      ])
    let required = try #require(schema["required"] as? [String])
    #expect(Set(["maybe", "perhaps", "guarded"]).isDisjoint(with: required))
    #expect(required.count == 15)
    #expect(schema["description"] as? String == "All of it")
    let properties = try #require(schema["properties"] as? [String: NSDictionary])
    #expect(properties["ratio"] == ["type": "number", "minimum": 0.5, "maximum": 2])
    #expect(
      properties["dice"] == [
        "type": "array", "maxItems": 2,
        "items": ["type": "integer", "minimum": 1, "maximum": 6] as NSDictionary,
      ])
    #expect(
      properties["constant"]?["description"] as? String
        == "Two lines:\n  the second \"indented\"")
  }

  @Test func `Two attributes and a list from elsewhere are one property's guides`() throws {
    let schema = try document(Travel.Itinerary.generationSchema)
    let properties = try #require(schema["properties"] as? [String: NSDictionary])
    #expect(properties["destinationName"] == ["type": "string", "enum": ["Sahara", "Serengeti"]])
    #expect(properties["days"]?["minItems"] as? Int == 3)
    #expect(properties["days"]?["description"] as? String == "A list of day-by-day plans.")
    let definitions = try #require(schema["$defs"] as? [String: NSDictionary])
    #expect(Set(definitions.keys) == ["DayPlan", "Activity"])
  }

  @Test func `A name of its own replaces that of the type`() throws {
    #expect(Original.generationSchema.name == "Renamed")
    let schema = try document(Original.generationSchema)
    #expect(schema["title"] as? String == "Renamed")
    #expect(schema["description"] as? String == "Under another name")
    let definitions = try #require(schema["$defs"] as? [String: NSDictionary])
    #expect(definitions["Picked"]?["title"] as? String == "Picked")
    #expect(Original.Choice.generationSchema.name == "Selection")
  }

  @Test func `An array of a generable type has a schema too`() throws {
    let schema = try document([Folder].generationSchema)
    #expect(schema["type"] as? String == "array")
  }
}
