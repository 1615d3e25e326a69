/// What goes into the model's context besides the conversation.
public struct ContextOptions: Sendable, Equatable {
  /// Whether the text of the answer's schema is shown to the model; the answer satisfies the schema
  /// either way.
  public var includeSchemaInPrompt: Bool?
  /// How long a model that can reason may do so.
  public var reasoningLevel: ReasoningLevel?

  /// Options of which those left out are the model's own.
  public init(includeSchemaInPrompt: Bool? = nil, reasoningLevel: ReasoningLevel? = nil) {
    self.includeSchemaInPrompt = includeSchemaInPrompt
    self.reasoningLevel = reasoningLevel
  }

  /// How long a model reasons before it answers.
  public enum ReasoningLevel: Sendable, Equatable {
    /// Little reasoning.
    case light
    /// Some reasoning.
    case moderate
    /// As much reasoning as the question needs.
    case deep
    /// A level that the model itself defines.
    case custom(String)
  }
}
