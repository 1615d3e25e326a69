/// The model of a session whose profile names none: its answer to a request is an error.
struct MissingModel: LanguageModel {
  var capabilities: LanguageModelCapabilities { LanguageModelCapabilities([]) }
  var executorConfiguration: Executor.Configuration { Executor.Configuration() }

  struct Executor: LanguageModelExecutor {
    typealias Model = MissingModel

    struct Configuration: Hashable, Sendable {}

    init(configuration: Configuration) {}

    func respond(
      to request: LanguageModelExecutorGenerationRequest, model: MissingModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      throw TernSessionError.noModel
    }
  }
}
