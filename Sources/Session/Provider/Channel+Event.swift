import Foundation

extension LanguageModelExecutorGenerationChannel {
  /// A piece of what a model writes.
  ///
  /// Events about one entry of the transcript carry the same `entryID`; without one they are about
  /// the last entry if it is of their kind, and about a new one otherwise.
  public struct Event: Sendable {
    let kind: Kind

    enum Kind: Sendable {
      case response(Response)
      case reasoning(Reasoning)
      case toolCalls(ToolCalls)
      case data(DataEntry)
    }

    /// An event about the answer.
    public static func response(entryID: String? = nil, action: Response.Action) -> Event {
      Event(kind: .response(Response(entryID: entryID, action: action)))
    }

    /// An event about the reasoning.
    public static func reasoning(entryID: String? = nil, action: Reasoning.Action) -> Event {
      Event(kind: .reasoning(Reasoning(entryID: entryID, action: action)))
    }

    /// An event about calls of tools.
    public static func toolCalls(entryID: String? = nil, action: ToolCalls.Action) -> Event {
      Event(kind: .toolCalls(ToolCalls(entryID: entryID, action: action)))
    }

    /// An event about bytes that are an entry of their own.
    public static func data(entryID: String? = nil, action: DataEntry.Action) -> Event {
      Event(kind: .data(DataEntry(entryID: entryID, action: action)))
    }
  }

  /// Metadata that a model adds to an entry.
  public struct Metadata: Sendable {
    /// The values by their names.
    public var values: [String: GeneratedContent]

    init(_ values: [String: any ConvertibleToGeneratedContent]) { self.values = values.contents }
  }

  /// Text that is added to a segment.
  public struct TextFragment: Sendable {
    /// The text.
    public var content: String
    /// Identifies the segment; `nil` is the last one.
    public var segmentID: String?
    /// The tokens that it took.
    public var tokenCount: Int
  }

  /// Text that replaces that of a segment.
  public struct TextSegmentReplacement: Sendable {
    /// The text.
    public var content: String
    /// Identifies the segment; `nil` is the last one.
    public var segmentID: String?
    /// The tokens that it took.
    public var tokenCount: Int
  }

  /// A signature by which the model recognises its own reasoning.
  public struct ReasoningSignature: Sendable {
    /// The signature.
    public var signature: Data
    /// The tokens that it took.
    public var tokenCount: Int
  }

  /// How many tokens a request has read and written so far.
  public struct Usage: Sendable {
    /// What was read.
    public var input: Input
    /// What was written.
    public var output: Output
    /// Metadata that the model adds.
    public var metadata: [String: GeneratedContent]

    /// The counts of a request so far.
    public init(
      input: Input, output: Output, metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) {
      self.input = input
      self.output = output
      self.metadata = metadata.contents
    }

    /// Tokens that were read.
    public struct Input: Sendable {
      /// All tokens of the context.
      public var totalTokenCount: Int
      /// Those of them that were known from earlier requests.
      public var cachedTokenCount: Int

      /// The counts of a context.
      public init(totalTokenCount: Int, cachedTokenCount: Int) {
        self.totalTokenCount = totalTokenCount
        self.cachedTokenCount = cachedTokenCount
      }
    }

    /// Tokens that were written.
    public struct Output: Sendable {
      /// All tokens that the model wrote.
      public var totalTokenCount: Int
      /// Those of them that were reasoning.
      public var reasoningTokenCount: Int

      /// The counts of an answer.
      public init(totalTokenCount: Int, reasoningTokenCount: Int) {
        self.totalTokenCount = totalTokenCount
        self.reasoningTokenCount = reasoningTokenCount
      }
    }
  }
}
