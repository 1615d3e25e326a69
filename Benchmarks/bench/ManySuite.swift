import TernDecode
import TernFormat
import TernTokens

/// Tokens per second of several sequences that generate at the same time, each after a prompt of its own.
///
/// The prompts are computed first, so that what is measured is passes of one row for each sequence,
/// with all that belongs to a token: its choice from the logits and its text.
struct ManySuite {
  let settings: Settings
  let subject: Subject

  func run(_ result: inout SuiteResult) async throws {
    let engine = try await engine()
    let prompts = prompts(engine.tokenizer.count)
    var rates = settings.sequences.map { _ in [Double]() }
    // The first round works in new memory, and while weights are packed.
    for count in settings.sequences {
      _ = try await rate(engine, Array(prompts[..<count]), seed: 0)
    }
    for round in result.rounds(settings.repetitions) {
      for (place, count) in settings.sequences.enumerated() {
        rates[place].append(try await rate(engine, Array(prompts[..<count]), seed: round + 1))
      }
    }
    guard rates.allSatisfy({ !$0.isEmpty }) else { return }
    let one = settings.sequences.firstIndex(of: 1).map { rates[$0].median }
    result.points = zip(settings.sequences, rates).map { count, rates in
      SuiteResult.Point(name: .init(count), figures: figures(rates, count: count, one: one))
    }
  }

  private func figures(_ rates: [Double], count: Int, one: Double?) -> [Figure] {
    let each = rates.map { $0 / Double(count) }
    return [
      Figure("tg", "all together", "tokens/s", .rate, each: rates),
      Figure("each", "each", "tokens/s", .rate, each: each),
      Figure(
        "pass_ms", "a pass", "ms", .fact, each.median > 0 ? 1000 / each.median : 0),
      Figure(
        "ratio", "times one alone", "", .fact, each: one.map { one in rates.map { $0 / one } } ?? []
      ),
    ]
  }

  private func engine() async throws -> Engine {
    var options = EngineOptions()
    options.threads = settings.threads
    options.context = settings.prompt + settings.generate + 1
    options.cacheType = settings.cache
    options.keptSequences = 2 * (settings.sequences.last ?? 1)
    options.keptBytes = .max
    let file = try GGUFFile(path: subject.path)
    guard file.metadata.string("tokenizer.ggml.model") == "no_vocab" else {
      return try await Engine.open(file: file, options: options)
    }
    return try await Engine.open(
      file: file, tokenizer: Tokenizer(Self.vocabulary(file)), options: options)
  }

  /// Short texts for the ids of a file that has none.
  private static func vocabulary(_ file: GGUFFile) -> VocabularySource {
    let count = file.tensor(named: "token_embd.weight")?.dimensions.last ?? 0
    var source = VocabularySource(model: "llama")
    source.tokens = ByteStrings((0..<count).map { "\u{2581}t\($0)" })
    source.scores = (0..<count).map { -Float($0) }
    return source
  }

  /// Prompts that begin differently.
  private func prompts(_ vocabulary: Int) -> [[Int32]] {
    (0..<(settings.sequences.last ?? 1)).map { number in
      (0..<max(1, settings.prompt)).map { place in
        Int32(((number * settings.prompt + place) * 7919 + 13) % vocabulary)
      }
    }
  }

  /// The tokens per second that sequences generate together after these prompts.
  private func rate(_ engine: Engine, _ prompts: [[Int32]], seed: Int) async throws -> Double {
    _ = try await tokens(engine, prompts, 0, seed: seed)
    let clock = ContinuousClock()
    let began = clock.now
    let tokens = try await tokens(engine, prompts, settings.generate, seed: seed)
    return Double(tokens) / (clock.now - began).seconds
  }

  /// Lets all prompts go on at once by `limit` tokens; how many there were in all.
  private func tokens(
    _ engine: Engine, _ prompts: [[Int32]], _ limit: Int, seed: Int
  ) async throws -> Int {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for (number, prompt) in prompts.enumerated() {
        group.addTask {
          var options = GenerationOptions()
          options.sampling.seed = UInt64(seed * prompts.count + number)
          options.maximumTokens = limit
          options.ignoresEndOfGeneration = true
          options.drafts = .off
          return try await engine.generate(prompt, options: options).tokens.count
        }
      }
      return try await group.reduce(0, +)
    }
  }
}
