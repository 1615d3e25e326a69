import Foundation
import TernFormat
import TernKernels
import TernModel
import TernTestSupport
import Testing

/// Heads that guess the token after the next one.
@Suite("Heads for drafts")
struct DraftHeadTests {
  private static func latent(_ index: Int) -> TinyLatent {
    TinyLatent(
      queryRank: index == 0 ? 0 : 10, unsplit: index == 1, seed: UInt64(index + 1),
      hasDraftHead: true, hasOwnTensors: index == 2)
  }

  @Test(
    "Guesses are those of the formulas in Double, at once, in pieces and token by token",
    arguments: 0..<3, [512, 5, 1])
  func oracle(_ index: Int, _ batch: Int) throws {
    let shape = Self.latent(index)
    let runner = try Runner(shape.file, maxBatch: batch)
    let (tokens, more) = (shape.tokens(24), shape.tokens(3, seed: 9))
    let cache = runner.model.makeCache()
    let states = try runner.states(tokens, cache)
    var found = try runner.guesses(tokens.dropFirst(), after: states.dropLast(), from: 1, cache)
    for (place, token) in more.enumerated() {
      found += try runner.guesses(
        [token], after: [found[found.count - 1].state], from: tokens.count + place, cache)
    }
    let expected = SlowLatent(shape).guesses(tokens, more: more)
    #expect(found.count == expected.count)
    for (guess, expected) in zip(found, expected) {
      #expect(largestDifference(guess.logits, expected) < 3e-5)
    }
  }

  @Test("Tokens that are read without a guess count for those that follow")
  func silentRows() throws {
    let shape = Self.latent(2)
    let runner = try Runner(shape.file)
    let tokens = shape.tokens(90)
    let cache = runner.model.makeCache()
    let states = try runner.states(tokens, cache)
    let rows = (1..<tokens.count).map { place in
      DraftRow(
        token: tokens[place], cache: cache, position: place, state: states[place - 1][...],
        wantsGuess: place == tokens.count - 1)
    }
    var found: [Float] = []
    try unsafe runner.model.readDrafts(Array(rows[..<70])) { _, _, _ in Issue.record("a guess") }
    try unsafe runner.model.readDrafts(Array(rows[70...])) { row, _, logits in
      #expect(row == rows.count - 71)
      unsafe found.append(contentsOf: logits)
    }
    #expect(cache.draftLength == tokens.count)
    let expected = SlowLatent(shape).guesses(tokens, more: [])
    #expect(largestDifference(found, try #require(expected.last)) < 3e-5)
  }

  @Test("What drafts are made from changes no bit of the logits", arguments: [1, 9, 15, 16, 40])
  func logitsStay(_ count: Int) throws {
    var hybrid = TinyHybrid(kind: .deltaNet)
    hybrid.hasDraftHead = true
    let files = [Self.latent(1).file, hybrid.file, try TinyHeaded().file()]
    for (number, file) in files.enumerated() {
      let runner = try Runner(file)
      let tokens = Self.latent(1).tokens(count)
      for wanted in [Set([count - 1]), Set(0..<count), Set([count / 2, count - 1]), []] {
        let (plain, fed) = (runner.model.makeCache(), runner.model.makeCache())
        let expected = try runner.run(
          tokens.enumerated().map { (plain, $1, $0, wanted.contains($0)) })
        var found: [[Float]] = []
        let states = try runner.states(tokens, fed, wantsLogits: wanted) { found.append($0) }
        #expect(states.count == count && found == expected, "model \(number), \(wanted.count)")
        #expect(try runner.last([5], plain) == (try runner.last([5], fed)))
        let cache = runner.model.makeCache()
        var all: [[Float]] = []
        try unsafe runner.model.states(
          tokens.enumerated().map {
            BatchRow(token: $1, cache: cache, position: $0, wantsLogits: true)
          }
        ) { _, values in all.append(unsafe Array(values)) }
        #expect(largestDifference(states.flatMap { $0 }, all.flatMap { $0 }) < 1e-5)
      }
    }
  }
}

// MARK: What the head keeps.

