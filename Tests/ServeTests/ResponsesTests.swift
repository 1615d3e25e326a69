import TernJSON
import TernServe
import TernSession
import Testing

/// OpenAI's responses: events, items, and conversations that are kept.
@Suite(.timeLimit(.minutes(10))) struct ResponsesTests {
  private let path = "/v1/responses"
  private let tools: JSON = [
    [
      "type": "function", "name": "weather",
      "parameters": ["type": "object", "properties": ["city": ["type": "string"]]],
    ]
  ]
  private let call =
    #"<tool_call>\#n{"name": "weather", "arguments": {"city": "Oulu"}}\#n</tool_call>"#

  @Test func `events come in order, numbered, and say at the end what they said before`()
    async throws
  {
    let client = try await ServerClient.scripted([
      .text("<think>\nHm.\n</think>\n\n"), .text("Let me"), .text(" see."), .text(call), .end(),
    ])
    let events = try await client.stream(path, ["input": "?", "tools": tools])
    #expect(events.allSatisfy { $0.name == $0.json["type"]?.string })
    #expect(events.map { $0.json["sequence_number"]?.int } == Array(0..<events.count))
    var names: [String] = []
    for event in events where names.last != event.name { names.append(event.name ?? "") }
    #expect(
      names.map { $0.replacing("response.", with: "") } == [
        "created", "in_progress", "output_item.added", "reasoning_text.delta",
        "reasoning_text.done", "output_item.done", "output_item.added", "content_part.added",
        "output_text.delta", "output_text.done", "content_part.done", "output_item.done",
        "output_item.added", "function_call_arguments.delta", "function_call_arguments.done",
        "output_item.done", "completed",
      ])
    let response = try #require(events.last?.json["response"])
    #expect(
      response["output"]?.array?.map { $0["type"] } == ["reasoning", "message", "function_call"])
    let deltas = events.filter { $0.name == "response.output_text.delta" }
    let text = deltas.compactMap { $0.json["delta"]?.string }.joined()
    #expect(response.at("output.1.content.0.text") == .string(text))
    #expect(deltas.allSatisfy { $0.json["item_id"] == response.at("output.1.id") })
    #expect(deltas.allSatisfy { $0.json["output_index"] == 1 })
    #expect(try JSON(parsing: response.at("output.2.arguments").string ?? "") == ["city": "Oulu"])
    #expect(response.at("output.2.call_id").string?.isEmpty == false)
    #expect(response["status"] == "completed")
    #expect(response.at("usage.input_tokens").int == ScriptedModel.promptTokens)
    #expect(
      response.at("usage.input_tokens_details.cached_tokens").int == ScriptedModel.reusedTokens)
  }

  @Test func `an answer that is cut off is incomplete, in a stream too`() async throws {
    let client = try await ServerClient.scripted([.text("Once"), .end(.length)])
    let reply = try await client.post(path, ["input": "x", "max_output_tokens": 1])
    #expect(reply["status"] == "incomplete")
    #expect(reply.at("incomplete_details.reason") == "max_output_tokens")
    #expect(reply.at("output.0.status") == "incomplete")
    let events = try await client.stream(path, ["input": "x"])
    #expect(events.last?.name == "response.incomplete")
  }

  @Test func `items mean what messages of chat completions mean`() async throws {
    let model = try ScriptedModel([.text("Hi"), .end()])
    let client = try await ServerClient(model)
    _ = try await client.post(
      path,
      [
        "instructions": "Be brief.", "tools": tools, "parallel_tool_calls": false,
        "input": [
          [
            "type": "message", "role": "user",
            "content": [["type": "input_text", "text": "Warm?"]],
          ],
          [
            "type": "reasoning", "summary": [],
            "content": [["type": "reasoning_text", "text": "Look."]],
          ],
          ["type": "function_call", "call_id": "t1", "name": "weather", "arguments": "{}"],
          ["type": "function_call", "call_id": "t2", "name": "weather", "arguments": "{}"],
          ["type": "function_call_output", "call_id": "t1", "output": "12"],
          ["type": "function_call_output", "call_id": "t2", "output": "20"],
        ],
      ])
    func call(_ id: JSON) -> JSON {
      ["id": id, "type": "function", "function": ["name": "weather", "arguments": "{}"]]
    }
    let expected = try Transcript(messages: [
      ["role": "system", "content": "Be brief."], ["role": "user", "content": "Warm?"],
      [
        "role": "assistant", "content": .null, "reasoning_content": "Look.",
        "tool_calls": [call("t1"), call("t2")],
      ],
      ["role": "tool", "tool_call_id": "t1", "content": "12"],
      ["role": "tool", "tool_call_id": "t2", "content": "20"],
    ])
    let request = try #require(model.notes.withLock { $0.requests.first })
    #expect(request.transcript.messages == expected.messages)
    #expect(request.enabledToolDefinitions.map(\.name) == ["weather"])
    #expect(request.generationOptions.local?.toolCalls.maximumCount == 1)
  }

  @Test func `a kept response can be gone on with, but its instructions are not inherited`()
    async throws
  {
    let model = try ScriptedModel([.text("Hello Ada."), .end()])
    let client = try await ServerClient(model)
    let first = try await client.post(
      path, ["input": "My name is Ada.", "instructions": "Be brief."])
    let id = try #require(first["id"])
    _ = try await client.post(path, ["input": "Who am I?", "previous_response_id": id])
    let request = try #require(model.notes.withLock { $0.requests.last })
    let expected = try Transcript(messages: [
      ["role": "user", "content": "My name is Ada."],
      ["role": "assistant", "content": "Hello Ada."], ["role": "user", "content": "Who am I?"],
    ])
    #expect(request.transcript.messages == expected.messages)
    let kept = await client.send("GET", "/v1/responses/\(id.string ?? "")")
    #expect(try kept.json() == first)
    #expect(await client.send("DELETE", "/v1/responses/\(id.string ?? "")").status == 200)
    for method in ["GET", "DELETE"] {
      #expect(await client.send(method, "/v1/responses/\(id.string ?? "")").status == 404)
    }
    let unkept = try await client.post(path, ["input": "x", "store": false])
    let refused = try await client.post(
      path, ["input": "y", "previous_response_id": unkept["id"] ?? .null], status: 400)
    #expect(refused.at("error.param") == "previous_response_id")
  }
}
