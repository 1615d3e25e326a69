import Foundation

/// Why a model gave no answer: the errors of version 27, which every provider throws.
public enum LanguageModelError: LocalizedError {
  /// Transcript and answer have more tokens than the model's context.
  case contextSizeExceeded(ContextSizeExceeded)
  /// Too many requests in too short a time.
  case rateLimited(RateLimited)
  /// A guardrail refused the prompt or the answer.
  case guardrailViolation(GuardrailViolation)
  /// The model declined.
  case refusal(Refusal)
  /// The model cannot do what the request needs.
  case unsupportedCapability(UnsupportedCapability)
  /// The model cannot read something in the transcript.
  case unsupportedTranscriptContent(UnsupportedTranscriptContent)
  /// A guide of the schema cannot be enforced.
  case unsupportedGenerationGuide(UnsupportedGenerationGuide)
  /// The model does not know the language.
  case unsupportedLanguageOrLocale(UnsupportedLanguageOrLocale)
  /// The model took too long.
  case timeout(Timeout)
}

extension LanguageModelError: CustomDebugStringConvertible {
  /// What happened, in detail, for developers.
  public var debugDescription: String {
    switch self {
    case .contextSizeExceeded(let error): error.debugDescription
    case .rateLimited(let error): error.debugDescription
    case .guardrailViolation(let error): error.debugDescription
    case .refusal(let error): error.debugDescription
    case .unsupportedCapability(let error): error.debugDescription
    case .unsupportedTranscriptContent(let error): error.debugDescription
    case .unsupportedGenerationGuide(let error): error.debugDescription
    case .unsupportedLanguageOrLocale(let error): error.debugDescription
    case .timeout(let error): error.debugDescription
    }
  }

  /// A sentence for people.
  public var errorDescription: String? {
    switch self {
    case .contextSizeExceeded: "The conversation is longer than the model can hold."
    case .rateLimited: "There were too many requests."
    case .guardrailViolation: "The prompt or the answer was found to be unsafe."
    case .refusal: "The model declined to answer."
    case .unsupportedCapability: "The model cannot do what the request needs."
    case .unsupportedTranscriptContent: "The model cannot read something in the conversation."
    case .unsupportedGenerationGuide: "The schema has a guide that the model cannot keep."
    case .unsupportedLanguageOrLocale: "The model does not support this language."
    case .timeout: "The model took too long to answer."
    }
  }
}
