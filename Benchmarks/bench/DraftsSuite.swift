import TernDecode

/// Tokens per second with drafts and without, in turn, for several kinds of work.
///
/// The answers are given (``DraftText``): what is measured is how many drafted tokens stand in such a
/// text, and what passes of several rows cost. So weights and vocabulary may be of any model.
struct DraftsSuite {
  let settings: Settings
  let subject: Subject

  private struct Task {
    let name: String
    let prompt: [Int32]
    let answer: [Int32]
  }

  /// Rows of the passes whose cost is told.
  private static let rows = [2, 3, 4, 5, 6, 8, 11, 15]

  func run(_ result: inout SuiteResult) async throws {
    try await compareTexts(&result)
    try await measurePasses(&result)
  }

  private func open(
    _ change: (inout EngineOptions) -> Void = { _ in }
  ) async throws -> Engine {
    var options = EngineOptions()
    options.threads = settings.threads
    options.context = 2048
    options.cacheType = settings.cache
    change(&options)
    return try await Engine.open(path: subject.path, options: options)
  }

  /// What passes of several rows cost, in passes of one: so many drafted tokens must stand.
  ///
  /// A text that repeats itself is drafted wholly, as many tokens in a pass as there may be.
  private func measurePasses(_ result: inout SuiteResult) async throws {
    let engine = try await open { $0.passCost = { _ in 1 } }
    let phrase: [Int32] = (0..<32).map { 300 + 7 * $0 }
    let text = Task(
      name: "", prompt: Array(repeating: phrase, count: 8).flatMap { $0 },
      answer: Array(repeating: phrase, count: 4).flatMap { $0 })
    _ = try await generate(engine, text, .automatic)
    var seconds = [Int: [Double]]()
    for _ in 0..<settings.repetitions {
      for rows in [1] + Self.rows {
        let done = try await generate(engine, text, rows == 1 ? .off : .suffix(limit: rows - 1))
        seconds[rows, default: []].append(done.generationSeconds / Double(max(1, done.passes)))
      }
    }
    result.figures += Self.rows.map { rows in
      let ratios = zip(seconds[rows] ?? [], seconds[1] ?? []).map { $0 / $1 }
      return Figure("pass_\(rows)", "pass of \(rows) rows, of one", "", .fact, each: ratios)
    }
  }

  private func compareTexts(_ result: inout SuiteResult) async throws {
    let engine = try await open()
    let tasks = DraftText.all.map { text in
      let prompt = engine.tokenizer.encode(
        prompt: Array(text.prompt.utf8), data: [], continuing: false)
      let all = engine.tokenizer.encode(
        prompt: Array((text.prompt + text.answer).utf8), data: [], continuing: false)
      let start = zip(prompt, all).prefix { $0 == $1 }.count
      return Task(name: text.name, prompt: Array(all[..<start]), answer: Array(all[start...]))
    }
    // The first texts work in new memory, and while weights are packed.
    for task in tasks { _ = try await generate(engine, task, .automatic) }
    var plain = [[Double]](repeating: [], count: tasks.count)
    var drafted = [[Completion]](repeating: [], count: tasks.count)
    for _ in 0..<settings.repetitions {
      for (index, task) in tasks.enumerated() {
        plain[index].append(try await generate(engine, task, .off).generationRate)
        drafted[index].append(try await generate(engine, task, .automatic))
      }
    }
    result.points = tasks.indices.map { index in
      point(tasks[index], plain: plain[index], drafted: drafted[index])
    }
  }

  private func point(_ task: Task, plain: [Double], drafted: [Completion]) -> SuiteResult.Point {
    let tokens = drafted.reduce(0) { $0 + $1.tokens.count }
    let stood = drafted.reduce(0) { $0 + $1.acceptedTokens }
    let passes = drafted.reduce(0) { $0 + $1.passes }
    let tried = drafted.reduce(0) { $0 + $1.draftedTokens }
    let byHead = drafted.reduce(0) { $0 + $1.headAcceptedTokens }
    let ratios = zip(drafted, plain).map { $0.generationRate / $1 }
    return SuiteResult.Point(
      name: .string(task.name),
      figures: [
        Figure("plain", "without", "tokens/s", .rate, each: plain),
        Figure("drafts", "with drafts", "tokens/s", .rate, each: drafted.map(\.generationRate)),
        Figure("ratio", "ratio", "", .fact, each: ratios),
        Figure(
          "stood", "drafted tokens that stood", "", .fact, Double(stood) / Double(max(1, tried))),
        Figure(
          "by_head", "of these by the model's head", "", .fact,
          Double(byHead) / Double(max(1, stood))),
        Figure("per_pass", "tokens a pass", "", .fact, Double(tokens) / Double(max(1, passes))),
      ])
  }

  private func generate(
    _ engine: Engine, _ task: Task, _ drafts: DraftOptions
  ) async throws -> Completion {
    var options = GenerationOptions()
    options.sampling = .greedy
    options.maximumTokens = task.answer.count
    options.ignoresEndOfGeneration = true
    options.script = task.answer
    options.drafts = drafts
    return try await engine.generate(task.prompt, options: options)
  }
}
