import Foundation
import TernDecode
import TernSession

/// Why a model cannot be opened or used.
public enum LocalLanguageModelError: Error, Sendable, Equatable {
  /// The file is missing or malformed, its architecture is not known, or the model cannot do what it
  /// is asked for, such as generating text with an encoder.
  case unusableModel(String)
  /// An option or a token cannot be used with this model; the text names it.
  case badOption(String)
  /// The prompt has this many tokens, but the context holds only `limit`.
  case contextExceeded(tokens: Int, limit: Int)
  /// The prompt has this many tokens, but there is memory for the keys and values of only `limit`,
  /// even if no other request runs.
  case memoryExceeded(tokens: Int, limit: Int)
  /// A constraint cannot be used; the text says why and names the place.
  case badConstraint(String)
  /// The shortest text that satisfies the schema or the constraint has this many tokens, but the
  /// limits leave fewer.
  case answerTooLong(tokens: Int, left: Int)
  /// The limit of running and waiting requests is reached.
  case tooManyRequests(limit: Int)
  /// There is no memory for the keys and values of the request; the text says how much there is.
  case outOfMemory(String)
  /// The chat template refuses the conversation.
  case refusedByTemplate(String)
  /// A text is to have a suffix, but the vocabulary has no tokens that mark prefix and suffix.
  case cannotFillIn
  /// The task was cancelled.
  case cancelled
  /// The model computed numbers that are not finite, or something else that should not happen.
  case failed(String)
}

extension LocalLanguageModelError: LocalizedError, CustomStringConvertible {
  /// What happened, in one line.
  public var description: String {
    switch self {
    case .unusableModel(let text), .badOption(let text), .badConstraint(let text),
      .outOfMemory(let text), .failed(let text):
      text
    case .refusedByTemplate(let text): "the chat template refuses the conversation: \(text)"
    case .contextExceeded(let tokens, let limit):
      EngineError.promptTooLong(tokens: tokens, context: limit).description
    case .memoryExceeded(let tokens, let limit):
      EngineError.promptTooLarge(tokens: tokens, room: limit).description
    case .answerTooLong(let tokens, let left):
      EngineError.answerTooLong(tokens: tokens, left: left).description
    case .tooManyRequests(let limit): EngineError.tooManyRequests(limit: limit).description
    case .cannotFillIn:
      "the model cannot fill in a text: its vocabulary has no tokens for a prefix and a suffix"
    case .cancelled: EngineError.cancelled.description
    }
  }

  /// What happened, in one line.
  public var errorDescription: String? { description }
}
