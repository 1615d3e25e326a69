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
    case ChatError.unknownDialect: self = .badOption("\(error)")
    case EngineError.badOption: self = .badOption("\(error)")
    default: self = .unusableModel("\(error)")
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
    case .answerTooLong(let tokens, let left):
      LocalLanguageModelError.answerTooLong(tokens: tokens, left: left)
    case .sampling(let error): LocalLanguageModelError.badOption(error.description)
    case .badOption: LocalLanguageModelError.badOption(description)
    case .tooManyRequests:
      LanguageModelError.rateLimited(.init(resetDate: nil, debugDescription: description))
    case .model(.encoderOnly), .model(.noRankingHead):
      LocalLanguageModelError.unusableModel(description)
    case .model(.memory): LocalLanguageModelError.outOfMemory(description)
    case .file, .tokens, .model, .emptyPrompt, .noToken: LocalLanguageModelError.failed(description)
    }
  }
}
