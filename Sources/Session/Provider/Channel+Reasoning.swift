import Foundation

extension LanguageModelExecutorGenerationChannel {
  /// A change of the reasoning.
  public struct Reasoning: Sendable {
    /// Identifies the entry.
    public var entryID: String?
    /// The change.
    public var action: Action

    /// The possible changes of the reasoning.
    public struct Action: Sendable {
      let kind: Kind

      enum Kind: Sendable {
        case appendText(TextFragment)
        case replaceText(TextSegmentReplacement)
        case updateSignature(ReasoningSignature)
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

      /// Sets the signature by which the model recognises this reasoning.
      public static func updateSignature(_ signature: Data, tokenCount: Int) -> Action {
        Action(
          kind: .updateSignature(
            ReasoningSignature(signature: signature, tokenCount: tokenCount)))
      }

      /// Sets metadata of the reasoning.
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
