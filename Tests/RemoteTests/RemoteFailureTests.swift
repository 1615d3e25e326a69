import Foundation
import TernJSON
import TernSession
import Testing

@testable import TernRemote

private func model(_ url: URL, retries: Int = 3, silence: Duration = .seconds(120))
  -> RemoteLanguageModel
{
  var options = RemoteModelOptions()
  (options.firstPause, options.retries, options.silence) = (.milliseconds(1), retries, silence)
  return RemoteLanguageModel(url: url, model: "m1", key: "secret-key", options: options)
}

private func error(_ message: String, code: String? = nil) -> JSON {
  [
    "error": [
      "message": .string(message), "type": "x", "param": nil,
      "code": code.map { .string($0) } ?? .null,
    ]
  ]
}

@Suite("Servers that fail", .timeLimit(.minutes(5)))
struct RemoteFailureTests {
  @Test("without the system's library nothing is sent, and the error names it and its package")
  func missingLibrary() async throws {
    let server = try LoopbackServer([])
    let transport = HTTPTransport(silence: .seconds(1), hasLibrary: false)
    let failure = await #expect(throws: HTTPFailure.self) {
      _ = try await transport.exchange(
        HTTPMessage(url: server.url, headers: [:], body: Data()), RemoteModelOptions())
    }
    let reason = "\(try #require(failure).sessionError(schemaName: nil).localizedDescription)"
    #expect(reason.contains("libcurl.so.4") && reason.contains("apt-get install libcurl4"))
    #expect(server.requests.isEmpty && CurlLibrary.isOpen)
  }

  @Test("what may pass is tried again, with as many repetitions as are allowed")
  func repetitions() async throws {
    let server = try LoopbackServer([
      [.reply(503, error("loading"), headers: "retry-after: 0\r\n")], [.reply(429, error("full"))],
      [], LoopbackServer.Step.answer("At last"),
    ])
    let answer = try await LanguageModelSession(model: model(server.url)).respond(to: "Hello")
    #expect(answer.content == "At last")
    #expect(server.requests.count == 4)
  }

  @Test("a pause that is too long ends the request at once, and says until when")
  func longPause() async throws {
    let server = try LoopbackServer([[.reply(429, error("full"), headers: "retry-after: 500\r\n")]])
    let began = Date()
    do {
      _ = try await LanguageModelSession(model: model(server.url)).respond(to: "Hello")
      Issue.record("no error")
    } catch LanguageModelError.rateLimited(let limit) {
      #expect(try #require(limit.resetDate) >= began + 500)
      #expect(limit.debugDescription == "full")
    }
    #expect(server.requests.count == 1)
  }

  @Test("an answer that has begun is never asked for again")
  func brokenOff() async throws {
    let server = try LoopbackServer([
      [.streamHead, .chunk(["content": "Half a"])], LoopbackServer.Step.answer("Whole"),
    ])
    let session = LanguageModelSession(model: model(server.url))
    await #expect(throws: RemoteLanguageModelError.brokenOff("it has no finish reason")) {
      try await session.respond(to: "Hello")
    }
    #expect(server.requests.count == 1)
  }

  @Test(
    "errors of the server have types",
    arguments: [
      (401, error("no"), RemoteLanguageModelError.unauthorized(message: "no")),
      (
        404, error("no such model", code: "model_not_found"),
        .refused(status: 404, code: "model_not_found", message: "no such model")
      ),
      (500, JSON.string("x"), .refused(status: 500, code: nil, message: "\"x\"")),
    ])
  func statuses(_ status: Int, _ body: JSON, _ expected: RemoteLanguageModelError) async throws {
    let server = try LoopbackServer([[.reply(status, body)]])
    let session = LanguageModelSession(model: model(server.url))
    let found = await #expect(throws: RemoteLanguageModelError.self) {
      try await session.respond(to: "Hello")
    }
    #expect(found == expected)
    #expect(found?.errorDescription?.contains("secret-key") == false)
  }

  @Test("a prompt that is too long is the error of FoundationModels")
  func tooLong() async throws {
    let server = try LoopbackServer([
      [.reply(400, error("4,100 tokens, 4,096 fit", code: "context_length_exceeded"))]
    ])
    let session = LanguageModelSession(model: model(server.url))
    do {
      _ = try await session.respond(to: "Hello")
      Issue.record("no error")
    } catch LanguageModelError.contextSizeExceeded(let what) {
      #expect(what.debugDescription == "4,100 tokens, 4,096 fit")
    }
  }

  @Test("an error in the midst of a stream ends the request")
  func errorInStream() async throws {
    let server = try LoopbackServer([
      [
        .streamHead, .chunk(["content": "Half"]),
        .send("data: \(error("out of memory").text())\n\n"), .done,
      ]
    ])
    let session = LanguageModelSession(model: model(server.url))
    await #expect(
      throws: RemoteLanguageModelError.refused(status: 500, code: "x", message: "out of memory")
    ) { try await session.respond(to: "Hello") }
  }

  @Test("a server that is not there is an error that says so")
  func unreachable() async throws {
    let url = try LoopbackServer([]).url
    let session = LanguageModelSession(model: model(url, retries: 1))
    do {
      _ = try await session.respond(to: "Hello")
      Issue.record("no error")
    } catch RemoteLanguageModelError.unreachable(_) {}
  }

  @Test("silence ends the request")
  func silence() async throws {
    let server = try LoopbackServer([[.waitForClose]])
    let session = LanguageModelSession(model: model(server.url, silence: .seconds(1)))
    do {
      _ = try await session.respond(to: "Hello")
      Issue.record("no error")
    } catch LanguageModelError.timeout(_) {}
  }

  @Test("text that is no protocol is an error with its beginning")
  func garbage() async throws {
    let server = try LoopbackServer([[.streamHead, .send("data: {\"choices\": [\n\n"), .done]])
    let session = LanguageModelSession(model: model(server.url))
    do {
      _ = try await session.respond(to: "Hello")
      Issue.record("no error")
    } catch RemoteLanguageModelError.unreadable(let reason) {
      #expect(reason.contains("choices"))
    }
  }

  @Test("cancelling closes the connection")
  func cancellation() async throws {
    let server = try LoopbackServer([[.streamHead, .chunk(["content": "One"]), .waitForClose]])
    let task = Task {
      try await LanguageModelSession(model: model(server.url)).respond(to: "Hello").content
    }
    while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    while server.closedByClients == 0 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(server.closedByClients == 1)
  }
}
