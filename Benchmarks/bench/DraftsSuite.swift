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

  func run(_ report: inout Report) async throws {
    var options = EngineOptions()
    options.threads = settings.threads
    options.context = 2048
    options.cacheType = settings.cache
    let engine = try await Engine.open(path: subject.path, options: options)
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
    report.points = tasks.indices.map { index in
      point(tasks[index], plain: plain[index], drafted: drafted[index])
    }
  }

  private func point(_ task: Task, plain: [Double], drafted: [Completion]) -> Report.Point {
    let tokens = drafted.reduce(0) { $0 + $1.tokens.count }
    let stood = drafted.reduce(0) { $0 + $1.acceptedTokens }
    let passes = drafted.reduce(0) { $0 + $1.passes }
    let tried = drafted.reduce(0) { $0 + $1.draftedTokens }
    let ratios = zip(drafted, plain).map { $0.generationRate / $1 }
    return Report.Point(
      name: .string(task.name),
      figures: [
        Figure("plain", "without", "tokens/s", .rate, each: plain),
        Figure("drafts", "with drafts", "tokens/s", .rate, each: drafted.map(\.generationRate)),
        Figure("ratio", "ratio", "", .fact, each: ratios),
        Figure(
          "stood", "drafted tokens that stood", "", .fact, Double(stood) / Double(max(1, tried))),
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
