import Foundation

extension LanguageModelError {
  /// The model cannot do what the request needs.
  public struct UnsupportedCapability: Sendable {
    /// What it cannot do.
    public var capability: LanguageModelCapabilities.Capability
    /// What happened, in detail.
    public var debugDescription: String
    /// Metadata that the model adds.
    public var metadata: [String: any Sendable]

    /// Something that a model cannot do.
    public init(
      capability: LanguageModelCapabilities.Capability, debugDescription: String,
      metadata: [String: any Sendable] = [:]
    ) {
      self.capability = capability
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }

  /// The model cannot read something in the transcript.
  public struct UnsupportedTranscriptContent: Sendable {
    /// The entries that it cannot read.
    public var unsupportedContent: [Transcript.Entry]
    /// What happened, in detail.
    public var debugDescription: String
    /// Metadata that the model adds.
    public var metadata: [String: any Sendable]

    /// Entries that a model cannot read.
    public init(
      unsupportedContent: [Transcript.Entry], debugDescription: String,
      metadata: [String: any Sendable] = [:]
    ) {
      self.unsupportedContent = unsupportedContent
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }

  /// A guide of the schema cannot be enforced.
  public struct UnsupportedGenerationGuide: Sendable {
    /// The schema with the guide, if it is known.
    public var schemaName: String?
    /// What happened, in detail.
    public var debugDescription: String
    /// Metadata that the model adds.
    public var metadata: [String: any Sendable]

    /// A guide that a model cannot enforce.
    public init(
      schemaName: String?, debugDescription: String, metadata: [String: any Sendable] = [:]
    ) {
      self.schemaName = schemaName
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }

  /// The model does not know the language.
  public struct UnsupportedLanguageOrLocale: Sendable {
    /// The language.
    public var languageCode: Locale.LanguageCode
    /// What happened, in detail.
    public var debugDescription: String
    /// Metadata that the model adds.
    public var metadata: [String: any Sendable]

    /// A language that a model does not know.
    public init(
      languageCode: Locale.LanguageCode, debugDescription: String,
      metadata: [String: any Sendable] = [:]
    ) {
      self.languageCode = languageCode
      self.debugDescription = debugDescription
      self.metadata = metadata
    }
  }
}
