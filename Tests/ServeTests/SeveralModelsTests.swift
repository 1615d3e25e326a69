import TernJSON
import TernLocal
import Testing

@testable import TernServe

/// A server of several models: which are in memory, and which request gets which.
@Suite(.timeLimit(.minutes(10))) struct SeveralModelsTests {
  /// A model that answers a word.
  private static func model(
    _ bytes: Int, _ script: [ScriptedModel.Step] = [.text("word"), .end()]
  ) throws -> ScriptedModel {
    var model = try ScriptedModel(script)
    model.weightBytes = bytes
    return model
  }

  /// A server that is ready, and its models by the names a, b, c….
  private func server(
    _ models: [ScriptedModel], _ change: (inout ServerOptions) -> Void = { _ in }
  ) async throws -> ServerClient {
    try await ServerClient(Array(zip(["a", "b", "c"], models)), change)
  }

  /// What a model answers, with the status.
  private func ask(_ client: ServerClient, _ name: String?) async throws -> (Int, JSON) {
    var body: JSONObject = ["messages": .user("Hello")]
    body["model"] = name.map { .string($0) }
    let reply = await client.send("POST", "/v1/chat/completions", .object(body))
    return (reply.status, try reply.json())
  }

  /// The names of the models that are loaded.
  private func loaded(_ client: ServerClient) async throws -> [String] {
    let list = try await client.send("GET", "/v1/models").json()["data"]?.array ?? []
    return list.filter { $0.at("status.value") == "loaded" }.compactMap { $0["id"]?.string }
  }

  @Test func `the first model is loaded at the start, others by the first request`() async throws {
    let models = [try Self.model(1), try Self.model(1)]
    let client = try await server(models)
    #expect(try await loaded(client) == ["a"])
    #expect(models.map { $0.notes.withLock { $0.loads } } == [1, 0])
    #expect(try await client.send("GET", "/v1/models").json()["data"]?.array?.count == 2)
    #expect(try await ask(client, "b").1["model"] == "b")
    #expect(try await loaded(client) == ["a", "b"])
    #expect(try await client.send("GET", "/v1/models/b").json().at("status.value") == "loaded")
  }

  @Test func `a request gets the model that it names, or the first`() async throws {
    let client = try await server([
      try Self.model(1, [.text("from a"), .end()]), try Self.model(1, [.text("from b"), .end()]),
    ])
    let text = "choices.0.message.content"
    #expect(try await ask(client, nil).1.at(text) == "from a")
    #expect(try await ask(client, "a").1.at(text) == "from a")
    #expect(try await ask(client, "b").1.at(text) == "from b")
    let unknown = try await ask(client, "x")
    #expect(unknown.0 == 404 && unknown.1.at("error.code") == "model_not_found")
    #expect(await client.send("GET", "/v1/models/x").status == 404)
    let lenient = try await server([try Self.model(1), try Self.model(1)]) {
      $0.acceptsAnyModel = true
    }
    #expect(try await ask(lenient, "x").1["model"] == "a")
  }

  @Test func `of two models with one name the first counts`() async throws {
    let model = try Self.model(1)
    let server = ModelServer(serving: [("a", model), ("a", try Self.model(2))])
    try await server.load()
    let list = await server.reply(to: ServerRequest(method: "GET", path: "/v1/models"))
    #expect(try list.json()["data"]?.array?.count == 1)
    #expect(model.notes.withLock { $0.loads } == 1)
  }

  @Test func `where room is short, the model used longest ago is unloaded`() async throws {
    let models = [try Self.model(40), try Self.model(40), try Self.model(40)]
    let client = try await server(models) { $0.modelBytes = 100 }
    for name in ["b", "a"] { #expect(try await ask(client, name).0 == 200) }
    #expect(try await ask(client, "c").0 == 200)
    #expect(try await loaded(client) == ["a", "c"])
    #expect(models.map { $0.notes.withLock { $0.unloads } } == [0, 1, 0])
    #expect(try await ask(client, "b").0 == 200)
    #expect(try await loaded(client) == ["b", "c"])
    #expect(models.map { $0.notes.withLock { $0.loads } } == [1, 2, 1])
  }

  @Test func `a model in use is not unloaded: who needs its room waits`() async throws {
    let busy = try Self.model(60, [.text("begun"), .hang])
    let other = try Self.model(60)
    let client = try await server([busy, other]) { $0.modelBytes = 100 }
    let running = Task { try await ask(client, "a") }
    await eventually { busy.notes.withLock { $0.requests.count } == 1 }
    let waiting = Task { try await ask(client, "b").0 }
    await eventually { client.server.activeRequests == 2 }
    // Who comes for the first model now is behind the one that waits for it to go.
    let late = Task { try await ask(client, "a").0 }
    await eventually { client.server.activeRequests == 3 }
    #expect(busy.notes.withLock { $0.unloads } == 0 && other.notes.withLock { $0.loads } == 0)
    #expect(busy.notes.withLock { $0.requests.count } == 1)
    running.cancel()
    #expect(try await waiting.value == 200)
    #expect(busy.notes.withLock { $0.unloads } == 1)
    await eventually { busy.notes.withLock { $0.requests.count } == 2 }
    #expect(busy.notes.withLock { $0.loads } == 2)
    late.cancel()
    _ = await late.result
  }

  @Test func `who finds no room in time gets the status 503`() async throws {
    let busy = try Self.model(60, [.text("begun"), .hang])
    let client = try await server([busy, try Self.model(60)]) {
      ($0.modelBytes, $0.queueTimeout) = (100, 0.05)
    }
    let running = Task { try await ask(client, "a") }
    await eventually { busy.notes.withLock { $0.requests.count } == 1 }
    let reply = await client.send(
      "POST", "/v1/embeddings", ["model": "b", "input": "Hello"])
    #expect(reply.status == 503)
    #expect(reply.headers["retry-after"] != nil)
    // Nobody waits for the room any more: the model takes requests again.
    let second = Task { try await ask(client, "a") }
    await eventually { busy.notes.withLock { $0.requests.count } == 2 }
    for task in [running, second] {
      task.cancel()
      _ = await task.result
    }
  }

  @Test func `a model beyond the limit is an error that says both sizes`() async throws {
    let large = try Self.model(101)
    let client = try await server([try Self.model(40), large]) { $0.modelBytes = 100 }
    let (status, json) = try await ask(client, "b")
    #expect(status == 500)
    let message = try #require(json.at("error.message").string)
    #expect(message.contains("101") && message.contains("100"), "\(message)")
    #expect(large.notes.withLock { $0.loads } == 0)
    #expect(try await loaded(client) == ["a"])
    #expect(try await ask(client, "a").0 == 200)
  }

  @Test func `many first requests load a model once`() async throws {
    let gate = Locked(false)
    var model = try Self.model(1)
    model.loading = { while !gate.withLock({ $0 }) { await Task.yield() } }
    let client = try await server([try Self.model(1), model])
    let asked = (0..<8).map { _ in Task { try await ask(client, "b").0 } }
    await eventually {
      client.server.activeRequests == 8 && model.notes.withLock { $0.loads } == 1
    }
    #expect(try await client.send("GET", "/v1/models/b").json().at("status.value") == "loading")
    gate.withLock { $0 = true }
    for task in asked { #expect(try await task.value == 200) }
    #expect(model.notes.withLock { $0.loads } == 1)
  }

  @Test func `a load that fails is the error of its request alone`() async throws {
    let failure = Locked<LocalLanguageModelError?>(.unusableModel("a tensor is missing"))
    var model = try Self.model(1)
    model.loading = { () throws(LocalLanguageModelError) in
      if let error = failure.withLock({ $0 }) { throw error }
    }
    let client = try await server([try Self.model(1), model])
    let (status, json) = try await ask(client, "b")
    #expect(status == 500)
    #expect(json.at("error.message").string?.contains("a tensor is missing") == true)
    #expect(try await ask(client, "a").0 == 200)
    failure.withLock { $0 = .outOfMemory("no memory") }
    #expect(try await ask(client, "b").0 == 503)
    failure.withLock { $0 = nil }
    #expect(try await ask(client, "b").0 == 200)
    #expect(try await loaded(client) == ["a", "b"])
  }

  @Test func `a server without memory for its first model serves the others`() async throws {
    var model = try Self.model(1)
    model.loading = { () throws(LocalLanguageModelError) in throw .outOfMemory("no memory") }
    let server = ModelServer(serving: [("a", model), ("b", try Self.model(1))])
    await #expect(throws: LocalLanguageModelError.outOfMemory("no memory")) {
      try await server.load()
    }
    let client = ServerClient(server: server)
    #expect(await client.send("GET", "/health").status == 200)
    #expect(try await ask(client, "b").0 == 200)
    #expect(try await ask(client, "a").0 == 503)
  }

  @Test func `metrics have a label for each model`() async throws {
    let client = try await server([try Self.model(1), try Self.model(1)])
    _ = try await ask(client, "b")
    guard case .bytes(let bytes) = await client.send("GET", "/metrics").body else {
      Issue.record("no text")
      return
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.contains("tern:generation_tokens_total{model_name=\"a\"} 0"))
    #expect(lines.contains("tern:generation_tokens_total{model_name=\"b\"} 1"))
    #expect(lines.contains("tern:model_loaded{model_name=\"b\"} 1.0"))
    #expect(lines.count { $0 == "# TYPE tern:generation_tokens_total counter" } == 1)
  }

  @Test func `sources are opened by loading; one that fails is its error`() async throws {
    let opened = Locked(0)
    let source = ModelSource(name: "a") { () throws(LocalLanguageModelError) in
      opened.withLock { $0 += 1 }
      do { return try Self.model(1) } catch { throw .failed("\(error)") }
    }
    let server = ModelServer(opening: [source])
    let client = ServerClient(server: server)
    #expect(await client.send("GET", "/health").status == 503)
    #expect(await client.send("GET", "/v1/models").status == 503)
    #expect(try await ask(client, "a").0 == 503)
    #expect(await client.send("GET", "/metrics").status == 200)
    try await server.load()
    #expect(opened.withLock { $0 } == 1)
    #expect(try await ask(client, "a").0 == 200)
    let broken = ModelServer(opening: [
      source,
      ModelSource(name: "b") { () throws(LocalLanguageModelError) in throw .badOption("broken") },
    ])
    await #expect(throws: LocalLanguageModelError.badOption("broken")) { try await broken.load() }
  }
}
