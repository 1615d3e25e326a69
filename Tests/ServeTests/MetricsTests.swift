import TernJSON
import Testing

@testable import TernServe

/// What a server counts, and what it tells of requests that are over.
@Suite(.timeLimit(.minutes(10))) struct MetricsTests {
  /// The samples of the metrics, by their names with labels.
  private func samples(_ client: ServerClient) async throws -> [String: Double] {
    let reply = await client.send("GET", "/metrics")
    guard case .bytes(let bytes) = reply.body else { return [:] }
    var samples: [String: Double] = [:]
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    where !line.hasPrefix("#") {
      let words = line.split(separator: " ")
      samples[String(words[0])] = Double(words[1])
    }
    return samples
  }

  @Test func `counts grow by what usage says, and histograms by one`() async throws {
    let client = try await ServerClient.cafe { $0.metricsPrefix = "vllm:" }
    let label = "{model_name=\"cafe\"}"
    let before = try await samples(client)
    let reply = try await client.post(
      "/v1/chat/completions", ["messages": .user("Hello"), "max_tokens": 3, "n": 2])
    let after = try await samples(client)
    func grown(_ name: String, _ label: String = label) -> Double {
      (after["vllm:\(name)\(label)"] ?? .nan) - (before["vllm:\(name)\(label)"] ?? 0)
    }
    #expect(grown("prompt_tokens_total") == reply.at("usage.prompt_tokens").double)
    #expect(grown("generation_tokens_total") == reply.at("usage.completion_tokens").double)
    #expect(grown("time_to_first_token_seconds_count") == 1)
    #expect(grown("time_to_first_token_seconds_bucket", "{model_name=\"cafe\",le=\"+Inf\"}") == 1)
    #expect(grown("e2e_request_latency_seconds_count") == 1)
    #expect(
      grown("request_success_total", "{model_name=\"cafe\",finished_reason=\"length\"}") == 1)
    let use = try #require(after["vllm:kv_cache_usage_perc\(label)"])
    #expect((0...1).contains(use))
    #expect(after["vllm:num_requests_running\(label)"] == 0)
  }

  @Test func `a record tells counts and times, and nothing of what was said`() async throws {
    let records = Locked<[RequestRecord]>([])
    let client = try await ServerClient.scripted([.text("secret"), .end(.length)]) {
      $0.onRequest = { record in records.withLock { $0.append(record) } }
    }
    let reply = await client.send(
      "POST", "/v1/chat/completions?key=1", ["messages": .user("hidden")])
    _ = try await client.stream("/v1/chat/completions", ["messages": .user("hidden")])
    _ = await client.send("GET", "/nothing")
    await eventually { records.withLock { $0.count } == 3 }
    let told = records.withLock { $0 }
    let plain = try #require(told.first)
    #expect(plain.id == reply.headers["x-request-id"])
    #expect(plain.path == "/v1/chat/completions" && plain.status == 200)
    #expect(plain.promptTokens == ScriptedModel.promptTokens)
    #expect(plain.cachedTokens == ScriptedModel.reusedTokens)
    #expect(plain.generatedTokens == 1 && plain.finishReason == "length")
    #expect(plain.model == "cafe" && plain.secondsQueued.map { $0 <= plain.seconds } == true)
    let streamed = told[1]
    #expect(streamed.generatedTokens == 1 && streamed.finishReason == "length")
    #expect(streamed.secondsToFirstToken.map { $0 <= streamed.seconds } == true)
    #expect(told[2].status == 404 && told[2].error != nil)
    #expect(told[2].model == nil && told[2].secondsQueued == nil)
    #expect(!"\(told)".contains("secret") && !"\(told)".contains("hidden"))
  }

  @Test func `records have what was said where that is asked for`() async throws {
    let records = Locked<[RequestRecord]>([])
    let client = try await ServerClient.scripted([.text("secret"), .end()]) {
      $0.recordsBodies = true
      $0.onRequest = { record in records.withLock { $0.append(record) } }
    }
    let path = "/v1/chat/completions"
    let plain = try await client.post(path, ["messages": .user("hidden")])
    let events = try await client.stream(path, ["messages": .user("hidden")])
    let wrong = try await client.post(path, ["messages": 1], status: 400)
    await eventually { records.withLock { $0.count } == 3 }
    let told = records.withLock { $0 }
    #expect(told.prefix(2).allSatisfy { $0.requestBody?.contains("hidden") == true })
    #expect(told[0].replyBody == plain.text())
    #expect(told[1].replyBody == events.map { "data: \($0.text)\n\n" }.joined())
    #expect(told[2].replyBody == wrong.text())
  }

  @Test func `metrics can be had at another address, and nothing else there`() async throws {
    let client = try await ServerClient.scripted([]) {
      $0.servesMetrics = false
      $0.keys = ["k"]
    }
    func ask(_ server: ModelServer, _ path: String) async -> Int {
      await server.reply(to: ServerRequest(method: "GET", path: path)).status
    }
    let (main, status) = (client.server, client.server.status)
    #expect(await ask(status, "/metrics") == 200)
    #expect(await ask(status, "/health") == 200)
    #expect(await ask(status, "/") == 401)
    #expect(await ask(status, "/v1/models") == 401)
    #expect(await ask(main, "/metrics") == 401)
    #expect(await ask(main, "/health") == 200)
    main.stop()
    #expect(await ask(status, "/health") == 503)
  }

  @Test func `values are counted in the bucket whose bound they do not exceed`() {
    var histogram = Histogram(bounds: [1, 2])
    for value in [0.5, 1, 1.5, 2, 2.5] { histogram.add(value) }
    histogram.add(1.2, times: 3)
    #expect(histogram.counts == [2, 5, 1])
    #expect(histogram.count == 8 && abs(histogram.sum - 11.1) < 1e-9)
  }
}
