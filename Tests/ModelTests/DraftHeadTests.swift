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
      #expect(largestDifference(some, expected) < 3e-4)
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
