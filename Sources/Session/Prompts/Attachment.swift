import Foundation

/// A file in a prompt or in instructions.
///
/// ```swift
/// let prompt = Prompt {
///   "What is on this picture?"
///   Attachment(imageURL: url).label("picture")
/// }
/// ```
public struct Attachment<Content> {
  private let file: Transcript.Attachment
  private var name: String?

  private init(file: Transcript.Attachment) { self.file = file }

  /// The same file with a name by which text can speak of it.
  public func label(_ label: String) -> Attachment<Content> {
    var labelled = self
    labelled.name = label
    return labelled
  }

  private var segment: Transcript.Segment {
    Transcript.Segment(attachment: .init(content: file, label: name))
  }
}

extension Attachment: PromptRepresentable, InstructionsRepresentable {
  /// The file as a part of a prompt.
  public var promptRepresentation: Prompt { Prompt(segments: [segment]) }

  /// The file as a part of instructions.
  public var instructionsRepresentation: Instructions { Instructions(segments: [segment]) }
}

extension Attachment where Content == ImageAttachmentContent {
  /// An image at a URL; it is read when a model needs it.
  public init(
    imageURL: URL, orientation: Transcript.ImageAttachment.Orientation? = nil
  ) {
    self.init(file: .image(.init(imageURL: imageURL, orientation: orientation)))
  }

  /// The image of which these are the bytes, as they stand in a file of any format.
  public init(
    imageData: Data, orientation: Transcript.ImageAttachment.Orientation? = nil
  ) {
    self.init(file: .image(.init(data: imageData, orientation: orientation)))
  }
}

extension Attachment where Content: DataAttachmentRepresentable {
  /// A value as bytes, for models that can read them.
  public init(_ content: Content) {
    self.init(file: .data(content.transcriptRepresentation))
  }
}

/// What an attachment with an image holds.
public struct ImageAttachmentContent: Sendable, Equatable {}
