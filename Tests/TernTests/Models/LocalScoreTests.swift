import Foundation
import Tern
import TernTestSupport
import Testing

@Suite("Scores and log-probabilities of a local model")
struct LocalScoreTests {
  private func model() throws -> LocalLanguageModel {
    var options = LocalLanguageModel.Options()
    options.cachePrecision = .single
    return try LocalLanguageModel(
      contentsOf: URL(fileURLWithPath: Fixtures.tinyLlama), options: options)
  }

  @Test("a score is the sum of what the reference engine's logits give")
  func reference() async throws {
    let reference = try Fixtures.tinyLlamaReference()
    let model = try model()
    let first = try #require(reference.greedy.first)
    let score = try await model.score(tokens: [first], after: reference.prompt, alternatives: 303)
    let top = Double(reference.last_logits.max() ?? 0)
    let total = top + log(reference.last_logits.reduce(0) { $0 + exp(Double($1) - top) })
    let token = try #require(score.tokens.first)
    #expect(token.alternatives.count == reference.last_logits.count)
    for other in token.alternatives {
      let expected = Double(reference.last_logits[Int(other.id)]) - total
      #expect(abs(Double(other.logProbability) - expected) < 1e-4)
    }
    #expect(token.alternatives.first?.id == first)
    #expect(score.logProbability == Double(token.logProbability ?? 1))
    #expect(abs(score.perplexity - exp(-score.logProbability)) < 1e-9)
    #expect(score.contextTokens == reference.prompt.count)
  }

  @Test("texts after a context: the parts of a text add up to the whole")
  func texts() async throws {
    let model = try model()
    let whole = try await model.score("the cat sat on the mat")
    // The vocabulary's beginning is no token of the text.
    #expect(whole.contextTokens == 1 && whole.tokens.allSatisfy { $0.logProbability != nil })
    #expect(whole.tokens.map(\.text).joined() == "the cat sat on the mat")
    let begun = try await model.score("the cat")
    let rest = try await model.score(" sat on the mat", after: "the cat")
    #expect(abs(begun.logProbability + rest.logProbability - whole.logProbability) < 1e-4)
    #expect(begun.tokens.count + rest.tokens.count == whole.tokens.count)
    let count = Double(whole.tokens.count)
    #expect(abs(log(whole.perplexity) * count + whole.logProbability) < 1e-9)
    let scores = try await model.scores(of: ["the cat", "", " sat"], after: "tea")
    #expect(scores[1].tokens.isEmpty && scores[1].perplexity.isNaN)
    for (text, score) in zip(["the cat", "", " sat"], scores) {
      let alone = try await model.score(text, after: "tea")
      #expect(score.tokens.map(\.id) == alone.tokens.map(\.id))
      #expect(abs(score.logProbability - alone.logProbability) < 1e-4)
    }
    // Nothing is before the first token.
    let bare = try await model.score(tokens: [116, 257])
    #expect(bare.tokens.map { $0.logProbability == nil } == [true, false])
    await #expect(throws: LocalLanguageModelError.self) { try await model.score(tokens: [99999]) }
    await #expect {
      try await model.scores(of: ["a", String(repeating: "cat ", count: 5000)])
    } throws: {
      guard case LocalLanguageModelError.contextExceeded(_, let limit) = $0 else { return false }
      return limit == model.contextSize
    }
  }

  @Test("constrained text has the model's own log-probabilities, forced tokens too")
  func constrained() async throws {
    let model = try model()
    var options = LocalGenerationOptions()
    options.constraint = try .choices(["the cat sat", "the cat ran"])
    options.logProbabilities = 2
    options.seed = 4
    let found = try await model.complete("a", options: options)
    #expect(found.finishReason == .constraintSatisfied && found.timings.forcedTokens > 0)
    let score = try await model.score(tokens: found.tokens.map(\.id), after: [300, 97])
    for (token, expected) in zip(found.tokens, score.tokens) {
      let value = try #require(token.logProbability)
      #expect(abs(value - (expected.logProbability ?? 1)) < 1e-4)
      #expect(token.alternatives.count == 2)
    }
    var tokens: [LocalLanguageModel.Token] = []
    for try await token in model.tokens(continuing: "a", options: options) { tokens.append(token) }
    #expect(tokens.map(\.id) == found.tokens.map(\.id))
    #expect(tokens.allSatisfy { $0.logProbability != nil })
  }
}
