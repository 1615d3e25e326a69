import TernJSON
import TernSession
import Testing

@testable import TernServe

/// Anthropic's interface: events, and how its blocks become a conversation.
@Suite(.timeLimit(.minutes(10))) struct MessagesTests {
  private let path = "/v1/messages"
  private let tools: JSON = [
    [
      "name": "weather", "description": "The weather.",
      "input_schema": ["type": "object", "properties": ["city": ["type": "string"]]],
    ]
  ]
  private let call =
    #"<tool_call>\#n{"name": "weather", "arguments": {"city": "Oulu"}}\#n</tool_call>"#

  @Test func `thoughts, text and calls are blocks in their order`() async throws {
    let client = try await ServerClient.scripted([
      .text("<think>\nHm.\n</think>\n\n"), .text("Let me"), .text(" see. "), .text(call), .end(),
    ])
    let body: JSONObject = ["max_tokens": 50, "messages": .user("?"), "tools": tools]
    let events = try await client.stream(path, body)
    #expect(events.allSatisfy { $0.name == $0.json["type"]?.string })
    let names = events.map { $0.name ?? "" }
    #expect(names.first == "message_start" && names.suffix(2) == ["message_delta", "message_stop"])
    #expect(events[0].json.at("message.usage.input_tokens").int == ScriptedModel.promptTokens)
    let starts = events.filter { $0.name == "content_block_start" }
    #expect(
      starts.map { $0.json.at("content_block.type") } == ["thinking", "text", "tool_use"])
    #expect(starts.map { $0.json["index"]?.int } == [0, 1, 2])
    #expect(names.count { $0 == "content_block_stop" } == 3)
    func joined(_ name: String) -> String {
      events.compactMap { $0.json["delta"]?[name]?.string }.joined()
    }
    #expect(joined("text") == "Let me see. " || joined("text") == "Let me see.")
    #expect(joined("thinking").contains("Hm."))
    #expect(try JSON(parsing: joined("partial_json")) == ["city": "Oulu"])
    #expect(events[names.count - 2].json.at("delta.stop_reason") == "tool_use")

    let plain = try await client.post(path, .object(body))
    #expect(
      plain["content"]?.array?.map { $0["type"] } == ["thinking", "text", "tool_use"])
    #expect(plain.at("content.2.input") == ["city": "Oulu"])
    #expect(plain["stop_reason"] == "tool_use")
  }

  @Test func `blocks mean what messages of chat completions mean`() async throws {
    let model = try ScriptedModel([.text("Hi"), .end()])
    let client = try await ServerClient(model)
    _ = try await client.post(
      path,
      [
        "max_tokens": 50, "tools": tools, "tool_choice": ["type": "none"],
        "system": [["type": "text", "text": "Be brief.", "cache_control": ["type": "ephemeral"]]],
        "messages": [
          ["role": "user", "content": "Warm?"],
          [
            "role": "assistant",
            "content": [
              ["type": "thinking", "thinking": "Look.", "signature": ""],
              ["type": "text", "text": "A moment."],
              ["type": "tool_use", "id": "t1", "name": "weather", "input": ["city": "Oulu"]],
            ],
          ],
          [
            "role": "user",
            "content": [
              ["type": "tool_result", "tool_use_id": "t1", "content": "12 degrees"],
              ["type": "text", "text": "And?"],
            ],
          ],
        ],
      ])
    _ = try await client.post(
      "/v1/chat/completions",
      [
        "max_tokens": 50, "tool_choice": "none",
        "tools": [
          [
            "type": "function",
            "function": [
              "name": "weather", "description": "The weather.",
              "parameters": ["type": "object", "properties": ["city": ["type": "string"]]],
            ],
          ]
        ],
        "messages": [
          ["role": "system", "content": "Be brief."], ["role": "user", "content": "Warm?"],
          [
            "role": "assistant", "content": "A moment.", "reasoning_content": "Look.",
            "tool_calls": [
              [
                "id": "t1", "type": "function",
                "function": ["name": "weather", "arguments": #"{"city":"Oulu"}"#],
              ]
            ],
          ],
          ["role": "tool", "tool_call_id": "t1", "content": "12 degrees"],
          ["role": "user", "content": "And?"],
        ],
      ])
    let requests = model.notes.withLock { $0.requests }
    #expect(requests.count == 2)
    let (a, b) = (requests[0].transcript, requests[1].transcript)
    #expect(a.messages == b.messages && a.messageTools == b.messageTools)
    #expect(requests[0].generationOptions == requests[1].generationOptions)
    #expect(requests[0].enabledToolDefinitions.isEmpty)
  }

  @Test func `why an answer ended is told in Anthropic's words`() async throws {
    let ends: [(ScriptedModel.Step, JSON)] = [
      (.end(), "end_turn"), (.end(.length), "max_tokens"), (.end(.contextFull), "max_tokens"),
      (.end(.stopString), "stop_sequence"),
    ]
    for (end, reason) in ends {
      let client = try await ServerClient.scripted([.text("Hi"), end])
      let reply = try await client.post(path, ["max_tokens": 5, "messages": .user("x")])
      #expect(reply["stop_reason"] == reason)
    }
  }

  @Test func `the stop sequence that was met is told`() async throws {
    let client = try await ServerClient.cafe()
    let body: JSONObject = ["max_tokens": 40, "temperature": 0, "messages": .user("Hello")]
    let whole = try #require(
      try await client.post(path, .object(body)).at("content.0.text").string)
    let stop = String(whole.suffix(4))
    let reply = try await client.post(
      path, .object(body.merging(["stop_sequences": ["never", .string(stop)]])))
    #expect(reply["stop_reason"] == "stop_sequence")
    #expect(reply["stop_sequence"] == .string(stop))
  }

  @Test func `the beginning is told before the model has written anything`() async throws {
    let client = try await ServerClient.scripted([.hang])
    let body: JSONObject = ["max_tokens": 5, "messages": .user("x"), "stream": true]
    let reply = await client.send("POST", path, .object(body))
    guard case .pieces(let pieces) = reply.body else {
      Issue.record("no stream but \(reply.status)")
      return
    }
    var iterator = pieces.makeAsyncIterator()
    let first = try ServerClient.Event(try #require(await iterator.next()))
    #expect(first.name == "message_start")
    #expect(first.json.at("message.usage.input_tokens").int == ScriptedModel.promptTokens)
  }

  @Test func `what is refused before the model takes it has a status`() async throws {
    let client = try await ServerClient.cafe()
    let text = String(repeating: "word ", count: client.server.state.models[0].model.contextSize)
    let reply = try await client.post(
      path, ["max_tokens": 5, "messages": .user(text), "stream": true], status: 400)
    #expect(reply.at("error.type") == "invalid_request_error")
  }

  @Test func `streams that wait are kept alive by pings`() async throws {
    let client = try await ServerClient.scripted([.text("Hi"), .end()]) {
      $0.keepAlive = (first: .milliseconds(10), next: .milliseconds(10))
    }
    var held: [Turns.Turn] = []
    for _ in 0..<24 {
      held.append(try await client.server.state.models[0].turns.take(for: "x", retryAfter: 1))
    }
    let reply = await client.send(
      "POST", path, ["max_tokens": 5, "messages": .user("x"), "stream": true])
    guard case .pieces(let pieces) = reply.body else {
      Issue.record("no stream but \(reply.status)")
      return
    }
    var names: [String] = []
    for await piece in pieces {
      let event = try ServerClient.Event(piece)
      #expect(event.name == event.json["type"]?.string)
      names.append(event.name ?? "")
      if names.count == 3 { held = [] }
    }
    #expect(names.prefix(3) == ["ping", "ping", "ping"])
    let others = names.filter { $0 != "ping" }
    #expect(others.count { $0 == "message_start" } == 1 && others.last == "message_stop")
  }

  @Test func `tokens from a cache are told apart where the request marks one`() async throws {
    let client = try await ServerClient.scripted([.text("Hi"), .end()])
    func body(_ block: JSON) -> JSONObject {
      ["max_tokens": 5, "messages": [["role": "user", "content": [block]]]]
    }
    let plain = body(["type": "text", "text": "x"])
    let marked = body([
      "type": "text", "text": "x", "cache_control": ["type": "ephemeral"],
    ])
    let rest = ScriptedModel.promptTokens - ScriptedModel.reusedTokens
    for (body, read, cached) in [
      (plain, ScriptedModel.promptTokens, 0), (marked, rest, ScriptedModel.reusedTokens),
    ] {
      let whole = try await client.post(path, .object(body))["usage"]
      let last = try await client.stream(path, body).last { $0.name == "message_delta" }
      for usage in [whole, last?.json["usage"]] {
        #expect(usage?["input_tokens"]?.int == read)
        #expect(usage?["cache_read_input_tokens"]?.int == cached)
      }
    }
  }

  @Test func `counted tokens are those that a message reads`() async throws {
    let client = try await ServerClient.cafe()
    let body: JSONObject = [
      "messages": .user("Weather in Oulu?"), "tools": tools, "system": "Be brief.",
    ]
    let counted = try await client.post(path + "/count_tokens", .object(body))
    let reply = try await client.post(path, .object(body.merging(["max_tokens": 1])))
    #expect(counted["input_tokens"] == reply.at("usage.input_tokens"))
  }

  @Test func `what is wrong is told in Anthropic's shape`() async throws {
    let client = try await ServerClient.cafe()
    let wrong: [JSONObject] = [
      ["messages": .user("x")], ["max_tokens": 5], ["max_tokens": 5, "messages": []],
      ["max_tokens": 5, "messages": [["role": "system", "content": "x"]]],
      ["max_tokens": 5, "messages": [["role": "user", "content": [["type": "video"]]]]],
      ["max_tokens": 5, "messages": [["role": "user"]]],
      ["max_tokens": 5, "messages": .user("x"), "tools": [["name": "f"]]],
      ["max_tokens": 5, "messages": .user("x"), "tool_choice": ["type": "any"]],
      ["max_tokens": 5, "messages": .user("x"), "thinking": ["type": "perhaps"]],
    ]
    for body in wrong {
      let reply = try await client.post(path, .object(body), status: 400)
      #expect(reply["type"] == "error")
      #expect(reply.at("error.type") == "invalid_request_error", "\(body)")
    }
  }
}
