import TernCafe
import TernJSON
import TernLocal
import TernServe
import TernSession
import Testing

/// Answers that a request has begun and the model goes on with.
@Suite(.timeLimit(.minutes(10))) struct ContinuationTests {
  private let chat = "/v1/chat/completions"
  private let messages = "/v1/messages"

  private func talk(_ beginning: String) -> JSON {
    [
      ["role": "user", "content": "Hello"],
      ["role": "assistant", "content": .string(beginning)],
    ]
  }

  @Test func `a beginning and what comes after it are the whole answer, in both interfaces`()
    async throws
  {
    let client = try await ServerClient.cafe()
    let options: JSONObject = ["max_tokens": 40, "temperature": 0]
    let whole = try #require(
      try await client.post(chat, .object(options.merging(["messages": .user("Hello")])))
        .at("choices.0.message.content").string)
    let words = whole.split(separator: " ", omittingEmptySubsequences: false)
    try #require(words.count > 3)
    // Ends where a token does: before a space.
    let beginning = words.prefix(2).joined(separator: " ")
    let asked = options.merging(["messages": talk(beginning)])
    let rest = try #require(
      try await client.post(
        chat, .object(asked.merging(["continue_final_message": true]))
      ).at("choices.0.message.content").string)
    #expect(whole.hasPrefix(beginning + rest) || (beginning + rest).hasPrefix(whole))
    let message = try await client.post(messages, .object(asked))
    #expect(message.at("content.0.text").string == rest)
    // Without the option the last answer is over, and another one begins.
    let fresh = try await client.post(chat, .object(asked)).at("usage.prompt_tokens").int ?? 0
    let open = message.at("usage.input_tokens").int ?? 0
    #expect(open > 0 && fresh > open)
    let counted = try await client.post(messages + "/count_tokens", .object(asked))
    #expect(counted["input_tokens"]?.int == open)
  }

  @Test func `a beginning that cannot be gone on with is refused`() async throws {
    let client = try await ServerClient.cafe()
    let wrong: [JSONObject] = [
      ["messages": .user("x")],
      ["messages": talk("A"), "add_generation_prompt": true],
      ["messages": talk("")],
    ]
    for body in wrong {
      let asked = body.merging(["continue_final_message": true])
      let reply = try await client.post(chat, .object(asked), status: 400)
      #expect(reply.at("error.type") == "invalid_request_error", "\(body)")
    }
  }

  @Test func `an answer with calls is over, and an empty one has not begun`() async throws {
    let model = try ScriptedModel([.text("Hi"), .end()])
    let client = try await ServerClient(model)
    let tools: JSON = [["name": "f", "input_schema": ["type": "object"]]]
    for content: JSON in [
      [["type": "tool_use", "id": "t1", "name": "f", "input": [:]]], "", "A",
    ] {
      _ = try await client.post(
        messages,
        [
          "max_tokens": 5, "tools": tools,
          "messages": [
            ["role": "user", "content": "x"], ["role": "assistant", "content": content],
          ],
        ])
    }
    let requests = model.notes.withLock { $0.requests }
    #expect(
      requests.map { $0.generationOptions.local?.continuesResponse } == [false, false, true])
    #expect(requests[1].transcript.count { if case .response = $0 { true } else { false } } == 0)
  }
}
