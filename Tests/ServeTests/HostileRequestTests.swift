import TernJSON
import TernServe
import TernTestSupport
import Testing

/// Requests that nobody would write: each is answered, and none is the server's fault.
@Suite(.timeLimit(.minutes(10))) struct HostileRequestTests {
  private static let schema: JSON = [
    "type": "object", "properties": ["city": ["type": "string"], "days": ["type": "integer"]],
    "required": ["city"],
  ]
  private static let function: JSON = [
    "type": "function",
    "function": ["name": "weather", "description": "The weather.", "parameters": schema],
  ]

  /// Requests that are well-formed.
  private static let samples: [(path: String, body: JSON)] = [
    (
      "/v1/chat/completions",
      [
        "model": "cafe", "max_tokens": 5, "temperature": 0.5, "top_p": 0.9, "n": 1, "seed": 3,
        "stop": ["a", "b"], "logit_bias": ["5": 1], "logprobs": true, "top_logprobs": 2,
        "presence_penalty": 1, "stream_options": ["include_usage": true],
        "tool_choice": "auto", "parallel_tool_calls": false, "tools": [function],
        "response_format": [
          "type": "json_schema", "json_schema": ["name": "x", "schema": schema],
        ],
        "chat_template_kwargs": ["enable_thinking": false], "reasoning_effort": "low",
        "messages": [
          ["role": "system", "content": "Be brief."],
          ["role": "user", "content": [["type": "text", "text": "Warm?"]]],
          [
            "role": "assistant", "content": .null,
            "tool_calls": [
              [
                "id": "c", "type": "function",
                "function": ["name": "weather", "arguments": "{\"city\":\"Oulu\"}"],
              ]
            ],
          ],
          ["role": "tool", "tool_call_id": "c", "content": "12"],
        ],
      ]
    ),
    (
      "/v1/completions",
      [
        "prompt": ["Once", "upon"], "max_tokens": 3, "echo": true, "logprobs": 1, "best_of": 1,
        "suffix": .null, "structured_outputs": ["choice": ["a", "b"]],
      ]
    ),
    (
      "/v1/messages",
      [
        "max_tokens": 5, "system": [["type": "text", "text": "x"]], "stop_sequences": ["a"],
        "thinking": ["type": "enabled", "budget_tokens": 5],
        "tool_choice": ["type": "auto", "disable_parallel_tool_use": true],
        "tools": [["name": "weather", "input_schema": schema]],
        "messages": [
          ["role": "user", "content": "x"],
          [
            "role": "assistant",
            "content": [["type": "tool_use", "id": "t", "name": "weather", "input": [:]]],
          ],
          [
            "role": "user",
            "content": [["type": "tool_result", "tool_use_id": "t", "content": "12"]],
          ],
        ],
      ]
    ),
    (
      "/v1/responses",
      [
        "max_output_tokens": 5, "instructions": "x", "store": true,
        "text": ["format": ["type": "json_schema", "name": "x", "schema": schema]],
        "tools": [["type": "function", "name": "weather", "parameters": schema]],
        "reasoning": ["effort": "low"],
        "input": [
          ["role": "user", "content": [["type": "input_text", "text": "x"]]],
          ["type": "function_call", "call_id": "c", "name": "weather", "arguments": "{}"],
          ["type": "function_call_output", "call_id": "c", "output": "12"],
        ],
      ]
    ),
    ("/v1/embeddings", ["input": ["a", "b"], "encoding_format": "base64", "dimensions": 320]),
    ("/v1/rerank", ["query": "a", "documents": ["a", "b"], "top_n": 1]),
    ("/tokenize", ["messages": [["role": "user", "content": "x"]], "tools": [function]]),
    ("/detokenize", ["tokens": [5, 6]]),
  ]

  private static let values: [JSON] = [
    .null, true, 0, -1, 1, 3.5, 1e300, 9_223_372_036_854_775_807, "", "x", "\u{0}", [], [:], [[]],
    ["x": 1], ["a", "b"], [1, 2], "🧀", "auto", "text", "function", ["type": "text"],
  ]

  /// The value with one of its parts changed.
  private func mutated(_ json: JSON, _ random: inout SeededGenerator) -> JSON {
    let isHere = Int.random(in: 0..<4, using: &random) == 0
    switch json {
    case .object(var members) where !isHere && !members.isEmpty:
      let key = members.keys[Int.random(in: 0..<members.count, using: &random)]
      switch Int.random(in: 0..<5, using: &random) {
      case 0: members[key] = nil
      case 1: members["x" + key] = members[key]
      default: members[key] = mutated(members[key] ?? .null, &random)
      }
      return .object(members)
    case .array(var values) where !isHere && !values.isEmpty:
      let place = Int.random(in: 0..<values.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: values.remove(at: place)
      case 1: values.append(values[place])
      default: values[place] = mutated(values[place], &random)
      }
      return .array(values)
    default: return Self.values[Int.random(in: 0..<Self.values.count, using: &random)]
    }
  }

  @Test func `changed requests are answered or refused, and are never the server's fault`()
    async throws
  {
    let client = try await ServerClient.scripted([.text("Hi"), .end()])
    var random = SeededGenerator(seed: 5)
    var refused = 0
    let rounds = SharedSuites.rounds(40_000)
    for round in 0..<rounds {
      let (path, sample) = Self.samples[round % Self.samples.count]
      var body = sample
      for _ in 0...Int.random(in: 0..<3, using: &random) { body = mutated(body, &random) }
      let reply = await client.send("POST", path, body)
      if case .pieces(let pieces) = reply.body {
        for await piece in pieces { #expect(piece.suffix(2) == [10, 10]) }
        continue
      }
      let json = try reply.json()
      #expect([200, 400, 404].contains(reply.status), "\(path) \(body): \(json)")
      guard reply.status != 200 else { continue }
      refused += 1
      #expect(json.at("error.message").string?.isEmpty == false, "\(path) \(body)")
    }
    #expect(refused > rounds / 4 && refused < rounds)
  }

  @Test func `cut and damaged bodies are refused`() async throws {
    let client = try await ServerClient.scripted([.text("Hi"), .end()])
    for (path, body) in Self.samples {
      let bytes = body.bytes()
      for cut in stride(from: 0, to: bytes.count, by: 7) {
        let reply = await client.server.reply(
          to: ServerRequest(method: "POST", path: path, body: Array(bytes[..<cut])))
        #expect(reply.status == 400)
      }
    }
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    let reply = await client.server.reply(
      to: ServerRequest(
        method: "POST", path: "/v1/chat/completions", body: Array("{\"messages\":\(deep)}".utf8)))
    #expect(reply.status == 400)
  }
}
