import TernCafe
import TernJSON
import TernLocal
import TernServe
import Testing

/// Two tools, of which the second has a name of many bytes.
private let longNames: JSON = .array(
  ["f", String(repeating: "f", count: 257)].map { name in
    [
      "type": "function",
      "function": ["name": .string(name), "parameters": ["type": "object"]],
    ]
  })

/// What clients are told of requests that cannot be answered.
@Suite(.timeLimit(.minutes(10))) struct ErrorReplyTests {
  private let chat = "/v1/chat/completions"

  /// A request with something wrong: the path, what is put into it, and the parameter that is named.
  struct Fault: Sendable, CustomTestStringConvertible {
    var path: String
    var name: String
    var value: JSON
    var parameter: String

    init(_ name: String, _ value: JSON, _ parameter: String? = nil, at path: String = "chat") {
      let paths = [
        "chat": "/v1/chat/completions", "text": "/v1/completions", "embed": "/v1/embeddings",
        "message": "/v1/messages", "response": "/v1/responses",
      ]
      self.path = paths[path] ?? path
      (self.name, self.value) = (name, value)
      self.parameter = parameter ?? name
    }

    var testDescription: String { "\(path) \(name) \(value)" }
  }

  @Test(arguments: [
    Fault("temperature", "hot"), Fault("temperature", -1), Fault("temperature", 1e300),
    Fault("top_p", 2), Fault("max_tokens", -1), Fault("max_tokens", 1.5), Fault("n", 0),
    Fault("n", "two"), Fault("n", 1_000_000), Fault("stop", 5), Fault("stop", ["a", 5]),
    Fault("logit_bias", ["x": 1]), Fault("logit_bias", ["1": 101]), Fault("logit_bias", []),
    Fault("seed", "s"), Fault("seed", 0.5), Fault("stream", "yes"), Fault("tools", [:]),
    Fault("tools", ["x"], "tools.0"), Fault("tools", longNames, "tools.1"),
    Fault("response_format", "json"),
    Fault("response_format", [:], "response_format.type"),
    Fault("response_format", ["type": "yaml"], "response_format.type"),
    Fault("response_format", ["type": "json_schema"], "response_format.json_schema"),
    Fault(
      "response_format",
      ["type": "json_schema", "json_schema": ["name": "a", "schema": ["type": "none-such"]]],
      "response_format.json_schema.schema"),
    Fault("tool_choice", "required"), Fault("tool_choice", 5),
    Fault("tool_choice", ["type": "function", "function": ["name": "f"]]),
    Fault("top_logprobs", 99), Fault("stream_options", 1), Fault("messages", .null),
    Fault("messages", []), Fault("messages", "text"), Fault("messages", [3], "messages.0"),
    Fault("messages", [["role": "user"]], "messages.0"),
    Fault("messages", [["role": "wizard", "content": "x"]], "messages.0.role"),
    Fault("messages", [["content": "x"]], "messages.0.role"),
    Fault("messages", [["role": "user", "content": 5]], "messages.0.content"),
    Fault(
      "messages", [["role": "user", "content": "x"], ["role": "tool", "content": "y"]],
      "messages.1.tool_call_id"),
    Fault(
      "messages",
      [["role": "user", "content": [["type": "image_url", "image_url": ["url": "data:,"]]]]],
      "messages.0.content.0"),
    Fault("guided_regex", "("), Fault("chat_template_kwargs", "x"),
    Fault("prompt", .null, at: "text"), Fault("prompt", [], at: "text"),
    Fault("prompt", ["a", 1], at: "text"), Fault("prompt", ["x": 1], at: "text"),
    Fault("best_of", 3, at: "text"), Fault("logprobs", true, at: "text"),
    Fault("input", [], at: "embed"), Fault("input", .null, at: "embed"),
    Fault("encoding_format", "hex", at: "embed"), Fault("dimensions", 8, at: "embed"),
    Fault("input", .null, at: "response"), Fault("input", 5, at: "response"),
    Fault("input", [["type": "item_reference"]], "input.0", at: "response"),
    Fault("previous_response_id", "resp_none", at: "response"),
    Fault("conversation", "conv_1", at: "response"), Fault("background", true, at: "response"),
    Fault("tools", [["type": "web_search"]], "tools.0", at: "response"),
    Fault("text", ["format": ["type": "yaml"]], "text.format.type", at: "response"),
  ])
  func `a value that cannot be is told with the parameter`(_ fault: Fault) async throws {
    let client = try await ServerClient.cafe()
    var body: JSONObject =
      fault.path.hasSuffix("/embeddings")
      ? ["input": "x"]
      : fault.path.hasSuffix("/responses")
        ? ["input": "x"]
        : fault.path.hasSuffix("chat/completions") ? ["messages": .user("x")] : ["prompt": "x"]
    body["max_tokens"] = 1
    if fault.name == "top_logprobs" { body["logprobs"] = true }
    body[fault.name] = fault.value
    for stream in [false, true] where !stream || body["stream"] == nil {
      if stream { body["stream"] = true }
      let reply = await client.send("POST", fault.path, .object(body))
      let error = try reply.json().at("error")
      #expect(reply.status == 400, "\(error)")
      #expect(error["type"] == "invalid_request_error")
      #expect(error["param"] == .string(fault.parameter), "\(error)")
      #expect(error["message"]?.string?.hasSuffix(".") == true, "\(error)")
      #expect(error["code"] != nil)
    }
  }

  @Test(arguments: ["{", "", "[1,2", "nonsense", "\"text\"", "[]", "{\"a\":1}x"])
  func `a body that is no JSON object is 400`(_ body: String) async throws {
    let client = try await ServerClient.cafe()
    for path in [chat, "/v1/completions", "/v1/embeddings", "/tokenize", "/v1/responses"] {
      let reply = await client.server.reply(
        to: ServerRequest(method: "POST", path: path, body: Array(body.utf8)))
      #expect(reply.status == 400)
      #expect(try reply.json().at("error.message").string?.isEmpty == false)
    }
    let reply = await client.server.reply(
      to: ServerRequest(method: "POST", path: "/v1/messages", body: Array(body.utf8)))
    #expect(reply.status == 400)
    #expect(try reply.json()["type"] == "error")
    #expect(try reply.json().at("error.type") == "invalid_request_error")
  }

  @Test func `unknown models, paths and methods are told`() async throws {
    let client = try await ServerClient.cafe()
    let unknown = try await client.post(
      chat, ["model": "no-such-model", "messages": .user("x")], status: 404)
    #expect(unknown.at("error.code") == "model_not_found")
    let anthropic = try await client.post(
      "/v1/messages", ["model": "no-such-model", "max_tokens": 1, "messages": .user("x")],
      status: 404)
    #expect(anthropic.at("error.type") == "not_found_error")
    #expect(await client.send("GET", "/v1/models/none").status == 404)
    #expect(await client.send("GET", "/v1/models/cafe").status == 200)
    #expect(await client.send("GET", "/v1/no-such-thing").status == 404)
    let method = await client.send("GET", chat)
    #expect(method.status == 405 && method.headers["Allow"] == "POST")
    let delete = await client.send("DELETE", "/v1/models")
    #expect(delete.status == 405 && delete.headers["Allow"] == "GET, HEAD")
    #expect(await client.send("GET", "/models").status == 200)
    let lenient = try await ServerClient.scripted([.text("Hi"), .end()]) {
      $0.acceptsAnyModel = true
    }
    let body: JSON = ["model": "gpt-4o", "messages": .user("x")]
    #expect(await lenient.send("POST", chat, body).status == 200)
  }

  @Test func `keys are asked for but where everybody may look`() async throws {
    var client = try await ServerClient.scripted([.text("Hi"), .end()]) {
      $0.keys = ["one", "two"]
    }
    let body: JSON = ["messages": .user("x")]
    let headers: [HeaderFields] = [
      [:], ["Authorization": "Bearer wrong"], ["Authorization": "one"],
      ["Authorization": "Bearer onex"], ["Authorization": "Bearer on"], ["x-api-key": ""],
      ["Authorization": "Basic one"],
    ]
    for headers in headers {
      client.headers = headers
      let reply = await client.send("POST", chat, body)
      #expect(reply.status == 401)
      #expect(try reply.json().at("error.code") == "invalid_api_key")
      #expect(reply.headers["WWW-Authenticate"] == "Bearer")
      #expect(await client.send("GET", "/v1/models").status == 401)
      #expect(await client.send("GET", "/v1/nothing").status == 401)
      #expect(await client.send("GET", "/health").status == 200)
      #expect(await client.send("GET", "/metrics").status == 200)
      #expect(await client.send("OPTIONS", chat).status == 204)
    }
    for headers: HeaderFields in [
      ["Authorization": "Bearer two"], ["authorization": "bearer one"], ["X-API-Key": "two"],
      ["x-api-key": "none", "Authorization": "Bearer one"],
    ] {
      client.headers = headers
      #expect(await client.send("POST", chat, body).status == 200)
    }
  }

  @Test func `a server that loads or stops says so, and when to come again`() async throws {
    let model = try LocalLanguageModel(contentsOf: CafeModel.fileURL())
    let server = ModelServer(model: model)
    func status(_ method: String, _ path: String) async -> ServerReply {
      await server.reply(
        to: ServerRequest(
          method: method, path: path,
          body: JSON.object(["prompt": "x", "max_tokens": 1]).bytes()))
    }
    for path in ["/health", "/v1/completions"] {
      let reply = await status(path == "/health" ? "GET" : "POST", path)
      #expect(reply.status == 503 && reply.headers["Retry-After"] == "1")
    }
    try await server.load()
    #expect(await status("GET", "/health").status == 200)
    #expect(await status("POST", "/v1/completions").status == 200)
    server.announceStop()
    #expect(await status("GET", "/health").status == 503)
    #expect(await status("POST", "/v1/completions").status == 200)
    server.stop()
    #expect(await status("POST", "/v1/completions").status == 503)
  }

  @Test func `beyond the queue requests are turned away at once`() async throws {
    let model = try ScriptedModel([.text("Once"), .hang])
    let client = try await ServerClient(model) { $0.queueLimit = 2 }
    let waiting = (0..<18).map { _ in
      Task { await client.send("POST", chat, ["messages": .user("x")]) }
    }
    await eventually { client.server.activeRequests == 18 }
    // Even a body that is no JSON.
    let reply = await client.server.reply(to: ServerRequest(method: "POST", path: chat))
    #expect(reply.status == 429)
    #expect(try reply.json().at("error.code") == "rate_limit_exceeded")
    #expect(reply.headers["Retry-After"].flatMap { Int($0) } ?? 0 >= 1)
    for task in waiting { task.cancel() }
    for task in waiting { #expect(await task.value.status == 499) }
    #expect(client.server.activeRequests == 0)
  }
}
