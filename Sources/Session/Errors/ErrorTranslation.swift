import Foundation

/// A model whose sessions begin with the errors of version 26.
package protocol Version26Model: LanguageModel {}

/// An error of a model that version 26 has another error for.
package protocol Version26Error: Error {
  /// The error of version 26.
  var version26: LanguageModelSession.GenerationError { get }
}

extension TernSessionOptions.ErrorGeneration {
  /// Those that sessions on a model begin with.
  static func usual(of model: some LanguageModel) -> Self {
    model is any Version26Model ? .version26 : .version27
  }

  /// The session is still busy with another request.
  var concurrentRequests: any Error {
    switch self {
    case .version26:
      LanguageModelSession.GenerationError.concurrentRequests(
        .init(debugDescription: LanguageModelSession.Error.concurrentRequests.debugDescription))
    case .version27: LanguageModelSession.Error.concurrentRequests
    }
  }

  /// What a request throws when `error` ended it; errors without a form in version 26 stay as they
  /// are.
  func translate(_ error: any Error) -> any Error {
    guard self == .version26 else { return error }
    if let error = error as? LanguageModelError {
      return LanguageModelSession.GenerationError(error) ?? error
    }
    if let error = error as? GeneratedContent.ParsingError {
      return LanguageModelSession.GenerationError.decodingFailure(
        .init(debugDescription: error.debugDescription))
    }
    return (error as? any Version26Error)?.version26 ?? error
  }
}

extension LanguageModelSession.GenerationError {
  /// The error that version 26 has for one of version 27; `nil` where it has none.
  init?(_ error: LanguageModelError) {
    let context = Context(debugDescription: error.debugDescription)
    switch error {
    case .contextSizeExceeded: self = .exceededContextWindowSize(context)
    case .rateLimited: self = .rateLimited(context)
    case .guardrailViolation: self = .guardrailViolation(context)
    case .refusal(let refusal):
      let text = Transcript.Segment.text(Transcript.TextSegment(content: refusal.text))
      let entry = Transcript.Entry.response(Transcript.Response(assetIDs: [], segments: [text]))
      self = .refusal(Refusal(transcriptEntries: [entry]), context)
    case .unsupportedGenerationGuide: self = .unsupportedGuide(context)
    case .unsupportedLanguageOrLocale: self = .unsupportedLanguageOrLocale(context)
    case .unsupportedCapability, .unsupportedTranscriptContent, .timeout: return nil
    }
  }
}
