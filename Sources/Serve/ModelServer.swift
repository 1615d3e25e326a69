import TernLocal
import TernVersion

/// A server of models: takes the requests of OpenAI's and Anthropic's interfaces and answers them.
///
/// It has no sockets: a transport passes it whole requests and sends its replies. `TernHTTP` is
/// one; others take a few lines.
///
/// ```swift
/// let server = ModelServer(model: model)
/// try await server.load()
/// let reply = await server.reply(to: ServerRequest(method: "GET", path: "/v1/models"))
/// ```
/// Requests run side by side on the model's engine, and share the computed state of prompts with
/// the same beginning. Of several models, each is loaded by its first request; when memory gets
/// short, the one that was used longest ago is unloaded. Any thread may use it.
public final class ModelServer: Sendable {
  let state: ServerState
  /// The models that are opened first; none where they are open.
  private let sources: [ModelSource]
  private let isStatus: Bool

  /// A server that is not ready until ``load()`` has loaded the model.
  public convenience init(model: LocalLanguageModel, options: ServerOptions = ServerOptions()) {
    self.init(serving: model, options: options)
  }

  /// A server of several models, each with the name by which clients ask for it.
  ///
  /// A request that names none gets the first. Of two with the same name the first counts.
  public convenience init(
    models: [(name: String, model: LocalLanguageModel)], options: ServerOptions = ServerOptions()
  ) {
    self.init(serving: models.map { ($0.name, $0.model) }, options: options)
  }

  package convenience init(
    serving model: any ServedModel, options: ServerOptions = ServerOptions()
  ) {
    self.init(serving: [(options.modelName ?? model.name, model)], options: options)
  }

  package init(
    serving models: [(name: String, model: any ServedModel)],
    options: ServerOptions = ServerOptions()
  ) {
    state = ServerState(options)
    (sources, isStatus) = ([], false)
    state.serve(models)
  }

  /// A server that opens its models by ``load()``.
  package init(opening sources: [ModelSource], options: ServerOptions = ServerOptions()) {
    state = ServerState(options)
    (self.sources, isStatus) = (sources, false)
  }

  private init(statusOf state: ServerState) {
    (self.state, sources, isStatus) = (state, [], true)
  }

  /// A server that answers only `/health` and `/metrics` of this one, for another address; it stops
  /// with this one.
  public var status: ModelServer { ModelServer(statusOf: state) }

  /// Loads the first model; until then requests get the status 503.
  ///
  /// If there is no memory for the model, the server becomes ready anyway, and the next request
  /// tries again.
  public func load() async throws(LocalLanguageModelError) {
    try await open()
    do throws(LocalLanguageModelError) { try await loadFirst() } catch {
      if case .outOfMemory = error { becomeReady() }
      throw error
    }
    becomeReady()
  }

  private func loadFirst() async throws(LocalLanguageModelError) {
    if let shelf = state.shelf, let first = shelf.models.first {
      let use: ModelShelf.Use
      do { use = try await shelf.hold(first) } catch {
        throw error == .cancelled ? .cancelled : .outOfMemory(error.message)
      }
      try await first.load()
      await first.model.warmUp()
      withExtendedLifetime(use) {}
    }
  }

  private func becomeReady() {
    state.phase.withLock { phase in
      if phase == .loading { phase = .ready }
    }
  }

  /// Opens the models that are not open yet.
  private func open() async throws(LocalLanguageModelError) {
    guard state.shelf == nil else { return }
    var models: [(name: String, model: any ServedModel)] = []
    for source in sources { models.append((source.name, try await source.open())) }
    state.serve(models)
  }

  /// Makes `/health` report that the server is about to stop, so that balancers send no more
  /// requests.
  ///
  /// Requests are still answered.
  public func announceStop() {
    state.phase.withLock { phase in
      if phase != .stopping { phase = .leaving }
    }
  }

  /// Refuses new requests for the models; those that are being answered continue.
  public func stop() { state.phase.withLock { $0 = .stopping } }

  /// Writes the computed state of conversations to ``ServerOptions/slotsFolder``, if there is one.
  ///
  /// Call it at the end of the process, when no requests are being answered.
  /// The conversations that were used last are written first. Cancelling the task ends it after the
  /// current file; complete files stay.
  public func save() async {
    for model in state.models { await model.save() }
  }

  /// Requests for the models that are being answered, or wait.
  public var activeRequests: Int { state.activeRequests }

  /// What requests hold.
  package var budget: RequestBudget { state.budget }

  /// Answers a request.
  ///
  /// For a streamed answer it waits for the first event, so that an error of the request has its
  /// own status. Cancelling the task ends the generation; the reply is then incomplete.
  public func reply(to request: ServerRequest) async -> ServerReply {
    let exchange = Exchange(request, server: state)
    do throws(ServerError) {
      let reply = try await Router(state, isStatus: isStatus).reply(to: exchange)
      // Streams end later, and say so themselves.
      if case .bytes(let bytes) = reply.body {
        exchange.note(reply: bytes)
        exchange.end(status: reply.status)
      }
      return named(reply, exchange)
    } catch {
      return failed(error, exchange)
    }
  }

  /// The reply to a request that a transport turns away; of its body nothing need be there.
  package func refuse(_ request: ServerRequest, _ refusal: ServerReply.Refusal) -> ServerReply {
    failed(refusal.error, Exchange(request, server: state))
  }

  private func failed(_ error: ServerError, _ exchange: Exchange) -> ServerReply {
    let reply = error.reply(exchange.path.hasPrefix("/v1/messages") ? .anthropic : .openAI)
    if case .bytes(let bytes) = reply.body { exchange.note(reply: bytes) }
    exchange.end(status: error.status, error: error.message)
    return named(reply, exchange)
  }

  private func named(_ reply: ServerReply, _ exchange: Exchange) -> ServerReply {
    var reply = reply
    reply.headers["x-request-id"] = exchange.id
    reply.headers["Server"] = Version.product
    reply.headers.merge(state.originHeaders)
    return reply
  }
}
