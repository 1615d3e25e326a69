import TernJSON
import TernServe
import Testing

/// Chat completions of Café: what is counted, limited and repeated.
@Suite(.timeLimit(.minutes(10))) struct ChatReplyTests {
  private let path = "/v1/chat/completions"
  private let story = "Tell me a long story about a cat and a coffee shop."

  private func asked(_ text: String, _ more: JSONObject = [:]) -> JSONObject {
    var body: JSONObject = [
      "model": "cafe", "messages": .user(text), "temperature": 0, "max_tokens": 32,
    ]
    for (name, value) in more { body[name] = value }
    return body
  }

  @Test func `an answer has text, counts that add up, and a reason for its end`() async throws {
    let client = try await ServerClient.cafe()
    let reply = try await client.post(path, .object(asked(story, ["max_tokens": 4])))
    #expect(reply["object"] == "chat.completion")
    #expect(reply["id"]?.string?.hasPrefix("chatcmpl-") == true)
    #expect(reply.at("choices.0.finish_reason") == "length")
    #expect(reply.at("choices.0.message.content").string?.isEmpty == false)
    #expect(reply.at("usage.completion_tokens") == 4)
    let prompt = try #require(reply.at("usage.prompt_tokens").int)
    #expect(reply.at("usage.total_tokens").int == prompt + 4)
    let counted = try await client.post("/tokenize", ["messages": .user(story)])
    #expect(counted["count"]?.int == prompt)
  }

  @Test func `a stream's deltas are the plain answer, with the role once and one reason`()
    async throws
  {
    let client = try await ServerClient.cafe()
    let plain = try await client.post(path, .object(asked(story)))
    let events = try await client.stream(path, asked(story))
    #expect(events.last?.text == "[DONE]")
    let chunks = events.dropLast().map(\.json)
    #expect(Set(chunks.map { $0["id"]?.string }).count == 1)
    #expect(chunks.first?.at("choices.0.delta.role") == "assistant")
    #expect(chunks.dropFirst().allSatisfy { $0.at("choices.0.delta.role").isNull })
    let text = chunks.compactMap { $0.at("choices.0.delta.content").string }.joined()
    #expect(text == plain.at("choices.0.message.content").string)
    let reasons = chunks.map { $0.at("choices.0.finish_reason") }
    #expect(reasons.dropLast().allSatisfy { $0.isNull })
    #expect(reasons.last == plain.at("choices.0.finish_reason"))
    #expect(chunks.allSatisfy { $0["usage"] == nil })
  }

  @Test func `include_usage gives one more chunk without choices`() async throws {
    let client = try await ServerClient.cafe()
    let plain = try await client.post(path, .object(asked(story)))
    let events = try await client.stream(
      path, asked(story, ["stream_options": ["include_usage": true]]))
    let chunks = events.dropLast().map(\.json)
    #expect(chunks.last?["choices"] == [])
    #expect(
      chunks.last?.at("usage.completion_tokens") == plain.at("usage.completion_tokens"))
    #expect(chunks.dropLast().allSatisfy { $0["usage"]?.isNull == true })
  }

  @Test func `a stop string ends the text before it`() async throws {
    let client = try await ServerClient.cafe()
    let whole = try #require(
      try await client.post(path, .object(asked(story))).at("choices.0.message.content").string)
    let middle = whole.index(whole.startIndex, offsetBy: whole.count / 2)
    let stop = String(whole[middle...].prefix(4))
    let reply = try await client.post(
      path, .object(asked(story, ["stop": [.string(stop), "\u{7}never"]])))
    let end = try #require(whole.range(of: stop)).lowerBound
    #expect(reply.at("choices.0.message.content") == .string(String(whole[..<end])))
    #expect(reply.at("choices.0.finish_reason") == "stop")
  }

  @Test func `choices share the prompt, differ by seed, and repeat with it`() async throws {
    let client = try await ServerClient.cafe()
    let body = asked(story, ["n": 3, "temperature": 1.5, "seed": 7, "max_tokens": 12])
    let reply = try await client.post(path, .object(body))
    let texts = (0..<3).map { reply.at("choices.\($0).message.content") }
    #expect(Set(texts.map(\.string)).count > 1)
    #expect((0..<3).map { reply.at("choices.\($0).index").int } == [0, 1, 2])
    let again = try await client.post(path, .object(body))
    #expect((0..<3).map { again.at("choices.\($0).message.content") } == texts)
    // The first choice is that of a request for one.
    let one = try await client.post(path, .object(body.merging(["n": 1])))
    #expect(one.at("choices.0.message.content") == texts[0])
    #expect(reply.at("usage.prompt_tokens") == one.at("usage.prompt_tokens"))
  }

  @Test func `the bytes of the tokens are the text, and the likeliest come first`() async throws {
    let client = try await ServerClient.cafe()
    let reply = try await client.post(
      path, .object(asked(story, ["logprobs": true, "top_logprobs": 3])))
    let tokens = try #require(reply.at("choices.0.logprobs.content").array)
    #expect(tokens.count == reply.at("usage.completion_tokens").int)
    let bytes = tokens.flatMap { $0["bytes"]?.array ?? [] }.compactMap { $0.int.map { UInt8($0) } }
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == reply.at("choices.0.message.content").string)
    for token in tokens {
      let top = try #require(token["top_logprobs"]?.array).compactMap { $0["logprob"]?.double }
      #expect(top.count == 3 && top == top.sorted(by: >))
      // The temperature is 0.
      #expect(token["logprob"]?.double == top[0])
    }
  }

  @Test func `a structured answer satisfies its schema, and one that has no room is cut off`()
    async throws
  {
    let client = try await ServerClient.cafe()
    let schema: JSON = [
      "type": "object", "additionalProperties": false, "required": ["orders"],
      "properties": [
        "orders": [
          "type": "array", "minItems": 2, "maxItems": 2,
          "items": ["enum": ["a cup of tea", "a cup of coffee"]],
        ]
      ],
    ]
    func format(_ limit: Int) -> JSON {
      .object(
        asked(
          "What do they order?",
          [
            "max_tokens": JSON(limit),
            "response_format": [
              "type": "json_schema", "json_schema": ["name": "orders", "schema": schema],
            ],
          ]))
    }
    let reply = try await client.post(path, format(200))
    let value = try JSON(parsing: reply.at("choices.0.message.content").string ?? "")
    #expect(value["orders"]?.array?.count == 2)
    #expect(reply.at("choices.0.finish_reason") == "stop")
    let cut = try await client.post(path, format(3))
    #expect(cut.at("choices.0.finish_reason") == "length")
    #expect(cut.at("usage.completion_tokens") == 3)
    let text = cut.at("choices.0.message.content").string ?? "-"
    #expect(reply.at("choices.0.message.content").string?.hasPrefix(text) == true)
  }

  @Test func `a prompt that comes again is told as cached`() async throws {
    let client = try await ServerClient.cafe()
    let text = String(repeating: "The quick brown fox drinks coffee. ", count: 6)
    let first = try await client.post(path, .object(asked(text)))
    #expect(first.at("usage.prompt_tokens_details.cached_tokens") == 0)
    let again = try await client.post(path, .object(asked(text)))
    let prompt = try #require(again.at("usage.prompt_tokens").int)
    #expect(again.at("usage.prompt_tokens_details.cached_tokens").int == prompt - 1)
  }

  @Test func `requests at once are answered as each alone`() async throws {
    let client = try await ServerClient.cafe()
    let texts = (0..<24).map { "Tell me about the cat number \($0)." }
    var alone: [JSON] = []
    for text in texts {
      alone.append(
        try await client.post(path, .object(asked(text))).at("choices.0.message.content"))
    }
    let together = try await withThrowingTaskGroup(of: (Int, JSON).self) { group in
      for (index, text) in texts.enumerated() {
        group.addTask {
          let reply = try await client.post(path, .object(asked(text)))
          return (index, reply.at("choices.0.message.content"))
        }
      }
      var found = [JSON](repeating: .null, count: texts.count)
      for try await (index, text) in group { found[index] = text }
      return found
    }
    #expect(together == alone)
  }
}

extension JSONObject {
  /// The members with others in the place of those of the same names.
  func merging(_ others: JSONObject) -> JSONObject {
    var merged = self
    for (name, value) in others { merged[name] = value }
    return merged
  }
}
