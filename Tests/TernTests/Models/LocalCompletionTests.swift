import Foundation
import Tern
import TernFormat
import TernTestSupport
import Testing

@Suite("Texts of a local model", .timeLimit(.minutes(5)))
struct LocalCompletionTests {
  private func model(
    _ path: String = Fixtures.tinyLlama,
    _ change: (inout LocalLanguageModel.Options) -> Void = { _ in }
  ) throws -> LocalLanguageModel {
    var options = LocalLanguageModel.Options()
    change(&options)
    return try LocalLanguageModel(contentsOf: URL(fileURLWithPath: path), options: options)
  }

  private func greedy(_ count: Int) -> LocalGenerationOptions {
    var options = LocalGenerationOptions.greedy
    options.maximumTokens = count
    return options
  }

  @Test("completes a prompt with the reference engine's greedy text and tokens")
  func completes() async throws {
    let reference = try Fixtures.tinyLlamaReference()
    let model = try model { $0.cachePrecision = .single }
    let expected = Array(reference.greedy.prefix(12))
    let found = try await model.complete("the cat sat on the mat", options: greedy(12))
    #expect(try model.detokenize(expected) == found.text)
    #expect(found.tokens.map(\.id) == expected)
    #expect(found.finishReason == .maximumTokens)
    #expect(found.promptTokens == reference.prompt.count && found.reusedTokens == 0)
    #expect(found.timings.generationSeconds > 0 && found.timings.forcedTokens == 0)
    let again = try await model.complete(tokens: reference.prompt, options: greedy(12))
    #expect(again.text == found.text && again.reusedTokens == reference.prompt.count - 1)
  }

