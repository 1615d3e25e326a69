import Foundation
import TernGrammar
import TernJSON
import TernTestSupport
import Testing

@testable import TernDecode

@Suite("Log-probabilities of generated tokens", .timeLimit(.minutes(5)))
struct LogProbabilityTests {
  private func engine(kept: Int = 0) async throws -> Engine {
    try await EngineWatch().open(Fixtures.tinyLlama) { $0.keptSequences = kept }
  }

  /// Draws that look little like the model's own distribution.
  private func wild(_ seed: Int, _ constraint: Constraint? = nil) -> GenerationOptions {
    var options = GenerationOptions()
    options.sampling.temperature = 2
    options.sampling.topK = 0
    options.sampling.topP = 1
    options.sampling.minP = 0
    options.sampling.repetitionPenalty = 1.3
    options.sampling.logitBias = [101: 3, 102: -.infinity]
    options.sampling.seed = UInt64(seed)
    options.constraint = constraint
    options.maximumTokens = 24
    return options
  }

  /// The options, asking for log-probabilities.
  private func telling(_ options: GenerationOptions, top: Int = 3) -> GenerationOptions {
    var options = options
    options.logProbabilities = top
    options.keepsChoices = true
    return options
  }

  /// Generates with and without log-probabilities, and compares them with scores of the text.
  private func check(
    _ prompt: [Int32], _ options: GenerationOptions, _ engine: Engine
  ) async throws -> Completion {
    let told = Shared([TokenChoice]())
    var asking = telling(options)
    asking.onChoice = { told.value.append($0) }
    let found = try await engine.generate(prompt, options: asking)
    let plain = try await engine.generate(prompt, options: options)
    #expect(found.tokens == plain.tokens && found.text == plain.text)
    #expect(found.finish == plain.finish && found.forcedTokens == plain.forcedTokens)
    #expect(plain.choices.isEmpty)
    #expect(found.choices.map(\.token) == found.tokens)
    #expect(told.value.map(\.token) == found.tokens)
    // What is left of a character at the end belongs to no token.
    #expect(found.text.utf8.starts(with: found.choices.flatMap { Array($0.text.utf8) }))
    let scored = try await engine.score(found.tokens, after: prompt, alternatives: 3)
    for (choice, expected) in zip(found.choices, scored.choices) {
      let value = try #require(choice.logProbability)
      #expect(abs(value - (try #require(expected.logProbability))) < 1e-4)
      #expect(choice.top.map(\.token) == expected.top.map(\.token))
    }
    return found
  }

  @Test("they are the model's own, whatever the options change")
  func ownDistribution() async throws {
    let engine = try await engine()
    for seed in 1...6 { _ = try await check([300, 116, 257], wild(seed), engine) }
  }

