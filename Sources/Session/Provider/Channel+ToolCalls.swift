extension LanguageModelExecutorGenerationChannel {
  /// A change of the calls of tools.
  public struct ToolCalls: Sendable {
    /// Identifies the entry.
    public var entryID: String?
    /// The change.
    public var action: Action

    /// The possible changes of calls.
    public struct Action: Sendable {
      let kind: Kind

      enum Kind: Sendable {
        case toolCall(ToolCall)
        case removeToolCall(id: String)
        case updateMetadata(Metadata)
        case updateUsage(Usage)
      }

      /// A change of one call; a new id begins a new call.
      public static func toolCall(
        id: String, name: String, action: ToolCall.Action
      ) -> Action {
        Action(kind: .toolCall(ToolCall(id: id, name: name, action: action)))
      }

      /// A call is taken back.
      public static func removeToolCall(id: String) -> Action {
        Action(kind: .removeToolCall(id: id))
      }

      /// Sets metadata of the calls.
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

    /// A change of one call.
    public struct ToolCall: Sendable {
      /// Identifies the call.
      public var id: String
      /// The name of the tool.
      public var name: String
      /// The change of the call.
      public var action: Action

      /// The possible changes of a call.
      public struct Action: Sendable {
        let kind: Kind

        enum Kind: Sendable {
          case appendArguments(ArgumentsFragment)
          case updateMetadata(Metadata)
        }

        /// A piece of the arguments, which together are JSON.
        public static func appendArguments(_ content: String, tokenCount: Int) -> Action {
          Action(
            kind: .appendArguments(ArgumentsFragment(content: content, tokenCount: tokenCount)))
        }

        /// Sets metadata of the call.
        public static func updateMetadata(
          _ values: [String: any ConvertibleToGeneratedContent]
        ) -> Action {
          Action(kind: .updateMetadata(Metadata(values)))
        }
      }

      /// A piece of the arguments.
      public struct ArgumentsFragment: Sendable {
        /// The text.
        public var content: String
        /// The tokens that it took.
        public var tokenCount: Int
      }
    }
  }
}
