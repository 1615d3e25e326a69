import Foundation
import TernJSON
import TernLocal
import TernServe
import TernTestSupport
import Testing

/// What decides how tokens are chosen: the request, else the model's file, else OpenAI's defaults.
@Suite(.timeLimit(.minutes(10))) struct SamplingTests {
  /// The options with which a model is asked.
  private func options(
    _ body: JSONObject, recommended: LocalGenerationOptions = LocalGenerationOptions()
  ) async throws -> LocalGenerationOptions {
    var model = try ScriptedModel([.text("Hi"), .end()])
    model.recommendedOptions = recommended
    let client = try await ServerClient(model)
    var body = body
    body["messages"] = .user("x")
    _ = try await client.post("/v1/chat/completions", .object(body))
    let request = try #require(model.notes.withLock { $0.requests.first })
    #expect(request.generationOptions.temperature == request.generationOptions.local?.temperature)
    return try #require(request.generationOptions.local)
  }

  @Test func `what nobody says is OpenAI's: all tokens, at temperature 1`() async throws {
    let plain = try await options([:])
    #expect(plain.temperature == 1 && plain.topP == 1 && plain.minP == 0 && plain.topK == 0)
    #expect(plain.seed == nil && plain.logProbabilities == nil && plain.maximumTokens == nil)
    // Penalties are about what the model has written.
    #expect(plain.penalizesPrompt == false && plain.penaltyWindow == -1)
  }

  @Test func `a request comes before the file, and the file before the defaults`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("recommends.gguf")
    try Fixtures.writeTinyLlama(to: path, context: 64) { metadata in
      metadata["general.sampling.temp"] = .float32(0.5)
      metadata["general.sampling.top_k"] = .uint32(20)
      metadata["general.sampling.top_p"] = .float32(0.75)
      metadata["general.sampling.penalty_repeat"] = .float32(1.25)
    }
    let recommended = try LocalLanguageModel(contentsOf: URL(filePath: path)).recommendedOptions
    let asFile = try await options([:], recommended: recommended)
    #expect(asFile.temperature == 0.5 && asFile.topK == 20 && asFile.topP == 0.75)
    #expect(asFile.repetitionPenalty == 1.25 && asFile.penalizesPrompt)
    let asked = try await options(
      ["temperature": 0, "top_k": -1, "top_p": 0.25, "repetition_penalty": 1],
      recommended: recommended)
    #expect(asked.temperature == 0 && asked.topK == 0 && asked.topP == 0.25)
    #expect(asked.repetitionPenalty == 1)
    // Converters write down that all tokens may come.
    try Fixtures.writeTinyLlama(to: path, context: 64) { metadata in
      metadata["general.sampling.temp"] = .float32(0.5)
      metadata["general.sampling.top_k"] = .int32(-1)
    }
    let open = try LocalLanguageModel(contentsOf: URL(filePath: path)).recommendedOptions
    #expect(open.temperature == 0.5 && open.topK == 0)
    // A file that recommends what cannot be is as one that recommends nothing.
    try Fixtures.writeTinyLlama(to: path, context: 64) { metadata in
      metadata["general.sampling.temp"] = .float32(-1)
      metadata["general.sampling.top_k"] = .uint32(20)
    }
    let wrong = try LocalLanguageModel(contentsOf: URL(filePath: path)).recommendedOptions
    #expect(wrong == LocalGenerationOptions())
  }

  @Test func `the newer limit counts, negative seeds are seeds, and biases end at 100`()
    async throws
  {
    let asked = try await options([
      "max_tokens": 5, "max_completion_tokens": 9, "seed": -3,
      "logit_bias": ["4": -100, "5": 100, "6": 0.5], "stop": ["", "a"], "ignore_eos": true,
    ])
    #expect(asked.maximumTokens == 9)
    #expect(asked.seed == UInt64(bitPattern: -3))
    #expect(asked.logitBias == [4: -.infinity, 5: 100, 6: 0.5])
    #expect(asked.stopStrings == ["a"] && asked.ignoresEndOfGeneration)
  }

  @Test func `penalties of OpenAI's see the answer, not the prompt`() async throws {
    let model = try LocalLanguageModel(contentsOf: URL(filePath: Fixtures.tinyLlama))
    var options = LocalGenerationOptions.greedy
    options.maximumTokens = 1
    // A bias makes the prompt's only token the likeliest; a penalty on it is stronger.
    let prompt = [Int32](repeating: 7, count: 4)
    options.logitBias = [7: 50]
    options.presencePenalty = 100
    options.penalizesPrompt = false
    #expect(try await model.complete(tokens: prompt, options: options).tokens[0].id == 7)
    options.penalizesPrompt = true
    #expect(try await model.complete(tokens: prompt, options: options).tokens[0].id != 7)
    options.penalizesPrompt = false
    options.maximumTokens = 2
    let written = try await model.complete(tokens: prompt, options: options).tokens.map(\.id)
    #expect(written[0] == 7 && written[1] != 7)
  }
}