  @Test("forced tokens have them too: at the beginning, between choices, and where room ends")
  func forced() async throws {
    let engine = try await engine()
    let rules: [Constraint] = try [
      Constraint(.choices(["the cat sat on the mat"])),
      Constraint(.choices(["the cat", "the hat", "a dog"])),
      Constraint(
        .schema(
          JSON(
            parsing: #"{"type":"object","properties":{"name":{"type":"string","maxLength":5},"#
              + #""kind":{"enum":["small","smaller"]}},"required":["name","kind"],"#
              + #""additionalProperties":false}"#))),
      Constraint(.pattern("^[a-c]{3}-(abc|abd)+$", .ecma)),
    ]
    var forced = 0
    var reasons: Set<String> = []
    for (number, rule) in rules.enumerated() {
      for seed in 1...4 {
        var options = wild(seed, rule)
        options.maximumTokens = number == 2 ? 36 + seed : 22 + seed
        let found = try await check([300, 116], options, engine)
        forced += found.forcedTokens
        reasons.insert(found.finish.name)
      }
    }
    #expect(forced > 50)
    #expect(reasons.contains("complete"), "\(reasons)")
    // Room for the shortest text only.
    var short = wild(1, rules[0])
    short.maximumTokens = try await shortest(short, engine)
    let found = try await check([300], short, engine)
    #expect(found.forcedTokens == found.tokens.count)
  }

  /// The tokens of the shortest text that satisfies the constraint of some options.
  private func shortest(_ options: GenerationOptions, _ engine: Engine) async throws -> Int {
    var options = options
    options.maximumTokens = 1
    do {
      _ = try await engine.generate([300], options: options)
    } catch {
      guard case .answerTooLong(let tokens, _) = error else { throw error }
      return tokens
    }
    return 1
  }

  @Test("forced tokens are read in one pass, with or without their log-probabilities")
  func passesOfForced() async throws {
    let watch = EngineWatch()
    let engine = try await watch.open(Fixtures.tinyLlama)
    let rule = try Constraint(.choices(["the cat sat on the mat"]))
    var options = wild(1, rule)
    _ = try await engine.generate([300, 116], options: options)
    // Nothing is chosen, so nothing is computed.
    #expect(watch.rows.isEmpty)
    options = telling(options)
    let found = try await engine.generate([300, 116], options: options)
    #expect(watch.rows == [2 + found.tokens.count - 1])
    #expect(found.choices.count == found.tokens.count)
    // The last place of the context may be filled.
    let tight = try await EngineWatch().open(Fixtures.tinyLlama) {
      $0.context = 1 + found.tokens.count
    }
    #expect(try await tight.generate([300, 116], options: options).choices.count > 0)
  }

  @Test("a prompt is told before what follows it, where that is asked for")
  func echo() async throws {
    let engine = try await engine(kept: 4)
    let prompt: [Int32] = [300, 116, 257, 284]
    for first in [0, 1, 3, 4] {
      var options = telling(wild(3))
      options.scoredFrom = first
      let found = try await engine.generate(prompt, options: options)
      #expect(found.choices.map(\.token) == prompt[first...] + found.tokens)
      let lacking = found.choices.indices.filter { found.choices[$0].logProbability == nil }
      #expect(lacking == (first == 0 ? [0] : []))
      let scored = try await engine.score(
        Array((prompt + found.tokens)[first...]), after: Array(prompt[..<first]))
      for (a, b) in zip(found.choices, scored.choices).dropFirst(first == 0 ? 1 : 0) {
        #expect(abs((a.logProbability ?? 0) - (b.logProbability ?? 1)) < 1e-4)
      }
    }
    var options = telling(wild(3))
    options.scoredFrom = 5
    await #expect(throws: EngineError.badOption(name: "first scored token", value: 5)) {
      try await engine.generate(prompt, options: options)
    }
  }

  @Test("tokens can be kept without log-probabilities")
  func keptOnly() async throws {
    let engine = try await engine()
    var options = wild(2)
    options.keepsChoices = true
    let found = try await engine.generate([300, 116], options: options)
    #expect(found.choices.map(\.token) == found.tokens && !found.tokens.isEmpty)
    #expect(found.choices.allSatisfy { $0.logProbability == nil && $0.top.isEmpty })
  }

  @Test("a row's logarithms are those of plain sums; likeliest tokens in order, ties by id")
  func rows() throws {
    var random = SeededGenerator(seed: 5)
    var reader = LogProbabilities()
    for length in [1, 2, 63, 64, 65, 1000, 5000] {
      for scale in [Float(1), 30] {
        var logits = (0..<length).map { _ in (random.normal() * scale * 4).rounded() / 4 }
        if length > 2 { logits[1] = -.infinity }
        let isRead = reader.read(logits)
        #expect(isRead)
        let expected = PlainScores.logSoftmax(logits)
        for token in logits.indices {
          let found = Double(try #require(reader.value(of: Int32(token))))
          #expect(found == expected[token] || abs(found - expected[token]) < 1e-5 * Double(scale))
        }
        for count in [0, 1, 5, length, length + 9] {
          let finite = expected.count { $0.isFinite }
          let likeliest = PlainScores.likeliest(expected, min(count, finite))
          let top = reader.top(count)
          #expect(top.map(\.token) == likeliest)
        }
      }
    }
    #expect(reader.value(of: 5000) == nil && reader.value(of: -1) == nil)
    for row: [Float] in [[.nan, .nan], [-.infinity], []] {
      let isRead = reader.read(row)
      #expect(!isRead)
    }
    _ = reader.read([1, .nan])
    #expect(reader.value(of: 0) == 0 && reader.value(of: 1) == nil)
  }
}
