/// An image of the conversation that a model speaks of, by its label.
public struct ImageReference: Sendable, Equatable {
  /// The label of the image.
  public let attachmentLabel: String

  /// The image in the entries of a transcript; `nil` where none has the label.
  ///
  /// Of several the last entry counts.
  public func resolved(
    in entries: some Sequence<Transcript.Entry>
  ) -> Transcript.ImageAttachment? {
    for entry in entries.reversed() {
      for case .attachment(let attachment) in entry.segments
      where attachment.label == attachmentLabel {
        if case .image(let image) = attachment.content { return image }
      }
    }
    return nil
  }
}

extension ImageReference: Generable {
  /// An object with the label.
  public nonisolated static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        .init(
          name: "attachmentLabel", description: "The label of an attached image.",
          type: String.self)
      ])
  }

  /// Reads a reference.
  public nonisolated init(_ content: GeneratedContent) throws {
    attachmentLabel = try content.value(forProperty: "attachmentLabel")
  }

  /// The reference as content.
  public nonisolated var generatedContent: GeneratedContent {
    GeneratedContent(properties: ["attachmentLabel": attachmentLabel])
  }

  /// What is known of a reference while it is being generated.
  public nonisolated struct PartiallyGenerated: Identifiable, ConvertibleFromGeneratedContent,
    Equatable
  {
    /// Identifies the value while it is being generated.
    public var id: GenerationID
    /// The label of the image, as far as it is known.
    public var attachmentLabel: String.PartiallyGenerated?

    /// What is known so far.
    public nonisolated init(_ content: GeneratedContent) throws {
      id = content.id ?? GenerationID()
      attachmentLabel = try content.value(forProperty: "attachmentLabel")
    }
  }
}

extension Transcript.Entry {
  /// What the entry says; nothing for calls of tools.
  var segments: [Transcript.Segment] {
    switch self {
    case .instructions(let instructions): instructions.segments
    case .prompt(let prompt): prompt.segments
    case .toolOutput(let output): output.segments
    case .response(let response): response.segments
    case .reasoning(let reasoning): reasoning.segments
    case .toolCalls, .toolCall, .data: []
    }
  }
}
