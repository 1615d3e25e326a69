import Foundation
import TernHTTP
import TernLocal
import TernServe
import TernTestSupport
import Testing

/// A server on a port of this machine, with a small model whose texts mean nothing.
@Suite(.timeLimit(.minutes(10)), .enabled(if: HTTPServer.isAvailable, "needs libmicrohttpd"))
struct HTTPServerTests {
  private let model: LocalLanguageModel

  init() throws {
    model = try LocalLanguageModel(contentsOf: URL(filePath: Fixtures.tinyLlama))
  }

  private func server(
    _ change: (inout HTTPOptions) -> Void = { _ in },
    _ work: (HTTPServer, ModelServer) async throws -> Void
  ) async throws {
    let server = ModelServer(model: model)
    try await server.load()
    var options = HTTPOptions()
    options.address = .tcp(host: "127.0.0.1", port: 0)
    change(&options)
    let http = try HTTPServer(server, options: options)
    do { try await work(http, server) } catch {
      await http.shutDown(grace: .zero)
      throw error
    }
    await http.shutDown(grace: .zero)
  }

  private let text = "/v1/completions"
  private let short = #"{"prompt": "ab", "max_tokens": 3, "temperature": 0}"#
  /// A request that goes on until the context is full, many times.
  private let long =
    #"{"prompt": "ab", "max_tokens": 1000000, "ignore_eos": true, "n": 128, "stream": true}"#

  @Test func `a connection serves one request after the other, streams and errors among them`()
    async throws
  {
    try await server { http, _ in
      let client = try RawClient(port: http.port)
      try client.post(text, short)
      let plain = try await client.answer()
      #expect(plain.status == 200 && plain.body.contains("text_completion"))
      try client.post(text, short.replacing("}", with: #", "stream": true}"#))
      let stream = try await client.answer()
      #expect(stream.headers["content-type"] == "text/event-stream")
      #expect(stream.body.hasSuffix("data: [DONE]\n\n"))
      try client.post(text, "{")
      #expect(try await client.answer().status == 400)
      try client.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await client.answer().status == 200)
    }
  }

  @Test func `requests that are sent together are answered in order`() async throws {
    try await server { http, _ in
      let client = try RawClient(port: http.port)
      let request =
        "POST \(text) HTTP/1.1\r\nHost: x\r\nContent-Length: \(short.utf8.count)\r\n\r\n\(short)"
      try client.send(
        "GET /v1/models HTTP/1.1\r\nHost: x\r\n\r\n" + request
          + "HEAD /health HTTP/1.1\r\nHost: x\r\n\r\nGET /nothing HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await client.answer().body.contains("\"list\""))
      #expect(try await client.answer().body.contains("text_completion"))
      #expect(try await client.answer(hasBody: false).status == 200)
      #expect(try await client.answer().status == 404)
    }
  }

