import Foundation
import Synchronization
import TernHTTP
import TernLocal
import TernServe
import TernTestSupport
import Testing

/// Bodies that come while others hold what there is for requests.
@Suite(.timeLimit(.minutes(10)), .enabled(if: HTTPServer.isAvailable, "needs libmicrohttpd"))
struct BodyBudgetTests {
  private static let path = "/v1/completions"
  private static let short = #"{"prompt": "ab", "max_tokens": 3, "temperature": 0}"#

  private func server(
    requestBytes: Int, _ work: (HTTPServer, ModelServer) async throws -> Void
  ) async throws {
    let model = try LocalLanguageModel(contentsOf: URL(filePath: Fixtures.tinyLlama))
    var serverOptions = ServerOptions()
    serverOptions.requestBytes = requestBytes
    let server = ModelServer(model: model, options: serverOptions)
    try await server.load()
    var options = HTTPOptions()
    options.address = .tcp(host: "127.0.0.1", port: 0)
    let http = try HTTPServer(server, options: options)
    do { try await work(http, server) } catch {
      await http.shutDown(grace: .zero)
      throw error
    }
    await http.shutDown(grace: .zero)
  }

  private func head(_ length: String) -> String {
    "POST \(Self.path) HTTP/1.1\r\nHost: x\r\n\(length)\r\n\r\n"
  }

  @Test func `a body for which there is no room is refused before it comes, and while it comes`()
    async throws
  {
    try await server(requestBytes: 1 << 20) { http, server in
      let budget = server.budget
      // Most of a body has come, and the rest does not.
      let slow = try RawClient(port: http.port)
      try slow.send(head("Content-Length: 800001"))
      for _ in 0..<80 { try slow.send([UInt8](repeating: 32, count: 10_000)) }
      await eventually { budget.used == 800_000 }
      let early = try RawClient(port: http.port)
      try early.send(head("Content-Length: 200000\r\nExpect: 100-continue"))
      let refused = try await early.answer()
      #expect(refused.status == 503 && refused.headers["retry-after"] == "1")
      #expect(refused.headers["connection"]?.lowercased() == "close")
      let whole = try RawClient(port: http.port)
      try whole.send(head("Content-Length: 200000"))
      try whole.send([UInt8](repeating: 32, count: 200_000))
      #expect(try await whole.answer().status == 503)
      let late = try RawClient(port: http.port)
      try late.send(head("Transfer-Encoding: chunked"))
      let chunk = "2710\r\n" + String(repeating: " ", count: 10_000) + "\r\n"
      for _ in 0..<20 { try late.send(chunk) }
      try late.send("0\r\n\r\n")
      #expect(try await late.answer().status == 503)
      #expect(budget.used == 800_000)
      try late.post(Self.path, Self.short)
      #expect(try await late.answer().status == 200)
      let never = try RawClient(port: http.port)
      try never.send(head("Content-Length: 1048576"))
      #expect(try await never.answer().status == 413)
      slow.close()
      await eventually { budget.used == 0 }
    }
  }

  @Test func `many large bodies at once never hold more than there is`() async throws {
    try await server(requestBytes: 8 << 20) { http, server in
      let budget = server.budget
      let body = #"{"prompt": ""# + String(repeating: "a b ", count: 75_000) + #""}"#
      let port = http.port
      let most = Peak()
      let watch = Task {
        while !Task.isCancelled {
          most.note(budget.used)
          try? await Task.sleep(for: .microseconds(200))
        }
      }
      var statuses: [Int: Int] = [:]
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<40 {
          group.addTask {
            let client = try RawClient(port: port)
            try client.post(Self.path, body)
            return try await client.answer().status
          }
        }
        for try await status in group { statuses[status, default: 0] += 1 }
      }
      watch.cancel()
      // The text is too long for the model: those that are read are told so.
      #expect(Set(statuses.keys).isSubset(of: [400, 503]) && statuses[400] != nil)
      #expect(most.value <= budget.limit && most.value > 0)
      await eventually { budget.used == 0 }
      let small = try RawClient(port: http.port)
      try small.post(Self.path, Self.short)
      #expect(try await small.answer().status == 200)
    }
  }
}

/// The largest of some numbers.
private final class Peak: Sendable {
  private let number = Mutex(0)
  var value: Int { number.withLock { $0 } }
  func note(_ value: Int) { number.withLock { $0 = max($0, value) } }
}
