/// A tool that is only declared here; something else runs it.
///
/// For sessions that return calls (``TernSessionOptions/toolExecution``). A session that runs tools
/// itself ends a request that calls it with a ``LanguageModelSession/ToolCallError``.
///
/// ```swift
/// let session = LanguageModelSession(model: model, tools: definitions.map { DeclaredTool($0) })
/// session.ternOptions.toolExecution = .returned
/// ```
public struct DeclaredTool: Tool {
  /// The name by which the model calls.
  public let name: String
  /// What the tool does and when to use it.
  public let description: String
  /// The schema of the arguments.
  public let parameters: GenerationSchema

  /// The tool that a definition describes.
  public init(_ definition: Transcript.ToolDefinition) {
    name = definition.name
    description = definition.description
    parameters = definition.parameters
  }

  /// Throws ``TernSessionError/toolIsOnlyDeclared(name:)``.
  @concurrent
  public func call(arguments: GeneratedContent) async throws -> String {
    throw TernSessionError.toolIsOnlyDeclared(name: name)
  }
}
