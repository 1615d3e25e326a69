extension SystemLanguageModel: LanguageModel {
  /// What the model can do.
  public var capabilities: LanguageModelCapabilities {
    if let substitute = SystemModelSubstitute.current { return substitute.capabilities }
    return (try? engine.model().capabilities)
      ?? LanguageModelCapabilities([.guidedGeneration, .toolCalling])
  }

  /// The configuration of the executor.
  public var executorConfiguration: Executor.Configuration { configuration }

  /// The executor of the system's model.
  public struct Executor: LanguageModelExecutor {
    /// The type of model that it serves.
    public typealias Model = SystemLanguageModel

    /// The configuration of an executor.
    public struct Configuration: Hashable, Sendable {
      private let useCaseName: String
      private let guardrailsName: String

      init(useCase: UseCase, guardrails: Guardrails) {
        useCaseName = useCase.name
        guardrailsName = guardrails.name
      }
    }

    /// Makes the executor; cheap.
    public init(configuration: Configuration) {}

    /// Opens and loads the model and computes what the transcript begins with; returns at once.
    public func prewarm(model: Model, transcript: Transcript) {
      if let substitute = SystemModelSubstitute.current {
        return substitute.prewarm(transcript)
      }
      // What goes wrong is told to the request that comes next.
      Task(priority: .utility) { [engine = model.engine] in
        try? await engine.model().runtime.prewarm(transcript)
      }
    }

    /// Answers a request; see ``LanguageModelExecutor``.
    public func respond(
      to request: LanguageModelExecutorGenerationRequest, model: SystemLanguageModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      if let substitute = SystemModelSubstitute.current {
        return try await substitute.respond(to: request, streamingInto: channel)
      }
      try await model.engine.model().runtime.respond(to: request, streamingInto: channel)
    }
  }
}

extension SystemLanguageModel: LocallyRunModel, Version26Model {
  package var localModel: LocalLanguageModel? { try? engine.model() }
}

extension SystemLanguageModel.Error: Version26Error {
  package var version26: LanguageModelSession.GenerationError {
    .assetsUnavailable(.init(debugDescription: debugDescription))
  }
}
