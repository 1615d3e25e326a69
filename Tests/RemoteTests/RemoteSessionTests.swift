import Foundation
import TernJSON
import TernSession
import Testing

@testable import TernRemote

@Generable
private struct Guest: Equatable {
  @Guide(description: "A full name") let name: String
  @Guide(.range(1...10)) let level: Int
}

private struct Weather: Tool {
  let description = "The weather of a city"
  @Generable struct Arguments { let city: String }
  func call(arguments: Arguments) async -> String { "12 degrees in \(arguments.city)" }
}

/// The model of a server, with repetitions that take no time.
private func remote(_ server: LoopbackServer, key: String? = nil) -> RemoteLanguageModel {
  var options = RemoteModelOptions()
  options.firstPause = .milliseconds(1)
  return RemoteLanguageModel(url: server.url, model: "m1", key: key, options: options)
}

@Suite("Sessions on a server", .timeLimit(.minutes(5)))
struct RemoteSessionTests {
  @Test("text streams piece by piece, with its counts")
  func textStreams() async throws {
    let server = try LoopbackServer([LoopbackServer.Step.answer("Good ", "morn", "ing")])
    let session = LanguageModelSession(model: remote(server, key: "k1"), instructions: "Be brief.")
    var snapshots: [String] = []
    for try await snapshot in session.streamResponse(to: "Hello") {
      snapshots.append(snapshot.content)
    }
    #expect(snapshots.last == "Good morning")
    let request = try #require(server.requests.first)
    #expect(request.line == "POST /v1/chat/completions HTTP/1.1")
    #expect(request.headers["authorization"] == "Bearer k1")
    #expect(request.headers["x-session-id"]?.isEmpty == false)
    #expect(request.body["model"] == "m1")
    #expect(request.body["stream"] == true)
    #expect(
      request.body["messages"] == [
        ["role": "system", "content": "Be brief."], ["role": "user", "content": "Hello"],
      ])
    #expect(session.usage.input.totalTokenCount == 12)
    #expect(session.usage.input.cachedTokenCount == 4)
  }

  @Test("pieces of events may be cut anywhere, inside characters too")
  func cutEvents() async throws {
    let events =
      "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Käse ☕\"}}]}\r\n\r\n"
      + ": waiting\n\ndata: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
    for size in [1, 2, 3, 7] {
      var reader = EventReader()
      var found: [JSON] = []
      let bytes = Array(events.utf8)
      for start in stride(from: 0, to: bytes.count, by: size) {
        for event in try reader.push(bytes[start..<min(bytes.count, start + size)]) {
          found.append(try JSON(parsing: event))
        }
      }
      #expect(found.count == 2)
      #expect(found.first?["choices"]?[0]?["delta"]?["content"] == "Käse ☕")
    }
  }

  @Test("a value comes with the schema as response_format, and is decoded")
  func values() async throws {
    let server = try LoopbackServer([
      LoopbackServer.Step.answer(#"{"name": "Ann"#, #" Lee", "level": 3}"#)
    ])
    let session = LanguageModelSession(model: remote(server))
    let guest = try await session.respond(to: "A pirate", generating: Guest.self).content
    #expect(guest == Guest(name: "Ann Lee", level: 3))
    let format = try #require(server.requests.first?.body["response_format"])
    #expect(format["type"] == "json_schema")
    let schema = try #require(format["json_schema"]?["schema"])
    #expect(schema["properties"]?["level"]?["maximum"] == 10)
    #expect(schema["x-order"] == nil)
    #expect(format["json_schema"]?["strict"] == true)
    #expect(
      server.requests.first?.body["messages"]?[0]?["content"]?.string?.contains(
        "- name (string): A full name") == true)
  }

  @Test("a value that does not satisfy the schema is an error that says where")
  func wrongValue() async throws {
    let server = try LoopbackServer([
      LoopbackServer.Step.answer(#"{"name": "Ann", "level": 30}"#)
    ])
    let session = LanguageModelSession(model: remote(server))
    await #expect(
      throws: RemoteLanguageModelError.invalidAnswer(
        schemaName: "Guest", reason: "/level is more than 10")
    ) { try await session.respond(to: "A pirate", generating: Guest.self) }
  }

  @Test("tools run here, and their outputs go back")
  func tools() async throws {
    let calls: [LoopbackServer.Step] = [
      .streamHead,
      .chunk([
        "role": "assistant", "content": nil,
        "tool_calls": [
          [
            "index": 0, "id": "call_a", "type": "function",
            "function": ["name": "Weather", "arguments": ""],
          ]
        ],
      ]),
      .chunk(["tool_calls": [["index": 0, "function": ["arguments": #"{"ci"#]]]]),
      .chunk(["tool_calls": [["index": 0, "function": ["arguments": #"ty": "Oulu"}"#]]]]),
      .chunk([
        "tool_calls": [
          [
            "index": 1, "id": "call_b", "type": "function",
            "function": ["name": "Weather", "arguments": #"{"city": "Riga"}"#],
          ]
        ]
      ]),
      .chunk([:], finish: "tool_calls"), .done,
    ]
    let server = try LoopbackServer([calls, LoopbackServer.Step.answer("Both cold.")])
    let session = LanguageModelSession(model: remote(server), tools: [Weather()])
    let answer = try await session.respond(to: "Which is colder?")
    #expect(answer.content == "Both cold.")
    #expect(server.requests[0].body["tools"]?[0]?["function"]?["name"] == "Weather")
    let messages = try #require(server.requests[1].body["messages"]?.array)
    #expect(messages.suffix(2).map { $0["tool_call_id"]?.string } == ["call_a", "call_b"])
    #expect(messages.last?["content"] == "12 degrees in Riga")
    #expect(
      server.requests[0].headers["x-session-id"] == server.requests[1].headers["x-session-id"])
  }

  @Test("a call of a tool that is not there is an error")
  func unknownTool() async throws {
    let server = try LoopbackServer([
      [
        .streamHead,
        .chunk([
          "tool_calls": [["index": 0, "id": "a", "function": ["name": "Bomb", "arguments": "{}"]]]
        ]), .chunk([:], finish: "tool_calls"), .done,
      ]
    ])
    let session = LanguageModelSession(model: remote(server), tools: [Weather()])
    await #expect(throws: RemoteLanguageModelError.unknownTool(name: "Bomb")) {
      try await session.respond(to: "Go")
    }
  }

  @Test("reasoning is an entry of its own")
  func reasoning() async throws {
    let server = try LoopbackServer([
      [
        .streamHead, .chunk(["reasoning_content": "Hm, "]), .chunk(["reasoning_content": "yes."]),
        .chunk(["content": "Yes"]), .chunk([:], finish: "stop"), .done,
      ]
    ])
    let session = LanguageModelSession(model: remote(server))
    let answer = try await session.respond(to: "Well?")
    #expect(answer.content == "Yes")
    #expect(session.transcript.contains { "\($0)".contains("Hm, yes.") })
  }

  @Test("a server that does not stream is understood too")
  func wholeCompletion() async throws {
    let server = try LoopbackServer([
      [
        .reply(
          200,
          [
            "object": "chat.completion",
            "choices": [
              [
                "index": 0, "message": ["role": "assistant", "content": "All at once"],
                "finish_reason": "stop",
              ]
            ],
          ])
      ]
    ])
    let answer = try await LanguageModelSession(model: remote(server)).respond(to: "Hello")
    #expect(answer.content == "All at once")
  }

  @Test("images go as bytes")
  func images() async throws {
    let server = try LoopbackServer([LoopbackServer.Step.answer("A cup")])
    let png = Data([0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10])
    let prompt = Transcript.Prompt(segments: [
      .text(.init(content: "What is it?")),
      Transcript.Segment(attachment: .init(content: .image(.init(data: png)))),
    ])
    let session = LanguageModelSession(
      model: remote(server), transcript: Transcript(entries: [.prompt(prompt)]))
    #expect(try await session.respond(to: "Say it.").content == "A cup")
    let parts = try #require(server.requests.first?.body["messages"]?[0]?["content"])
    #expect(parts[1]?["image_url"]?["url"] == .string("data:image/png;base64,iVBORw0KGgo="))
  }

  @Test("options become fields of the request")
  func options() async throws {
    let server = try LoopbackServer([
      LoopbackServer.Step.answer("a"), LoopbackServer.Step.answer("b"),
      LoopbackServer.Step.answer("c"),
    ])
    let session = LanguageModelSession(model: remote(server))
    _ = try await session.respond(
      to: "1", options: GenerationOptions(samplingMode: .greedy, maximumResponseTokens: 7))
    _ = try await session.respond(
      to: "2",
      options: GenerationOptions(
        samplingMode: .random(probabilityThreshold: 0.5, seed: 9), temperature: 0.25))
    _ = try await session.respond(
      to: "3", options: GenerationOptions(samplingMode: .random(top: 5, seed: 8)))
    let bodies = server.requests.map(\.body)
    #expect(bodies[0]["temperature"] == 0)
    #expect(bodies[0]["max_tokens"] == 7)
    #expect(bodies[1]["top_p"]?.double == 0.5)
    #expect(bodies[1]["temperature"]?.double == 0.25)
    #expect(bodies[1]["seed"] == 9)
    #expect(bodies[2]["top_k"] == 5)
    #expect(bodies[2]["max_tokens"] == nil)
  }
}
