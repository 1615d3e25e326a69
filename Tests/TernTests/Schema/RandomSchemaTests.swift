import Foundation
import Tern
import TernGrammar
import TernJSON
import TernTestSupport
import Testing

/// Schemas drawn at random.
struct RandomSchemas {
  var random: SeededGenerator
  var names: [String] = []

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  mutating func word() -> String {
    pick(["a", "name", "é", "x/y", "~1", "a b", "title", "properties", "$ref", "type", "%25", "日本"])
      + String(Int.random(in: 0..<30, using: &random))
  }

  mutating func schema(depth: Int) -> DynamicGenerationSchema {
    let kind = Int.random(in: 0..<(depth > 3 ? 7 : 11), using: &random)
    switch kind {
    case 0: return DynamicGenerationSchema(type: Bool.self)
    case 1: return text()
    case 2:
      let low = Int.random(in: -5...5, using: &random)
      return DynamicGenerationSchema(type: Int.self, guides: [.range(low...low + 9)])
    case 3: return DynamicGenerationSchema(type: Double.self, guides: [.minimum(-0.5)])
    case 4: return names.isEmpty ? .null : DynamicGenerationSchema(referenceTo: pick(names))
    case 5: return DynamicGenerationSchema(name: name("Choice"), anyOf: [word(), word()])
    case 6: return DynamicGenerationSchema(type: [Person].self, guides: [.count(0...2)])
    case 7:
      return DynamicGenerationSchema(
        arrayOf: schema(depth: depth + 1),
        minimumElements: Bool.random(using: &random) ? 1 : nil,
        maximumElements: Bool.random(using: &random) ? 4 : nil)
    case 8:
      let choices = (0..<Int.random(in: 1...3, using: &random)).map { _ in schema(depth: depth + 1)
      }
      return DynamicGenerationSchema(name: name("Union"), description: word(), anyOf: choices)
    default: return object(name("Object"), depth: depth + 1)
    }
  }

  mutating func object(_ name: String, depth: Int) -> DynamicGenerationSchema {
    var seen: Set<String> = []
    var properties: [DynamicGenerationSchema.Property] = []
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      let key = word()
      guard seen.insert(key).inserted else { continue }
      properties.append(
        .init(
          name: key, description: Bool.random(using: &random) ? word() : nil,
          schema: schema(depth: depth), isOptional: Bool.random(using: &random)))
    }
    return DynamicGenerationSchema(
      name: name, representNilExplicitlyInGeneratedContent: Bool.random(using: &random),
      properties: properties)
  }

  private var count = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func name(_ kind: String) -> String {
    count += 1
    return "\(kind) \(word()) \(count)"
  }

  private mutating func text() -> DynamicGenerationSchema {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: DynamicGenerationSchema(type: String.self)
    case 1: DynamicGenerationSchema(type: String.self, guides: [.anyOf([word(), word()])])
    default: DynamicGenerationSchema(type: String.self, guides: [.pattern(#/[a-z]+\d{2}/#)])
    }
  }

  /// A schema with some dependencies, all of which may refer to each other.
  mutating func whole() throws -> GenerationSchema {
    let all = (0..<Int.random(in: 1...3, using: &random)).map { "Part \($0)" }
    names = all + ["Root"]
    let dependencies = all.map { object($0, depth: 1) }
    return try GenerationSchema(root: object("Root", depth: 0), dependencies: dependencies)
  }
}

@Suite struct RandomSchemaTests {
  @Test func `random schemas are encoded and decoded without loss`() throws {
    for round in 0..<max(200, SharedSuites.rounds(1_000)) {
      var schemas = RandomSchemas(seed: UInt64(round))
      let schema = try schemas.whole()
      #expect(schema.unsupportedGuides.isEmpty)
      let again = try JSONDecoder().decode(
        GenerationSchema.self, from: JSONEncoder().encode(schema))
      #expect(again.json.hasSameValue(as: schema.json), "seed \(round)")
      #expect(again.constraint.hasSameValue(as: schema.constraint), "seed \(round)")
      #expect(again.name == schema.name)
      #expect(
        again.json["properties"]?.object?.keys == schema.json["properties"]?.object?.keys)
      if round % 50 == 0 { _ = try Constraint(.schema(schema.constraint)) }
    }
  }

  @Test func `damaged documents give errors or schemas`() throws {
    var random = SeededGenerator(seed: 77)
    var texts = [PetClub.generationSchema, Person.generationSchema].map { $0.json.bytes() }
    texts.append(
      try {
        var schemas = RandomSchemas(seed: 3); return try schemas.whole()
      }().json.bytes())
    var accepted = 0
    for _ in 0..<SharedSuites.rounds(10_000) {
      var bytes = texts[Int.random(in: 0..<texts.count, using: &random)]
      for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&bytes, &random) }
      guard let schema = try? JSONDecoder().decode(GenerationSchema.self, from: Data(bytes)) else {
        continue
      }
      accepted += 1
      _ = schema.debugDescription
      let again = try JSONDecoder().decode(
        GenerationSchema.self, from: JSONEncoder().encode(schema))
      #expect(again.json.hasSameValue(as: schema.json))
    }
    #expect(accepted > 0)
  }

  /// Damage that leaves the document JSON: a value somewhere is another one from it.
  @Test func `documents with values exchanged give errors or schemas`() throws {
    var random = SeededGenerator(seed: 78)
    for round in 0..<SharedSuites.rounds(10_000) {
      var schemas = RandomSchemas(seed: UInt64(round))
      let document = try schemas.whole().json
      let damaged = exchanged(document, document, &random)
      guard let schema = try? GenerationSchema(document: damaged) else { continue }
      _ = schema.unsupportedGuides
      if round % 20 == 0 { _ = try? Constraint(.schema(schema.constraint)) }
    }
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    let place = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes.remove(at: place)
    case 2: bytes.insert(Array("{}[],:\"0e-".utf8).randomElement(using: &random) ?? 0, at: place)
    default: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &random))
    }
    if bytes.isEmpty { bytes = [UInt8(ascii: "{")] }
  }

  private func exchanged(
    _ value: JSON, _ root: JSON, _ random: inout SeededGenerator
  ) -> JSON {
    if Int.random(in: 0..<12, using: &random) == 0 {
      var other = root
      for _ in 0..<4 {
        switch other {
        case .object(let members): other = members.values.randomElement(using: &random) ?? .null
        case .array(let elements): other = elements.randomElement(using: &random) ?? -1
        default: break
        }
      }
      return other
    }
    switch value {
    case .object(let members):
      return .object(JSONObject(members.map { ($0.key, exchanged($0.value, root, &random)) }))
    case .array(let elements): return .array(elements.map { exchanged($0, root, &random) })
    default: return value
    }
  }
}
