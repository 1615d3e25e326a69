import TernDecode
import TernJSON
import TernSession
import TernTokens

/// What the last request of a response to a model of Tern's gave, as the engine tells it.
package struct ResponseDetails: Sendable, Equatable {
  /// All that the model wrote, calls and reasoning included.
  package var text: String
  /// The tokens that it wrote.
  package var tokens: [Int32]
  package var forcedTokens: Int
  package var promptTokens: Int
  /// Tokens a second of the prompt and of the answer.
  package var promptRate: Double
  package var answerRate: Double
  /// Why it ended, a word.
  package var finish: String
  package var seed: UInt64
  package var figures: GenerationFigures

  static let key = "details"

  init(_ completion: Completion) {
    text = completion.text
    tokens = completion.tokens
    forcedTokens = completion.forcedTokens
    promptTokens = completion.promptTokens
    promptRate = completion.prefillRate
    answerRate = completion.generationRate
    finish = completion.finish.name
    seed = completion.seed
    figures = GenerationFigures(completion)
  }
}

extension ResponseDetails {
  /// The details as metadata.
  var content: GeneratedContent {
    GeneratedContent(
      json: [
        "text": .string(text), "tokens": .array(tokens.map { JSON(Int($0)) }),
        "forcedTokens": JSON(forcedTokens), "promptTokens": JSON(promptTokens),
        "promptRate": JSON(promptRate) ?? .null, "answerRate": JSON(answerRate) ?? .null,
        "finish": .string(finish), "seed": JSON(seed), "figures": figures.json,
      ])
  }

  /// The details that metadata holds; `nil` where it holds something else.
  init?(_ content: GeneratedContent) {
    let json = content.json
    guard let text = json["text"]?.string, let tokens = json["tokens"]?.array,
      let forcedTokens = json["forcedTokens"]?.int, let promptTokens = json["promptTokens"]?.int,
      let finish = json["finish"]?.string, let seed = json["seed"]?.number?.uint64,
      let figures = GenerationFigures(json["figures"])
    else { return nil }
    self.text = text
    self.tokens = tokens.compactMap { $0.int.flatMap(Int32.init(exactly:)) }
    self.forcedTokens = forcedTokens
    self.promptTokens = promptTokens
    // A rate without a time is no number, and stands as null.
    promptRate = json["promptRate"]?.double ?? .infinity
    answerRate = json["answerRate"]?.double ?? .infinity
    self.finish = finish
    self.seed = seed
    self.figures = figures
  }
}

extension LanguageModelSession.Usage {
  /// What the last request gave; `nil` for other providers than Tern's own.
  package var details: ResponseDetails? {
    metadata[ResponseDetails.key].flatMap(ResponseDetails.init)
  }
}

extension Completion {
  /// What a response tells beside its counts of tokens.
  func usageMetadata(_ tokenizer: Tokenizer) -> [String: any ConvertibleToGeneratedContent] {
    var metadata: [String: any ConvertibleToGeneratedContent] = [
      ResponseTimings.prefillSeconds: prefillSeconds,
      ResponseTimings.generationSeconds: generationSeconds,
      ResponseTimings.forcedTokens: forcedTokens,
      ResponseTimings.seed: GeneratedContent(json: JSON(seed)),
      ResponseDetails.key: ResponseDetails(self).content,
    ]
    if !choices.isEmpty {
      metadata[ResponseTokens.key] = ResponseTokens.content(choices, tokenizer)
    }
    return metadata
  }
}
