extension Transcript {
  /// The declaration of a tool, as a model sees it.
  public struct ToolDefinition: Sendable {
    /// The name by which the model calls.
    public var name: String
    /// What the tool does and when to use it.
    public var description: String
    /// The schema of the arguments.
    public var parameters: GenerationSchema

    /// The declaration of a tool, as a model sees it.
    public init(name: String, description: String, parameters: GenerationSchema) {
      self.name = name
      self.description = description
      self.parameters = parameters
    }

    /// The declaration of a tool that exists.
    public init(tool: some Tool) {
      self.init(name: tool.name, description: tool.description, parameters: tool.parameters)
    }
  }
}

extension Transcript.ToolDefinition: Equatable {
  /// Whether names, descriptions and the documents of the schemas are the same.
  public static func == (a: Self, b: Self) -> Bool {
    a.name == b.name && a.description == b.description
      && a.parameters.json.hasSameValue(as: b.parameters.json)
  }
}
