import TernFormat
import TernGrammar
import TernModel
import TernTokens

/// Why an engine could not be made or a generation could not be done.
package enum EngineError: Error, Equatable, Sendable, CustomStringConvertible {
  case file(FormatError)
  case tokens(TokenError)
  case model(ModelError)
  case sampling(SamplingError)
  case grammar(GrammarError)
  case emptyPrompt
  case promptTooLong(tokens: Int, context: Int)
  /// The context would hold the prompt, but there is memory for the keys and values of `room` tokens.
  case promptTooLarge(tokens: Int, room: Int)
  /// The shortest text that satisfies the constraint takes `tokens`, but `left` are left.
  case answerTooLong(tokens: Int, left: Int)
  case noToken(position: Int)
  case badOption(name: String, value: Int)
  /// So many requests run or wait already.
  case tooManyRequests(limit: Int)
  case cancelled

  package var description: String {
    switch self {
    case .file(let error): error.description
    case .tokens(let error): error.description
    case .model(let error): error.description
    case .sampling(let error): error.description
    case .grammar(let error): error.description
    case .emptyPrompt: "the prompt is empty and the vocabulary adds no beginning-of-text token"
    case .promptTooLong(let tokens, let context):
      "the prompt has \(tokens) tokens, but the context holds \(context)"
    case .promptTooLarge(let tokens, let room):
      "the prompt has \(tokens) tokens, but there is memory for the keys and values of \(room)"
    case .answerTooLong(let tokens, let left):
      "the shortest text that satisfies the constraint takes \(tokens) tokens, but the limits leave "
        + "\(left)"
    case .noToken(let position):
      "no token can follow at position \(position): every logit is forbidden or not a number"
    case .badOption(let name, let value): "\(name) \(value) is not allowed"
    case .tooManyRequests(let limit):
      "\(limit) requests run or wait already, and no more are taken"
    case .cancelled: "cancelled"
    }
  }
}
