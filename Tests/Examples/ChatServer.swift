import Foundation
import Tern
import TernServe

/// A web application with pages of its own and a language model behind `/v1`, which clients of OpenAI's
/// and Anthropic's interfaces can use.
///
/// `Router` stands for the router of your server. Hummingbird and Vapor need the same few lines; they
/// are in the documentation of TernServe. To listen without a framework, use the product TernHTTP.
// @main
struct ChatServer {
  static func main() async throws {
    let model = try LocalLanguageModel(contentsOf: URL(filePath: CommandLine.arguments[1]))
    let application = try await ChatServer(model: model)
    let question = #"{"messages": [{"role": "user", "content": "Good morning!"}], "stream": true}"#
    let response = await application.router.respond(
      to: WebRequest(method: "POST", path: "/v1/chat/completions", body: Array(question.utf8)))
    for await piece in response.body {
      print(String(decoding: piece, as: UTF8.self), terminator: "")
    }
  }

  let router: Router

  /// Loads the model, so that the first request does not wait for it.
  init(model: LocalLanguageModel) async throws {
    var options = ServerOptions()
    options.modelName = "house-model"
    options.queueLimit = 16
    let server = ModelServer(model: model, options: options)
    try await server.load()
    router = Router(routes: [
      Route(prefix: "/v1/") { await Self.answer($0, by: server) },
      Route(prefix: "/health") { await Self.answer($0, by: server) },
      Route(prefix: "/") { _ in WebResponse(status: 200, text: "Welcome!") },
    ])
  }

  /// Turns a request of the router into one of the model's server, and its reply into a response.
  ///
  /// The body comes piece by piece. The generation stops when nobody reads it any more.
  private static func answer(_ request: WebRequest, by server: ModelServer) async -> WebResponse {
    let reply = await server.reply(
      to: ServerRequest(
        method: request.method, path: request.path, headers: HeaderFields(request.headers),
        body: request.body))
    return WebResponse(
      status: reply.status, headers: reply.headers.fields.map { ($0.name, $0.value) },
      body: reply.pieces)
  }
}

// MARK: - What your server has already

/// Gives a request to the first route that its path begins with.
struct Router: Sendable {
  let routes: [Route]

  func respond(to request: WebRequest) async -> WebResponse {
    guard let route = routes.first(where: { request.path.hasPrefix($0.prefix) }) else {
      return WebResponse(status: 404, text: "There is no such page.")
    }
    return await route.handler(request)
  }
}

struct Route: Sendable {
  let prefix: String
  let handler: @Sendable (WebRequest) async -> WebResponse
}

struct WebRequest: Sendable {
  var method = "GET"
  var path: String
  var headers: [(String, String)] = []
  var body: [UInt8] = []
}

struct WebResponse: Sendable {
  var status: Int
  var headers: [(String, String)] = []
  var body: ByteStream

  init(status: Int, headers: [(String, String)], body: ByteStream) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  init(status: Int, text: String) {
    self.init(
      status: status, headers: [("Content-Type", "text/plain; charset=utf-8")],
      body: ServerReply(body: .bytes(Array(text.utf8))).pieces)
  }
}
