extension LanguageModelExecutorGenerationChannel {
  /// A change of the answer.
  public struct Response: Sendable {
    /// Identifies the entry.
    public var entryID: String?
    /// The change.
    public var action: Action

    /// The possible changes of an answer.
    public struct Action: Sendable {
      let kind: Kind

      enum Kind: Sendable {
        case appendText(TextFragment)
        case replaceText(TextSegmentReplacement)
        case updateCustomSegment(any Transcript.ProviderSegment)
        case addAttachment(Transcript.AttachmentSegment)
        case removeAttachment(id: String)
        case updateMetadata(Metadata)
        case updateUsage(Usage)
      }

      /// Text is added to a segment.
      public static func appendText(
        _ text: String, segmentID: String? = nil, tokenCount: Int
      ) -> Action {
        Action(
          kind: .appendText(
            TextFragment(content: text, segmentID: segmentID, tokenCount: tokenCount)))
      }

      /// Text replaces that of a segment.
      public static func replaceTextSegment(
        _ text: String, segmentID: String? = nil, tokenCount: Int
      ) -> Action {
        Action(
          kind: .replaceText(
            TextSegmentReplacement(content: text, segmentID: segmentID, tokenCount: tokenCount)))
      }

      /// A segment of the model's own kind is added, or replaces the one with its id.
      @available(*, deprecated, message: "use an attachment, a data entry or metadata")
      public static func updateCustomSegment(_ segment: any Transcript.ProviderSegment) -> Action {
        Action(kind: .updateCustomSegment(segment))
      }

      /// An attachment is added.
      public static func addAttachmentSegment(_ segment: Transcript.AttachmentSegment) -> Action {
        Action(kind: .addAttachment(segment))
      }

      /// An attachment is taken away.
      public static func removeAttachmentSegment(id: String) -> Action {
        Action(kind: .removeAttachment(id: id))
      }

      /// Sets metadata of the answer.
      public static func updateMetadata(
        _ values: [String: any ConvertibleToGeneratedContent]
      ) -> Action {
        Action(kind: .updateMetadata(Metadata(values)))
      }

      /// The counts of the request so far.
      public static func updateUsage(
        input: Usage.Input, output: Usage.Output,
        metadata: [String: any ConvertibleToGeneratedContent] = [:]
      ) -> Action {
        Action(kind: .updateUsage(Usage(input: input, output: output, metadata: metadata)))
      }
    }
  }
}
