import TernDecode
import TernTestSupport
import Testing

@Suite("Requests side by side")
struct SideBySideTests {
  private func engine(kept: Int = 8) async throws -> Engine {
    var options = EngineOptions()
    options.threads = 2
    options.cacheType = .f32
    options.keptSequences = kept
    return try await Engine.open(path: Fixtures.tinyLlama, options: options)
  }

  private func options(_ count: Int) -> GenerationOptions {
    var options = GenerationOptions()
    options.sampling = .greedy
    options.maximumTokens = count
    options.ignoresEndOfGeneration = true
    return options
  }

  /// Prompts of different lengths that begin differently.
  private func prompts(_ count: Int) -> [[Int32]] {
    (0..<count).map { number in
      (0...number * 3).map { (place: Int) -> Int32 in Int32(97 + (place * 7 + number) % 20) }
    }
  }

  private func all(
    _ prompts: [[Int32]], _ engine: Engine, _ options: GenerationOptions
  ) async throws -> [Completion] {
    try await withThrowingTaskGroup(of: (Int, Completion).self) { group in
      for (number, prompt) in prompts.enumerated() {
        group.addTask { (number, try await engine.generate(prompt, options: options)) }
      }
      var done: [Int: Completion] = [:]
      for try await (number, completion) in group { done[number] = completion }
      return try prompts.indices.map { try #require(done[$0]) }
    }
  }

  @Test("each gives what it gives alone, also where more come than run at once")
  func sameAsAlone() async throws {
    let prompts = prompts(24)
    let together = try await all(prompts, engine(kept: 0), options(10))
    let engine = try await engine(kept: 0)
    for (prompt, completion) in zip(prompts, together) {
      let alone = try await engine.generate(prompt, options: options(10))
      #expect(completion.tokens == alone.tokens, "prompt of \(prompt.count)")
      #expect(completion.text == alone.text && completion.finish == alone.finish)
    }
  }

  @Test("each samples what it samples alone, whatever is asked of those beside it")
  func samplesAsAlone() async throws {
    let prompts = prompts(12)
    func options(_ number: Int) -> GenerationOptions {
      var options = self.options(24)
      options.sampling = SamplingOptions()
      options.sampling.seed = UInt64(number)
      if number % 4 == 1 { options.sampling.topK = 0 }
      if number % 5 == 2 { options.sampling.repetitionPenalty = 1.2 }
      return options
    }
    /// In the second round one of them is told of its logits.
    for round in 0..<2 {
      let engine = try await engine(kept: 0)
      let together = try await withThrowingTaskGroup(of: (Int, Completion).self) { group in
        for (number, prompt) in prompts.enumerated() {
          var options = options(number)
          if round == 1, number == 3 { options.logProbabilities = 2 }
          let own = options
          group.addTask { (number, try await engine.generate(prompt, options: own)) }
        }
        return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      }
      for (number, prompt) in prompts.enumerated() {
        let alone = try await engine.generate(prompt, options: options(number))
        #expect(together[number]?.tokens == alone.tokens, "sequence \(number)")
        #expect(together[number]?.text == alone.text)
      }
    }
  }

  @Test("sequences that generate side by side share their passes")
  func sharedPasses() async throws {
    let watch = EngineWatch()
    let engine = try await watch.open(Fixtures.tinyLlama)
    func count(_ sequences: Int) async throws -> Int {
      let before = watch.passCount
      // Those that come while a pass runs join the next: the first one begins when all have come, be
      // they taken already or not.
      watch.hold(pass: before + 1, untilAsked: sequences)
      _ = try await all(prompts(sequences), engine, self.options(40))
      return watch.passCount - before
    }
    let one = try await count(1)
    #expect(try await count(12) <= one + 12)
  }

  @Test("a beginning that several share is computed once, also while the first one computes it")
  func sharedBeginning() async throws {
    let engine = try await engine()
    let shared = (0..<80).map { Int32(97 + $0 % 23) }
    let prompts = (0..<5).map { shared + [Int32(100 + $0), 98] }
    let together = try await all(prompts, engine, options(6))
    let computed = together.reduce(0) { $0 + $1.promptTokens - $1.reusedTokens }
    // The shared part once, and the ends of all; how the requests arrive decides the rest.
    #expect(computed <= shared.count + 5 * 35, "\(computed)")
    #expect(together.count { $0.reusedTokens >= shared.count - 32 } >= 4)
    let fresh = try await self.engine(kept: 0)
    for (prompt, completion) in zip(prompts, together) {
      #expect(completion.tokens == (try await fresh.generate(prompt, options: options(6)).tokens))
    }
  }

  @Test("a request that is cancelled disturbs no other")
  func cancelledOne() async throws {
    let engine = try await engine()
    let expected = try await engine.generate([300, 116], options: options(60))
    let (texts, feed) = AsyncStream.makeStream(of: String.self)
    let gate = Gate()
    let doomed = Task {
      try await engine.generate([300, 99], options: options(100)) {
        feed.yield($0)
        gate.pass()
      }
    }
    async let other = engine.generate([300, 116], options: options(60))
    for await _ in texts { break }
    doomed.cancel()
    gate.open()
    await #expect(throws: EngineError.cancelled) { try await doomed.value }
    #expect(try await other.tokens == expected.tokens)
    let after = try await engine.generate([300, 116], options: options(60))
    #expect(after.tokens == expected.tokens)
  }

  @Test("what a token forbids for one request does not concern another")
  func errorsAreOnesOwn() async throws {
    let engine = try await engine()
    async let good = engine.generate([300, 116], options: options(20))
    await #expect(throws: EngineError.self) { try await engine.generate([9999]) }
    #expect(try await good.tokens.count == 20)
  }

  @Test("kept sequences leave when they take too many bytes, the running one stays")
  func byteLimit() async throws {
    var options = EngineOptions()
    options.threads = 1
    options.keptBytes = 1
    let engine = try await Engine.open(path: Fixtures.tinyLlama, options: options)
    let first = try await engine.generate([300, 116, 99], options: self.options(8))
    // The last one stays even where it alone is too large, because the next turn goes on with it.
    let again = try await engine.generate([300, 116, 99], options: self.options(8))
    #expect(again.reusedTokens == 2 && again.tokens == first.tokens)
    _ = try await engine.generate([98, 97], options: self.options(8))
    #expect(try await engine.generate([300, 116, 99], options: self.options(1)).reusedTokens == 0)
  }
}
