import TernDecode
import TernFormat
import TernGrammar
import TernTestSupport
import TernTokens
import Testing

/// The counts that a generation tells as it goes on.
struct TokenCountTests {
  private func engine() async throws -> Engine {
    var options = EngineOptions()
    options.threads = 2
    return try await Engine.open(path: Fixtures.tinyLlama, options: options)
  }

  private func wild(_ seed: UInt64, _ constraint: Constraint? = nil) -> GenerationOptions {
    var options = GenerationOptions()
    options.sampling.temperature = 2
    options.sampling.seed = seed
    options.maximumTokens = 30
    options.constraint = constraint
    options.ignoresEndOfGeneration = true
    return options
  }

  /// The events of a generation: its counts, its text's length at each, and its end.
  private func run(
    _ engine: Engine, _ prompt: [Int32], _ options: GenerationOptions
  ) async throws -> (counts: [TokenCounts], shown: [Int], completion: Completion) {
    var counts: [TokenCounts] = []
    var shown: [Int] = []
    var length = 0
    var completion: Completion?
    for try await event in engine.stream(prompt, options: options, countsTokens: true) {
      switch event {
      case .counts(let now):
        counts.append(now)
        shown.append(length)
      case .text(let text): length += text.utf8.count
      case .taken: #expect(completion == nil)
      case .choice: Issue.record("nobody has asked for choices")
      case .finished(let whole): completion = whole
      }
    }
    return (counts, shown, try #require(completion))
  }

  @Test func `every token is counted once, before its text`() async throws {
    let engine = try await engine()
    for seed in UInt64(1)...4 {
      let (counts, shown, completion) = try await run(engine, [300, 116, 99], wild(seed))
      #expect(counts.map(\.generated) == Array(0...completion.tokens.count))
      for (now, shown) in zip(counts, shown) {
        #expect(now.prompt == 3 && now.reused == completion.reusedTokens)
        // The text of earlier tokens is shown.
        #expect(shown == (now.generated > 0 ? counts[now.generated - 1].textBytes : 0))
        var text = StreamingDetokenizer(engine.tokenizer, continuing: true)
        var bytes = 0
        for token in completion.tokens.prefix(now.generated) {
          bytes += try text.push(token).utf8.count
        }
        #expect(now.textBytes == bytes)
      }
      #expect(completion.reusedTokens == (seed == 1 ? 0 : 2))
    }
  }

  @Test func `tokens that a constraint forces are counted too`() async throws {
    let engine = try await engine()
    let constraint = try Constraint(.schema(["enum": ["abcabc", "abcxyz"]]))
    let (counts, _, completion) = try await run(engine, [300], wild(1, constraint))
    #expect(completion.forcedTokens > 0)
    #expect(counts.map(\.generated).max() == completion.tokens.count)
    #expect(Set(counts.map(\.generated)).isSuperset(of: 1...completion.tokens.count))
    #expect(counts.last?.textBytes == completion.text.utf8.count)
  }

  @Test func `an engine uses the vocabulary that it is given`() async throws {
    let file = try GGUFFile(path: Fixtures.tinyLlama)
    let tokenizer = try Tokenizer(file)
    let given = try await Engine.open(file: file, tokenizer: tokenizer)
    #expect(given.tokenizer === tokenizer)
    let own = try await engine()
    var options = wild(1)
    options.sampling = .greedy
    #expect(
      try await given.generate([300, 116], options: options).tokens
        == (try await own.generate([300, 116], options: options).tokens))
  }
}
