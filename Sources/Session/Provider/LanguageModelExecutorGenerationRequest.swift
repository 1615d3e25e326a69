import Foundation

/// A request of a session to an executor.
public struct LanguageModelExecutorGenerationRequest: Sendable {
  /// Identifies the request.
  public var id: UUID
  /// The conversation; it ends with a prompt or with outputs of tools.
  public var transcript: Transcript
  /// The tools that may be called; none where tool calling is not allowed.
  public var enabledToolDefinitions: [Transcript.ToolDefinition]
  /// What the text of the response must satisfy; `nil` leaves it free.
  public var schema: GenerationSchema?
  /// How tokens are chosen, and whether tools may or must be called.
  public var generationOptions: GenerationOptions
  /// What goes into the model's context besides the conversation.
  public var contextOptions: ContextOptions
  /// Metadata that the application adds.
  public var metadata: [String: GeneratedContent]

  /// A request.
  public init(
    id: UUID, transcript: Transcript, enabledTools: [Transcript.ToolDefinition],
    schema: GenerationSchema? = nil, generationOptions: GenerationOptions,
    contextOptions: ContextOptions, metadata: [String: any ConvertibleToGeneratedContent]
  ) {
    self.id = id
    self.transcript = transcript
    enabledToolDefinitions = enabledTools
    self.schema = schema
    self.generationOptions = generationOptions
    self.contextOptions = contextOptions
    self.metadata = metadata.contents
  }
}
