import Foundation

extension Transcript {
  /// The instructions at the beginning of a session.
  public struct Instructions: Sendable, Identifiable, Equatable {
    /// Identifies the entry within the transcript.
    public var id: String
    /// The segments of its content.
    public var segments: [Segment]
    /// The tools that the model may call.
    public var toolDefinitions: [ToolDefinition]

    /// Instructions with tools.
    public init(
      id: String = UUID().uuidString, segments: [Segment], toolDefinitions: [ToolDefinition]
    ) {
      self.id = id
      self.segments = segments
      self.toolDefinitions = toolDefinitions
    }
  }

  /// The output of a tool.
  public struct ToolOutput: Sendable, Identifiable, Equatable {
    /// The id of the call.
    public var id: String
    /// The name of the tool.
    public var toolName: String
    /// The segments of its content.
    public var segments: [Segment]

    /// The output of a call.
    public init(id: String, toolName: String, segments: [Segment]) {
      self.id = id
      self.toolName = toolName
      self.segments = segments
    }
  }

  /// An answer of the model.
  public struct Response: Sendable, Identifiable, Equatable {
    /// Identifies the entry within the transcript.
    public var id: String
    /// The parts of the model that answered, where it has names for them.
    public var assetIDs: [String]
    /// The segments of its content.
    public var segments: [Segment]
    /// Metadata that the model adds.
    public let metadata: [String: GeneratedContent]

    /// An answer.
    public init(id: String = UUID().uuidString, assetIDs: [String], segments: [Segment]) {
      self.init(id: id, assetIDs: assetIDs, metadata: [:], segments: segments)
    }

    /// An answer with what the model adds.
    public init(
      id: String = UUID().uuidString,
      metadata: [String: any ConvertibleToGeneratedContent] = [:], segments: [Segment]
    ) {
      self.init(id: id, assetIDs: [], metadata: metadata, segments: segments)
    }

    init(
      id: String, assetIDs: [String], metadata: [String: any ConvertibleToGeneratedContent],
      segments: [Segment]
    ) {
      self.id = id
      self.assetIDs = assetIDs
      self.segments = segments
      self.metadata = metadata.contents
    }

    /// All that the answer says.
    var text: String { segments.text }
  }

  /// The reasoning of the model before its answer.
  public struct Reasoning: Sendable, Identifiable, Equatable {
    /// Identifies the entry within the transcript.
    public var id: String
    /// The segments of its content.
    public var segments: [Segment]
    /// A signature by which the model recognises its own reasoning.
    public var signature: Data?
    /// Metadata that the model adds.
    public var metadata: [String: GeneratedContent]

    /// The reasoning of a model.
    public init(
      id: String = UUID().uuidString,
      metadata: [String: any ConvertibleToGeneratedContent] = [:], segments: [Segment],
      signature: Data? = nil
    ) {
      self.id = id
      self.segments = segments
      self.signature = signature
      self.metadata = metadata.contents
    }
  }
}

extension Transcript.Instructions: CustomStringConvertible {
  /// The text, and the names of the tools.
  public var description: String {
    guard !toolDefinitions.isEmpty else { return segments.text }
    return "\(segments.text)\nTools: \(toolDefinitions.map(\.name).joined(separator: ", "))"
  }
}

extension Transcript.ToolOutput: CustomStringConvertible {
  /// The tool and its output.
  public var description: String { "\(toolName): \(segments.text)" }
}

extension Transcript.Response: CustomStringConvertible {
  /// The text.
  public var description: String { segments.text }
}

extension Transcript.Reasoning: CustomStringConvertible {
  /// The text.
  public var description: String { segments.text }
}
