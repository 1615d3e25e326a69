import TernJSON
import TernLocal

/// A server of one model: takes the requests of OpenAI's and Anthropic's interfaces and answers them.
///
/// It knows no sockets: a transport hands it whole requests and sends what it replies. `TernHTTP` is
/// one; others take a few lines.
///
/// ```swift
/// let server = ModelServer(model: model)
/// try await server.load()
/// let reply = await server.reply(to: ServerRequest(method: "GET", path: "/v1/models"))
/// ```
/// Requests run side by side on the model's engine, and share what was computed of prompts that begin
/// alike. Any thread may use it.
public final class ModelServer: Sendable {
  let state: ServerState

  /// A server that is not ready yet: ``load()`` makes it so.
  public convenience init(model: LocalLanguageModel, options: ServerOptions = ServerOptions()) {
    self.init(serving: model, options: options)
  }

  package init(serving model: any ServedModel, options: ServerOptions = ServerOptions()) {
    state = ServerState(model, options)
  }

  /// Makes the weights ready; until then requests for the model get the status 503.
  public func load() async throws(LocalLanguageModelError) {
    try await state.model.load()
    await state.model.warmUp()
    state.phase.withLock { phase in
      if phase == .loading { phase = .ready }
    }
  }

  /// Says by `/health` that the server is about to stop, so that balancers send nothing more.
  ///
  /// Requests are still answered.
  public func announceStop() {
    state.phase.withLock { phase in
      if phase != .stopping { phase = .leaving }
    }
  }

  /// Takes no more requests for the model; those that are being answered go on.
  public func stop() { state.phase.withLock { $0 = .stopping } }

  /// Requests for the model that are being answered, or wait.
  public var activeRequests: Int { state.admission.count }

  /// What requests hold.
  package var budget: RequestBudget { state.budget }

  /// Answers a request.
  ///
  /// Waits for the first event of an answer that is streamed, so that what is wrong with a request has
  /// its status. Cancelling the task ends the generation; the reply is then of no use.
  public func reply(to request: ServerRequest) async -> ServerReply {
    let path = String(request.path.prefix { $0 != "?" })
    let exchange = Exchange(request, path: path, server: state)
    let shape: ErrorShape = path.hasPrefix("/v1/messages") ? .anthropic : .openAI
    var reply: ServerReply
    do throws(ServerError) {
      reply = try await Router(state).reply(to: exchange)
      // Streams end later, and say so themselves.
      if case .bytes = reply.body { exchange.end(status: reply.status) }
    } catch {
      reply = error.reply(shape)
      exchange.end(status: error.status, error: error.message)
    }
    reply.headers["x-request-id"] = exchange.id
    reply.headers.merge(state.originHeaders)
    return reply
  }
}

/// What the parts of a server share.
final class ServerState: Sendable {
  /// Where a server is in its life.
  enum Phase: Sendable {
    case loading, ready
    /// Still answers, but says that it will stop.
    case leaving
    case stopping
  }

  let model: any ServedModel
  let options: ServerOptions
  let metrics: ServerMetrics
  let admission: Admission
  let turns: Turns
  let phase = Locked(Phase.loading)
  let budget: RequestBudget
  let responses: ResponseStore
  /// When the server began, in seconds since 1970.
  let created: Int

  init(_ model: any ServedModel, _ options: ServerOptions) {
    (self.model, self.options) = (model, options)
    metrics = ServerMetrics()
    budget = RequestBudget(limit: options.requestBytes)
    responses = ResponseStore(byteLimit: options.requestBytes / 4)
    admission = Admission(running: model.runningRequests, waiting: options.queueLimit)
    turns = Turns(
      capacity: model.runningRequests + max(1, model.runningRequests / 2),
      timeout: .seconds(options.queueTimeout))
    created = Exchange.now
  }

  /// The name of the model.
  var modelName: String { options.modelName ?? model.name }

  var originHeaders: HeaderFields {
    guard let origin = options.allowedOrigin else { return [:] }
    return [
      "Access-Control-Allow-Origin": origin,
      "Access-Control-Expose-Headers": "x-request-id, retry-after",
    ]
  }

  /// What reads the events of so many answers.
  func narrators(_ count: Int) -> [AnswerNarrator] {
    Array(repeating: narrator(promptTokens: 0), count: count)
  }

  /// What reads the events of an answer.
  ///
  /// - Parameter promptTokens: How many tokens of the prompt are told before those of the answer.
  func narrator(promptTokens: Int) -> AnswerNarrator {
    AnswerNarrator(bytes: { [model] in model.bytes(of: $0) }, promptTokens: promptTokens)
  }
}
