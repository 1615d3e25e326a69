/// What a model can do.
public struct LanguageModelCapabilities: Sendable {
  private let all: Set<Capability>

  /// The capabilities of a model.
  public init(_ capabilities: [Capability]) { all = Set(capabilities) }

  /// The capabilities of a model.
  @available(*, deprecated, message: "leave out the label")
  public init(capabilities: [Capability]) { self.init(capabilities) }

  /// Whether the model can do it.
  public func contains(_ capability: Capability) -> Bool { all.contains(capability) }

  /// Something that not all models can do.
  public struct Capability: Sendable, Hashable {
    private let name: String

    /// Reading images.
    public static var vision: Capability { Capability(name: "vision") }
    /// Answering with values of a schema.
    public static var guidedGeneration: Capability { Capability(name: "guidedGeneration") }
    /// Thinking before answering.
    public static var reasoning: Capability { Capability(name: "reasoning") }
    /// Calling tools.
    public static var toolCalling: Capability { Capability(name: "toolCalling") }
  }
}
