import Foundation
import TernHTTP
import TernJSON
import TernTestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `tern serve` as a person starts it.
@Suite(
  "A server on the command line", .timeLimit(.minutes(10)),
  .enabled(if: HTTPServer.isAvailable, "needs libmicrohttpd"))
struct ServeCommandTests {
  private static let model = ["--model", Fixtures.tinyLlama]

  /// A server that listens on a free port, and what it has told of itself.
  private func started(_ arguments: String...) throws -> (run: RunningCommand, told: JSON) {
    let run = try RunningCommand(["serve", "--port", "0", "--json"] + Self.model + arguments)
    #expect(run.waits { $0.output.hasSuffix("\n") }, "\(run.errors)")
    return (run, try JSON(parsing: run.output))
  }

  private func send(
    _ url: JSON?, _ path: String, _ body: String? = nil, key: String? = nil
  ) async throws -> (status: Int, text: String) {
    var request = URLRequest(url: try #require(URL(string: (url?.string ?? "") + path)))
    if let body {
      request.httpMethod = "POST"
      request.httpBody = Data(body.utf8)
    }
    if let key { request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization") }
    let (data, response) = try await URLSession.shared.data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    return (status, String(decoding: data, as: UTF8.self))
  }

  /// Waits until the model is loaded.
  private func ready(_ url: JSON?) async throws {
    while try await send(url, "/health").status != 200 {
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  @Test("it tells its address, answers, logs a line a request, and ends by a signal with status 0")
  func serves() async throws {
    let (run, told) = try started("--alias", "small", "--api-key", "secret", "--log", "json")
    #expect(told["model"] == "small")
    try await ready(told["url"])
    let body = #"{"prompt": "hidden", "max_tokens": 3, "temperature": 0}"#
    #expect(try await send(told["url"], "/v1/completions", body).status == 401)
    let answer = try await send(told["url"], "/v1/completions", body, key: "secret")
    #expect(answer.status == 200)
    #expect(try JSON(parsing: answer.text)["model"] == "small")
    run.send(SIGTERM)
    #expect(try run.end(closing: false) == 0)
    let lines = run.errors.split(separator: "\n").compactMap { try? JSON(parsing: String($0)) }
    let logged = lines.filter { $0["path"] == "/v1/completions" }
    #expect(logged.map { $0["status"]?.int } == [401, 200])
    #expect(logged.last?["generated_tokens"] == 3)
    #expect(!run.errors.contains("secret") && !run.errors.contains("hidden"))
  }

  @Test("metrics have an address of their own, and bodies are logged, where that is asked for")
  func metricsAndBodies() async throws {
    let (run, told) = try started(
      "--metrics-address", "127.0.0.1:0", "--log-bodies", "--log", "json")
    try await ready(told["url"])
    let metrics = JSON.string("http://" + (told["metrics"]?.string ?? ""))
    #expect(try await send(metrics, "/metrics").status == 200)
    #expect(try await send(metrics, "/v1/models").status == 404)
    #expect(try await send(told["url"], "/metrics").status == 404)
    let answer = try await send(
      told["url"], "/v1/completions", #"{"prompt": "told", "max_tokens": 3}"#)
    run.send(SIGTERM)
    #expect(try run.end(closing: false) == 0)
    let lines = run.errors.split(separator: "\n").compactMap { try? JSON(parsing: String($0)) }
    let logged = try #require(lines.last { $0["path"] == "/v1/completions" })
    #expect(logged["request"]?.string?.contains("told") == true)
    #expect(logged["reply"]?.string == answer.text)
    #expect(logged["queue_ms"]?.int != nil && logged["model"] == told["model"])
    for wrong in ["9090", "host:", "host:99999"] {
      let refused = try CommandRun(
        arguments: ["serve", "--port", "0", "--metrics-address", wrong] + Self.model)
      #expect(refused.failed(with: 2) && refused.errors.contains("HOST:PORT"))
    }
  }

  @Test("without --json people read where it is, and a request to try")
  func told() async throws {
    let run = try RunningCommand(["serve", "--port", "0"] + Self.model)
    #expect(run.waits { $0.errors.contains("the model is ready") })
    let line = try #require(run.errors.split(separator: "\n").first { $0.hasPrefix("curl ") })
    let address = try #require(
      line.split(separator: " ").first { $0.hasPrefix("http://127.0.0.1:") })
    let text = try #require(line.split(separator: "'").last { $0.hasPrefix("{") })
    let reply = try await URLSession.shared.data(
      for: {
        var request = URLRequest(url: try #require(URL(string: String(address))))
        request.httpMethod = "POST"
        request.httpBody = Data(text.utf8)
        return request
      }())
    #expect(
      try JSON(parsing: Array(reply.0))["choices"]?[0]?["message"]?["role"] == "assistant")
    run.send(SIGINT)
    #expect(try run.end(closing: false) == 0)
  }

  @Test("a port that is taken, and a model that cannot be opened, end it with status 1")
  func failures() throws {
    let (run, told) = try started()
    let port = String(told["port"]?.int ?? 0)
    let second = try CommandRun(arguments: ["serve", "--port", port] + Self.model)
    #expect(second.failed(with: 1) && second.errors.contains(port), "\(second.errors)")
    run.send(SIGTERM)
    #expect(try run.end(closing: false) == 0)
    #expect(try CommandRun("serve", "--port", "0", "--model", "/none.gguf").failed(with: 1))
  }

  @Test("it serves several models, each by its name")
  func several() async throws {
    let folder = try TemporaryFolder()
    let other = folder.file("other=1.gguf")
    try Fixtures.writeTinyLlama(to: other, context: 64)
    let (run, told) = try started(
      "--model", "second=\(other)", "--model", other, "--context", "128")
    #expect(told["models"] == ["tiny-llama", "second", "other=1"])
    #expect(told["model"] == "tiny-llama")
    try await ready(told["url"])
    let body = #"{"model": "second", "prompt": "a", "max_tokens": 1}"#
    #expect(try await send(told["url"], "/v1/completions", body).status == 200)
    let list = try JSON(parsing: try await send(told["url"], "/v1/models").text)["data"]?.array
    #expect(list?.map { $0["status"]?["value"] } == ["loaded", "loaded", "unloaded"])
    #expect(list?.map { $0["max_model_len"] } == [128, 64, 64])
    run.send(SIGTERM)
    #expect(try run.end(closing: false) == 0)
    for wrong in [["--model", Fixtures.tinyLlama], ["--model", other, "--alias", "a"]] {
      let refused = try CommandRun(arguments: ["serve", "--port", "0"] + Self.model + wrong)
      #expect(refused.failed(with: 2) && refused.errors.contains("NAME=PATH"), "\(refused.errors)")
    }
  }

  @Test("a conversation goes on after the server has ended and begun again")
  func restarts() async throws {
    let folder = try TemporaryFolder()
    let words = String(repeating: "goes on and on ", count: 6)
    let body = #"{"prompt": "\#(words)", "max_tokens": 2, "temperature": 0}"#
    var answers: [JSON] = []
    for _ in 0..<2 {
      let (run, told) = try started("--slots-dir", folder.file("slots"))
      try await ready(told["url"])
      answers.append(
        try JSON(parsing: try await send(told["url"], "/v1/completions", body).text))
      run.send(SIGTERM)
      #expect(try run.end(closing: false) == 0)
      #expect(run.errors.contains("saved"))
    }
    #expect(answers[0]["choices"]?[0]?["text"] == answers[1]["choices"]?[0]?["text"])
    let cached = answers.map { $0["usage"]?["prompt_tokens_details"]?["cached_tokens"]?.int ?? 0 }
    // All texts begin with the same token, which has been computed before.
    #expect(cached[0] <= 1 && cached[1] > 8, "\(cached)")
  }

  @Test("a file that is no model ends it with status 1 and one line")
  func noModel() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("text.gguf")
    try Data("no model".utf8).write(to: URL(filePath: path))
    let run = try CommandRun("serve", "--port", "0", "--json", "--model", path)
    #expect(run.failed(with: 1) && run.errors.contains(path), "\(run.errors)")
  }

  @Test("without a key it listens on this machine only, unless that is meant")
  func addresses() throws {
    for host in ["0.0.0.0", "::", "example.org"] {
      let refused = try CommandRun(
        arguments: ["serve", "--host", host, "--port", "0"] + Self.model)
      #expect(refused.failed(with: 2) && refused.errors.contains("--api-key"))
    }
    let half = try CommandRun(arguments: ["serve", "--tls-cert", "/dev/null"] + Self.model)
    #expect(half.failed(with: 2))
    for arguments in [["--insecure"], ["--api-key", "secret"]] {
      let run = try RunningCommand(
        ["serve", "--host", "0.0.0.0", "--port", "0", "--json"] + Self.model + arguments)
      #expect(run.waits { $0.output.hasSuffix("\n") }, "\(run.errors)")
      run.send(SIGTERM)
      #expect(try run.end(closing: false) == 0)
    }
  }
}
