extension SystemLanguageModel: LanguageModel {
  /// What the model can do.
  public var capabilities: LanguageModelCapabilities {
    LanguageModelCapabilities([.guidedGeneration, .toolCalling])
  }

  /// What the executor is made from.
  public var executorConfiguration: Executor.Configuration { configuration }

  /// What answers the requests that sessions make of the system's model.
  public struct Executor: LanguageModelExecutor {
    /// What it serves.
    public typealias Model = SystemLanguageModel

    /// What an executor is made from.
    public struct Configuration: Hashable, Sendable {
      private let useCaseName: String
      private let guardrailsName: String

      init(useCase: UseCase, guardrails: Guardrails) {
        useCaseName = useCase.name
        guardrailsName = guardrails.name
      }
    }

    let engine: SystemModelEngine

    /// Makes the executor; cheap.
    public init(configuration: Configuration) {
      engine = SystemModelEngine(configuration: configuration)
    }

    /// Loads the model and reads what the transcript begins with.
    public func prewarm(model: SystemLanguageModel, transcript: Transcript) {
      engine.prewarm(transcript)
    }

    /// Answers a request; see ``LanguageModelExecutor``.
    public func respond(
      to request: LanguageModelExecutorGenerationRequest, model: SystemLanguageModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      try await engine.respond(to: request, streamingInto: channel)
    }
  }
}