extension DraftHeadTests {
  @Test(
    "A fork that is cut and goes on otherwise guesses as a fresh sequence", arguments: [1, 40, 64])
  func forks(_ length: Int) throws {
    let shape = Self.latent(0)
    let runner = try Runner(shape.file)
    let tokens = shape.tokens(100)
    let trunk = runner.model.makeCache()
    let states = try runner.states(tokens, trunk)
    _ = try runner.guesses(tokens.dropFirst(), after: states.dropLast(), from: 1, trunk)
    let branch = trunk.fork()
    #expect(branch.truncate(to: length) == .kept)
    #expect(branch.draftLength == (length == 1 ? 0 : length) && trunk.draftLength == 100)
    let other = shape.tokens(30, seed: 3)
    let next = try runner.states(other, branch)
    let found = try runner.guesses(
      other, after: [states[length - 1]] + next.dropLast(), from: length, branch)
    let fresh = SlowLatent(shape).guesses(tokens[..<length] + other, more: [])
    for (guess, expected) in zip(found, fresh.suffix(30)) {
      #expect(largestDifference(guess.logits, expected) < 3e-5)
    }
    // The trunk has not changed.
    let more = try runner.guesses([7], after: [states[99]], from: 100, trunk)
    let expected = SlowLatent(shape).guesses(tokens + [7], more: [])
    #expect(largestDifference(more[0].logits, try #require(expected.last)) < 3e-5)
  }

  @Test("Tokens that were not read leave no gap, and those that are read again replace what was")
  func gaps() throws {
    let shape = Self.latent(0)
    let runner = try Runner(shape.file)
    let tokens = shape.tokens(80)
    let cache = runner.model.makeCache()
    let states = try runner.states(tokens, cache)
    func read(_ places: Range<Int>) throws {
      _ = try runner.guesses(
        tokens[places], after: places.map { states[$0 - 1] }, from: places.lowerBound, cache)
    }
    try read(5..<9)
    try read(20..<70)
    #expect(cache.draftLength == 70 && cache.draftTokenCount == 54)
    try read(60..<65)
    #expect(cache.draftLength == 65 && cache.draftTokenCount == 49)
    cache.truncateDrafts(to: 15)
    #expect(cache.draftLength == 9 && cache.draftTokenCount == 4)
    #expect(cache.length == 80)
    let bytes = cache.byteCount
    cache.truncateDrafts(to: 0)
    #expect(cache.draftTokenCount == 0 && cache.byteCount < bytes)
  }

  @Test("Where there is no memory the head has read nothing, and the sequence stays")
  func memory() throws {
    let shape = Self.latent(0)
    let one = try Runner(shape.file).model.layout.byteCount(of: 64, rows: 64)
    var options = ModelOptions(cacheType: .f32)
    options.cacheBytes = one
    let model = try Model(shape.file.file(), compute: Compute(threads: 1), options: options)
    let cache = model.makeCache()
    let rows = shape.tokens(64).enumerated().map {
      BatchRow(token: $1, cache: cache, position: $0, wantsLogits: false)
    }
    try unsafe model.forward(rows) { _, _ in }
    let row = DraftRow(
      token: 3, cache: cache, position: 1, state: [Float](repeating: 1, count: 16)[...],
      wantsGuess: true)
    #expect(throws: ModelError.self) { try unsafe model.readDrafts([row]) { _, _, _ in } }
    #expect(cache.draftTokenCount == 0 && cache.length == 64)
  }
}

extension Runner {
  /// A guess of the head for drafts, and the state that it gives.
  struct Guess {
    var state: [Float]
    var logits: [Float]
  }

  /// The states of tokens that are appended to `cache`.
  func states(
    _ tokens: [Int32], _ cache: KVCache, wantsLogits: Set<Int> = [],
    logits: ([Float]) -> Void = { _ in }
  ) throws -> [[Float]] {
    var states = [[Float]](repeating: [], count: tokens.count)
    let start = cache.length
    try unsafe model.forward(
      tokens.enumerated().map {
        BatchRow(
          token: $1, cache: cache, position: start + $0, wantsLogits: wantsLogits.contains($0),
          wantsState: true)
      },
      states: { row, values in unsafe states[row] = Array(values) },
      logits: { _, values in unsafe logits(Array(values)) })
    return states
  }

