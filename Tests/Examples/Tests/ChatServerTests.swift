import Foundation
import Tern
import TernCafe
import TernJSON
import Testing

@Suite struct ChatServerTests {
  private func chat(_ server: ChatServer, stream: Bool) async throws -> (WebResponse, String) {
    let body: JSON = [
      "messages": [["role": "user", "content": "Good morning! What can you recommend?"]],
      "temperature": 0, "stream": .bool(stream),
    ]
    let response = await server.router.respond(
      to: WebRequest(method: "POST", path: "/v1/chat/completions", body: body.bytes()))
    var text: [UInt8] = []
    for await piece in response.body { text += piece }
    return (response, String(decoding: text, as: UTF8.self))
  }

  @Test func `the model answers behind the router as it does in a session`() async throws {
    let model = try LocalLanguageModel(contentsOf: CafeModel.fileURL())
    let server = try await ChatServer(model: model)
    let expected = try await LanguageModelSession(model: model).respond(
      to: "Good morning! What can you recommend?", options: GenerationOptions(sampling: .greedy)
    ).content
    let (response, text) = try await chat(server, stream: false)
    let document = try JSON(parsing: Array(text.utf8))
    #expect(response.status == 200 && !expected.isEmpty)
    #expect(document["choices"]?[0]?["message"]?["content"]?.string == expected)
    #expect(document["model"]?.string == "house-model")

    let (stream, events) = try await chat(server, stream: true)
    #expect(stream.headers.contains { $0.0 == "Content-Type" && $0.1 == "text/event-stream" })
    let pieces = try events.split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("data: {") else { return nil }
      let event = try JSON(parsing: Array(line.dropFirst(6).utf8))
      return event["choices"]?[0]?["delta"]?["content"]?.string
    }
    #expect(pieces.count > 3 && pieces.joined() == expected)
    #expect(events.hasSuffix("data: [DONE]\n\n"))
  }

  @Test func `pages of the application and bad requests are answered too`() async throws {
    let model = try LocalLanguageModel(contentsOf: CafeModel.fileURL())
    let router = try await ChatServer(model: model).router
    var home: [UInt8] = []
    for await piece in await router.respond(to: WebRequest(path: "/")).body { home += piece }
    #expect(String(decoding: home, as: UTF8.self) == "Welcome!")
    #expect(await router.respond(to: WebRequest(path: "/health")).status == 200)
    let broken = WebRequest(method: "POST", path: "/v1/chat/completions", body: Array("{".utf8))
    #expect(await router.respond(to: broken).status == 400)
    #expect(await Router(routes: []).respond(to: WebRequest(path: "/")).status == 404)
  }
}
