import TernCafe
import TernJSON
import TernLocal
import TernServe
import Testing

/// Texts, scores and vectors, compared with what the model itself gives.
@Suite(.timeLimit(.minutes(10))) struct CompletionTests {
  private let text = "Once upon a time"
  private let model: LocalLanguageModel

  init() throws { model = try LocalLanguageModel(contentsOf: CafeModel.fileURL()) }

  private func client() async throws -> ServerClient { try await ServerClient(model) }

  private func ask(_ more: JSONObject) -> JSON {
    let body: JSONObject = ["prompt": .string(text), "max_tokens": 8, "temperature": 0]
    return .object(body.merging(more))
  }

  @Test func `a text goes on as the model goes on, at most 16 tokens unless more are asked for`()
    async throws
  {
    let client = try await client()
    var options = LocalGenerationOptions.greedy
    options.maximumTokens = 16
    options.ignoresEndOfGeneration = true
    let expected = try await model.complete(text, options: options)
    let reply = try await client.post(
      "/v1/completions",
      ["prompt": .string(text), "temperature": 0, "ignore_eos": true])
    #expect(reply.at("choices.0.text") == .string(expected.text))
    #expect(reply.at("choices.0.finish_reason") == "length")
    #expect(reply.at("usage.completion_tokens") == 16)
    #expect(reply.at("usage.prompt_tokens").int == expected.promptTokens)
  }

  @Test func `prompts of all forms are numbered, and echoed where that is asked for`() async throws
  {
    let client = try await client()
    let ids: JSON = .array(model.tokenize(text).map { JSON(Int($0)) })
    let alone = try await client.post("/v1/completions", ask([:])).at("choices.0.text")
    let other = try await client.post("/v1/completions", ask(["prompt": "The"])).at(
      "choices.0.text")
    let both = try await client.post(
      "/v1/completions", ask(["prompt": [.string(text), "The"], "n": 2, "echo": true]))
    let texts = (0..<4).map { both.at("choices.\($0).text").string ?? "" }
    let echoed = text + (alone.string ?? "")
    let otherEchoed = "The" + (other.string ?? "")
    #expect(texts == [echoed, echoed, otherEchoed, otherEchoed])
    #expect((0..<4).map { both.at("choices.\($0).index").int } == [0, 1, 2, 3])
    for prompt in [ids, [ids]] {
      let reply = try await client.post("/v1/completions", ask(["prompt": prompt]))
      #expect(reply.at("choices.0.text") == alone)
    }
    let events = try await client.stream(
      "/v1/completions", ask(["echo": true]).object ?? [:])
    let streamed = events.dropLast().compactMap { $0.json.at("choices.0.text").string }.joined()
    #expect(streamed == echoed)
  }

  @Test func `echo without new tokens tells what the prompt scores`() async throws {
    let client = try await client()
    let score = try await model.score(tokens: model.tokenize(text, addsSpecialTokens: true))
    let reply = try await client.post(
      "/v1/completions", ask(["echo": true, "logprobs": 1, "max_tokens": 0]))
    #expect(reply.at("choices.0.text") == .string(text))
    let told = try #require(reply.at("choices.0.logprobs.token_logprobs").array)
    #expect(told.count == score.tokens.count)
    #expect(told[0].isNull == (score.tokens[0].logProbability == nil))
    for (told, token) in zip(told, score.tokens) {
      guard let expected = token.logProbability else { continue }
      #expect(abs((told.double ?? 1) - Double(expected)) < 1e-4)
    }
    let offsets = reply.at("choices.0.logprobs.text_offset").array?.compactMap(\.int)
    #expect(offsets?.first == 0 && offsets == offsets?.sorted())
  }

  @Test func `tokens joined are the text, and each has its alternatives`() async throws {
    let client = try await client()
    let reply = try await client.post("/v1/completions", ask(["logprobs": 2]))
    let logprobs = reply.at("choices.0.logprobs")
    let tokens = try #require(logprobs["tokens"]?.array?.compactMap { $0.string })
    #expect(tokens.joined() == reply.at("choices.0.text").string)
    for (token, top) in zip(tokens, logprobs["top_logprobs"]?.array ?? []) {
      #expect((2...3).contains(top.object?.count ?? 0) && top[token] != nil)
    }
  }

  @Test func `vectors are the model's, as numbers and as bytes`() async throws {
    let client = try await client()
    let texts = ["A cup of coffee", "The sky is blue"]
    let expected = try await model.embeddings(of: texts)
    let reply = try await client.post("/v1/embeddings", ["input": JSON(texts)])
    for (index, vector) in expected.enumerated() {
      let told = reply.at("data.\(index).embedding").array?.compactMap { $0.double.map(Float.init) }
      #expect(told == vector)
      #expect(reply.at("data.\(index).index").int == index)
    }
    let packed = try await client.post(
      "/v1/embeddings", ["input": JSON(texts), "encoding_format": "base64"])
    for (index, vector) in expected.enumerated() {
      #expect(packed.at("data.\(index).embedding").string?.floats == vector)
    }
    let ids = texts.map { model.tokenize($0, addsSpecialTokens: true) }
    let byTokens = try await client.post(
      "/v1/embeddings", ["input": .array(ids.map { .array($0.map { JSON(Int($0)) }) })])
    #expect(byTokens["data"] == reply["data"])
    #expect(reply.at("usage.prompt_tokens").int == ids.reduce(0) { $0 + $1.count })
  }

  @Test func `tokens come back as the text`() async throws {
    let client = try await client()
    let text = "Good morning, Käse 🧀 and coffee!"
    let reply = try await client.post(
      "/tokenize", ["prompt": .string(text), "add_special_tokens": false])
    #expect(reply["tokens"] == .array(model.tokenize(text).map { JSON(Int($0)) }))
    #expect(reply["count"]?.int == reply["tokens"]?.array?.count)
    let back = try await client.post("/detokenize", ["tokens": reply["tokens"] ?? []])
    #expect(back == ["prompt": .string(text), "content": .string(text)])
    _ = try await client.post("/detokenize", ["tokens": [999_999_999]], status: 400)
  }

  @Test func `documents are ranked, the best first`() async throws {
    let client = try await ServerClient.scripted([])
    let reply = try await client.post(
      "/v1/rerank",
      [
        "query": "x", "documents": ["a", "abc", ["text": "ab"]], "top_n": 2,
        "return_documents": true,
      ])
    #expect(reply["results"]?.array?.compactMap { $0["index"]?.int } == [1, 2])
    #expect(reply.at("results.1.document.text") == "ab")
    // Café ranks nothing.
    let refused = try await self.client().post(
      "/v1/rerank", ["query": "x", "documents": ["a"]], status: 400)
    #expect(refused.at("error.message").string?.isEmpty == false)
  }
}
