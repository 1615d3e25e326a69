import Foundation

#if canImport(UniformTypeIdentifiers)
  public import UniformTypeIdentifiers
#endif

extension LanguageModelExecutorGenerationChannel {
  /// Something about bytes that are an entry of their own.
  public struct DataEntry: Sendable {
    /// Names the entry; without an id there is a new one.
    public var entryID: String?
    /// What happens to it.
    public var action: Action

    /// What can happen to bytes.
    public struct Action: Sendable {
      let kind: Kind

      enum Kind: Sendable {
        case update(Update)
      }

      /// The entry is added, or replaces the one with its id.
      public static func update(
        contentType: UTType, content: Data,
        metadata: GeneratedContent = GeneratedContent(properties: [:])
      ) -> Action {
        Action(
          kind: .update(Update(contentType: contentType, content: content, metadata: metadata)))
      }
    }

    /// What an entry becomes.
    public struct Update: Sendable {
      /// What the bytes are.
      public var contentType: UTType
      /// The bytes.
      public var content: Data
      /// What else is known of them.
      public var metadata: GeneratedContent
    }
  }
}
