import Foundation

extension LanguageModelError {
  /// Transcript and answer have more tokens than the model's context.
  public struct ContextSizeExceeded: Sendable {
    /// The size of the model's context, in tokens.
    public var contextSize: Int
    /// The tokens that the request needs.
    public var tokenCount: Int
    /// What happened, in detail.
    public var debugDescription: String
    /// Metadata that the model adds.
    public var metadata: [String: any Sendable]

    /// A context that is too small.
    public init(
      contextSize: Int, tokenCount: Int, debugDescription: String,
      metadata: [String: any Sendable] = [:]
    ) {
      self.contextSize = contextSize
      self.tokenCount = tokenCount
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }

  /// Too many requests in too short a time.
  public struct RateLimited: Sendable {
    /// When requests are served again, if that is known.
    public var resetDate: Date?
    /// What happened, in detail.
    public var debugDescription: String
    /// Metadata that the model adds.
    public var metadata: [String: any Sendable]

    /// A limit that was reached.
    public init(
      resetDate: Date?, debugDescription: String, metadata: [String: any Sendable] = [:]
    ) {
      self.resetDate = resetDate
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }

  /// A guardrail refused the prompt or the answer.
  public struct GuardrailViolation: Sendable {
    /// What happened, in detail.
    public var debugDescription: String
    /// Metadata that the model adds.
    public var metadata: [String: any Sendable]

    /// A refusal by a guardrail.
    public init(
      debugDescription: String, metadata: [String: any Sendable] = [:]
    ) {
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }

  /// The model took too long.
  public struct Timeout: Sendable {
    /// What happened, in detail.
    public var debugDescription: String
    /// Metadata that the model adds.
    public var metadata: [String: any Sendable]

    /// A model that took too long.
    public init(
      debugDescription: String, metadata: [String: any Sendable] = [:]
    ) {
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }
}
