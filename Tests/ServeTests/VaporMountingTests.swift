import TernServe
import Testing

// The declarations of Vapor 4 that the listing of the documentation uses, with the least behind them:
// the package itself cannot be depended upon here.

private struct ByteBuffer: Sendable {
  var readableBytesView: [UInt8]
  init(bytes: [UInt8]) { readableBytesView = bytes }
}

private struct HTTPHeaders: Sendable, Sequence {
  var fields: [(String, String)] = []
  init(_ fields: [(String, String)] = []) { self.fields = fields }
  func makeIterator() -> IndexingIterator<[(String, String)]> { fields.makeIterator() }
}

private struct HTTPMethod: Sendable {
  var rawValue: String
  static let GET = Self(rawValue: "GET")
  static let POST = Self(rawValue: "POST")
  static let DELETE = Self(rawValue: "DELETE")
  static let OPTIONS = Self(rawValue: "OPTIONS")
}

private struct Request: Sendable {
  struct Body: Sendable { var data: ByteBuffer? }
  struct Address: Sendable { var string: String }
  var method: HTTPMethod
  var url: Address
  var headers = HTTPHeaders()
  var body: Body
}

/// What a stream is written to.
private actor Writer {
  enum Part: Sendable { case buffer(ByteBuffer) }
  var bytes: [UInt8] = []
  func write(_ part: Part) async throws {
    if case .buffer(let buffer) = part { bytes += buffer.readableBytesView }
  }
}

private struct Response: Sendable {
  struct Status: Sendable { var statusCode: Int }
  struct Body: Sendable {
    var managedAsyncStream: @Sendable (Writer) async throws -> Void
  }
  var status: Status
  var headers: HTTPHeaders
  var body: Body
}

private enum BodyStrategy { case collect(maxSize: String) }

private final class Application {
  typealias Handler = @Sendable (Request) async throws -> Response
  var handlers: [String: Handler] = [:]
  func on(
    _ method: HTTPMethod, _ path: String..., body: BodyStrategy, use handler: @escaping Handler
  ) {
    handlers[method.rawValue] = handler
  }
}

/// The listing of `Mounting.md` for Vapor.
@Suite struct VaporMountingTests {
  private func mount(_ server: ModelServer, on app: Application) {
    // listing
    @Sendable func answer(_ request: Request) async throws -> Response {
      let body = request.body.data.map { Array($0.readableBytesView) } ?? []
      let reply = await server.reply(
        to: ServerRequest(
          method: request.method.rawValue, path: request.url.string,
          headers: HeaderFields(request.headers), body: body))
      return Response(
        status: .init(statusCode: reply.status),
        headers: HTTPHeaders(reply.headers.fields.map { ($0.name, $0.value) }),
        body: Response.Body(managedAsyncStream: { writer in
          for await piece in reply.pieces {
            try await writer.write(.buffer(ByteBuffer(bytes: piece)))
          }
        }))
    }
    for method in [HTTPMethod.GET, .POST, .DELETE, .OPTIONS] {
      app.on(method, "**", body: .collect(maxSize: "32mb"), use: answer)
    }
    // end
  }

  @Test func `the documentation shows what is run here`() throws {
    try MountingArticle.expectListing(after: "### Vapor", source: #filePath)
  }

  @Test func `a mounted server answers with streams, documents and errors`() async throws {
    let client = try await ServerClient.scripted([.text("Hi"), .end()])
    let app = Application()
    mount(client.server, on: app)
    try await MountingArticle.expectAnswers { method, path, body in
      let handler = try #require(app.handlers[method])
      let response = try await handler(
        Request(
          method: HTTPMethod(rawValue: method), url: .init(string: path),
          body: .init(data: body.isEmpty ? nil : ByteBuffer(bytes: body))))
      let writer = Writer()
      try await response.body.managedAsyncStream(writer)
      let type = response.headers.first { $0.0 == "Content-Type" }?.1
      return (response.status.statusCode, type, await writer.bytes)
    }
  }
}
