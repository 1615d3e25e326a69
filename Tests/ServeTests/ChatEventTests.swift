import TernJSON
import TernServe
import Testing

/// Chunks and messages for what models write: calls, reasoning, errors.
@Suite(.timeLimit(.minutes(10))) struct ChatEventTests {
  private let path = "/v1/chat/completions"
  private let tools: JSON = ["weather", "bell"].tools

  private var body: JSONObject { ["messages": .user("?"), "tools": tools] }

  private let call =
    #"<tool_call>\#n{"name": "weather", "arguments": {"city": "Oulu"}}\#n</tool_call>"#
  private let bell = #"<tool_call>\#n{"name": "bell", "arguments": {}}\#n</tool_call>"#

  /// The deltas of all chunks, without what names the stream.
  private func deltas(_ events: [ServerClient.Event]) -> [JSON] {
    events.dropLast().map { $0.json.at("choices.0.delta") }
  }

  @Test func `calls are numbered, named once, and their arguments add up`() async throws {
    let client = try await ServerClient.scripted([
      .text("Let me see. "), .text(call), .text("\n" + bell), .end(),
    ])
    let events = try await client.stream(path, body)
    var names: [Int: [String]] = [:]
    var arguments: [Int: String] = [:]
    var ids: [Int: [String]] = [:]
    for delta in deltas(events) {
      guard let calls = delta["tool_calls"]?.array else { continue }
      #expect(delta["content"] == nil, "text beside a call")
      #expect(calls.count == 1)
      let index = try #require(calls[0]["index"]?.int)
      if let name = calls[0].at("function.name").string { names[index, default: []].append(name) }
      if let id = calls[0]["id"]?.string { ids[index, default: []].append(id) }
      arguments[index, default: ""] += try #require(calls[0].at("function.arguments").string)
    }
    #expect(names == [0: ["weather"], 1: ["bell"]])
    #expect(ids.values.allSatisfy { $0.count == 1 } && Set(ids.values.map { $0[0] }).count == 2)
    #expect(try JSON(parsing: arguments[0] ?? "") == ["city": "Oulu"])
    #expect(try JSON(parsing: arguments[1] ?? "") == [:])
    #expect(events.dropLast().last?.json.at("choices.0.finish_reason") == "tool_calls")
    // The plain answer has the same calls.
    let plain = try await client.post(path, .object(body))
    let calls = try #require(plain.at("choices.0.message.tool_calls").array)
    #expect(calls.map { $0.at("function.name") } == ["weather", "bell"])
    #expect(calls.map { $0.at("function.arguments").string } == [arguments[0], arguments[1]])
    #expect(plain.at("choices.0.message.content").string?.contains("Let me see.") == true)
    #expect(plain.at("choices.0.finish_reason") == "tool_calls")
  }

  @Test func `beside calls alone the content is null`() async throws {
    let client = try await ServerClient.scripted([.text(call), .end()])
    let plain = try await client.post(path, .object(body))
    #expect(plain.at("choices.0.message")["content"]?.isNull == true)
  }

  @Test func `a call that the limit cuts off says length, and has what came of it`() async throws {
    let client = try await ServerClient.scripted([.text(String(call.prefix(60))), .end(.length)])
    let plain = try await client.post(path, .object(body))
    #expect(plain.at("choices.0.finish_reason") == "length")
    let events = try await client.stream(path, body)
    #expect(events.dropLast().last?.json.at("choices.0.finish_reason") == "length")
    let streamed = deltas(events).compactMap {
      $0.at("tool_calls.0.function.arguments").string
    }.joined()
    #expect(
      plain.at("choices.0.message.tool_calls.0.function.arguments") == .string(streamed))
    #expect(deltas(events).allSatisfy { $0["content"]?.string?.contains("<") != true })
  }

  @Test func `reasoning stands apart from the text`() async throws {
    let script: [ScriptedModel.Step] = [
      .text("<think>\nTwo and"), .text(" three.\n</think>\n\n", tokens: 4), .text("Five."), .end(),
    ]
    let client = try await ServerClient.scripted(script)
    let plain = try await client.post(path, ["messages": .user("2 + 3?")])
    #expect(plain.at("choices.0.message.content") == "Five.")
    let thought = try #require(plain.at("choices.0.message.reasoning_content").string)
    #expect(thought.contains("Two and three."))
    #expect(plain.at("usage.completion_tokens") == 6)
    let reasoned = try #require(
      plain.at("usage.completion_tokens_details.reasoning_tokens").int)
    #expect((1...5).contains(reasoned))
    let events = try await client.stream(path, ["messages": .user("2 + 3?")])
    let parts = deltas(events)
    #expect(parts.compactMap { $0["reasoning_content"]?.string }.joined() == thought)
    #expect(parts.compactMap { $0["content"]?.string }.joined() == "Five.")
    #expect(
      !parts.contains { $0["content"]?.string?.isEmpty == false && $0["reasoning_content"] != nil })
  }

  @Test func `an error before the first event has a status, a later one is an event`() async throws
  {
    let early = try await ServerClient.scripted([.fail(.promptTooLong(tokens: 9, context: 8))])
    let reply = await early.send("POST", path, ["messages": .user("x"), "stream": true])
    #expect(reply.status == 400)
    #expect(try reply.json().at("error.code") == "context_length_exceeded")
    #expect(try reply.json().at("error.param") == "messages")
    let late = try await ServerClient.scripted([
      .text("Once"), .fail(.noToken(position: 3)),
    ])
    let events = try await late.stream(path, ["messages": .user("x")])
    #expect(events.last?.json.at("error.type") == "server_error")
    #expect(!events.contains { $0.text == "[DONE]" })
    let plain = try await late.post(path, ["messages": .user("x")], status: 500)
    #expect(plain.at("error.message").string?.isEmpty == false)
  }

  @Test func `who stops reading a stream ends the generation`() async throws {
    let model = try ScriptedModel([.text("Once"), .hang])
    let client = try await ServerClient(model)
    let reply = await client.send("POST", path, ["messages": .user("x"), "stream": true])
    guard case .pieces(let pieces) = reply.body else { throw ReplyIsNoStream() }
    let reader = Task {
      var count = 0
      for await _ in pieces { count += 1 }
      return count
    }
    while model.notes.withLock({ $0.requests.isEmpty }) { await Task.yield() }
    #expect(client.server.activeRequests == 1)
    reader.cancel()
    _ = await reader.value
    await eventually { model.notes.withLock { $0.cancelled } == 1 }
    await eventually { client.server.activeRequests == 0 }
  }

  @Test func `who cancels the reply ends the generation`() async throws {
    let model = try ScriptedModel([.text("Once"), .hang])
    let client = try await ServerClient(model)
    let waiting = Task { await client.send("POST", path, ["messages": .user("x")]) }
    while model.notes.withLock({ $0.requests.isEmpty }) { await Task.yield() }
    waiting.cancel()
    #expect(await waiting.value.status == 499)
    await eventually { model.notes.withLock { $0.cancelled } == 1 }
    await eventually { client.server.activeRequests == 0 }
  }

  private struct ReplyIsNoStream: Error {}
}

/// Waits until something holds; a test's time limit ends it otherwise.
func eventually(_ holds: () -> Bool) async {
  while !holds() { try? await Task.sleep(for: .milliseconds(2)) }
}

extension [String] {
  /// Tools of these names that take a city.
  var tools: JSON {
    .array(
      map { name in
        [
          "type": "function",
          "function": [
            "name": .string(name),
            "parameters": ["type": "object", "properties": ["city": ["type": "string"]]],
          ],
        ]
      })
  }
}
