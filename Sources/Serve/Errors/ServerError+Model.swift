import TernLocal
import TernSession

extension ServerError {
  /// The parameters that a conversation comes from, by the endpoint's names.
  struct Sources: Sendable {
    /// What holds the conversation or the text.
    var prompt: String
    /// What limits the answer.
    var limit = "max_tokens"
  }

  /// What a client is told of an error of the model.
  init(_ error: any Error, _ sources: Sources) {
    switch error {
    case let error as ServerError: self = error
    case let error as LocalLanguageModelError: self = Self.of(error, sources)
    case let error as LanguageModelError:
      // The answer's form was checked before: what is left are the tools.
      if case .unsupportedGenerationGuide(let detail) = error {
        self = .invalid(
          "A tool cannot be called: \(detail.debugDescription)", parameter: "tools")
      } else {
        self = .invalid("\(error.localizedDescription)")
      }
    case is CancellationError: self = .cancelled
    default: self = .failed("The model failed.")
    }
  }

  private static func of(_ error: LocalLanguageModelError, _ sources: Sources) -> Self {
    let text = sentence(error.description)
    switch error {
    case .contextExceeded, .memoryExceeded:
      return .contextExceeded(text, parameter: sources.prompt)
    case .answerTooLong: return .invalid(text, parameter: sources.limit)
    case .refusedByTemplate: return .invalid(text, parameter: sources.prompt)
    case .badConstraint: return .invalid(text, parameter: "response_format")
    case .cannotFillIn: return .invalid(text, parameter: "suffix")
    case .badOption, .unusableModel: return .invalid(text)
    case .tooManyRequests: return .tooMany(text, retryAfter: 1)
    case .outOfMemory: return .unavailable(text)
    case .cancelled: return .cancelled
    case .failed: return .failed(text)
    }
  }

  /// A message as a sentence.
  static func sentence(_ text: String) -> String {
    let text = text.prefix(1).uppercased() + text.dropFirst()
    return text.hasSuffix(".") ? text : text + "."
  }
}
