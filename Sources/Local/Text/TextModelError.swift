import TernDecode

/// Why a ``TextModel`` could not be made or could not answer.
public enum TextModelError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file is missing, malformed or of an unknown architecture; the text says which.
  case unusableModel(String)
  /// A configuration or option cannot be used; the text names it.
  case badOption(String)
  /// The prompt has `tokens` tokens, but the context holds only `limit`.
  case contextExceeded(tokens: Int, limit: Int)
  /// A constraint cannot be used; the text says why and names the place.
  case badConstraint(String)
  /// The shortest text that satisfies the constraint has `tokens` tokens, but the limits leave only
  /// `left`.
  case answerTooLong(tokens: Int, left: Int)
  /// So many requests run or wait already, and no more are taken.
  case tooManyRequests(limit: Int)
  /// There is no memory for the keys and values of the request; the text says how much there is.
  case outOfMemory(String)
  /// The task was cancelled.
  case cancelled

  /// One line for people.
  public var description: String {
    switch self {
    case .unusableModel(let text), .badOption(let text), .badConstraint(let text),
      .outOfMemory(let text):
      text
    case .contextExceeded(let tokens, let limit):
      "the prompt has \(tokens) tokens, but the context holds \(limit)"
    case .answerTooLong(let tokens, let left):
      EngineError.answerTooLong(tokens: tokens, left: left).description
    case .tooManyRequests(let limit): EngineError.tooManyRequests(limit: limit).description
    case .cancelled: "cancelled"
    }
  }

  init(_ error: EngineError) {
    self =
      switch error {
      case .model(.memory): .outOfMemory(error.description)
      case .tooManyRequests(let limit): .tooManyRequests(limit: limit)
      case .file, .tokens, .model: .unusableModel(error.description)
      case .sampling, .emptyPrompt, .badOption, .noToken: .badOption(error.description)
      case .promptTooLong(let tokens, let context):
        .contextExceeded(tokens: tokens, limit: context)
      case .grammar: .badConstraint(error.description)
      case .answerTooLong(let tokens, let left): .answerTooLong(tokens: tokens, left: left)
      case .cancelled: .cancelled
      }
  }
}
