import Foundation

extension GeneratedContent {
  /// Generated content that is not what was asked for.
  public struct ParsingError: LocalizedError, Sendable {
    /// The content as text: JSON, or what should have been JSON.
    public var rawContent: String
    /// What went wrong below, if anything did.
    public var underlyingError: (any Error)?
    /// What went wrong, in one sentence.
    public var debugDescription: String

    /// An error about `rawContent`.
    public init(
      rawContent: String, underlyingError: (any Error)? = nil, debugDescription: String
    ) {
      self.rawContent = rawContent
      self.underlyingError = underlyingError
      self.debugDescription = debugDescription
    }

    /// What went wrong, in one sentence.
    public var errorDescription: String? { debugDescription }
  }
}

extension GeneratedContent.ParsingError: CustomDebugStringConvertible {}
