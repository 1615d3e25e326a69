import TernChat
import TernDecode
import TernFormat
import TernModel
import TernSession

extension LocalLanguageModelError {
  /// An error of opening a file or loading its weights.
  init(opening error: any Error) {
    switch error {
    case let error as LocalLanguageModelError: self = error
    case let error as ModelError:
      if case .badContext = error {
        self = .badOption("\(error)")
      } else {
        self = .unusableModel("\(error)")
      }
    case EngineError.model(.memory): self = .outOfMemory("\(error)")
    case ChatError.unknownDialect: self = .badOption("\(error)")
    case EngineError.badOption: self = .badOption("\(error)")
    default: self = .unusableModel("\(error)")
    }
  }
}

extension LocalLanguageModelError {
  /// An error of a request.
  init(_ error: EngineError) {
    self =
      switch error {
      case .promptTooLong(let tokens, let context):
        .contextExceeded(tokens: tokens, limit: context)
      case .promptTooLarge(let tokens, let room): .memoryExceeded(tokens: tokens, limit: room)
      case .grammar: .badConstraint(error.description)
      case .answerTooLong(let tokens, let left): .answerTooLong(tokens: tokens, left: left)
      case .tooManyRequests(let limit): .tooManyRequests(limit: limit)
      case .sampling, .badOption, .emptyPrompt, .model(.tokenOutOfRange):
        .badOption(error.description)
      case .model(.encoderOnly), .model(.noRankingHead): .unusableModel(error.description)
      case .model(.memory): .outOfMemory(error.description)
      case .cancelled: .cancelled
      case .file, .tokens, .model, .noToken: .failed(error.description)
      }
  }
}

extension EngineError {
  /// The error that a session throws for one of the engine.
  func sessionError(contextSize: Int, schemaName: String?) -> any Error {
    switch self {
    case .promptTooLong(let tokens, let context):
      LanguageModelError.contextSizeExceeded(
        .init(
          contextSize: context, tokenCount: tokens,
          debugDescription:
            "Content contains \(tokens) tokens, which exceeds the maximum allowed context size of "
            + "\(context)."))
    case .cancelled: CancellationError()
    case .grammar(let error):
      LanguageModelError.unsupportedGenerationGuide(
        .init(schemaName: schemaName, debugDescription: "\(error)"))
    case .tooManyRequests:
      LanguageModelError.rateLimited(.init(resetDate: nil, debugDescription: description))
    case .promptTooLarge, .answerTooLong, .sampling, .badOption, .emptyPrompt, .noToken, .file,
      .tokens, .model:
      LocalLanguageModelError(self)
    }
  }
}
