/// Settings that FoundationModels does not have: ``LanguageModelSession/ternOptions``.
public struct TernSessionOptions: Sendable, Equatable {
  /// How many rounds of tool calls one request may have.
  ///
  /// After that many rounds the model is asked once more with tool calling disallowed, so that it
  /// must answer. A provider that calls even then ends the request with
  /// ``TernSessionError/toolRoundLimitExceeded(rounds:)``.
  public var maximumToolRounds = 32

  /// What happens to the calls that a model makes.
  public var toolExecution = ToolExecution.automatic

  /// What happens when a model calls a tool that does not exist.
  public var unknownTools = UnknownToolHandling.throwError

  /// Which errors a request throws.
  ///
  /// Sessions on Tern's own models, ``SystemLanguageModel`` and ``LocalLanguageModel``, begin with
  /// those of version 26, sessions on models of others with those of version 27.
  public var errors: ErrorGeneration

  /// The defaults, with the errors of a version.
  public init(errors: ErrorGeneration = .version26) { self.errors = errors }

  /// What happens to the calls that a model makes.
  public enum ToolExecution: Sendable, Equatable {
    /// The session runs the tools and asks the model again, until it answers.
    case automatic
    /// The request ends with the calls, and no tool runs.
    ///
    /// The transcript then ends with the calls, and ``LanguageModelSession/Response/toolCalls`` has
    /// them. The application appends their outputs to the transcript, and goes on with
    /// ``LanguageModelSession/continueResponse(options:contextOptions:)``. A request for a value of a
    /// type throws ``TernSessionError/toolCallsReturned(_:)`` where there are calls instead.
    case returned
  }

  /// What happens when a model calls a tool that does not exist; Tern's own model never does.
  public enum UnknownToolHandling: Sendable, Equatable {
    /// The request ends with ``TernSessionError/unknownTool(name:available:)``.
    case throwError
    /// The model is told which tools there are, as if a tool had said so, and goes on.
    case tellModel
  }

  /// Which errors a request throws where the versions of FoundationModels differ.
  public enum ErrorGeneration: Sendable, Equatable {
    /// ``LanguageModelSession/GenerationError``.
    case version26
    /// ``LanguageModelError``, ``LanguageModelSession/Error`` and the errors of each model.
    case version27
  }
}
