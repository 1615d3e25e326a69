import TernDecode
import TernJSON
import TernTestSupport
import Testing

@testable import TernServe

/// What requests may hold together.
@Suite(.timeLimit(.minutes(10))) struct RequestBudgetTests {
  private static let chat = "/v1/chat/completions"

  private func body(_ bytes: Int) -> JSON {
    ["messages": .user(String(repeating: "x", count: bytes)), "max_tokens": 3]
  }

  @Test func `what is taken is given back, and the last eighth is for small requests`() {
    let budget = RequestBudget(limit: 1 << 20)
    var large: RequestBudget.Share? = budget.share()
    #expect(large?.grow(by: budget.largest + 1) == false && budget.used == 0)
    #expect(large?.grow(by: budget.largest) == true && budget.used == budget.largest)
    #expect(large?.grow(by: 1) == false)
    #expect(budget.hasRoom(for: 60 << 10) && !budget.hasRoom(for: 70 << 10))
    let small = [budget.share(), budget.share(), budget.share()]
    #expect(small.map { $0.grow(by: 60 << 10) } == [true, true, false])
    #expect(large?.grow(by: 1, isAnswer: true) == false)
    #expect(budget.used == budget.largest + 120 << 10)
    large?.shrink(by: 1000)
    #expect(budget.used == budget.largest - 1000 + 120 << 10)
    large = nil
    #expect(budget.used == 120 << 10 && !small[0].grow(by: -1))
  }

  @Test func `an answer goes on where bodies have taken all that they may`() {
    let budget = RequestBudget(limit: 1 << 20)
    let (first, second) = (budget.share(), budget.share())
    #expect(first.grow(by: 500_000) && second.grow(by: budget.largest - 500_000))
    #expect(!first.grow(by: 1000) && first.grow(by: 1000, isAnswer: true))
    #expect(!first.grow(by: 1 << 16, isAnswer: true))
    #expect(budget.share().grow(by: 64_000))
  }

  @Test func `a body is weighed before it is read, and never less than it then takes`() throws {
    var random = SeededGenerator(seed: 8)
    func value(_ depth: Int) -> JSON {
      switch Int.random(in: 0..<(depth == 0 ? 3 : 5), using: &random) {
      case 0: return JSON(Int.random(in: 0...9, using: &random))
      case 1: return .string(String(repeating: "a,\"[", count: .random(in: 0...9, using: &random)))
      case 2: return .null
      case 3:
        return .array((0..<Int.random(in: 0...9, using: &random)).map { _ in value(depth - 1) })
      default:
        var members: JSONObject = [:]
        for key in 0..<Int.random(in: 0...5, using: &random) {
          members["\(key)"] = value(depth - 1)
        }
        return .object(members)
      }
    }
    for _ in 0..<500 {
      let json = value(4)
      #expect(BodyWeight.estimate(json.bytes()) >= BodyWeight.estimate(json))
    }
    // Commas in texts are no values.
    let text = JSON.string(String(repeating: ",", count: 1000)).bytes()
    #expect(BodyWeight.estimate(text) < 20 * text.count)
    let list = Array(("[" + String(repeating: "0,", count: 999) + "0]").utf8)
    #expect(BodyWeight.estimate(list) > 1000 * BodyWeight.value)
  }

  @Test func `a request that finds nothing left is refused, and small ones are answered`()
    async throws
  {
    let client = try await ServerClient.scripted([.text("Hi"), .end()]) {
      $0.requestBytes = 8 << 20
    }
    let budget = client.server.budget
    var other: RequestBudget.Share? = budget.share()
    #expect(other?.grow(by: budget.largest) == true)
    for path in [Self.chat, "/v1/messages", "/v1/responses", "/tokenize", "/v1/embeddings"] {
      let reply = await client.send("POST", path, body(100_000))
      #expect(reply.status == 503 && reply.headers["Retry-After"] == "1")
      #expect(try reply.json().at("error.message").string?.contains("memory") == true)
    }
    _ = try await client.post(Self.chat, body(10))
    other = nil
    _ = try await client.post(Self.chat, body(100_000))
    await eventually { budget.used == 0 }
    let never = try await client.post(Self.chat, body(1_000_000), status: 413)
    #expect(never.at("error.code").string == "request_too_large")
    await eventually { budget.used == 0 }
  }

  @Test func `many large requests at once hold no more than they may`() async throws {
    let client = try await ServerClient.scripted([.text("Hi"), .hang]) {
      $0.requestBytes = 16 << 20
      $0.queueLimit = 1000
    }
    let budget = client.server.budget
    let body = body(100_000)
    let statuses = Locked<[Int]>([])
    let tasks = (0..<40).map { _ in
      Task {
        let status = await client.send("POST", Self.chat, body).status
        statuses.withLock { $0.append(status) }
      }
    }
    // Some are refused; the others write, until they are ended.
    await eventually { statuses.withLock { $0.count } + client.server.activeRequests == 40 }
    let refused = statuses.withLock { $0 }
    #expect(!refused.isEmpty && refused.allSatisfy { $0 == 503 })
    #expect(client.server.activeRequests >= 8)
    #expect(budget.used > budget.limit / 2 && budget.used <= budget.largest)
    let health = await client.send("GET", "/health")
    #expect(health.status == 200)
    let small = await client.send("POST", "/tokenize", ["prompt": "abc"])
    #expect(small.status == 200)
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    await eventually { budget.used == 0 }
  }

  @Test func `a stream that nobody reads ends when it has filled what there is`() async throws {
    let text = ScriptedModel.Step.text(String(repeating: "y", count: 10_000))
    let client = try await ServerClient.scripted(Array(repeating: text, count: 300) + [.end()]) {
      $0.requestBytes = 1 << 20
    }
    let budget = client.server.budget
    let reply = await client.send(
      "POST", Self.chat, ["messages": .user("x"), "stream": true])
    #expect(reply.status == 200)
    await eventually { client.server.activeRequests == 0 }
    #expect(budget.used > budget.limit / 2 && budget.used <= budget.limit)
    guard case .pieces(let pieces) = reply.body else {
      Issue.record("no stream")
      return
    }
    var last: [UInt8] = []
    for await piece in pieces { last = piece }
    #expect(last != EventText.done)
    #expect(budget.used < budget.limit / 8)
    // One that is read goes on to its end.
    let events = try await client.stream(Self.chat, ["messages": .user("x")])
    #expect(events.last?.text == "[DONE]")
  }

  @Test func `an answer that is put together counts`() async throws {
    let text = ScriptedModel.Step.text(String(repeating: "y", count: 10_000))
    let client = try await ServerClient.scripted(Array(repeating: text, count: 300) + [.end()]) {
      $0.requestBytes = 1 << 20
    }
    for path in [Self.chat, "/v1/messages"] {
      let reply = await client.send("POST", path, body(3))
      #expect(reply.status == 413, "\(path)")
      await eventually { client.server.budget.used == 0 }
    }
    let other = client.server.budget.share()
    #expect(other.grow(by: client.server.budget.largest))
    let reply = await client.send("POST", Self.chat, body(3))
    #expect(reply.status == 503)
  }

  @Test func `of the kept responses the oldest leave where their bytes are too many`() async throws
  {
    let client = try await ServerClient.scripted([.text("Hi"), .end()]) {
      $0.requestBytes = 1 << 20
    }
    var ids: [String] = []
    for _ in 0..<20 {
      let reply = try await client.post(
        "/v1/responses", ["input": .string(String(repeating: "x", count: 30_000))])
      ids.append(try #require(reply.at("id").string))
    }
    let usage = client.server.state.responses.usage
    #expect(usage.bytes <= 1 << 18 && usage.bytes > 1 << 17)
    #expect((2..<20).contains(usage.count))
    for (place, id) in ids.enumerated() {
      let isKept = place >= ids.count - usage.count
      let reply = await client.send("GET", "/v1/responses/\(id)")
      #expect(reply.status == (isKept ? 200 : 404), "\(place)")
    }
    let deleted = await client.send("DELETE", "/v1/responses/\(ids[19])")
    #expect(deleted.status == 200)
    #expect(client.server.state.responses.usage.count == usage.count - 1)
    #expect(client.server.state.responses.usage.bytes < usage.bytes)
    // One that alone is too large is not kept, and puts none out.
    let store = ResponseStore(byteLimit: 1000)
    store.keep(.init(messages: [], document: "a"), as: "a")
    store.keep(.init(messages: [], document: .string(String(repeating: "b", count: 1000))), as: "b")
    #expect(store.response("a") != nil && store.response("b") == nil)
  }

  @Test func `of very many prompts some are begun at a time, and all are answered`() async throws {
    let client = try await ServerClient.cafe()
    let turns = client.server.state.models[0].turns
    var held: [Turns.Turn] = []
    while let turn = try? await Turns.free(turns) { held.append(turn) }
    let prompts = JSON.array((0..<300).map { .string("a\($0)") })
    let task = Task {
      try await client.post("/v1/completions", ["prompt": prompts, "max_tokens": 1])
    }
    await eventually { turns.waiting >= 128 }
    for _ in 0..<100 { await Task.yield() }
    #expect(turns.waiting == 128)
    held = []
    #expect(try await task.value.at("choices").array?.count == 300)
  }
}

extension Turns {
  /// A turn that nobody has to be waited for; throws where there is none.
  fileprivate static func free(_ turns: Turns) async throws -> Turn? {
    let waiting = Task { try await turns.take(for: "x", retryAfter: 1) }
    for _ in 0..<1000 where turns.waiting == 0 { await Task.yield() }
    if turns.waiting > 0 { waiting.cancel() }
    return try await waiting.value
  }
}
