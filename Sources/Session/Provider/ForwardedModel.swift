import TernJSON

/// A model that answers requests that were made to another one.
package final class ForwardedModel: Sendable {
  private let model: any LanguageModel
  private let executor = Locked<(any LanguageModelExecutor)?>(nil)

  /// The executor is made when it is first needed, and kept.
  package init(_ model: any LanguageModel) { self.model = model }

  /// What the model can do.
  package var capabilities: LanguageModelCapabilities { model.capabilities }

  /// Gets ready for a conversation; what goes wrong is told to the request that comes next.
  package func prewarm(_ transcript: Transcript) { try? prewarm(model, transcript) }

  /// Answers a request.
  package func respond(
    to request: LanguageModelExecutorGenerationRequest,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    try await respond(model, to: request, streamingInto: channel)
  }

  private func prewarm<Model: LanguageModel>(_ model: Model, _ transcript: Transcript) throws {
    try executor(of: model).prewarm(model: model, transcript: transcript)
  }

  private func respond<Model: LanguageModel>(
    _ model: Model, to request: LanguageModelExecutorGenerationRequest,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    try await executor(of: model).respond(to: request, model: model, streamingInto: channel)
  }

  private func executor<Model: LanguageModel>(of model: Model) throws -> Model.Executor {
    if let known = executor.withLock({ $0 }) as? Model.Executor { return known }
    // Made outside the lock: it calls what the provider has written.
    let made = try Model.Executor(configuration: model.executorConfiguration)
    return executor.withLock { executor in
      if let known = executor as? Model.Executor { return known }
      executor = made
      return made
    }
  }
}

/// Which model answers in place of the system's, for the tests of applications.
package enum SystemModelSubstitute {
  /// The model for the current task and those that it starts.
  @TaskLocal package static var current: ForwardedModel?
}
