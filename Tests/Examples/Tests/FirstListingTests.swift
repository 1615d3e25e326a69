import Foundation
import FoundationModels
import TernTesting
import Testing

/// The listings that readers see first are run here, line by line as they are shown.
@Suite struct FirstListingTests {
  @Generable
  struct Guest {
    @Guide(description: "A full name") let name: String
    @Guide(.range(1...10)) let level: Int
    let order: String
  }

  @Test func `the first listing of README gives a guest`() async throws {
    let session = LanguageModelSession(instructions: "You invent guests for a café.")
    let guest = try await session.respond(to: "A tired pirate", generating: Guest.self).content
    print(guest.name, guest.level, guest.order)
    #expect((1...10).contains(guest.level) && !guest.name.isEmpty && !guest.order.isEmpty)
    try expectShown("README.md", programs: [1])
  }

  @Test func `README's listing for tests gives what its script says`() async throws {
    let script = ScriptedLanguageModel(["It is 20 degrees in Oulu."])
    let answer = try await withSystemLanguageModel(script) {
      try await LanguageModelSession().respond(to: "Is Oulu warm?").content
    }
    print(answer, script.requests[0].prompt)
    #expect(answer == "It is 20 degrees in Oulu." && script.requests[0].prompt == "Is Oulu warm?")
    try expectShown("README.md", programs: [3])
  }

  @Generable(description: "A drink to make") struct Drink {
    @Guide(description: "What it is called") let name: String
    @Guide(.range(1...4)) let cups: Int
  }

  @Test func `the first listing of the documentation gives a drink`() async throws {
    let session = LanguageModelSession(instructions: "You take orders in a café.")
    let drink = try await session.respond(to: "Two lattes, please.", generating: Drink.self)
    print("\(drink.content.cups) × \(drink.content.name)")
    #expect((1...4).contains(drink.content.cups) && !drink.content.name.isEmpty)
    try expectShown("Sources/Tern/Tern.docc/Tern.md", programs: [0])
  }

  @Test func `the command that README shows first has the answer that README shows`() async throws {
    let blocks = Documents.blocks(try Documents.text("README.md"))
    let place = try #require(blocks.firstIndex { $0.lines.contains { $0.contains("tern chat") } })
    let command = blocks[place].lines.joined(separator: " ")
    let prompt = try #require(command.matches(of: #/"([^"]+)"/#).last).1
    #expect(command.contains("--greedy"))
    let answer = try await LanguageModelSession().respond(
      to: String(prompt), options: GenerationOptions(sampling: .greedy))
    #expect(blocks[place + 1].lines == [answer.content])
  }

  /// Every line of some programs of a page stands in this file.
  private func expectShown(_ page: String, programs: [Int]) throws {
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let all = try ListingTests.programs(page)
    for index in programs {
      let lines = try #require(all.indices.contains(index) ? all[index] : nil).split(
        separator: "\n")
      #expect(lines.count > 4)
      for line in lines where !line.hasPrefix("import ") {
        #expect(source.contains(line), "\(line)")
      }
    }
  }
}
