import Foundation
import Tern
import TernTestSupport
import Testing

@Suite("TextModel")
struct TextModelTests {
  private func model(
    _ configuration: TextModel.Configuration = .init()
  ) async throws -> TextModel {
    try await TextModel(
      contentsOf: URL(fileURLWithPath: Fixtures.tinyLlama), configuration: configuration)
  }

  private func greedy(_ count: Int) -> TextOptions {
    var options = TextOptions()
    options.sampling = .greedy
    options.maximumTokens = count
    return options
  }

  @Test("completes a prompt with the reference engine's greedy text")
  func completes() async throws {
    let reference = try Fixtures.tinyLlamaReference()
    var configuration = TextModel.Configuration()
    configuration.cachePrecision = .single
    let model = try await model(configuration)
    let text = try await model.complete("the cat sat on the mat", options: greedy(12))
    #expect(try model.detokenize(Array(reference.greedy.prefix(12))) == text)
  }

  @Test("streams the same text in pieces")
  func streams() async throws {
    let model = try await model()
    var text = ""
    for try await piece in model.stream("the cat", options: greedy(20)) { text += piece }
    #expect(try await model.complete("the cat", options: greedy(20)) == text)
  }

  @Test("leaving a stream early frees the model for the next request")
  func leavesEarly() async throws {
    let model = try await model()
    for try await _ in model.stream("the cat") { break }
    #expect(try await !model.complete("the cat", options: greedy(4)).isEmpty)
  }

  @Test("requests from many tasks are all answered, each with its own text")
  func manyTasks() async throws {
    let model = try await model()
    let prompts = ["the cat", "she said", "tea", "land"]
    var alone: [String] = []
    for prompt in prompts {
      alone.append(try await model.complete(prompt, options: greedy(10)))
    }
    let together = try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for round in 0..<12 {
        group.addTask {
          (round, try await model.complete(prompts[round % 4], options: self.greedy(10)))
        }
      }
      return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
    }
    for (round, text) in together { #expect(text == alone[round % 4]) }
  }

  @Test("tokenize and detokenize are inverse")
  func tokenizes() async throws {
    let model = try await model()
    for text in ["the cat", "naïve ☕️ 日本", ""] {
      #expect(try model.detokenize(model.tokenize(text)) == text)
    }
    #expect(throws: TextModelError.self) { try model.detokenize([99999]) }
  }

  @Test("errors say what is wrong and with which numbers")
  func errors() async throws {
    await #expect {
      try await TextModel(contentsOf: URL(fileURLWithPath: "/nonexistent.gguf"))
    } throws: { "\($0)".contains("/nonexistent.gguf") }
    var configuration = TextModel.Configuration()
    configuration.contextLength = 4
    let model = try await model(configuration)
    await #expect(throws: TextModelError.contextExceeded(tokens: 8, limit: 4)) {
      try await model.complete("the cat sat on the mat")
    }
    var options = TextOptions()
    options.sampling = .random(temperature: -1)
    await #expect(throws: TextModelError.self) {
      try await model.complete("a", options: options)
    }
  }
}
