import TernDecode
import TernGrammar
import TernJSON
import TernTestSupport
import Testing

/// With drafts the text is the one without.
@Suite("Drafts")
struct DraftTests {
  /// An engine for which a pass of many rows costs as much as one of a single row, so that every match
  /// is drafted from.
  private func engine(
    _ path: String = Fixtures.tinyLlama, context: Int? = nil,
    _ change: (inout EngineOptions) -> Void = { _ in }
  ) async throws -> Engine {
    var options = EngineOptions()
    options.threads = 1
    options.cacheType = .f32
    options.context = context
    options.passCost = { _ in 1 }
    change(&options)
    return try await Engine.open(path: path, options: options)
  }

  private func options(_ round: Int, tokens: Int) -> GenerationOptions {
    var options = GenerationOptions()
    options.maximumTokens = tokens
    options.sampling = round % 3 == 0 ? .greedy : SamplingOptions()
    options.sampling.seed = UInt64(round)
    if round % 3 != 0 { options.sampling.temperature = round % 2 == 0 ? 0.3 : 1 }
    if round % 5 == 4 { options.sampling.repetitionPenalty = 1.1 }
    if round % 4 == 3 { options.logProbabilities = 1 }
    options.keepsChoices = options.logProbabilities != nil
    options.ignoresEndOfGeneration = round % 2 == 0
    return options
  }

  /// A prompt that repeats itself.
  private func prompt(_ round: Int) -> [Int32] {
    var random = SeededGenerator(seed: UInt64(round))
    let phrase = (0..<Int.random(in: 3...12, using: &random)).map { _ in
      Int32.random(in: 97...119, using: &random)
    }
    return (0..<4).flatMap { _ in phrase + [Int32.random(in: 97...119, using: &random)] }
  }

  /// Two engines, one for texts with drafts and one for those without.
  private struct Pair {
    let drafting: Engine
    let plain: Engine
    /// Tokens of a text that something can follow.
    let room: Int
  }

  private func pair(_ path: String = Fixtures.tinyLlama, context: Int? = nil) async throws -> Pair {
    Pair(
      drafting: try await engine(path, context: context),
      plain: try await engine(path, context: context),
      room: path == Fixtures.tinyLlama ? 115 : 500)
  }

