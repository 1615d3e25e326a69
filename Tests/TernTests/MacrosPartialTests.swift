import Foundation
import FoundationModels
import Testing

@Suite struct `Partial forms of generable types` {
  /// What is known after each character of the text of a value.
  private func partials<Value: Generable>(of value: Value) throws -> [Value.PartiallyGenerated] {
    let json = value.generatedContent.jsonString
    return try json.indices.dropFirst().map { end in
      try Value.PartiallyGenerated(GeneratedContent(json: String(json[..<end])))
    }
  }

  private let npc = NPC(
    name: "Ana Belle", level: 7, attributes: [.sassy, .hungry, .tired],
    encounter: .wantToTalkToManager(complaint: "too cold"))

  @Test func `Every beginning of a value has a partial form that only grows`() throws {
    var known = 0
    for partial in try partials(of: npc) {
      var now = 0
      if let name = partial.name {
        now += 1 + name.count
        #expect(npc.name.hasPrefix(name))
      }
      if let level = partial.level {
        now += 1
        #expect(level == 7)
      }
      if let attributes = partial.attributes {
        now += 1 + attributes.count
        #expect(npc.attributes.starts(with: attributes))
      }
      if case .wantToTalkToManager(let complaint)? = partial.encounter {
        now += 1 + (complaint.map { 1 + $0.count } ?? 0)
        #expect("too cold".hasPrefix(complaint ?? ""))
      }
      #expect(now >= known)
      known = now
    }
    #expect(known > 20)
  }

  @Test func `A whole value has a partial form of all its parts`() {
    let partial = npc.asPartiallyGenerated()
    #expect(partial.name == npc.name)
    #expect(partial.level == npc.level)
    #expect(partial.attributes == npc.attributes)
    #expect(partial.encounter == .wantToTalkToManager(complaint: "too cold"))
  }

  @Test func `Parts are partial all the way down, with an identity each`() throws {
    let json =
      #"{"title": "T", "days": [{"title": "One", "activities": [{"type": "sightseeing"}]}, {"#
    let partial = try Travel.Itinerary.PartiallyGenerated(GeneratedContent(json: json))
    let days: [Travel.DayPlan].PartiallyGenerated = partial.days ?? []
    #expect(days.first?.title == "One")
    #expect(days.first?.activities?.first?.type == .sightseeing)
    #expect(days.first?.activities?.first?.title == nil)
    #expect(partial.destinationName == nil)
    func identity<Row: Identifiable>(_ rows: [Row]) -> Set<Row.ID> { Set(rows.map(\.id)) }
    #expect(identity(days).count == days.count)
  }

  @Test func `Partial forms are equatable where the type says that it is`() throws {
    let content = try GeneratedContent(json: #"{"title": "T", "days": [{"title": "One"}]}"#)
    let id = GenerationID()
    var named = content
    named.id = id
    let partial = try Travel.Itinerary.PartiallyGenerated(named)
    #expect(try partial == Travel.Itinerary.PartiallyGenerated(named))
    #expect(
      try Shape.PartiallyGenerated(GeneratedContent(json: #"{"type": "circle"}"#)) == .circle(nil))
  }

  @Test func `A type may have a partial form of its own`() throws {
    #expect(Ranked(rank: 1) < Ranked(rank: 2))
    #expect(Ranked(rank: 1).asPartiallyGenerated().isKnown)
    #expect(try !Ranked.PartiallyGenerated(GeneratedContent(json: "{")).isKnown)
  }

  @Test func `A partial form can be filled in by hand`() throws {
    var partial = try NPC.PartiallyGenerated(GeneratedContent(json: "{"))
    #expect(partial.name == nil && partial.level == nil && partial.encounter == nil)
    partial.name = "x"
    #expect(partial.name == "x")
  }
}
