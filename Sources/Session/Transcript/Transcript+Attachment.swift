import Foundation

extension Transcript {
  /// A file that goes with the text.
  public struct AttachmentSegment: Sendable, Identifiable, Equatable {
    /// Names the segment within the transcript.
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
  public enum Attachment: Sendable, Equatable {
    /// An image.
    case image(ImageAttachment)
  }

  /// An image.
  public struct ImageAttachment: Sendable, Equatable {
    /// Where the image lies.
    public var url: URL? { location }
    private let location: URL

    /// The image at a place; it is not read here.
    public init(imageURL: URL) { location = imageURL }
  }
}

extension Transcript.AttachmentSegment: CustomStringConvertible {
  /// The label, or the place of the file.
  public var description: String {
    switch content {
    case .image(let image): "[\(label ?? image.url?.lastPathComponent ?? "image")]"
    }
  }
}
