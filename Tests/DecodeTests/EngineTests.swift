import TernDecode
import TernTestSupport
import Testing

@Suite("Engine")
struct EngineTests {
  private func engine(_ change: (inout EngineOptions) -> Void = { _ in }) async throws -> Engine {
    var options = EngineOptions()
    options.threads = 2
    options.cacheType = .f32
    change(&options)
    return try await Engine.open(path: Fixtures.tinyLlama, options: options)
  }

  private func greedy(_ count: Int?) -> GenerationOptions {
    var options = GenerationOptions()
    options.sampling = .greedy
    options.maximumTokens = count
    return options
  }

  @Test("greedy tokens are those of the reference engine")
  func greedyTokens() async throws {
    let reference = try Fixtures.tinyLlamaReference()
    let engine = try await engine()
    let completion = try await engine.generate(
      reference.prompt, options: greedy(reference.greedy.count))
    #expect(completion.tokens == reference.greedy)
    #expect(completion.finish == .length)
    #expect(completion.promptTokens == reference.prompt.count)
  }

  @Test("a prompt that begins like an earlier one reuses its cache and gives the same tokens")
  func reusesPrefix() async throws {
    let reference = try Fixtures.tinyLlamaReference()
    let engine = try await engine()
    let first = try await engine.generate(reference.prompt, options: greedy(12))
    let again = try await engine.generate(reference.prompt, options: greedy(12))
    #expect(again.tokens == first.tokens)
    #expect(again.reusedTokens == reference.prompt.count - 1)
    let longer = try await engine.generate(
      reference.prompt + first.tokens.prefix(5), options: greedy(7))
    #expect(longer.tokens == Array(first.tokens.dropFirst(5)))
    #expect(longer.reusedTokens >= reference.prompt.count)
    let fresh = try await self.engine { $0.keptSequences = 0 }
    let other: [Int32] = [300, 116, 99, 98]
    #expect(
      try await engine.generate(other, options: greedy(8)).tokens
        == (try await fresh.generate(other, options: greedy(8)).tokens))
  }

  @Test("streamed pieces joined are the completion's text")
  func streams() async throws {
    let reference = try Fixtures.tinyLlamaReference()
    let engine = try await engine()
    var pieces = ""
    var whole: Completion?
    for try await event in engine.stream(reference.prompt, options: greedy(40)) {
      switch event {
      case .text(let text): pieces += text
      case .taken, .counts, .choice: Issue.record("nobody has asked for counts")
      case .finished(let completion): whole = completion
      }
    }
    #expect(try #require(whole).text == pieces)
    #expect(try engine.tokenizer.decode(reference.greedy) == pieces)
  }

  @Test("a cancelled task stops within one token")
  func cancels() async throws {
    let reference = try Fixtures.tinyLlamaReference()
    let engine = try await engine()
    var options = greedy(nil)
    options.ignoresEndOfGeneration = true
    let (texts, feed) = AsyncStream.makeStream(of: String.self)
    let gate = Gate()
    let task = Task { [options] in
      try await engine.generate(reference.prompt, options: options) {
        feed.yield($0)
        gate.pass()
      }
    }
    for await _ in texts { break }
    task.cancel()
    gate.open()
    await #expect(throws: EngineError.cancelled) { try await task.value }
    // What was computed before the end stays usable.
    let after = try await engine.generate(reference.prompt, options: greedy(12))
    #expect(after.tokens == Array(reference.greedy.prefix(12)))
  }

  @Test("a cancelled task stops in the middle of a long prompt")
  func cancelsPrompt() async throws {
    let engine = try await engine()
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await engine.generate([Int32](repeating: 1, count: 100))
    }
    await #expect(throws: EngineError.cancelled) { try await task.value }
    let reference = try Fixtures.tinyLlamaReference()
    let after = try await engine.generate(reference.prompt, options: greedy(12))
    #expect(after.tokens == Array(reference.greedy.prefix(12)))
  }

  @Test("a stop token ends the text and is not part of it; a full context ends it too")
  func ends() async throws {
    let reference = try Fixtures.tinyLlamaReference()
    let engine = try await engine()
    var options = greedy(nil)
    options.stopTokens = [reference.greedy[5]]
    let stopped = try await engine.generate(reference.prompt, options: options)
    #expect(stopped.finish == .stopToken(reference.greedy[5]))
    #expect(stopped.tokens == Array(reference.greedy.prefix(5)))
    options = greedy(nil)
    options.ignoresEndOfGeneration = true
    let full = try await engine.generate(reference.prompt, options: options)
    #expect(full.finish == .contextFull)
    #expect(full.promptTokens + full.tokens.count == 128 + 1)
  }

  @Test("the same seed gives the same text")
  func seeds() async throws {
    let reference = try Fixtures.tinyLlamaReference()
    let engine = try await engine()
    var options = GenerationOptions()
    options.maximumTokens = 20
    let first = try await engine.generate(reference.prompt, options: options)
    options.sampling.seed = first.seed
    let second = try await engine.generate(reference.prompt, options: options)
    #expect(first.tokens == second.tokens)
  }

  @Test("the same seed and number of threads give the same text in every run")
  func runs() async throws {
    let reference = try Fixtures.tinyLlamaReference()
    for threads in [1, 2, 3] {
      for (topK, topP) in [(40, 0.95), (0, 0.9), (0, 1)] as [(Int, Float)] {
        var options = GenerationOptions()
        options.maximumTokens = 20
        options.sampling.seed = 5
        options.sampling.temperature = 2
        options.sampling.topK = topK
        options.sampling.topP = topP
        options.sampling.frequencyPenalty = 0.1
        var texts: [String] = []
        for _ in 0..<2 {
          let engine = try await engine { $0.threads = threads }
          texts.append(try await engine.generate(reference.prompt, options: options).text)
        }
        #expect(!texts[0].isEmpty && texts[0] == texts[1])
      }
    }
  }

  @Test("prompts and options that cannot be used are typed errors")
  func errors() async throws {
    let engine = try await engine { $0.context = 16 }
    await #expect(throws: EngineError.emptyPrompt) { try await engine.generate([]) }
    await #expect(throws: EngineError.promptTooLong(tokens: 17, context: 16)) {
      try await engine.generate([Int32](repeating: 1, count: 17))
    }
    var options = GenerationOptions()
    options.maximumTokens = -1
    await #expect(throws: EngineError.badOption(name: "maximum tokens", value: -1)) {
      try await engine.generate([1], options: options)
    }
    await #expect(throws: EngineError.self) { try await engine.generate([9999]) }
    await #expect(throws: EngineError.self) {
      try await Engine.open(path: "/nonexistent.gguf")
    }
  }

  @Test("a context grows on request up to the model's own length")
  func grows() async throws {
    let reference = try Fixtures.tinyLlamaReference()
    let engine = try await engine { $0.context = 8 }
    let short = try await engine.generate(reference.prompt, options: greedy(12))
    #expect(short.finish == .contextFull)
    try await engine.growContext(to: 64)
    let long = try await engine.generate(reference.prompt, options: greedy(12))
    #expect(long.tokens == Array(reference.greedy.prefix(12)))
    await #expect(throws: EngineError.self) { try await engine.growContext(to: 129) }
  }
}