  @Test func `bodies come whole, in chunks, in pieces, and after a 100`() async throws {
    try await server { http, _ in
      let client = try RawClient(port: http.port)
      try client.send("POST \(text) HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
      for piece in short.split(separator: " ") {
        try client.send("\(String(piece.utf8.count + 1, radix: 16))\r\n\(piece) \r\n")
      }
      try client.send("0\r\n\r\n")
      let expected = try await client.answer()
      #expect(expected.status == 200)
      try client.send(
        "POST \(text) HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n"
          + "Content-Length: \(short.utf8.count)\r\n\r\n")
      #expect(try await client.answer().status == 100)
      for byte in short.utf8 { try client.send([byte]) }
      #expect(try await client.answer().status == 200)
    }
  }

  @Test func `a body that is too large is refused before it comes, and while it comes`()
    async throws
  {
    try await server({ $0.maximumBody = 1000 }) { http, _ in
      for expectation in ["", "Expect: 100-continue\r\n"] {
        let client = try RawClient(port: http.port)
        try client.send(
          "POST \(text) HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\n\(expectation)\r\n")
        let answer = try await client.answer()
        #expect(answer.status == 413 && answer.body.contains("1000"))
        #expect(answer.headers["connection"]?.lowercased() == "close")
      }
      // Each interface in its own shape, with what every answer has.
      let asked = try RawClient(port: http.port)
      try asked.send("POST /v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\n\r\n")
      let refused = try await asked.answer()
      #expect(refused.status == 413 && refused.body.contains(#""type":"request_too_large""#))
      #expect(refused.headers["x-request-id"] != nil)
      #expect(refused.headers["access-control-allow-origin"] == "*")
      let client = try RawClient(port: http.port)
      try client.send("POST \(text) HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
      let chunk = "64\r\n" + String(repeating: " ", count: 100) + "\r\n"
      for _ in 0..<30 { try client.send(chunk) }
      try client.send("0\r\n\r\n")
      #expect(try await client.answer().status == 413)
      let other = try RawClient(port: http.port)
      try other.post(text, short)
      #expect(try await other.answer().status == 200)
    }
  }

  @Test(arguments: [
    "Content-Length: 40\r\nTransfer-Encoding: chunked", "Content-Length: 0\r\nContent-Length: 40",
    "Content-Length: 4\r\nContent-Length: 4", "Content-Length: 1x", "Content-Length: -1",
  ])
  func `a length that is told in two ways, or is none, never gives a second request`(
    _ headers: String
  ) async throws {
    try await server { http, _ in
      let client = try RawClient(port: http.port)
      try client.send(
        "POST /nothing HTTP/1.1\r\nHost: x\r\n\(headers)\r\n\r\n0\r\n\r\n"
          + "GET /v1/models HTTP/1.1\r\nHost: x\r\n\r\n")
      let answers = try await client.rest()
      #expect(answers.hasPrefix("HTTP/1.1 400 ") || answers.isEmpty)
      // libmicrohttpd writes its own refusal of a malformed number with two heads.
      let heads = answers.components(separatedBy: "HTTP/1.1 ").dropFirst()
      #expect(heads.allSatisfy { $0.hasPrefix("400 ") }, "\(answers)")
    }
  }

  @Test func `a client that leaves while it waits, or in a stream, ends its generation`()
    async throws
  {
    try await server { http, server in
      let streaming = try RawClient(port: http.port)
      try streaming.post(text, long)
      _ = try await streaming.text(until: "data: ")
      #expect(server.activeRequests == 1)
      streaming.close()
      await eventually { server.activeRequests == 0 }
      let waiting = try RawClient(port: http.port)
      try waiting.post(text, long.replacing(#", "stream": true"#, with: ""))
      await eventually { server.activeRequests == 1 }
      waiting.close()
      await eventually { server.activeRequests == 0 && http.openRequests == 0 }
    }
  }

  @Test func `headers and bodies that do not come are not waited for`() async throws {
    try await server({
      $0.headerTimeout = 0.5
      $0.bodyTimeout = 0.5
    }) { http, _ in
      let idle = try RawClient(port: http.port)
      try idle.send("GET /health HTTP/1.1\r\nX-Sl")
      let stuck = try RawClient(port: http.port)
      try stuck.send("POST \(text) HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
      let nothing = (try? await idle.rest()) ?? ""
      #expect(!nothing.contains(" 200 "))
      let answer = try await stuck.answer()
      #expect(answer.status == 408 && answer.headers["connection"] == "close")
      #expect(answer.headers["x-request-id"] != nil)
      #expect(answer.body.contains(#""type":"invalid_request_error""#))
      #expect(try await stuck.rest() == "")
    }
  }

  @Test func `who ends a connection within a header is not waited for`() async throws {
    try await server { http, _ in
      for junk in ["GET /heal", "\u{16}\u{3}\u{1}\u{0}", "GET\r\n\r\n", "\r\n\r\nhello\r\n\r\n"] {
        let client = try RawClient(port: http.port)
        try client.send(junk)
        client.endSending()
        let answer = (try? await client.rest()) ?? "nothing came"
        #expect(answer.isEmpty || answer.contains(" 400 "), "\(junk): \(answer)")
      }
    }
  }

  @Test func `a socket in the file system takes requests, and one that is left over is replaced`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("tern.sock")
    for _ in 0..<2 {
      try await server({ $0.address = .unix(path: path) }) { http, _ in
        #expect(http.address == path)
        let client = try RawClient(path: path)
        try client.post(text, short)
        #expect(try await client.answer().status == 200)
      }
    }
    #expect(throws: HTTPServerError.self) {
      _ = try HTTPServer(
        ModelServer(model: model), options: self.options(.unix(path: folder.path)))
    }
  }

  private func options(_ address: HTTPOptions.Address) -> HTTPOptions {
    var options = HTTPOptions()
    options.address = address
    return options
  }

  @Test func `a port that is taken is told with its number`() async throws {
    try await server { http, _ in
      let error = #expect(throws: HTTPServerError.self) {
        _ = try HTTPServer(
          ModelServer(model: model),
          options: self.options(.tcp(host: "127.0.0.1", port: http.port)))
      }
      #expect(error?.description.contains(String(http.port)) == true)
    }
    #expect(throws: HTTPServerError.self) {
      _ = try HTTPServer(
        ModelServer(model: model),
        options: self.options(.tcp(host: "no such host", port: 0)))
    }
  }

  @Test func `at the end answers come to theirs, and nothing new is taken`() async throws {
    let server = ModelServer(model: model)
    try await server.load()
    let http = try HTTPServer(server, options: options(.tcp(host: "127.0.0.1", port: 0)))
    let port = http.port
    let client = try RawClient(port: port)
    let open = try RawClient(port: port)
    // The connection is open before the end begins.
    try open.send("GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(try await open.answer().status == 200)
    try client.post(text, long)
    _ = try await client.text(until: "data: ")
    let ending = Task { await http.shutDown(grace: .seconds(60)) }
    await eventually { (try? RawClient(port: port)) == nil }
    try open.post(text, short)
    let refused = try await open.answer()
    #expect(refused.status == 503 && refused.headers["connection"]?.lowercased() == "close")
    #expect(try await client.rest().contains("data: [DONE]"))
    await ending.value
  }

  @Test func `what takes longer than the grace is ended`() async throws {
    let server = ModelServer(model: model)
    try await server.load()
    let http = try HTTPServer(server, options: options(.tcp(host: "127.0.0.1", port: 0)))
    let client = try RawClient(port: http.port)
    try client.post(text, long)
    _ = try await client.text(until: "data: ")
    await http.shutDown(grace: .zero)
    #expect(http.openRequests == 0)
    #expect(try await client.rest().contains("[DONE]") == false)
    await eventually { server.activeRequests == 0 }
  }

  @Test func `clients at once are answered, whatever others do`() async throws {
    try await server { http, _ in
      let slow = try (0..<20).map { _ in try RawClient(port: http.port) }
      for client in slow { try client.send("GET /hea") }
      let port = http.port
      let answers = try await withThrowingTaskGroup(of: RawClient.Answer.self) { group in
        for _ in 0..<8 {
          group.addTask {
            let client = try RawClient(port: port)
            try client.post(text, short)
            return try await client.answer()
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let texts = answers.map { answer in
        answer.body.components(separatedBy: "\"text\":").last?.components(separatedBy: "]").first
      }
      #expect(answers.allSatisfy { $0.status == 200 } && Set(texts).count == 1)
    }
  }
}

/// Waits until something holds; a test's time limit ends it otherwise.
func eventually(_ holds: () -> Bool) async {
  while !holds() { try? await Task.sleep(for: .milliseconds(5)) }
}
