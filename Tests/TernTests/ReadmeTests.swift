import Foundation
import Tern
import TernTestSupport
import TernTesting
import Testing

@Suite("README")
struct ReadmeTests {
  // type
  @Generable
  struct Guest {
    @Guide(description: "A full name") let name: String
    @Guide(.range(1...10)) let level: Int
    let order: String
  }
  // end

  /// The program that README shows first; the lines between the marks are the same in both.
  private func guest() async throws -> Guest {
    // listing
    let session = LanguageModelSession(instructions: "You invent guests for a café.")
    let guest = try await session.respond(to: "A tired pirate", generating: Guest.self).content
    print(guest.name, guest.level, guest.order)
    // end
    return guest
  }

  struct WeatherTool: Tool {
    let description = "Tells the weather of a city"
    @Generable struct Arguments { let city: String }
    func call(arguments: Arguments) async -> String { "\(arguments.city): 20 degrees" }
  }

  /// The program that README shows next.
  private func streamed() async throws {
    // streamed
    let model = try LocalLanguageModel(contentsOf: URL(fileURLWithPath: "model.gguf"))
    let session = LanguageModelSession(model: model, tools: [WeatherTool()])
    for try await snapshot in session.streamResponse(to: "Is it hotter in Boston or in Wichita?") {
      print(snapshot.content)
    }
    // end
  }

  /// The program that README shows last.
  private func constrained() async throws -> String {
    // constrained
    let model = try LocalLanguageModel(contentsOf: URL(fileURLWithPath: "model.gguf"))
    let schema = """
      {"type": "object", "required": ["name", "age"], "additionalProperties": false,
       "properties": {"name": {"type": "string", "maxLength": 40},
                      "age": {"type": "integer", "minimum": 0, "maximum": 120}}}
      """
    var options = LocalGenerationOptions()
    options.constraint = try .jsonSchema(schema)
    let person = try await model.complete("A person, as JSON: ", options: options).text
    let scores = try await model.scores(of: [" Oulu", " Riga"], after: "The colder city is")
    print(person, scores.map(\.logProbability))
    // end
    return person
  }

  /// The program that README shows for tests.
  private func scripted() async throws -> (String, [String]) {
    // scripted
    let script = ScriptedLanguageModel([
      [.call("WeatherTool", json: #"{"city": "Oulu"}"#)],
      "It is 20 degrees in Oulu.",
    ])
    let answer = try await withSystemLanguageModel(script) {
      try await LanguageModelSession(tools: [WeatherTool()]).respond(to: "Is Oulu warm?").content
    }
    print(answer, script.requests[1].toolOutputs)
    // end
    return (answer, script.requests[1].toolOutputs)
  }

  private func lines(_ text: String, from begin: String, to end: String) throws -> [String] {
    let start = try #require(text.range(of: begin))
    let stop = try #require(text.range(of: end, range: start.upperBound..<text.endIndex))
    return text[start.upperBound..<stop.lowerBound].split(separator: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  @Test("the listings are ones that compile")
  func compile() throws {
    let root = URL(fileURLWithPath: Fixtures.tinyLlama)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(
      contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let blocks = readme.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    let parts = try ["type", "listing", "streamed", "constrained", "scripted"].map {
      try lines(source, from: "// \($0)\n", to: "// end")
    }
    let shown = blocks.prefix(4).map { block in
      block.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty && !$0.hasPrefix("import ") }
    }
    #expect(shown == [parts[0] + parts[1], parts[2], parts[3], parts[4]])
    #expect(parts.allSatisfy { $0.count > 2 })
  }

  @Test("the first listing gives a guest")
  func guestRuns() async throws {
    let guest = try await guest()
    #expect((1...10).contains(guest.level))
  }

  @Test("the listing for tests gives what its script says")
  func scriptRuns() async throws {
    let (answer, outputs) = try await scripted()
    #expect(answer == "It is 20 degrees in Oulu.")
    #expect(outputs == ["Oulu: 20 degrees"])
  }

  @Test("an unknown file ends the other listings' first lines with an error that names it")
  func listingRuns() async {
    await #expect { try await streamed() } throws: { "\($0)".contains("model.gguf") }
    await #expect { try await constrained() } throws: { "\($0)".contains("model.gguf") }
  }
}
