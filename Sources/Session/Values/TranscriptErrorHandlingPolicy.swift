/// What becomes of the entries of a request that ends with an error.
public struct TranscriptErrorHandlingPolicy: Sendable {
  let preserves: Bool

  /// The transcript is again what it was before the request; so it is where no policy is set.
  public static let revertTranscript = TranscriptErrorHandlingPolicy(preserves: false)
  /// The prompt, and what came after it until the error, stay in the transcript.
  public static let preserveTranscript = TranscriptErrorHandlingPolicy(preserves: true)
}
