import Foundation
import Tern
import TernTestSupport
import Testing

/// The engine below the sessions.
@Suite struct LocalTextTests {
  private func model() throws -> LocalLanguageModel {
    try LocalLanguageModel(contentsOf: URL(filePath: Fixtures.tinyLlama))
  }

  @Test func `tokens come with the probabilities of the likeliest, and spell the text`()
    async throws
  {
    var text = ""
    var count = 0
    var options = LocalGenerationOptions.greedy
    options.maximumTokens = 12
    options.logProbabilities = 5
    for try await token in try model().tokens(continuing: "the cat sat", options: options) {
      count += 1
      text += token.text
      let logarithms = token.alternatives.map(\.logProbability)
      #expect(logarithms.count == 5 && logarithms == logarithms.sorted(by: >))
      #expect(logarithms.reduce(0) { $0 + exp($1) } <= 1.0001)
      #expect(token.alternatives.first?.text.isEmpty == false)
      // The likeliest is taken, and its probability is the first.
      #expect(token.alternatives.first?.id == token.id)
      #expect(token.logProbability == logarithms.first)
    }
    #expect(count == 12 && !text.isEmpty)
  }

  @Test func `ending the iteration stops the generation`() async throws {
    let model = try model()
    var options = LocalGenerationOptions.greedy
    options.maximumTokens = 100
    for try await _ in model.tokens(continuing: "the cat", options: options) { break }
    var count = 0
    options.maximumTokens = 5
    for try await _ in model.tokens(continuing: "the cat", options: options) { count += 1 }
    #expect(count == 5)
  }

  /// By llama.cpp, with mean pooling.
  @Test func `embeddings are the reference engine's`() async throws {
    var options = LocalLanguageModel.EmbeddingOptions()
    options.normalizes = false
    let model = try model()
    let vector = try await model.embedding(of: "the cat sat on the mat", options: options)
    let expected: [Float] = [0.0557166, -0.919815, 0.0678438, -1.287916, 0.702954, -0.0540949]
    #expect(vector.count == 64)
    for (value, reference) in zip(vector, expected) { #expect(abs(value - reference) < 2e-3) }
    #expect(abs(vector.reduce(0) { $0 + $1 * $1 } - 16.36058) < 0.02)
    let normed = try await model.embedding(of: "the cat sat on the mat")
    for (a, b) in zip(normed, vector) { #expect(abs(a - b / Float(16.36058).squareRoot()) < 1e-3) }
  }

  @Test func `too long a text is an error`() async throws {
    let model = try model()
    await #expect {
      try await model.embedding(of: String(repeating: "cat ", count: 500))
    } throws: {
      guard case LocalLanguageModelError.contextExceeded(let tokens, let limit) = $0 else {
        return false
      }
      return limit == model.contextSize && tokens > limit
    }
  }
}
