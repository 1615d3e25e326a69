import Foundation

extension LanguageModelSession {
  /// How a session was used wrongly: the errors of version 27.
  public enum Error: LocalizedError, Equatable, Hashable {
    /// The session is still busy with another request.
    case concurrentRequests
    /// The transcript was changed while the session was responding; the change is not kept.
    case transcriptMutationWhileResponding
  }
}

extension LanguageModelSession.Error: CustomDebugStringConvertible {
  /// What happened, in detail.
  public var debugDescription: String {
    switch self {
    case .concurrentRequests:
      "A request was made while the session was still responding to another one."
    case .transcriptMutationWhileResponding:
      "The transcript was changed while the session was responding."
    }
  }

  /// A sentence for people.
  public var errorDescription: String? { debugDescription }
}

/// What happens to the entries of a request that fails.
public struct TranscriptErrorHandlingPolicy: Sendable {
  let preserves: Bool

  /// Restores the transcript of before the request; this is the default.
  public static let revertTranscript = TranscriptErrorHandlingPolicy(preserves: false)
  /// The prompt, and what came after it until the error, stay in the transcript.
  public static let preserveTranscript = TranscriptErrorHandlingPolicy(preserves: true)
}