  /// Runs the same with and without drafts, and what follows it; the drafted tokens that stood.
  @discardableResult
  private func compare(
    _ engines: Pair, _ round: Int, _ prompt: [Int32], _ options: GenerationOptions
  ) async throws -> Int {
    var (plain, drafted) = (options, options)
    plain.drafts = .off
    drafted.drafts = .suffix(limit: round % 2 == 0 ? 14 : 3)
    let expected = try await engines.plain.generate(prompt, options: plain)
    let found = try await engines.drafting.generate(prompt, options: drafted)
    #expect(found.tokens == expected.tokens, "round \(round)")
    #expect(found.text == expected.text && found.finish == expected.finish, "round \(round)")
    #expect(found.forcedTokens == expected.forcedTokens)
    #expect(expected.draftedTokens == 0 && found.acceptedTokens <= found.draftedTokens)
    #expect(
      found.choices.map { [$0.token, Int32(bitPattern: $0.logProbability?.bitPattern ?? 0)] }
        == expected.choices.map {
          [$0.token, Int32(bitPattern: $0.logProbability?.bitPattern ?? 0)]
        })
    // What stays in the cache is what was said.
    var after = options
    (after.maximumTokens, after.constraint, after.drafts) = (6, nil, .off)
    let next = Array((prompt + found.tokens).prefix(engines.room)) + [100, 101, 102]
    #expect(
      try await engines.drafting.generate(next, options: after).tokens
        == (try await engines.plain.generate(next, options: after).tokens), "round \(round)")
    return found.acceptedTokens
  }

  @Test("the text is that without drafts, greedy or drawn, and many drafted tokens stand")
  func dense() async throws {
    let engines = try await pair()
    var stood = 0
    for round in 0..<12 {
      stood += try await compare(engines, round, prompt(round), options(round, tokens: 60))
    }
    #expect(stood > 100)
  }

  @Test("so it is where layers are recurrent", arguments: TinyHybrid.Kind.allCases)
  func recurrent(_ kind: TinyHybrid.Kind) async throws {
    let folder = try TemporaryFolder()
    try TinyHybrid(kind: kind).write(to: folder.file("hybrid.gguf"))
    let engines = try await pair(folder.file("hybrid.gguf"))
    var stood = 0
    for round in 0..<6 {
      stood += try await compare(engines, round, prompt(round), options(round, tokens: 90))
    }
    // What a model without attention says does not repeat itself.
    #expect(stood > 0 || kind.isPure)
  }

  @Test("so it is under constraints, which cut drafts and force tokens")
  func constrained() async throws {
    let engines = try await pair()
    let name = "a long name, forced whole"
    let schemas = [
      #"{"type":"array","items":{"type":"object","properties":{"id":{"enum":[1,12,123]},"\#(name)":{"type":"boolean"}},"required":["id","\#(name)"],"additionalProperties":false},"minItems":2,"maxItems":2}"#,
      #"{"type":"array","items":{"enum":["red","green","blue"]},"minItems":6,"maxItems":9}"#,
      #"{"type":"string","pattern":"^([a-c]{2}-[0-9] ){5,7}$"}"#,
    ]
    var stood = 0
    for (place, schema) in schemas.enumerated() {
      let constraint = try Constraint(.schema(JSON(parsing: schema)))
      for round in 0..<6 {
        var options = options(round, tokens: 110)
        options.constraint = constraint
        options.ignoresEndOfGeneration = false
        stood += try await compare(
          engines, round + 10 * place, Array(prompt(round).prefix(10)), options)
      }
    }
    #expect(stood > 100)
  }

  @Test("a full context, a limit and a stop string end the text where they do without drafts")
  func ends() async throws {
    let engines = try await pair()
    for tokens in [1, 2, 3, 7, 15, 16, 200] {
      var options = options(0, tokens: tokens)
      options.ignoresEndOfGeneration = true
      try await compare(engines, 0, prompt(1), options)
      let text = try await engines.plain.generate(prompt(1), options: options).text
      options.stopStrings = [String(text.suffix(3))]
      try await compare(engines, 0, prompt(1), options)
    }
  }

  @Test("where memory ends, a text with drafts has gone as far as one without")
  func memory() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("long.gguf")
    try Fixtures.writeTinyLlama(to: path, context: 512)
    let bytes = try await engine(path).cacheLayout.byteCount(of: 128, rows: 1)
    func text(_ drafts: DraftOptions) async throws -> (String, FinishReason) {
      let engine = try await engine(path) {
        $0.cacheBytes = bytes
        $0.keptSequences = 0
      }
      var options = options(0, tokens: 400)
      (options.drafts, options.ignoresEndOfGeneration) = (drafts, true)
      let done = try await engine.generate(prompt(1), options: options)
      return (done.text, done.finish)
    }
    let (plain, drafted) = try await (text(.off), text(.automatic))
    #expect(plain.1 == .contextFull && !plain.0.isEmpty)
    #expect(drafted.0 == plain.0 && drafted.1 == plain.1)
  }

  @Test("several requests at once draft side by side")
  func sideBySide() async throws {
    let engine = try await engine()
    var plain: [[Int32]] = []
    for round in 0..<4 {
      var options = options(3 * round, tokens: 50)
      options.drafts = .off
      plain.append(try await engine.generate(prompt(round), options: options).tokens)
    }
    let found = try await withThrowingTaskGroup(of: (Int, [Int32]).self) { group in
      for round in 0..<4 {
        group.addTask {
          (
            round,
            try await engine.generate(prompt(round), options: options(3 * round, tokens: 50)).tokens
          )
        }
      }
      var found = [[Int32]](repeating: [], count: 4)
      for try await (round, tokens) in group { found[round] = tokens }
      return found
    }
    #expect(found == plain)
  }

  @Test("drafts make passes fewer")
  func passes() async throws {
    let engine = try await engine()
    var options = options(0, tokens: 70)
    options.ignoresEndOfGeneration = true
    // A text that goes on repeating itself as the prompt does.
    let prompt = prompt(2)
    options.script = Array((prompt + prompt).suffix(from: prompt.count / 4).prefix(70))
    options.drafts = .off
    let plain = try await engine.generate(Array(prompt[..<(prompt.count / 4)]), options: options)
    options.drafts = .automatic
    let drafted = try await engine.generate(Array(prompt[..<(prompt.count / 4)]), options: options)
    #expect(plain.passes >= 70 && drafted.passes < 30)
    #expect(drafted.tokens == plain.tokens)
    #expect(drafted.acceptedTokens > 40)
  }
}
