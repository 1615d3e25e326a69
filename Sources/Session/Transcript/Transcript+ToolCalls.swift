import Foundation

extension Transcript {
  /// The tools that a model called in one turn, in order.
  public struct ToolCalls: Sendable, Identifiable, Equatable {
    /// Identifies the entry within the transcript.
    public var id: String
    private var calls: [ToolCall]

    /// Calls of one turn.
    public init<S: Sequence>(id: String = UUID().uuidString, _ calls: S)
    where S.Element == ToolCall {
      self.id = id
      self.calls = Array(calls)
    }
  }

  /// One call of a tool.
  public struct ToolCall: Sendable, Identifiable, Equatable {
    /// Identifies the call within the transcript; its output has the same id.
    public var id: String
    /// The name of the tool.
    public var toolName: String
    /// What the tool is called with.
    public var arguments: GeneratedContent
    /// Metadata that the model adds.
    public var metadata: [String: GeneratedContent]

    /// A call.
    public init(id: String, toolName: String, arguments: GeneratedContent) {
      self.init(id: id, metadata: [:], toolName: toolName, arguments: arguments)
    }

    /// A call with what the model adds.
    public init(
      id: String, metadata: [String: any ConvertibleToGeneratedContent], toolName: String,
      arguments: GeneratedContent
    ) {
      self.id = id
      self.toolName = toolName
      self.arguments = arguments
      self.metadata = metadata.contents
    }
  }
}

extension Transcript.ToolCalls: RandomAccessCollection {
  /// The place of the first call, 0.
  public var startIndex: Int { calls.startIndex }

  /// The place behind the last call.
  public var endIndex: Int { calls.endIndex }

  /// The call at a place.
  public subscript(position: Int) -> Transcript.ToolCall { calls[position] }
}

extension Transcript.ToolCalls: CustomStringConvertible {
  /// The calls, one line for each.
  public var description: String { calls.map(\.description).joined(separator: "\n") }
}

extension Transcript.ToolCall: CustomStringConvertible {
  /// The tool and its arguments.
  public var description: String { "\(toolName): \(arguments.jsonString)" }
}
