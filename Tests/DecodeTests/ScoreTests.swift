import Foundation
import TernFormat
import TernModel
import TernTestSupport
import Testing

@testable import TernDecode

@Suite("Scores of given tokens", .timeLimit(.minutes(5)))
struct ScoreTests {
  private let file: TinyFile
  private var path: String { file.path }

  init() throws { file = try TinyFile(context: 2048) }

  @Test("every token has what single passes and plain sums give it, with the likeliest beside it")
  func plainTwin() async throws {
    let plain = try PlainScores(path)
    let engine = try await EngineWatch().open(path)
    let text = letters(60)
    // A batch's logits differ from those of single passes by up to 1e-5, and their sum does too.
    let distributions = try plain.distributions(text)
    for context in [0, 1, 7, 59, 60] {
      let scored = try await engine.score(
        Array(text[context...]), after: Array(text[..<context]), alternatives: 5)
      #expect(scored.choices.map(\.token) == Array(text[context...]))
      #expect(scored.tokens.isEmpty && scored.text.isEmpty)
      for (place, choice) in scored.choices.enumerated() {
        let position = context + place
        guard position > 0 else {
          #expect(choice.logProbability == nil && choice.top.isEmpty)
          continue
        }
        let expected = distributions[position - 1]
        let found = try #require(choice.logProbability)
        #expect(abs(Double(found) - expected[Int(choice.token)]) < 2e-5)
        #expect(choice.top.map(\.token) == PlainScores.likeliest(expected, 5))
        for (token, value) in choice.top {
          #expect(abs(Double(value) - expected[Int(token)]) < 2e-5)
        }
      }
    }
  }

  @Test("a text takes as many passes as a prompt of its length, and several share them")
  func passes() async throws {
    let watch = EngineWatch()
    let engine = try await watch.open(path)
    _ = try await engine.score(letters(1100), after: [300])
    #expect(watch.rows == [512, 512, 77])
    // Another request keeps the engine until all have come.
    watch.hold(pass: 4, untilWaiting: 8)
    let first = Task { try await engine.generate([97], options: .likeliest(0)) }
    try await watch.reached(pass: 4)
    let prompts = (0..<8).map { ScoringPrompt(letters(10 + $0, $0), after: [300]) }
    let scored = try await engine.scores(prompts)
    _ = try await first.value
    let passes = Array(watch.rows.dropFirst(3))
    let length = prompts.reduce(0) { $0 + 1 + $1.tokens.count }
    #expect(passes == [1, length])
    for (prompt, scored) in zip(prompts, scored) {
      let alone = try await engine.score(prompt.tokens, after: prompt.context)
      #expect(scored.choices.map(\.token) == prompt.tokens)
      for (a, b) in zip(scored.choices, alone.choices) {
        #expect(abs((a.logProbability ?? 0) - (b.logProbability ?? 1)) < 1e-5)
      }
    }
  }

  @Test("what is kept of the context is not computed again, and changes no score")
  func keptContext() async throws {
    let engine = try await EngineWatch().open(path) { $0.keptSequences = 4 }
    let context = letters(100)
    let first = try await engine.score(letters(20, 1), after: context)
    #expect(first.reusedTokens == 0 && first.promptTokens == 120)
    let again = try await engine.score(letters(20, 1), after: context)
    // The logits after the context's last token are needed.
    #expect(again.reusedTokens == 99)
    for (a, b) in zip(first.choices, again.choices) {
      #expect(abs((a.logProbability ?? 0) - (b.logProbability ?? 1)) < 1e-5)
    }
    // Nothing but the first token may come from the cache where the others are scored.
    #expect(try await engine.score(letters(119, 0), after: []).reusedTokens == 0)
  }

  @Test("scores of requests that make room for each other are what each has alone")
  func shortOfMemory() async throws {
    let alone = try await EngineWatch().open(path)
    let layout = alone.cacheLayout
    let tight = try await EngineWatch().open(path) {
      $0.cacheBytes = layout.byteCount(of: 256, rows: 512)
    }
    let prompts = (0..<9).map { ScoringPrompt(letters(60 + 9 * $0, $0), after: letters(5, $0)) }
    let scored = try await tight.scores(prompts, alternatives: 1)
    for (prompt, scored) in zip(prompts, scored) {
      let expected = try await alone.score(prompt.tokens, after: prompt.context, alternatives: 1)
      #expect(scored.choices.map(\.token) == prompt.tokens)
      for (a, b) in zip(scored.choices, expected.choices) {
        #expect(abs((a.logProbability ?? 0) - (b.logProbability ?? 1)) < 1e-5)
      }
    }
  }

