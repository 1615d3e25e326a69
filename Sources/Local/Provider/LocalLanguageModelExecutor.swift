import TernSession

/// Answers the requests of sessions on a ``LocalLanguageModel``.
public struct LocalLanguageModelExecutor: LanguageModelExecutor {
  /// What it serves.
  public typealias Model = LocalLanguageModel

  /// The model that is to answer.
  public struct Configuration: Hashable, Sendable {
    let runtime: ModelRuntime

    /// Whether both name the same opened model.
    public static func == (a: Self, b: Self) -> Bool { a.runtime === b.runtime }

    /// Hashes the identity of the model.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(runtime)) }
  }

  private let runtime: ModelRuntime

  /// Makes the executor; cheap.
  public init(configuration: Configuration) { runtime = configuration.runtime }

  /// Loads the weights and computes what `transcript` begins with; returns at once.
  public func prewarm(model: LocalLanguageModel, transcript: Transcript) {
    // What goes wrong is told to the request that comes next.
    Task(priority: .utility) { [runtime] in try? await runtime.prewarm(transcript) }
  }

  /// Answers a request; see ``LanguageModelExecutor``.
  public func respond(
    to request: LanguageModelExecutorGenerationRequest, model: LocalLanguageModel,
    streamingInto channel: LanguageModelExecutorGenerationChannel
  ) async throws {
    try await runtime.respond(to: request, streamingInto: channel)
  }
}
