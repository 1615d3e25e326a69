import TernDecode
import TernGrammar
import TernJSON
import TernKernels
import TernTestSupport
import Testing

/// Seeded requests whose drafts must change nothing: neither text, probabilities and ending, nor what is
/// kept for the requests behind them.
@Suite("Drafts in many requests", .timeLimit(.minutes(60)))
struct DraftSoakTests {
  /// Two engines of one model: what runs in the first one drafts.
  private struct Pair {
    let model: SoakModel
    /// Whether rounding may become more than that, when a value is rounded to 8 or to 16 bits: not where
    /// no pass has more rows than those in which each has the bits that it has alone.
    let isCoarse: Bool
    let drafting: Engine
    let plain: Engine
    let watch: EngineWatch
  }

  private func pair(
    _ model: SoakModel, _ path: String, _ random: inout SeededGenerator
  ) async throws -> Pair {
    let threads = Int.random(in: 1...2, using: &random)
    let type: CacheType = Bool.random(using: &random) ? .f32 : .f16
    let context = Int.random(in: 0..<3, using: &random) == 0 ? 150 : 420
    let watch = EngineWatch()
    func open() async throws -> Engine {
      try await watch.open(path) { options in
        options.threads = threads
        options.cacheType = type
        options.context = context
        options.keptSequences = 8
        // As if rows cost little, or nothing beyond the first.
        options.passCost = { 1 + 0.02 * Double($0) }
        options.headCost = 0.02
      }
    }
    let plain = try await open()
    return Pair(
      model: model, isCoarse: model == .quantized || type == .f16, drafting: try await open(),
      plain: plain, watch: watch)
  }

  @Test(
    "what is said and kept is the same, whatever is asked for", arguments: SoakModel.allCases)
  func soak(_ model: SoakModel) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("model.gguf")
    try model.write(to: path)
    var (stood, byHead) = (0, 0)
    let rounds = max(10, SharedSuites.rounds(150))
    for round in 0..<rounds {
      var random = SeededGenerator(seed: UInt64(1000 * round + 7))
      let engines = try await pair(model, path, &random)
      switch round % 5 {
      case 3 where !engines.isCoarse || !model.isRecurrent:
        try await besideOthers(engines, &random, "\(model) \(round)")
      case 4: try await cancelled(engines, &random, "\(model) \(round)")
      default:
        let found = try await alone(engines, &random, "\(model) \(round)")
        stood += found.stood
        byHead += found.byHead
      }
    }
    #expect(stood > 3 * rounds)
    #expect(byHead > (model.hasDraftHead ? 3 * rounds : -1))
  }

  @Test("a window keeps its pages where drafts let a pass begin within forced tokens")
  func windowPages() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("model.gguf")
    try SoakModel.window.write(to: path)
    // In these rounds it let a page go that was kept without drafts.
    for round in [66, 101, 696, 1342] {
      var random = SeededGenerator(seed: UInt64(1000 * round + 7))
      let engines = try await pair(.window, path, &random)
      _ = try await alone(engines, &random, "round \(round)")
    }
  }
}

// MARK: What is compared.

extension DraftSoakTests {
  /// Three turns, each of which begins with those before it; the drafted tokens that stood, and how many of
  /// them the head for drafts had guessed.
  private func alone(
    _ engines: Pair, _ random: inout SeededGenerator, _ name: String
  ) async throws -> (stood: Int, byHead: Int) {
    var sequence = SoakRequest.prompt(&random)
    var (stood, byHead) = (0, 0)
    for turn in 0..<3 {
      var options = try SoakRequest.options(&random)
      if Int.random(in: 0..<3, using: &random) == 0, options.constraint == nil {
        options.stopStrings = await stops(engines, sequence, options, &random)
      }
      let limit = [1, 2, 3, 7, 14].randomElement(using: &random) ?? 14
      let kinds: [DraftOptions] = [
        .suffix(limit: limit), .nextn(limit: limit), .both(limit: limit),
      ]
      let drafts =
        engines.model.hasDraftHead
        ? kinds.randomElement(using: &random) ?? .automatic : .suffix(limit: limit)
      let found = await result(engines.drafting, sequence, options, drafts)
      let expected = await result(engines.plain, sequence, options, .off)
      #expect(found == expected, "\(name), turn \(turn)")
      stood += found.accepted
      byHead += found.acceptedOfHead
      sequence += expected.tokens
      let kept = await snapshot(engines.drafting, sequence)
      let expectedKept = await snapshot(engines.plain, sequence)
      #expect(kept.tokens == expectedKept.tokens, "\(name), turn \(turn)")
      let areSame = kept.bytes == expectedKept.bytes
      #expect(areSame, "\(name), turn \(turn)")
      sequence += SoakRequest.prompt(&random).prefix(12)
      guard sequence.count < 300 else { break }
    }
    return (stood, byHead)
  }

  /// What a request gave, or why it gave nothing.
  private struct Outcome: Equatable {
    var tokens: [Int32] = []
    var text = ""
    var finish: FinishReason?
    var forced = 0
    var reused = 0
    var probabilities: [UInt32] = []
    var error: EngineError?
    var accepted = 0
    var acceptedOfHead = 0

