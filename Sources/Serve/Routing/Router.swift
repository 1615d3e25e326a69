/// Finds out what a request is for.
struct Router: Sendable {
  let state: ServerState
  /// Whether only what tells how the server is can be had.
  private let isStatus: Bool

  init(_ state: ServerState, isStatus: Bool = false) {
    (self.state, self.isStatus) = (state, isStatus)
  }

  /// Answers a request for one path and method.
  typealias Handler = @Sendable (ServerState, Exchange) async throws(ServerError) -> ServerReply

  /// Answers a request for a model, of which it gets the body too.
  typealias ModelHandler =
    @Sendable (ModelState, Parameters, Exchange) async throws(ServerError) -> ServerReply

  /// What a path does by each method.
  struct Route: Sendable {
    var handlers: [(method: String, handler: Handler)]
    /// Whether everybody is answered, with a key or without.
    var isOpen = false

    static func get(_ handler: @escaping Handler) -> Route { Route(handlers: [("GET", handler)]) }

    /// A path that asks a model.
    ///
    /// - Parameter isQueued: Whether requests wait for each other.
    static func post(isQueued: Bool = true, _ handler: @escaping ModelHandler) -> Route {
      Route(handlers: [
        (
          "POST",
          { server, exchange throws(ServerError) in
            if isQueued { try server.checkRoom() }
            let (model, parameters) = try server.model(for: exchange)
            return try await handler(model, parameters, exchange)
          }
        )
      ])
    }

    var open: Route {
      var route = self
      route.isOpen = true
      return route
    }
  }

  private static let metricsPath = "/metrics"
  private static let statusPaths: Set = ["/health", metricsPath]

  private static let routes: [String: Route] = [
    "/": .get(ChatPage.reply).open,
    "/health": .get(ServerStatus.health).open,
    metricsPath: .get(ServerStatus.metrics).open,
    "/version": .get(ServerStatus.version),
    "/v1/models": .get(ModelList.all),
    "/v1/chat/completions": .post(ChatEndpoint.reply),
    "/v1/completions": .post(CompletionEndpoint.reply),
    "/v1/embeddings": .post(EmbeddingEndpoint.reply),
    "/v1/rerank": .post(RerankEndpoint.reply),
    "/v1/responses": .post(ResponseEndpoint.reply),
    "/v1/messages": .post(MessageEndpoint.reply),
    "/v1/messages/count_tokens": .post(isQueued: false, MessageEndpoint.count),
    "/tokenize": .post(isQueued: false, TokenEndpoint.tokenize),
    "/detokenize": .post(isQueued: false, TokenEndpoint.detokenize),
  ]

  /// What is at a path; some clients leave out its first part.
  private func route(_ path: String) -> Route? {
    if isStatus, !Self.statusPaths.contains(path) { return nil }
    if path == Self.metricsPath, !isStatus, !state.options.servesMetrics { return nil }
    if let route = Self.routes[path] ?? Self.routes["/v1" + path] { return route }
    if ModelList.name(in: path) != nil { return .get(ModelList.one) }
    if KeptResponse.id(in: path) != nil {
      return Route(handlers: [("GET", KeptResponse.get), ("DELETE", KeptResponse.delete)])
    }
    return nil
  }

  func reply(to exchange: Exchange) async throws(ServerError) -> ServerReply {
    let method = exchange.request.method
    if method == "OPTIONS" { return preflight(exchange) }
    let route = route(exchange.path)
    if route?.isOpen != true { try checkKey(exchange) }
    guard let route else { throw .unknownPath(exchange.path) }
    let wanted = method == "HEAD" ? "GET" : method
    guard let handler = route.handlers.first(where: { $0.method == wanted })?.handler else {
      throw .wrongMethod(method, allowed: route.allowed)
    }
    return try await handler(state, exchange)
  }

  /// What a browser asks before it sends a page's request; it has no key yet.
  private func preflight(_ exchange: Exchange) -> ServerReply {
    var reply = ServerReply(status: 204)
    let allowed = route(exchange.path)?.allowed ?? ["GET", "POST"]
    reply.headers["Allow"] = (allowed + ["OPTIONS"]).joined(separator: ", ")
    guard state.options.allowedOrigin != nil else { return reply }
    reply.headers["Access-Control-Allow-Methods"] = "GET, POST, DELETE, OPTIONS"
    // `*` would not stand for `authorization`.
    reply.headers["Access-Control-Allow-Headers"] =
      exchange.request.headers["Access-Control-Request-Headers"] ?? "authorization, content-type"
    reply.headers["Access-Control-Max-Age"] = "86400"
    return reply
  }

  private func checkKey(_ exchange: Exchange) throws(ServerError) {
    guard !state.options.keys.isEmpty else { return }
    let given = Self.keys(in: exchange.request.headers)
    guard given.contains(where: { Keys.contain(state.options.keys, $0) }) else { throw .invalidKey }
  }

  /// The keys that a client gives: as OpenAI's clients send one, and as Anthropic's do.
  static func keys(in headers: HeaderFields) -> [String] {
    var keys = [headers["x-api-key"]].compactMap(\.self)
    let words = headers["Authorization"]?.split(separator: " ", maxSplits: 1) ?? []
    if words.count == 2, words[0].lowercased() == "bearer" { keys.append(String(words[1])) }
    return keys
  }
}

extension Router.Route {
  /// The methods that the path takes.
  var allowed: [String] { handlers.flatMap { $0.method == "GET" ? ["GET", "HEAD"] : [$0.method] } }
}

/// Comparing keys.
enum Keys {
  /// Whether one of some keys is that which was given.
  ///
  /// Takes as long for a key that is nearly right as for any other of its length.
  static func contain(_ keys: [String], _ given: String) -> Bool {
    let given = Array(given.utf8)
    return keys.reduce(false) { found, key in
      let key = Array(key.utf8)
      var difference = key.count ^ given.count
      for index in given.indices {
        difference |= Int(given[index] ^ (index < key.count ? key[index] : 0))
      }
      return (difference == 0) || found
    }
  }
}
