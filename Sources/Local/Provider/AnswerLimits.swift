import TernSession

/// Which tools an answer of a local model may call and how often: ``LocalGenerationOptions/toolCalls``.
///
/// Whether tools are called at all is ``GenerationOptions/toolCallingMode``: with
/// ``GenerationOptions/ToolCallingMode/required`` and one name in ``tools`` the model calls that
/// tool. The model sees the declarations of all tools of the session either way, so that the
/// beginning of the conversation stays the same.
public struct ToolCallLimits: Sendable, Equatable {
  /// How many tools the model may call before their outputs come; 1 means that no calls are parallel,
  /// `nil` any number.
  public var maximumCount: Int?
  /// The names of the tools that may be called; `nil` all of the session.
  public var tools: Set<String>?
  /// The names of tools whose arguments need not satisfy their schema: any JSON object will do.
  ///
  /// Models that write arguments one by one, not as JSON, write those that the schema names, each
  /// with any JSON value.
  public var looseTools: Set<String> = []

  /// No limits: all tools, any number of calls, arguments that satisfy their schemas.
  public init() {}
}

/// Whether and for how long a local model reasons before it answers:
/// ``LocalGenerationOptions/reasoning``.
public struct ReasoningOptions: Sendable, Equatable {
  /// Whether the model reasons, where its chat template can switch that; `nil` leaves it to the
  /// template.
  public var isEnabled: Bool?
  /// Tokens that the reasoning may have.
  ///
  /// When they are used up, the mark that ends reasoning is inserted, and the model continues with
  /// its answer. 0 switches reasoning off if the template can, and otherwise ends it as soon as it
  /// begins.
  public var maximumTokens: Int?
  /// The effort, a word that the chat template knows, such as `low`, `medium` or `high`; left out
  /// where the template has no variable for it.
  public var effort: String?

  /// The default of the chat template, without a limit.
  public init() {}

  /// No reasoning.
  public static var disabled: ReasoningOptions {
    var options = ReasoningOptions()
    options.isEnabled = false
    options.maximumTokens = 0
    return options
  }
}
