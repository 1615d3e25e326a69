import FoundationModels
import Testing

@Suite struct GameCharacterTests {
  @Test func `a character remembers the player when the conversation no longer fits`() async throws
  {
    let barista = GameCharacter(instructions: "You are a friendly barista.")
    _ = try await barista.answer("Hello! My name is Nora.")
    var count = barista.memory.count
    var isCondensed = false
    for round in 0..<100 where !isCondensed {
      _ = try await barista.answer(
        "Round \(round): " + String(repeating: "tell me about coffee, ", count: 20))
      isCondensed = barista.memory.count < count
      count = barista.memory.count
    }
    // Instructions, two exchanges that were kept, and the last one.
    #expect(isCondensed && count == 7)
    let name = try await barista.answer("What's my name?")
    #expect(name.contains("Nora"), "\(name)")
  }

  @Test func `a guest keeps to all guides, and appears by name before it is complete`() async throws
  {
    var names: [String] = []
    let guest = try await Guest.invent(seed: 7) { names.append($0) }
    #expect(names == [guest.name] && !guest.name.isEmpty)
    #expect((1...10).contains(guest.level) && guest.attributes.count == 3)
    #expect(try await Guest.invent(seed: 7) { _ in } == guest)
    let others = try await [1, 2, 3].asyncMap { try await Guest.invent(seed: $0) { _ in } }
    #expect(Set(others.map(\.name) + [guest.name]).count > 1)
  }
}

extension Array {
  /// The results of a function for all elements, one after the other.
  fileprivate func asyncMap<Result>(
    _ transform: (Element) async throws -> Result
  ) async throws -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
