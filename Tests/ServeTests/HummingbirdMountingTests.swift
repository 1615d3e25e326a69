import TernServe
import Testing

// The declarations of Hummingbird 2 that the listing of the documentation uses, with the least behind
// them: the package itself cannot be depended upon here.

private struct ByteBuffer: Sendable {
  var readableBytesView: [UInt8]
  init(bytes: [UInt8]) { readableBytesView = bytes }
}

private struct HTTPField: Sendable {
  struct Name: Sendable, Hashable {
    var rawName: String
    init?(_ name: String) { rawName = name }
  }
  var name: Name
  var value: String
}

private struct HTTPFields: Sendable, Sequence {
  var fields: [HTTPField] = []
  subscript(name: HTTPField.Name) -> String? {
    get { fields.first { $0.name == name }?.value }
    set { fields.append(HTTPField(name: name, value: newValue ?? "")) }
  }
  func makeIterator() -> IndexingIterator<[HTTPField]> { fields.makeIterator() }
}

private struct HTTPRequest {
  struct Method: Sendable {
    var rawValue: String
    static let get = Self(rawValue: "GET")
    static let post = Self(rawValue: "POST")
    static let delete = Self(rawValue: "DELETE")
    static let options = Self(rawValue: "OPTIONS")
  }
}

private struct Request: Sendable {
  struct Body: Sendable {
    var bytes: [UInt8]
    func collect(upTo limit: Int) async throws -> ByteBuffer { ByteBuffer(bytes: bytes) }
  }
  struct URI: Sendable { var string: String }
  var method: HTTPRequest.Method
  var uri: URI
  var headers = HTTPFields()
  var body: Body
}

private struct ResponseBody: Sendable {
  var bytes: @Sendable () async throws -> [UInt8]
  init<Buffers: AsyncSequence & Sendable>(asyncSequence: Buffers)
  where Buffers.Element == ByteBuffer {
    bytes = {
      var all: [UInt8] = []
      for try await buffer in asyncSequence { all += buffer.readableBytesView }
      return all
    }
  }
}

private struct Response: Sendable {
  struct Status: Sendable { var code: Int }
  var status: Status
  var headers: HTTPFields
  var body: ResponseBody
}

private protocol RequestContext {}
private struct AnyContext: RequestContext {}

private final class Router {
  typealias Handler = @Sendable (Request, AnyContext) async throws -> Response
  var handlers: [String: Handler] = [:]
  func on(_ path: String, method: HTTPRequest.Method, use handler: @escaping Handler) {
    handlers[method.rawValue] = handler
  }
}

/// The listing of `Mounting.md` for Hummingbird.
@Suite struct HummingbirdMountingTests {
  private func mount(_ server: ModelServer, on router: Router) {
    // listing
    @Sendable func answer(_ request: Request, _ context: some RequestContext) async throws
      -> Response
    {
      let body = try await request.body.collect(upTo: 32 << 20)
      let reply = await server.reply(
        to: ServerRequest(
          method: request.method.rawValue, path: request.uri.string,
          headers: HeaderFields(request.headers.map { ($0.name.rawName, $0.value) }),
          body: Array(body.readableBytesView)))
      var headers = HTTPFields()
      for field in reply.headers.fields {
        if let name = HTTPField.Name(field.name) { headers[name] = field.value }
      }
      return Response(
        status: .init(code: reply.status), headers: headers,
        body: ResponseBody(asyncSequence: reply.pieces.map { ByteBuffer(bytes: $0) }))
    }
    for method in [HTTPRequest.Method.get, .post, .delete, .options] {
      router.on("**", method: method, use: answer)
    }
    // end
  }

  @Test func `the documentation shows what is run here`() throws {
    try MountingArticle.expectListing(after: "### Hummingbird", source: #filePath)
  }

  @Test func `a mounted server answers with streams, documents and errors`() async throws {
    let client = try await ServerClient.scripted([.text("Hi"), .end()])
    let router = Router()
    mount(client.server, on: router)
    try await MountingArticle.expectAnswers { method, path, body in
      let handler = try #require(router.handlers[method])
      let request = Request(
        method: HTTPRequest.Method(rawValue: method), uri: .init(string: path),
        body: .init(bytes: body))
      let response = try await handler(request, AnyContext())
      let type = HTTPField.Name("Content-Type").flatMap { response.headers[$0] }
      return (response.status.code, type, try await response.body.bytes())
    }
  }
}