  /// What the head guesses behind each of `tokens`, whose places begin with `start`, read with these
  /// states of those before them.
  func guesses(
    _ tokens: some Collection<Int32>, after states: some Collection<[Float]>, from start: Int,
    _ cache: KVCache
  ) throws -> [Guess] {
    var found: [Guess] = []
    let rows = zip(tokens, states).enumerated().map { place, pair in
      DraftRow(
        token: pair.0, cache: cache, position: start + place, state: pair.1[...], wantsGuess: true)
    }
    try unsafe model.readDrafts(rows) { _, state, logits in
      unsafe found.append(Guess(state: Array(state), logits: Array(logits)))
    }
    return found
  }
}

// MARK: Files.

extension DraftHeadTests {
  @Test("A file whose head lacks a tensor runs without it; one of a wrong shape is refused")
  func damaged() throws {
    let whole = try TinyHeaded().file()
    let prefix = "blk.3."
    let names = whole.declarations.map(\.name).filter { $0.hasPrefix(prefix) }
    #expect(names.count > 15)
    let tokens: [Int32] = [5, 9, 7]
    let sound = try Runner(whole)
    #expect(sound.model.hasDraftHead)
    let expected = try sound.all(tokens, sound.model.makeCache())
    for name in names where !["attn_q_norm", "exp_probs_b"].contains(where: name.contains) {
      let runner = try Runner(whole.without(name))
      #expect(!runner.model.hasDraftHead, "\(name)")
      #expect(try runner.all(tokens, runner.model.makeCache()) == expected)
      let wrong = whole.changed { $0 == name ? $1.map { $0 + 1 } : $1 }
      #expect(throws: ModelError.self, "\(name)") { try Runner(wrong) }
    }
  }
}

// MARK: A reference engine.

extension DraftHeadTests {
  /// What llama.cpp (October 2026, float32) says of heads: some logits of the guesses behind each of
  /// `tokens` but the first, and those of guesses behind the head's own.
  private struct Reference: Decodable {
    struct Head: Decodable {
      let guesses: [[Float]]
      let more: [Int32]
      let next: [[Float]]
    }
    let tokens: [Int32]
    /// Every so many of the logits are told.
    let step: Int
    let models: [String: Head]
  }

  private func check(_ runner: Runner, _ name: String) throws {
    let reference = try JSONDecoder().decode(
      Reference.self, from: Data(contentsOf: Fixtures.url("draft-heads.json")))
    let (tokens, head) = (reference.tokens, try #require(reference.models[name]))
    let cache = runner.model.makeCache()
    let states = try runner.states(tokens, cache)
    var found = try runner.guesses(tokens.dropFirst(), after: states.dropLast(), from: 1, cache)
    for (place, token) in head.more.enumerated() {
      let guess = found[found.count - 1]
      #expect(guess.logits.indices.max { guess.logits[$0] < guess.logits[$1] } == Int(token))
      found += try runner.guesses([token], after: [guess.state], from: tokens.count + place, cache)
    }
    let expected = head.guesses + head.next
    #expect(found.count == expected.count)
    for (guess, expected) in zip(found, expected) {
      let some = stride(from: 0, to: guess.logits.count, by: reference.step).map {
        guess.logits[$0]
      }
      #expect(largestDifference(some, expected) < 1e-4)
    }
  }

  @Test("Guesses are those of a reference engine", arguments: [false, true])
  func reference(hasOwnTensors: Bool) throws {
    var model = TinyHeaded(context: 1)
    model.hasOwnTensors = hasOwnTensors
    try check(try Runner(model.file()), hasOwnTensors ? "glm4moe-own" : "glm4moe")
  }

  @Test("Guesses behind recurrent layers are too", .enabled(if: SharedSuites.available))
  func recurrentReference() throws {
    let url = try #require(SharedSuites.url("suites/architectures/qwen35-mtp/model.gguf"))
    try check(try Runner(url, context: 256), "qwen35-mtp")
  }
}
