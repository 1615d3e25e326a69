import Foundation

extension Transcript {
  /// A file that goes with the text.
  public struct AttachmentSegment: Sendable, Identifiable, Equatable {
    /// Identifies the segment within the transcript.
    public var id: String
    /// The file.
    public var content: Attachment
    /// A name by which text can speak of it.
    public var label: String?

    /// A file, with a name by which text can speak of it.
    public init(id: String = UUID().uuidString, content: Attachment, label: String? = nil) {
      self.id = id
      self.content = content
      self.label = label
    }
  }

  /// A file of a kind that models can read.
  public enum Attachment: Sendable {
    /// An image.
    case image(ImageAttachment)

    // As with the entries: code for version 27.0 knows images alone.
    /// Bytes of another kind.
    @available(*, unavailable, message: "make it by Transcript.Attachment(data:)")
    case data(DataAttachment)

    /// Makes the case of this name.
    public static var data: @Sendable (DataAttachment) -> Attachment { { Attachment(data: $0) } }

    /// Bytes of another kind than images; the same as the case.
    public init(data: DataAttachment) { self = Self.data(_:)(data) }
  }
}

extension Transcript.Attachment: Equatable {
  /// Whether both hold the same.
  public static func == (a: Self, b: Self) -> Bool {
    // The compiler's own comparison traps at cases that are unavailable.
    switch (a, b) {
    case (.image(let a), .image(let b)): a == b
    case (.data(let a), .data(let b)): a == b
    default: false
    }
  }
}

extension Transcript.AttachmentSegment: CustomStringConvertible {
  /// The label, or the place or the type of the file.
  public var description: String {
    switch content {
    case .image(let image): "[\(label ?? image.url?.lastPathComponent ?? "image")]"
    case .data(let data): "[\(label ?? data.contentType.identifier)]"
    }
  }
}
