public import Foundation
public import TernSession

/// A language model on another machine, for sessions: any server that speaks OpenAI's chat
/// completions, `tern serve` among them.
///
/// ```swift
/// let model = RemoteLanguageModel(url: URL(string: "http://10.0.0.5:8080/v1")!, model: "qwen")
/// let session = LanguageModelSession(model: model, tools: [WeatherTool()])
/// let guest = try await session.respond(to: "A tired pirate", generating: Guest.self).content
/// ```
///
/// Sessions work as with a model of this process: streaming, tools, schemas, reasoning, images. The
/// server's answers are checked: calls must name existing tools, and values must satisfy their
/// schema. A request that cannot reach the server, or that the server cannot take now, is repeated
/// (``RemoteModelOptions/retries``) as long as nothing of its answer has arrived. Cancelling the
/// task that waits for an answer closes the connection.
///
/// Cheap to copy; may be used from any task. Requests throw ``RemoteLanguageModelError``, and
/// `LanguageModelError` where FoundationModels has a case for what happened.
public struct RemoteLanguageModel: LanguageModel {
  /// Where the server is, with the path before `/chat/completions`, which most servers call `/v1`.
  public var url: URL
  /// The name that the server knows the model by.
  public var model: String
  /// The key that is sent as `Authorization: Bearer`; `nil` sends none.
  ///
  /// Texts of errors never contain it.
  public var key: String?
  /// Time limits, repetitions and what goes into requests.
  public var options: RemoteModelOptions
  /// What the model can do; the server is not asked.
  public var capabilities: LanguageModelCapabilities

  /// A model on a server; nothing is sent yet.
  ///
  /// - Parameters:
  ///   - url: Where the server is. Without a path, `/v1` is added.
  ///   - model: The name that the server knows the model by.
  ///   - key: What is sent as `Authorization: Bearer`.
  ///   - options: Time limits, repetitions and what goes into requests.
  ///   - capabilities: What the model can do. A session throws without asking the server where a
  ///     request needs something else.
  public init(
    url: URL, model: String, key: String? = nil, options: RemoteModelOptions = .init(),
    capabilities: LanguageModelCapabilities = .init([
      .guidedGeneration, .toolCalling, .reasoning, .vision,
    ])
  ) {
    self.url = url.path.isEmpty || url.path == "/" ? url.appendingPathComponent("v1") : url
    self.model = model
    self.key = key
    self.options = options
    self.capabilities = capabilities
  }

  /// Server, name, key and options: sessions on equal ones share connections.
  public var executorConfiguration: Executor.Configuration {
    .init(url: url, model: model, key: key, options: options)
  }

  /// Sends the requests of sessions.
  public struct Executor: LanguageModelExecutor {
    /// The type of model that it serves.
    public typealias Model = RemoteLanguageModel

    /// Server, name, key and options.
    public struct Configuration: Hashable, Sendable {
      let url: URL
      let model: String
      let key: String?
      let options: RemoteModelOptions
    }

    private let configuration: Configuration
    private let transport: HTTPTransport

    /// Makes the executor; nothing is sent yet.
    public init(configuration: Configuration) {
      self.configuration = configuration
      transport = HTTPTransport(silence: configuration.options.silence)
    }

    /// Sends a request and hands over what comes; see `LanguageModelExecutor`.
    public func respond(
      to request: LanguageModelExecutorGenerationRequest, model: RemoteLanguageModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      let message = try RequestWriter(configuration).message(for: request)
      var answer = AnswerReader(channel, request: request)
      do {
        try await transport.send(message, configuration.options) { try await answer.take($0) }
        try await answer.finish()
      } catch let failure as HTTPFailure {
        // What cancels a transfer may be the task.
        try Task.checkCancellation()
        throw failure.sessionError(schemaName: request.schema?.name)
      }
    }
  }
}
