import TernKernels
import TernModel
import Testing

@testable import TernDecode

@Suite("Budgets of an engine", .timeLimit(.minutes(5)))
struct CacheBudgetTests {
  private let file: TinyFile
  private var path: String { file.path }

  init() throws { file = try TinyFile(context: 1024) }

  /// An engine whose caches may together have the pages of so many tokens.
  private func engine(tokens: Int, kept: Int = 0) async throws -> Engine {
    let layout = try await EngineWatch().open(path).cacheLayout
    return try await EngineWatch().open(path) {
      $0.cacheBytes = layout.byteCount(of: tokens, rows: 512)
      $0.keptSequences = kept
    }
  }

  @Test("a prompt whose keys and values alone exceed the budget is refused before any work")
  func largePrompt() async throws {
    let engine = try await engine(tokens: 128)
    await #expect(throws: EngineError.promptTooLarge(tokens: 129, room: 128)) {
      try await engine.generate(letters(129), options: .likeliest(1))
    }
    #expect(try await engine.generate(letters(100), options: .likeliest(3)).tokens.count == 3)
  }

  @Test("an answer that outgrows the budget alone ends as in a full context, and others go on")
  func growsTooLarge() async throws {
    let engine = try await engine(tokens: 128, kept: 2)
    let limit = engine.cacheLayout.memory.limit
    let cut = try await engine.generate(letters(100), options: .likeliest(60))
    let whole = try await EngineWatch().open(path).generate(letters(100), options: .likeliest(60))
    #expect(cut.finish == .contextFull && cut.tokens == Array(whole.tokens.prefix(29)))
    await #expect(throws: EngineError.model(.memory(.pageLimit(bytes: limit)))) {
      try await engine.embedding(letters(129))
    }
    #expect(try await engine.embedding(letters(128, 3)).count == 64)
    #expect(try await engine.generate(letters(90, 1), options: .likeliest(3)).tokens.count == 3)
  }

  @Test("requests that do not fit together wait for each other and give what each gives alone")
  func waitForEachOther() async throws {
    let alone = try await EngineWatch().open(path)
    let tight = try await engine(tokens: 256, kept: 3)
    let limit = tight.cacheLayout.memory.limit
    // Some begin alike; all grow beyond a page.
    let prompts = (0..<9).map { letters(40 + 9 * $0, $0 / 3) }
    let tasks = prompts.map { prompt in
      Task { try await tight.generate(prompt, options: .likeliest(70)) }
    }
    for (prompt, task) in zip(prompts, tasks) {
      let expected = try await alone.generate(prompt, options: .likeliest(70))
      let found = try await task.value
      #expect(found.tokens == expected.tokens && found.text == expected.text)
      #expect(found.promptTokens == prompt.count && found.finish == .length)
    }
    #expect(tight.cacheLayout.memory.byteCount <= limit)
  }

  @Test("more requests than may wait are refused, the others are answered")
  func tooMany() async throws {
    let watch = EngineWatch()
    let engine = try await watch.open(path) { $0.waitingRequests = 2 }
    watch.hold(pass: 1, untilWaiting: 29)
    let first = Task { try await engine.generate(letters(5), options: .likeliest(4)) }
    try await watch.reached(pass: 1)
    let others = (1..<30).map { number in
      Task { try await engine.generate(letters(5, number), options: .likeliest(4)) }
    }
    var refused = 0
    for task in [first] + others {
      do { _ = try await task.value } catch {
        #expect(error as? EngineError == .tooManyRequests(limit: 18))
        refused += 1
      }
    }
    #expect(refused == 12)
    #expect(try await engine.generate(letters(5), options: .likeliest(4)).tokens.count == 4)
  }

  @Test("budgets that mean nothing are refused")
  func badOptions() async {
    await #expect(throws: EngineError.badOption(name: "cache bytes", value: 0)) {
      try await EngineWatch().open(path) { $0.cacheBytes = 0 }
    }
    await #expect(throws: EngineError.badOption(name: "waiting requests", value: -1)) {
      try await EngineWatch().open(path) { $0.waitingRequests = -1 }
    }
  }

  @Test("pages that kept sequences share count once")
  func sharedPages() throws {
    let model = try Model(
      .init(path: path), compute: Compute(threads: 1), options: ModelOptions(context: 1024))
    func append(_ tokens: [Int32], to cache: KVCache) throws {
      let rows = tokens.enumerated().map {
        BatchRow(token: $1, cache: cache, position: cache.length + $0, wantsLogits: false)
      }
      try unsafe model.forward(rows) { _, _ in }
    }
    let trunk = model.makeCache()
    let beginning = letters(640)
    try append(beginning, to: trunk)
    var kept = PrefixCache(capacity: 8, byteLimit: trunk.byteCount * 3 / 2)
    let endings = (0..<4).map { letters(20, $0 + 1) }
    for ending in endings {
      let branch = trunk.fork()
      try append(ending, to: branch)
      kept.keep(branch, tokens: beginning + ending)
    }
    func longest(_ tokens: [Int32]) -> Int {
      kept.longest(for: tokens, limit: .max, sharing: .everyone)
    }
    for ending in endings {
      #expect(longest(beginning + ending) == 660)
    }
    // Sequences of their own take what they take.
    let other = model.makeCache()
    try append(letters(640, 9), to: other)
    kept.keep(other, tokens: letters(640, 9))
    #expect(longest(letters(640, 9)) == 640)
    #expect(longest(beginning + endings[3]) == 0)
  }
}
