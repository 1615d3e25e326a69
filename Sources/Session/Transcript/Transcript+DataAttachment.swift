import Foundation

#if canImport(UniformTypeIdentifiers)
  public import UniformTypeIdentifiers
#endif

extension Transcript {
  /// Bytes of a kind that some models read.
  public struct DataAttachment: Sendable, Equatable {
    /// What the bytes are.
    public var contentType: UTType
    /// The bytes.
    public var content: Data
    /// What else is known of them.
    public var metadata: GeneratedContent

    /// Bytes of a kind.
    public init(
      contentType: UTType, content: Data,
      metadata: GeneratedContent = GeneratedContent(properties: [:])
    ) {
      self.contentType = contentType
      self.content = content
      self.metadata = metadata
    }
  }

  /// Bytes that a model gives as an entry of its own, neither an answer nor a part of one.
  public struct DataEntry: Sendable, Identifiable, Equatable {
    /// Identifies the entry within the transcript.
    public var id: String
    /// What the bytes are.
    public var contentType: UTType
    /// The bytes.
    public var content: Data
    /// What else is known of them.
    public var metadata: GeneratedContent

    /// Bytes of a kind.
    public init(
      id: String = UUID().uuidString, contentType: UTType, content: Data,
      metadata: GeneratedContent = GeneratedContent(properties: [:])
    ) {
      self.id = id
      self.contentType = contentType
      self.content = content
      self.metadata = metadata
    }
  }
}

extension Transcript.DataEntry: CustomStringConvertible {
  /// The type and the size.
  public var description: String { "\(contentType.identifier), \(content.count) bytes" }
}

/// A type whose values a prompt can hold as bytes.
public protocol DataAttachmentRepresentable: Sendable {
  /// The value that bytes of a transcript stand for.
  init(_ attachment: Transcript.DataAttachment) throws

  /// The value as bytes.
  var transcriptRepresentation: Transcript.DataAttachment { get }
}

/// A type whose values a model gives as entries of their own.
public protocol DataEntryRepresentable: Sendable {
  /// The value that an entry stands for.
  init(_ entry: Transcript.DataEntry) throws

  /// The value as an entry.
  var transcriptRepresentation: Transcript.DataEntry { get }
}
