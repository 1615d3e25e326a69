import Foundation

extension Transcript {
  /// A piece of what an entry says.
  public enum Segment: Sendable, Identifiable {
    /// Text.
    case text(TextSegment)
    /// A value with a schema.
    case structure(StructuredSegment)

    // As with the entries: code for version 26 need not know these.
    #if FoundationModels27
      /// An image.
      case attachment(AttachmentSegment)
    #else
      /// An image.
      @available(*, unavailable, message: "make it by Transcript.Segment(attachment:)")
      case attachment(AttachmentSegment)

      /// Makes the case of this name.
      public static var attachment: @Sendable (AttachmentSegment) -> Segment {
        { Segment(attachment: $0) }
      }
    #endif

    // The betas of version 27 had it, and switches need not know it.
    /// Content of a type that only some models know.
    @available(*, unavailable, message: "use an attachment, a data entry or metadata")
    case custom(any ProviderSegment)

    /// Makes the case of this name.
    @available(*, deprecated, message: "use an attachment, a data entry or metadata")
    public static var custom: @Sendable (any ProviderSegment) -> Segment { { Segment(custom: $0) } }

    /// The segment of an image; the same as the case.
    public init(attachment: AttachmentSegment) { self = Self.attachment(_:)(attachment) }

    /// The segment of content that only some models know; the same as the case.
    @available(*, deprecated, message: "use an attachment, a data entry or metadata")
    public init(custom: any ProviderSegment) { self = Self.custom(_:)(custom) }

    /// The id of what the segment holds.
    public var id: String {
      switch self {
      case .text(let text): text.id
      case .structure(let structure): structure.id
      case .attachment(let attachment): attachment.id
      case .custom(let custom): custom.textID
      }
    }
  }

  /// A piece of text.
  public struct TextSegment: Sendable, Identifiable, Equatable {
    /// Identifies the segment within the transcript.
    public var id: String
    /// The text.
    public var content: String

    /// A piece of text.
    public init(id: String = UUID().uuidString, content: String) {
      self.id = id
      self.content = content
    }
  }

  /// A value with a schema.
  public struct StructuredSegment: Sendable, Identifiable, Equatable {
    /// Identifies the segment within the transcript.
    public var id: String
    /// The name of the schema.
    public var schemaName: String
    /// The value.
    public var content: GeneratedContent

    /// The name of the schema, as version 26 calls it.
    public var source: String {
      get { schemaName }
      set { schemaName = newValue }
    }

    /// A value of a schema.
    public init(id: String = UUID().uuidString, schemaName: String, content: GeneratedContent) {
      self.id = id
      self.schemaName = schemaName
      self.content = content
    }

    /// A value of a schema, as version 26 writes it.
    public init(id: String = UUID().uuidString, source: String, content: GeneratedContent) {
      self.init(id: id, schemaName: source, content: content)
    }
  }
}

extension Transcript.Segment: Equatable {
  /// Whether both hold the same, ids included.
  public static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.text(let a), .text(let b)): a == b
    case (.structure(let a), .structure(let b)): a == b
    case (.attachment(let a), .attachment(let b)): a == b
    case (.custom(let a), .custom(let b)): a.isEqual(to: b)
    default: false
    }
  }
}

extension Transcript.Segment: CustomStringConvertible {
  /// The content of the segment as text.
  public var description: String {
    switch self {
    case .text(let text): text.description
    case .structure(let structure): structure.description
    case .attachment(let attachment): attachment.description
    case .custom(let custom): custom.description
    }
  }
}

extension Transcript.TextSegment: CustomStringConvertible {
  /// The text.
  public var description: String { content }
}

extension Transcript.StructuredSegment: CustomStringConvertible {
  /// The value as JSON.
  public var description: String { content.jsonString }
}

extension Sequence<Transcript.Segment> {
  /// What the segments say, one line for each.
  var text: String { map(\.description).joined(separator: "\n") }
}
