import Foundation
import TernCafe
import TernJSON
import TernLocal
import TernTestSupport
import Testing

@testable import TernServe

/// Conversations that go on after the server has ended and begun again.
@Suite(.timeLimit(.minutes(10))) struct KeptConversationsTests {
  private let place: TemporaryFolder

  init() throws { place = try TemporaryFolder() }

  private func server(
    _ notices: Locked<[String]>, _ change: (inout ServerOptions) -> Void = { _ in }
  ) async throws -> ServerClient {
    try await ServerClient.cafe { options in
      options.slotsFolder = URL(filePath: place.file("slots"))
      options.onNotice = { text in notices.withLock { $0.append(text) } }
      change(&options)
    }
  }

  private static let first: JSON = [
    ["role": "system", "content": "You are a waiter who answers briefly and never gets loud."],
    ["role": "user", "content": "Good morning! What is there for breakfast?"],
  ]

  private func answer(_ client: ServerClient, _ messages: JSON) async throws -> JSON {
    try await client.post(
      "/v1/chat/completions", ["messages": messages, "temperature": 0, "max_tokens": 16])
  }

  /// The second turn of the conversation.
  private func second(_ reply: JSON) -> JSON {
    let added: [JSON] = [
      ["role": "assistant", "content": reply.at("choices.0.message.content")],
      ["role": "user", "content": "And to drink?"],
    ]
    return .array((Self.first.array ?? []) + added)
  }

  @Test func `the next turn after a restart is computed from where the last one ended`()
    async throws
  {
    let notices = Locked<[String]>([])
    let old = try await server(notices)
    let begun = try await answer(old, Self.first)
    await old.server.save()
    let new = try await server(notices)
    let after = try await answer(new, second(begun))
    // Without a restart.
    let expected = try await answer(old, second(begun))
    #expect(after.at("choices") == expected.at("choices"))
    let cached = "usage.prompt_tokens_details.cached_tokens"
    let read = try #require(begun.at("usage.prompt_tokens").int)
    #expect(try #require(after.at(cached).int) >= read)
    let told = notices.withLock { $0.map { $0.split(separator: " ").last ?? "" } }
    #expect(told == ["saved", "restored"])
  }

  @Test func `damaged files are one notice each, and the server goes on`() async throws {
    let notices = Locked<[String]>([])
    let old = try await server(notices)
    let begun = try await answer(old, Self.first)
    await old.server.save()
    let folder = URL(filePath: place.file("slots")).appending(path: "cafe")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      try Data("TERNSESS".utf8).write(to: folder.appending(path: name))
    }
    notices.withLock { $0 = [] }
    let new = try await server(notices)
    #expect(try await answer(new, Self.first).at("choices") == begun.at("choices"))
    let told = notices.withLock { $0 }
    #expect(!told.isEmpty && told.allSatisfy { $0.hasPrefix("skipped ") }, "\(told)")
  }

  @Test func `a model that is unloaded has its conversations when it is loaded again`()
    async throws
  {
    func cafe() throws -> LocalLanguageModel {
      try LocalLanguageModel(contentsOf: CafeModel.fileURL())
    }
    let bytes = try cafe().weightBytes
    let client = try await ServerClient([("a", try cafe()), ("b", try cafe())]) {
      $0.modelBytes = bytes * 3 / 2
      $0.slotsFolder = URL(filePath: place.file("slots"))
    }
    func ask(_ name: String) async throws -> Int? {
      let reply = try await client.post(
        "/v1/chat/completions",
        ["model": .string(name), "messages": Self.first, "max_tokens": 4, "temperature": 0])
      return reply.at("usage.prompt_tokens_details.cached_tokens").int
    }
    #expect(try await ask("a") == 0)
    #expect(try await ask("b") == 0)
    #expect(try await client.send("GET", "/v1/models/a").json().at("status.value") == "unloaded")
    #expect(try #require(try await ask("a")) > 0)
  }

  @Test func `what requests with a salt have computed is in no file`() async throws {
    let old = try await server(Locked([]))
    func cached(_ client: ServerClient, _ salt: JSON) async throws -> Int? {
      let reply = try await client.post(
        "/v1/chat/completions",
        ["messages": Self.first, "temperature": 0, "max_tokens": 4, "cache_salt": salt])
      return reply.at("usage.prompt_tokens_details.cached_tokens").int
    }
    _ = try await cached(old, "a")
    #expect(try #require(try await cached(old, "a")) > 8)
    await old.server.save()
    #expect(try await cached(try await server(Locked([])), .null) == 0)
    #expect(try await cached(try await server(Locked([])), "a") == 0)
  }

  @Test func `a system prompt in a file is computed before the server is ready`() async throws {
    let file = URL(filePath: place.file("prompt.txt"))
    let text = try #require(Self.first.at("0.content").string)
    try Data(text.utf8).write(to: file)
    let client = try await server(Locked([])) { $0.snapshot = file }
    let cached = try await answer(client, Self.first)
      .at("usage.prompt_tokens_details.cached_tokens").int
    #expect(try #require(cached) > 8)
    let plain = try await ServerClient.cafe()
    #expect(
      try await answer(plain, Self.first).at("usage.prompt_tokens_details.cached_tokens").int == 0)
  }

  @Test func `a snapshot that cannot be used ends loading, with its path`() async throws {
    let path = place.file("bytes")
    try Data([0xFF, 0xFE]).write(to: URL(filePath: path))
    var options = ServerOptions()
    options.snapshot = URL(filePath: path)
    let server = ModelServer(
      model: try LocalLanguageModel(contentsOf: CafeModel.fileURL()), options: options)
    let error = await #expect(throws: LocalLanguageModelError.self) { try await server.load() }
    #expect(error?.description.contains(path) == true)
  }

  @Test(arguments: [
    ("qwen2.5-0.5b", "qwen2.5-0.5b"), ("..", "%2E."), ("a/b", "a%2Fb"), ("ä", "%C3%A4"), ("", ""),
  ])
  func `a model's folder has its name, without signs that lead elsewhere`(
    name: String, folder: String
  ) {
    #expect(KeptConversations.folderName(name) == folder)
  }
}