    static func == (a: Outcome, b: Outcome) -> Bool {
      a.tokens == b.tokens && a.text == b.text && a.finish == b.finish && a.forced == b.forced
        && a.reused == b.reused && a.probabilities == b.probabilities && a.error == b.error
    }
  }

  private func result(
    _ engine: Engine, _ prompt: [Int32], _ options: GenerationOptions, _ drafts: DraftOptions
  ) async -> Outcome {
    var options = options
    options.drafts = drafts
    do throws(EngineError) {
      let done = try await engine.generate(prompt, options: options)
      return Outcome(
        tokens: done.tokens, text: done.text, finish: done.finish, forced: done.forcedTokens,
        reused: done.reusedTokens,
        probabilities: done.choices.map { $0.logProbability?.bitPattern ?? 0 },
        accepted: done.acceptedTokens, acceptedOfHead: done.headAcceptedTokens)
    } catch {
      return Outcome(error: error)
    }
  }

  /// What is kept of a sequence, byte by byte.
  private func snapshot(
    _ engine: Engine, _ sequence: [Int32]
  ) async -> (tokens: Int, bytes: [UInt8]) {
    guard let kept = await engine.snapshot(of: sequence) else { return (0, []) }
    return (kept.tokens.count, kept.state.bytes)
  }

  /// Strings that occur in the text that comes without them.
  private func stops(
    _ engines: Pair, _ prompt: [Int32], _ options: GenerationOptions,
    _ random: inout SeededGenerator
  ) async -> [String] {
    // In the drafting engine too: both have then the same to reuse.
    _ = await result(engines.drafting, prompt, options, .off)
    let text = await result(engines.plain, prompt, options, .off).text
    guard let place = text.indices.randomElement(using: &random) else { return ["x"] }
    return [String(text[place...].prefix(Int.random(in: 1...4, using: &random))), "never"]
  }

  /// A request is given up in the middle of a drafted text; what follows is not disturbed.
  ///
  /// The prompt is known before: so its rows are computed in the same passes.
  private func cancelled(
    _ engines: Pair, _ random: inout SeededGenerator, _ name: String
  ) async throws {
    let prompt = SoakRequest.prompt(&random)
    let options = try SoakRequest.options(&random)
    try await know(prompt, engines)
    var endless = GenerationOptions()
    endless.sampling = options.sampling
    endless.ignoresEndOfGeneration = true
    let doomed = Task { [endless] in try await engines.drafting.generate(prompt, options: endless) }
    let pass = engines.watch.passCount + Int.random(in: 2...12, using: &random)
    engines.watch.hold(pass: pass) { _ in
      doomed.cancel()
      return true
    }
    _ = await doomed.result
    let found = await result(engines.drafting, prompt, options, .automatic)
    var expected = await result(engines.plain, prompt, options, .off)
    // What a window has gone over cannot be gone back to.
    if engines.model == .window, found.reused != expected.reused {
      (expected.reused, expected.probabilities) = (found.reused, found.probabilities)
    }
    #expect(found == expected, "\(name)")
  }

  /// Several requests that begin together, some with drafts, give what each gives alone.
  ///
  /// Where rounding could show, their prompts are known already and they are few: no pass then has more
  /// rows than those in which each has the bits that it has alone.
  private func besideOthers(
    _ engines: Pair, _ random: inout SeededGenerator, _ name: String
  ) async throws {
    let count = engines.isCoarse ? 3 : Int.random(in: 2...6, using: &random)
    var requests: [(prompt: [Int32], options: GenerationOptions)] = []
    for number in 0..<count {
      let isLong = number == 0 && !engines.isCoarse
      let prompt = (0..<(isLong ? 3 : 1)).flatMap { _ in SoakRequest.prompt(&random) }
      var options = try SoakRequest.options(&random)
      if engines.isCoarse { options.constraint = nil }
      options.drafts = Int.random(in: 0..<3, using: &random) == 0 ? .off : .automatic
      requests.append(([Int32(97 + number)] + prompt, options))
    }
    var expected: [Outcome] = []
    for (prompt, options) in requests {
      if engines.isCoarse { try await know(prompt, engines) }
      expected.append(await result(engines.plain, prompt, options, .off))
    }
    let tasks = requests.map { request in
      Task {
        await result(engines.drafting, request.prompt, request.options, request.options.drafts)
      }
    }
    for (number, task) in tasks.enumerated() {
      var found = await task.value
      found.reused = expected[number].reused
      if !engines.isCoarse { found.probabilities = expected[number].probabilities }
      #expect(found == expected[number], "\(name), request \(number)")
    }
  }

  private func know(_ prompt: [Int32], _ engines: Pair) async throws {
    var options = GenerationOptions()
    (options.maximumTokens, options.drafts) = (0, .off)
    for engine in [engines.drafting, engines.plain] {
      _ = try await engine.generate(prompt, options: options)
    }
  }
}
