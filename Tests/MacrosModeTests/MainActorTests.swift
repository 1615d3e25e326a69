import FoundationModels
import Testing

// This target is built in Swift 5 mode with the main actor as the default isolation: what it declares
// belongs to the main actor, but for what the macros add.

@Generable(description: "A plan")
struct Plan: Equatable, Codable, Sendable {
  @Guide(description: "A title", .anyOf(Names.all))
  var title: String
  var stop: Stop?
  var mood: Mood = .calm

  @Generable
  struct Stop: Equatable, Codable {
    let place: String
    let nights: [Int]
  }

  @Generable
  enum Mood: String, Codable { case calm, wild }
}

@Generable
enum Step: Equatable {
  case go(to: String)
  case rest(Int, Plan.Mood)
  case end
}

nonisolated enum Names {
  static let all = ["North", "South"]
}

/// Reads, writes and describes a value where no actor is at hand.
nonisolated private func detour<Value: Generable>(_ value: Value) async throws -> Value {
  let content = value.generatedContent
  _ = Value.generationSchema
  _ = try Value.PartiallyGenerated(content)
  return try Value(content)
}

@Suite struct `Generable types of the main actor in Swift 5 mode` {
  @Test func `Their values are made and read anywhere`() async throws {
    let plan = Plan(title: "North", stop: .init(place: "Hut", nights: [1, 2]))
    #expect(try await detour(plan) == plan)
    for step in [Step.go(to: "x"), .rest(3, .wild), .end] {
      #expect(try await detour(step) == step)
    }
  }

  @Test func `Their partial forms compare on the main actor`() {
    let plan = Plan(title: "South", stop: nil, mood: .wild).asPartiallyGenerated()
    #expect(plan == plan)
    #expect(plan.mood == .wild)
  }
}
