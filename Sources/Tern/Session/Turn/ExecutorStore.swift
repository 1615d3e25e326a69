/// The executors that a session has made, one for each configuration of a model.
final class ExecutorStore: Sendable {
  private struct Item: Sendable {
    var configuration: any Hashable & Sendable
    var executor: any LanguageModelExecutor
  }

  private let items = Locked<[Item]>([])

  /// The executor of a model; made when it is first needed.
  func executor<Model: LanguageModel>(for model: Model) throws -> Model.Executor {
    let configuration = model.executorConfiguration
    if let known = known(Model.Executor.self, configuration) { return known }
    let made = try Model.Executor(configuration: configuration)
    return items.withLock { items in
      items.append(Item(configuration: configuration, executor: made))
      return made
    }
  }

  private func known<Executor: LanguageModelExecutor>(
    _ type: Executor.Type, _ configuration: Executor.Configuration
  ) -> Executor? {
    for item in items.withLock({ $0 }) {
      if let executor = item.executor as? Executor,
        item.configuration as? Executor.Configuration == configuration
      {
        return executor
      }
    }
    return nil
  }

  /// Gets the executor of a model ready; one that cannot be made says so when it is asked.
  func prewarm<Model: LanguageModel>(_ model: Model, _ transcript: Transcript) {
    try? executor(for: model).prewarm(model: model, transcript: transcript)
  }

  /// Answers one request by the executor of a model.
  func respond<Model: LanguageModel>(
    to request: LanguageModelExecutorGenerationRequest, model: Model,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    try await executor(for: model).respond(to: request, model: model, streamingInto: channel)
  }
}
