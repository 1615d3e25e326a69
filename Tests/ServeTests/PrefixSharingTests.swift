import TernJSON
import TernLocal
import TernServe
import Testing

/// Requests that share nothing of what is computed of their prompts, or only with some.
@Suite(.timeLimit(.minutes(10))) struct PrefixSharingTests {
  private static let question = "What is made of milk, and keeps for years in a cellar?"

  private func chat(_ text: String = question, salt: JSON = .null) -> JSON {
    ["messages": .user(text), "max_tokens": 2, "temperature": 0, "cache_salt": salt]
  }

  private func cached(
    _ client: ServerClient, _ body: JSON, _ path: String = "/v1/chat/completions"
  ) async throws -> Int? {
    try await client.post(path, body).at("usage.prompt_tokens_details.cached_tokens").int
  }

  @Test func `a request with the header takes nothing and leaves nothing`() async throws {
    var client = try await ServerClient.cafe()
    #expect(try await cached(client, chat()) == 0)
    #expect(try #require(try await cached(client, chat())) > 0)
    for value in ["off", "OFF", "Off"] {
      client.headers = ["X-Prefix-Cache": value]
      #expect(try await cached(client, chat()) == 0)
    }
    let other = "Which towns lie by the sea, and which on a river?"
    #expect(try await cached(client, chat(other)) == 0)
    #expect(try await cached(client, chat(other, salt: "a")) == 0)
    let text: JSON = ["prompt": .string(other), "max_tokens": 1, "n": 3, "temperature": 0]
    #expect(try await cached(client, text, "/v1/completions") == 0)
    client.headers = [:]
    let known = try #require(try await cached(client, chat(other)))
    // What every conversation begins with is known from the first one.
    let again = try #require(try await cached(client, chat(other)))
    #expect(known < again)
    #expect(try await cached(client, text, "/v1/completions") == 0)
    client.headers = ["x-prefix-cache": "On"]
    #expect(try #require(try await cached(client, text, "/v1/completions")) > 0)
  }

  @Test func `requests with a salt share with those of the same salt`() async throws {
    let client = try await ServerClient.cafe()
    _ = try await cached(client, chat())
    for salt in ["a", "b"] as [JSON] {
      #expect(try await cached(client, chat(salt: salt)) == 0)
      #expect(try #require(try await cached(client, chat(salt: salt))) > 0)
    }
  }

  @Test func `every endpoint that generates reads header and salt`() async throws {
    let model = try ScriptedModel([.text("Hi"), .end()])
    var client = try await ServerClient(model)
    let bodies: [(path: String, body: JSONObject)] = [
      ("/v1/chat/completions", ["messages": .user("x")]),
      ("/v1/responses", ["input": "x"]),
      ("/v1/messages", ["messages": .user("x"), "max_tokens": 5]),
    ]
    func sharing() -> LocalGenerationOptions.PrefixSharing? {
      model.notes.withLock { $0.requests.last?.generationOptions.local?.prefixSharing }
    }
    for (path, body) in bodies {
      client.headers = [:]
      _ = try await client.post(path, .object(body))
      #expect(sharing() == .everyone, "\(path)")
      var salted = body
      salted["cache_salt"] = "team"
      _ = try await client.post(path, .object(salted))
      #expect(sharing() == .group("team"), "\(path)")
      client.headers = ["x-prefix-cache": "off"]
      _ = try await client.post(path, .object(salted))
      #expect(sharing() == LocalGenerationOptions.PrefixSharing.none, "\(path)")
    }
  }

  @Test func `other values of header and salt are refused`() async throws {
    var client = try await ServerClient.scripted([.text("Hi"), .end()])
    for salt in ["", 5, [], .string(String(repeating: "x", count: 1025))] as [JSON] {
      let reply = try await client.post("/v1/chat/completions", chat(salt: salt), status: 400)
      #expect(reply.at("error.param").string == "cache_salt")
    }
    for value in ["no", "", "off, on"] {
      client.headers = ["x-prefix-cache": value]
      for path in ["/v1/chat/completions", "/v1/completions", "/v1/responses"] {
        let reply = try await client.post(path, chat(), status: 400)
        #expect(reply.at("error.param").string == "x-prefix-cache")
      }
    }
  }
}
