import Foundation

extension LanguageModelSession {
  /// Why a session gave no answer: the errors of version 26.
  public enum GenerationError: Swift.Error, LocalizedError {
    /// Transcript and answer have more tokens than the model's context.
    case exceededContextWindowSize(Context)
    /// There is no model to answer.
    case assetsUnavailable(Context)
    /// A guardrail refused the prompt or the answer.
    case guardrailViolation(Context)
    /// A guide of the schema cannot be enforced.
    case unsupportedGuide(Context)
    /// The model does not know the language.
    case unsupportedLanguageOrLocale(Context)
    /// What the model wrote is not a value of the type.
    case decodingFailure(Context)
    /// Too many requests in too short a time.
    case rateLimited(Context)
    /// The session is still busy with another request.
    case concurrentRequests(Context)
    /// The model declined.
    case refusal(Refusal, Context)

    /// What happened, in detail, for developers.
    public struct Context: Sendable {
      /// What happened.
      public let debugDescription: String

      /// Details of an error.
      public init(debugDescription: String) { self.debugDescription = debugDescription }
    }

    /// The explanation that a model gives when it declines.
    public struct Refusal: Sendable {
      let transcriptEntries: [Transcript.Entry]

      /// A refusal that ends some entries.
      public init(transcriptEntries: [Transcript.Entry]) {
        self.transcriptEntries = transcriptEntries
      }

      /// What the model says about it.
      public var explanation: Response<String> {
        get async throws { try await explanationStream.collect() }
      }

      /// What the model says about it, as a stream.
      public var explanationStream: ResponseStream<String> {
        let text = transcriptEntries.reversed().lazy.compactMap { $0.response?.text }.first
        return ResponseStream(text: text ?? "", entries: transcriptEntries)
      }
    }
  }
}

extension LanguageModelSession.GenerationError {
  /// A sentence for people.
  public var errorDescription: String? {
    switch self {
    case .exceededContextWindowSize: "The conversation is longer than the model can hold."
    case .assetsUnavailable: "No model is available."
    case .guardrailViolation: "The prompt or the answer was found to be unsafe."
    case .unsupportedGuide: "The schema has a guide that the model cannot keep."
    case .unsupportedLanguageOrLocale: "The model does not support this language."
    case .decodingFailure: "The model's answer could not be read."
    case .rateLimited: "There were too many requests."
    case .concurrentRequests: "The session is still answering another request."
    case .refusal: "The model declined to answer."
    }
  }

  /// What can be done about it.
  public var recoverySuggestion: String? {
    switch self {
    case .exceededContextWindowSize: "Begin a new session, with the entries that matter."
    case .assetsUnavailable: "Check the model's availability before a request."
    case .guardrailViolation, .refusal: "Word the prompt differently."
    case .unsupportedGuide: "Leave out the guide or use a simpler one."
    case .unsupportedLanguageOrLocale: "Use one of the model's supported languages."
    case .decodingFailure: "Try again, or use a simpler type."
    case .rateLimited: "Try again later."
    case .concurrentRequests: "Wait until the session is no longer responding."
    }
  }

  /// Why it happened, in detail.
  public var failureReason: String? { context.debugDescription }

  private var context: Context {
    switch self {
    case .exceededContextWindowSize(let context), .assetsUnavailable(let context),
      .guardrailViolation(let context), .unsupportedGuide(let context),
      .unsupportedLanguageOrLocale(let context), .decodingFailure(let context),
      .rateLimited(let context), .concurrentRequests(let context), .refusal(_, let context):
      context
    }
  }
}
