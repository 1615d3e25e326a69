import TernJSON

/// The executors that a session has made, one for each configuration of a model.
final class ExecutorStore: Sendable {
  private struct Item: Sendable {
    var configuration: any Hashable & Sendable
    var executor: any LanguageModelExecutor
  }

  private let items = Locked<[Item]>([])

  /// The executor of a model; made when it is first needed.
  ///
  /// Where two make one at the same time, both get that of the first.
  func executor<Model: LanguageModel>(for model: Model) throws -> Model.Executor {
    let configuration = model.executorConfiguration
    var made: Model.Executor?
    while true {
      let seen = items.withLock { $0 }
      if let known = Self.find(Model.Executor.self, configuration, in: seen) { return known }
      let executor = try made ?? Model.Executor(configuration: configuration)
      made = executor
      let isAdded = items.withLock { items in
        // Items are only added: as many as before are the same.
        guard items.count == seen.count else { return false }
        items.append(Item(configuration: configuration, executor: executor))
        return true
      }
      if isAdded { return executor }
    }
  }

  private static func find<Executor: LanguageModelExecutor>(
    _ type: Executor.Type, _ configuration: Executor.Configuration, in items: [Item]
  ) -> Executor? {
    for item in items {
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
