import Foundation
import TernDecode
import TernJSON

/// One call of `tern score`.
struct ScoreRequest {
  private let arguments: Arguments
  private let alternatives: Int
  private let stride: Int?

  /// A text's tokens with their log-probabilities, and what else is told of it.
  private struct Score {
    var choices: [TokenChoice] = []
    var contextTokens = 0

    /// Tokens that have a log-probability.
    var count: Int { choices.count { $0.logProbability != nil } }
    var sum: Double { choices.reduce(0) { $0 + Double($1.logProbability ?? 0) } }

    static func perplexity(_ sum: Double, _ count: Int) -> Double {
      count == 0 ? .nan : exp(-sum / Double(count))
    }
  }

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    alternatives = try arguments.logProbabilities() ?? 0
    stride = try arguments.int("--stride", in: 1...Int(Int32.max))
    try checkCombinations()
  }

  private func checkCombinations() throws(CommandFailure) {
    var sources = ["--tokens", "--file", "--jsonl"].filter(arguments.has)
    if !arguments.operands.isEmpty { sources.insert("TEXT", at: 0) }
    if sources.count > 1 {
      throw .usage("\(sources.joined(separator: " and ")) exclude each other")
    }
    if arguments.has("--after-tokens"), !arguments.has("--tokens") {
      throw .usage("--after-tokens is for --tokens: give --after with texts")
    }
    if arguments.has("--tokens"), arguments.has("--after") {
      throw .usage("--tokens and --after exclude each other: give --after-tokens")
    }
    if arguments.has("--json"), arguments.has("--jsonl") {
      throw .usage("--json and --jsonl exclude each other")
    }
  }

  func run() async throws {
    let texts = arguments.has("--jsonl") ? [] : try givenTexts()
    var options = try arguments.engineOptions(keptSequences: 4)
    options.cacheType = try arguments.cacheType(default: .f32)
    let engine = try await Verb.openEngine(arguments.modelPath(), options)
    if arguments.has("--jsonl") { return try await answerLines(engine) }
    let prompts: [ScoringPrompt]
    if let tokens = try arguments.tokens("--tokens") {
      prompts = [ScoringPrompt(tokens, after: try arguments.tokens("--after-tokens") ?? [])]
    } else {
      prompts = texts.map { prompt($0, after: arguments.string("--after") ?? "", engine) }
    }
    let scores = try await scores(prompts, engine)
    let report = TokenReport(tokenizer: engine.tokenizer)
    if arguments.has("--json") {
      try Output.write(document(scores, report))
    } else {
      for (index, score) in scores.enumerated() {
        try write(score, index < texts.count ? texts[index] : nil, report)
      }
    }
  }

  private func givenTexts() throws(CommandFailure) -> [String] {
    if arguments.has("--tokens") { return [] }
    if !arguments.operands.isEmpty { return arguments.operands }
    if arguments.has("--file") {
      var texts: [String] = []
      for path in arguments.strings("--file") { texts.append(try Input.text(path)) }
      return texts
    }
    return try Input.textLines("-")
  }

  private func prompt(_ text: String, after context: String, _ engine: Engine) -> ScoringPrompt {
    ScoringPrompt(
      text, after: context, engine.tokenizer, parseSpecial: arguments.has("--special"))
  }

  /// The scores of texts, those of the parts of a long one put together.
  private func scores(_ prompts: [ScoringPrompt], _ engine: Engine) async throws -> [Score] {
    let limit = await engine.contextLength
    if let stride, stride >= limit {
      throw CommandFailure.usage("--stride takes fewer tokens than the context has, \(limit)")
    }
    let parts = prompts.map { prompt in
      stride.map { prompt.parts(limit: limit, stride: $0) } ?? [prompt]
    }
    var completions = try await engine.scores(parts.flatMap(\.self), alternatives: alternatives)[
      ...]
    return zip(prompts, parts).map { prompt, parts in
      defer { completions = completions.dropFirst(parts.count) }
      return Score(
        choices: completions.prefix(parts.count).flatMap(\.choices),
        contextTokens: prompt.context.count)
    }
  }

  // MARK: Output.

  private func write(_ score: Score, _ text: String?, _ report: TokenReport) throws {
    let perplexity = Score.perplexity(score.sum, score.count)
    let figures = [score.sum, perplexity].map {
      $0.isFinite ? TokenReport.fixed($0, digits: 4) : "-"
    }
    guard arguments.has("--sums") else {
      try Output.write(report.lines(score.choices))
      return try Output.write(
        "sum \(figures[0]), tokens \(score.choices.count), perplexity \(figures[1])\n")
    }
    // A whole file is named by its path, which the command line has.
    let shown = text.map { arguments.has("--file") ? "" : "\t" + JSON.string($0).text() } ?? ""
    try Output.write("\(figures[0])\t\(score.choices.count)\t\(figures[1])\(shown)\n")
  }

  private func json(_ score: Score, _ report: TokenReport) -> JSON {
    [
      "tokens": report.json(score.choices), "logprob": JSON(score.sum) ?? .null,
      "perplexity": JSON(Score.perplexity(score.sum, score.count)) ?? .null,
      "context_tokens": JSON(score.contextTokens),
    ]
  }

  private func document(_ scores: [Score], _ report: TokenReport) -> JSON {
    let sum = scores.reduce(0) { $0 + $1.sum }
    let count = scores.reduce(0) { $0 + $1.count }
    return [
      "scores": .array(scores.map { json($0, report) }), "logprob": JSON(sum) ?? .null,
      "tokens": JSON(scores.reduce(0) { $0 + $1.choices.count }),
      "perplexity": JSON(Score.perplexity(sum, count)) ?? .null,
    ]
  }

  private func answerLines(_ engine: Engine) async throws {
    let report = TokenReport(tokenizer: engine.tokenizer)
    var lines = InputLines()
    while let line = try lines.next() {
      let reply: JSON
      do {
        let value = try Input.json(line: line)
        guard let text = value.string ?? value["text"]?.string else {
          throw CommandFailure.failed("the line is neither a JSON string nor an object with a text")
        }
        let context = value["after"]?.string ?? arguments.string("--after") ?? ""
        let found = try await scores([prompt(text, after: context, engine)], engine)
        reply = json(found.first ?? Score(), report)
      } catch {
        reply = ["error": .string(CommandFailure(error).message)]
      }
      try Output.write(reply)
    }
  }
}
