import Foundation
import TernCafe
import TernHTTP
import TernJSON
import TernLocal
import TernSession
import TernTestSupport
import Testing

@testable import TernRemote
@testable import TernServe

@Generable
private struct Order: Equatable {
  @Guide(description: "What is ordered", .anyOf(["tea", "coffee"])) let drink: String
  @Guide(.range(1...9)) let cups: Int
}

/// Notes what it is called with.
private struct Hours: Tool {
  let name = "openingHours"
  let description = "When the café is open on a day"
  @Generable struct Arguments {
    @Guide(.anyOf(["monday", "sunday"])) let day: String
  }
  let calls = Locked<[String]>([])

  func call(arguments: Arguments) async -> String {
    calls.withLock { $0.append(arguments.day) }
    return "from 8 to 18"
  }
}

/// The same code, with Café in this process and behind Tern's own server: one line is another.
@Suite(
  "Sessions on Tern's own server", .timeLimit(.minutes(5)),
  .enabled(if: HTTPServer.isAvailable, "needs libmicrohttpd"))
struct RemoteAgainstServerTests {
  private let greedy = GenerationOptions(samplingMode: .greedy)

  /// Does something with a server of Café and the model behind it.
  private func withServer(
    _ change: (inout ServerOptions) -> Void = { _ in },
    _ work: (RemoteLanguageModel, LocalLanguageModel, ModelServer) async throws -> Void
  ) async throws {
    let local = try LocalLanguageModel(contentsOf: CafeModel.fileURL())
    var options = ServerOptions()
    options.modelName = "cafe"
    options.keys = ["k1"]
    change(&options)
    let server = ModelServer(model: local, options: options)
    try await server.load()
    var listening = HTTPOptions()
    listening.address = .tcp(host: "127.0.0.1", port: 0)
    let http = try HTTPServer(server, options: listening)
    let url = try #require(URL(string: "http://\(http.address)"))
    do {
      try await work(RemoteLanguageModel(url: url, model: "cafe", key: "k1"), local, server)
    } catch {
      await http.shutDown(grace: .zero)
      throw error
    }
    await http.shutDown(grace: .zero)
  }

  @Test("text streams, and is the same, over several turns")
  func text() async throws {
    try await withServer { remote, local, _ in
      func talk(_ model: some LanguageModel) async throws -> [String] {
        let session = LanguageModelSession(model: model, instructions: "You work in a café.")
        var answers: [String] = []
        for question in ["Hello! My name is Nora.", "What's my name?"] {
          var snapshots: [String] = []
          for try await snapshot in session.streamResponse(to: question, options: greedy) {
            snapshots.append(snapshot.content)
          }
          #expect(snapshots.count > 1)
          #expect(zip(snapshots, snapshots.dropFirst()).allSatisfy { $1.hasPrefix($0) })
          answers.append(snapshots.last ?? "")
        }
        #expect(session.usage.input.cachedTokenCount > 0)
        return answers
      }
      let answers = try await talk(remote)
      #expect(answers.allSatisfy { !$0.isEmpty })
      let expected = try await talk(local)
      #expect(answers == expected)
    }
  }

  @Test("a value is decoded, and is the same")
  func value() async throws {
    try await withServer { remote, local, _ in
      func order(_ model: some LanguageModel) async throws -> Order {
        let session = LanguageModelSession(model: model)
        return try await session.respond(
          to: "Two teas, please", generating: Order.self, options: greedy
        ).content
      }
      let (there, here) = (try await order(remote), try await order(local))
      #expect(there == here)
    }
  }

  @Test("a tool runs here, and its output goes back")
  func tool() async throws {
    try await withServer { remote, local, _ in
      func ask(_ model: some LanguageModel) async throws -> (calls: [String], answer: String) {
        let tool = Hours()
        let session = LanguageModelSession(model: model, tools: [tool])
        var options = greedy
        options.toolCallingMode = .required
        let answer = try await session.respond(to: "Are you open on Sunday?", options: options)
        return (tool.calls.withLock { $0 }, answer.content)
      }
      let (there, here) = (try await ask(remote), try await ask(local))
      #expect(!there.calls.isEmpty && there.calls == here.calls)
      #expect(there.answer == here.answer)
    }
  }

  @Test("who gives up an answer ends it on the server, in the queue and in its midst")
  func cancellation() async throws {
    let records = Locked<[RequestRecord]>([])
    try await withServer({ $0.onRequest = { record in records.withLock { $0.append(record) } } }) {
      remote, _, server in
      let turns = server.state.models[0].turns
      // All places are taken.
      var held: [Turns.Turn] = []
      for _ in 0..<24 { held.append(try await turns.take(for: "x", retryAfter: 1)) }
      let waiting = Task {
        try await LanguageModelSession(model: remote).respond(to: "Hello").content
      }
      await eventually { turns.waiting == 1 }
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
      // The record is written after the request has left the count of active ones.
      await eventually {
        server.activeRequests == 0 && turns.waiting == 0 && !records.withLock { $0.isEmpty }
      }
      #expect(records.withLock { $0.map(\.status) } == [499])
      held = []
      let session = LanguageModelSession(model: remote)
      for try await _ in session.streamResponse(to: "Hello", options: greedy) { break }
      await eventually { server.activeRequests == 0 }
      // The model answers others.
      let next = LanguageModelSession(model: remote)
      #expect(try await next.respond(to: "Hello", options: greedy).content.isEmpty == false)
    }
  }

  @Test("what the server refuses is told in the words of sessions")
  func refusals() async throws {
    try await withServer { remote, _, _ in
      var stranger = remote
      stranger.key = "wrong"
      await #expect(throws: RemoteLanguageModelError.self) {
        try await LanguageModelSession(model: stranger).respond(to: "Hello")
      }
      let long = String(repeating: "word ", count: 5000)
      await #expect(throws: LanguageModelError.self) {
        try await LanguageModelSession(model: remote).respond(to: long)
      }
    }
  }
}

private func eventually(_ holds: () -> Bool) async {
  while !holds() { try? await Task.sleep(for: .milliseconds(2)) }
}