  @Test("what cannot be scored is a typed error; nothing to score is no error")
  func errors() async throws {
    let engine = try await EngineWatch().open(path)
    await #expect(throws: EngineError.badOption(name: "log-probabilities", value: -1)) {
      try await engine.score([97], after: [300], alternatives: -1)
    }
    await #expect(throws: EngineError.self) { try await engine.score([9999], after: [300]) }
    await #expect(throws: EngineError.promptTooLong(tokens: 2049, context: 2048)) {
      try await engine.score(letters(2048), after: [300])
    }
    await #expect(throws: EngineError.emptyPrompt) { try await engine.generate([]) }
    let prompts = [ScoringPrompt([97], after: [300]), ScoringPrompt([9999], after: [300])]
    await #expect(throws: EngineError.self) { try await engine.scores(prompts) }
    let whole = try await engine.score(letters(2047), after: [300])
    #expect(whole.choices.count == 2047)
    #expect(try await engine.score([], after: [300]).choices.isEmpty)
    #expect(try await engine.score([], after: []).choices.isEmpty)
    let file = try GGUFFile(bytes: Fixtures.tinyLlama("output_norm.weight", with: .nan))
    let damaged = try await Engine.open(file: file)
    await #expect(throws: EngineError.model(.notFinite(position: 0))) {
      try await damaged.score([97, 98], after: [300])
    }
  }

  @Test("a border within a token gives that token to the text; parts score every token once")
  func prompts() async throws {
    let tokenizer = try await EngineWatch().open(path).tokenizer
    let plain = ScoringPrompt(" sat on", after: "the cat", tokenizer)
    #expect(plain.context == tokenizer.encode("the cat", addSpecial: true))
    #expect(try tokenizer.decode(plain.tokens) == " sat on")
    let cut = ScoringPrompt("e cat", after: "th", tokenizer)
    #expect(cut.context + cut.tokens == tokenizer.encode("the cat", addSpecial: true))
    #expect(try tokenizer.decode(cut.tokens).hasSuffix("e cat"))
    #expect(ScoringPrompt("", after: "th", tokenizer).tokens.isEmpty)
    for (context, count, limit, stride) in [
      (1, 99, 10, 3), (0, 11, 10, 9), (4, 7, 10, 1), (1, 9, 10, 3), (10, 5, 10, 2),
    ] {
      let prompt = ScoringPrompt(letters(count), after: letters(context, 1))
      let parts = prompt.parts(limit: limit, stride: stride)
      #expect(parts.flatMap(\.tokens) == prompt.tokens)
      guard context < limit, context + count > limit else {
        #expect(parts.count == 1)
        continue
      }
      let whole = prompt.context + prompt.tokens
      var end = context
      for (number, part) in parts.enumerated() {
        end += part.tokens.count
        #expect(part.tokens.count <= (number == 0 ? limit : stride))
        #expect(part.context.count + part.tokens.count == limit)
        #expect(part.context + part.tokens == Array(whole[..<end].suffix(limit)))
      }
    }
  }
}

/// Against another engine's logits.
@Suite("Scores of reference logits", .enabled(if: SharedSuites.available))
struct ScoreSuiteTests {
  private struct Prompts: Decodable {
    struct Prompt: Decodable {
      let prompt: [Int32]
      let then: [Int32]
    }
    let n_ctx: Int
    let prompts: [Prompt]
  }

  @Test(
    "scores are the logarithms of the reference's probabilities",
    arguments: [
      "llama", "qwen3", "gemma3", "olmo2", "granite", "qwen3moe", "deepseek2-lite", "mamba2",
      "lfm2", "qwen35", "rwkv7",
    ])
  func reference(name: String) async throws {
    let folder = try #require(SharedSuites.url("suites/architectures/\(name)"))
    let prompts = try JSONDecoder().decode(
      Prompts.self, from: Data(contentsOf: folder.appendingPathComponent("prompts.json")))
    let engine = try await EngineWatch().open(folder.appendingPathComponent("model.gguf").path) {
      $0.context = prompts.n_ctx
      $0.keptSequences = 2
    }
    for (number, prompt) in prompts.prompts.enumerated() {
      let exact = folder.appendingPathComponent("logits-exactgelu-\(number).f32")
      let plain = folder.appendingPathComponent("logits-\(number).f32")
      let url = FileManager.default.fileExists(atPath: exact.path) ? exact : plain
      let logits = try floats(url)
      let tokens = prompt.prompt + prompt.then
      let width = logits.count / tokens.count
      // The whole text, and its end with the beginning as its context.
      for context in [0, prompt.prompt.count] {
        let scored = try await engine.score(
          Array(tokens[context...]), after: Array(tokens[..<context]), alternatives: width)
        for (place, choice) in scored.choices.enumerated() where context + place > 0 {
          let start = (context + place - 1) * width
          let expected = PlainScores.logSoftmax(Array(logits[start..<start + width]))
          #expect(choice.top.count == width)
          for (token, value) in choice.top {
            #expect(abs(Double(value) - expected[Int(token)]) < 2e-4, "\(name) \(place)")
          }
          #expect(choice.top.first { $0.token == choice.token }?.1 == choice.logProbability)
        }
      }
    }
  }

  private func floats(_ url: URL) throws -> [Float] {
    [Float](littleEndian: try Data(contentsOf: url))
  }
}
