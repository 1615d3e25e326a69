import Foundation

#if canImport(UniformTypeIdentifiers)
  public import UniformTypeIdentifiers
#endif

extension LanguageModelExecutorGenerationChannel {
  /// A change of bytes that are an entry of their own.
  public struct DataEntry: Sendable {
    /// Identifies the entry; without an id a new entry is made.
    public var entryID: String?
    /// The change.
    public var action: Action

    /// The possible changes of an entry of bytes.
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

    /// The new content of an entry.
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