  @Test("a file whose chat template cannot be read goes on with texts, but holds no conversations")
  func brokenTemplate() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("broken.gguf")
    try Fixtures.writeTinyLlama(to: path, context: 128, controls: []) { metadata in
      metadata["tokenizer.chat_template"] = .string(GGUFString("{% if %}"))
    }
    let broken = try model(path)
    let text = try await broken.complete("the cat", options: greedy(5)).text
    #expect(text == (try await model().complete("the cat", options: greedy(5)).text))
    #expect(!broken.capabilities.contains(.toolCalling))
    await #expect {
      try await LanguageModelSession(model: broken).respond(to: "x")
    } throws: {
      if case LocalLanguageModelError.unusableModel(let text) = $0 {
        return text.contains("template")
      }
      return false
    }
    let system = SystemLanguageModel(engine: SystemModelEngine { [broken] in broken })
    #expect(system.availability == .unavailable(.modelNotReady))
  }

  @Test("streams the same text in pieces, the same tokens, and both with the whole")
  func streams() async throws {
    let model = try model()
    let whole = try await model.complete("the cat", options: greedy(20))
    var text = ""
    for try await piece in model.stream("the cat", options: greedy(20)) { text += piece }
    #expect(text == whole.text)
    var tokens: [LocalLanguageModel.Token] = []
    for try await token in model.tokens(continuing: "the cat", options: greedy(20)) {
      tokens.append(token)
    }
    #expect(tokens == whole.tokens)
    (text, tokens) = ("", [])
    var completion: LocalLanguageModel.Completion?
    for try await event in model.events(continuing: "the cat", options: greedy(20)) {
      #expect(completion == nil)
      switch event {
      case .text(let piece): text += piece
      case .token(let token): tokens.append(token)
      case .finished(let whole): completion = whole
      }
    }
    #expect(text == whole.text && tokens == whole.tokens && completion?.text == text)
    #expect(completion?.tokens == tokens && completion?.finishReason == .maximumTokens)
  }

  @Test("leaving a stream early frees the model for the next request")
  func leavesEarly() async throws {
    let model = try model()
    for try await _ in model.stream("the cat") { break }
    for try await _ in model.tokens(continuing: "the cat") { break }
    #expect(try await !model.complete("the cat", options: greedy(4)).text.isEmpty)
  }

  @Test("a cancelled task gets an error, from a completion and from a stream")
  func cancelled() async throws {
    let model = try model()
    let options = greedy(20)
    let completion = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await model.complete("the cat", options: options)
    }
    await #expect(throws: LocalLanguageModelError.cancelled) { try await completion.value }
    let stream = Task {
      for try await _ in model.stream("a dog", options: options) {
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      }
    }
    await #expect(throws: LocalLanguageModelError.cancelled) { try await stream.value }
    #expect(try await !model.complete("the cat", options: options).text.isEmpty)
  }

  @Test("requests from many tasks are all answered, each with its own text")
  func manyTasks() async throws {
    let model = try model()
    let prompts = ["the cat", "she said", "tea", "land"]
    var alone: [String] = []
    for prompt in prompts {
      alone.append(try await model.complete(prompt, options: greedy(10)).text)
    }
    let together = try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for round in 0..<12 {
        group.addTask {
          (round, try await model.complete(prompts[round % 4], options: self.greedy(10)).text)
        }
      }
      return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
    }
    for (round, text) in together { #expect(text == alone[round % 4]) }
  }

  @Test("a model tells what it keeps, and nothing before its weights are loaded")
  func usage() async throws {
    let model = try model()
    #expect(await model.usage == LocalLanguageModel.Usage())
    _ = try await model.complete("the cat", options: greedy(3))
    let first = await model.usage
    #expect(first.keptConversations == 1 && first.keptBytes > 0)
    #expect(first.cacheBytes >= first.keptBytes && first.cacheLimit > first.cacheBytes)
    #expect(first.runningRequests == 0 && first.waitingRequests == 0)
    _ = try await model.complete("a dog", options: greedy(3))
    let second = await model.usage
    #expect(second.keptConversations == 2 && second.keptBytes > first.keptBytes)
  }

  @Test("tokenize and detokenize are inverse, and do not load the weights")
  func tokenizes() async throws {
    let model = try model()
    for text in ["the cat", "naïve ☕️ 日本", ""] {
      #expect(try model.detokenize(model.tokenize(text)) == text)
    }
    let reference = try Fixtures.tinyLlamaReference()
    let prompt = model.tokenize("the cat sat on the mat", addsSpecialTokens: true)
    #expect(prompt == reference.prompt)
    #expect(throws: LocalLanguageModelError.self) { try model.detokenize([99999]) }
    #expect(await model.usage.cacheLimit == 0)
  }

  @Test("every option reaches the engine: stop strings, penalties, biases, seeds")
  func options() async throws {
    let model = try model()
    let free = try await model.complete("the cat", options: greedy(20))
    let stop = try #require(free.text.dropFirst(3).first.map(String.init))
    var options = greedy(20)
    options.stopStrings = [stop]
    let cut = try await model.complete("the cat", options: options)
    #expect(cut.finishReason == .stopString && !cut.text.contains(stop))
    #expect(free.text.hasPrefix(cut.text))
    options = greedy(20)
    let first = try #require(free.tokens.first?.id)
    options.logitBias = [first: -.infinity]
    #expect(try await model.complete("the cat", options: options).tokens.first?.id != first)
    options = LocalGenerationOptions()
    (options.temperature, options.topK, options.topP, options.minP) = (2, 0, 1, 0)
    (options.maximumTokens, options.ignoresEndOfGeneration) = (20, true)
    var texts: Set<String> = []
    for seed in UInt64(1)...3 {
      options.seed = seed
      let found = try await model.complete("the cat", options: options)
      #expect(found == (try await timeless(model.complete("the cat", options: options), found)))
      #expect(found.timings.seed == seed)
      texts.insert(found.text)
    }
    #expect(texts.count == 3)
    options.frequencyPenalty = 100
    options.penaltyWindow = -1
    let spread = try await model.complete("", options: options)
    #expect(Set(spread.tokens.map(\.id)).count == spread.tokens.count)
  }

  /// A completion with the figures of another one that depend on the moment.
  private func timeless(
    _ completion: LocalLanguageModel.Completion, _ other: LocalLanguageModel.Completion
  ) -> LocalLanguageModel.Completion {
    var completion = completion
    completion.timings = other.timings
    completion.reusedTokens = other.reusedTokens
    let own = completion.figures
    completion.figures = other.figures
    completion.figures.promptTokens = own.promptTokens
    completion.figures.generatedTokens = own.generatedTokens
    completion.figures.finish = own.finish
    return completion
  }

  @Test("errors say what is wrong and with which numbers")
  func errors() async throws {
    #expect {
      try model("/nonexistent.gguf")
    } throws: { "\($0)".contains("/nonexistent.gguf") }
    let small = try model { $0.contextSize = 4 }
    await #expect(throws: LocalLanguageModelError.contextExceeded(tokens: 8, limit: 4)) {
      try await small.complete("the cat sat on the mat")
    }
    await #expect(throws: LocalLanguageModelError.contextExceeded(tokens: 8, limit: 4)) {
      for try await _ in small.stream("the cat sat on the mat") {}
    }
    var options = LocalGenerationOptions()
    options.temperature = -1
    await #expect {
      try await small.complete("a", options: options)
    } throws: {
      guard case LocalLanguageModelError.badOption(let text) = $0 else { return false }
      return text.contains("temperature")
    }
    await #expect(throws: LocalLanguageModelError.self) {
      try await small.complete(tokens: [99999])
    }
    await #expect(throws: LocalLanguageModelError.self) { try await small.complete(tokens: []) }
    options = LocalGenerationOptions()
    options.logProbabilities = -1
    await #expect(throws: LocalLanguageModelError.self) {
      try await small.complete("a", options: options)
    }
    let crowded = try model { $0.waitingRequests = 0 }
    let results = await withTaskGroup(of: LocalLanguageModelError?.self) { group in
      for _ in 0..<40 {
        group.addTask {
          do throws(LocalLanguageModelError) {
            _ = try await crowded.complete("the cat", options: self.greedy(200))
            return nil
          } catch { return error }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let refused = results.compactMap(\.self)
    #expect(refused.allSatisfy { $0 == .tooManyRequests(limit: 16) } && refused.count < 40)
    let folder = try TemporaryFolder()
    try Fixtures.tinyEncoder().write(to: folder.file("encoder.gguf"))
    await #expect {
      try await model(folder.file("encoder.gguf")).complete("a")
    } throws: {
      if case LocalLanguageModelError.unusableModel = $0 { true } else { false }
    }
  }
}
