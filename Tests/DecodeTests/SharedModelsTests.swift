import Foundation
import TernDecode
import TernTestSupport
import Testing

@Suite("Greedy text of trained models")
struct SharedModelsTests {
  private struct Reference: Decodable {
    struct Case: Decodable {
      let prompt: [Int32]
      let greedy: [Int32]
      let text_of_greedy: String
    }
    let cases: [Case]
  }

  @Test("200 tokens and their text are the reference's", .enabled(if: SharedSuites.available))
  func stories() async throws {
    let folder = try #require(SharedSuites.url("models/stories260K"))
    let data = try Data(contentsOf: folder.appendingPathComponent("greedy.json"))
    var engineOptions = EngineOptions()
    engineOptions.threads = 2
    let engine = try await Engine.open(
      path: folder.appendingPathComponent("stories260K-f32.gguf").path, options: engineOptions)
    for reference in try JSONDecoder().decode(Reference.self, from: data).cases {
      var options = GenerationOptions()
      options.sampling = .greedy
      options.maximumTokens = reference.greedy.count
      let completion = try await engine.generate(reference.prompt, options: options)
      #expect(completion.tokens == reference.greedy)
      // The reference shows line ends by their token's name.
      let text = reference.text_of_greedy.replacingOccurrences(of: "<0x0A>", with: "\n")
      #expect(completion.text == text)
    }
  }
}
