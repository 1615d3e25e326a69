import TernDecode
import TernSession

/// What the last request of a response to a model of Tern's gave, as the engine tells it.
package struct ResponseDetails: Sendable, Codable, Equatable {
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
  }
}

extension LanguageModelSession.Usage {
  /// What the last request gave; `nil` for other providers than Tern's own.
  package var details: ResponseDetails? { metadata[ResponseDetails.key] as? ResponseDetails }
}

extension Completion {
  /// What a response tells beside its counts of tokens.
  var usageMetadata: [String: any Sendable & Codable & Equatable] {
    [
      ResponseTimings.prefillSeconds: prefillSeconds,
      ResponseTimings.generationSeconds: generationSeconds,
      ResponseTimings.forcedTokens: forcedTokens, ResponseTimings.seed: seed,
      ResponseDetails.key: ResponseDetails(self),
    ]
  }
}
