import Foundation
import Tern
import TernJSON
import TernTestSupport
import Testing

@Generable
private struct Ordered {
  let title: String
  let parts: [Part]
  let kind: Kind

  @Generable
  struct Part {
    let z: Int
    let a: Inner
  }
  @Generable
  struct Inner {
    let y: Int
    let b: Int
  }
  @Generable
  enum Kind {
    case one(String)
    case two(second: Int, first: Int)
  }
}

@Suite struct TranscriptDocumentTests {
  private func decode(_ text: String) throws -> Transcript {
    try JSONDecoder().decode(Transcript.self, from: Data(text.utf8))
  }

  private func encode(_ transcript: Transcript) throws -> JSON {
    try JSON(parsing: [UInt8](try JSONEncoder().encode(transcript)))
  }

  @Test func `A document of version 26 is read and written as it was`() throws {
    let transcript = try decode(TranscriptSamples.document26)
    #expect(transcript.kinds == ["instructions", "prompt", "calls", "output", "response"])
    #expect(try encode(transcript).hasSameValue(as: JSON(parsing: TranscriptSamples.document26)))
    guard case .prompt(let prompt) = transcript[1], case .toolCalls(let calls) = transcript[2],
      case .response(let response) = transcript[4]
    else {
      Issue.record("other entries")
      return
    }
    #expect(prompt.options.temperature == 0.5)
    #expect(prompt.options.sampling == .random(top: 40))
    #expect(prompt.responseFormat?.name == "Cup")
    #expect(try calls[0].arguments.value(String.self, forProperty: "leaf") == "oolong")
    #expect(response.assetIDs == ["model-a", "model-b"])
  }

  @Test func `A document of version 27 is read and written as it was`() throws {
    let transcript = try decode(TranscriptSamples.document27)
    #expect(try encode(transcript).hasSameValue(as: JSON(parsing: TranscriptSamples.document27)))
    guard case .prompt(let prompt) = transcript[0] else { return }
    #expect(prompt.options.samplingMode == .random(top: 3, seed: 7))
    #expect(prompt.options.toolCallingMode == .disallowed)
    #expect(prompt.contextOptions == .init(includeSchemaInPrompt: true, reasoningLevel: .light))
    #expect(try prompt.metadata["run"]?.value(Int.self) == 3)
  }

  @Test(.enabled(if: SharedSuites.available))
  func `A document that FoundationModels exported is read and written as it was`() throws {
    let url = try #require(SharedSuites.url("suites/apple-documents/transcript.json"))
    let data = try Data(contentsOf: url)
    let transcript = try JSONDecoder().decode(Transcript.self, from: data)
    #expect(try encode(transcript).hasSameValue(as: JSON(parsing: [UInt8](data))))
    #expect(transcript.kinds == ["instructions", "prompt", "calls", "output", "response"])
    guard case .toolCalls(let calls) = transcript[2] else { return }
    #expect(calls[0].arguments.jsonString == #"{"searchTerm": "brioche", "limit": 1}"#)
  }

  @Test func `Everything that a transcript holds comes back`() throws {
    let transcript = try TranscriptSamples.everything()
    let data = try JSONEncoder().encode(transcript)
    #expect(try JSONDecoder().decode(Transcript.self, from: data) == transcript)
    #expect(try encode(transcript)["version"] == "1.1")
    #expect(try Transcript(document: transcript.document()) == transcript)
  }

  @Test func `The document of version 27 is written only where it is needed`() throws {
    let everything = try TranscriptSamples.everything()
    let versions = try everything.map { try encode(Transcript(entries: [$0]))["version"] }
    #expect(versions == [1, "1.1", "1.1", "1.1", 1, 1, 1, "1.1", "1.1", "1.1"])
  }

  @Test func `What a session has written comes back`() async throws {
    let session = LanguageModelSession(
      model: ScriptedModel(
        Reply.calls(("EchoTool", #"{"city":"x"}"#)),
        Reply.text(#"{"flavor":"a","rating":1,"notes":["n"]}"#)),
      tools: [EchoTool()], instructions: "i")
    _ = try await session.respond(
      to: "x", generating: Brew.self, options: GenerationOptions(sampling: .greedy))
    let data = try JSONEncoder().encode(session.transcript)
    #expect(try JSONDecoder().decode(Transcript.self, from: data) == session.transcript)
  }

  @Test func `Answers come back with their properties in the order of the schema`() async throws {
    let json =
      #"{"title": "t", "parts": [{"z": 1, "a": {"y": 1, "b": 2}}], "kind": {"type": "two", "second": 1, "first": 2}}"#
    let session = LanguageModelSession(model: ScriptedModel(Reply.text(json)))
    _ = try await session.respond(to: "x", generating: Ordered.self)
    let data = try JSONEncoder().encode(session.transcript)
    let again = try JSONDecoder().decode(Transcript.self, from: data)
    #expect(again.last?.description == "(Response) \(json)")
  }

  @available(*, deprecated)
  @Test func `Custom segments of unknown types are kept`() throws {
    struct Song: Transcript.ProviderSegment {
      struct Content: Codable, Equatable, Sendable { var title: String }
      let id: String
      let content: Content
    }
    let segment = Transcript.Segment(
      custom: Song(id: "s", content: .init(title: "Blue")))
    let transcript = Transcript(entries: [.prompt(.init(id: "p", segments: [segment]))])
    let document = try encode(transcript)
    let again = try decode(document.text())
    #expect(try encode(again).hasSameValue(as: document))
    #expect(again[0].description == #"(Prompt) {"title": "Blue"}"#)
    #expect(transcript == Transcript(entries: [.prompt(.init(id: "p", segments: [segment]))]))
  }

  @Test func `What is unknown is an error with its place`() throws {
    let cases: [(replace: String, with: String, place: [String])] = [
      (#""version": 1"#, #""version": 2"#, ["version"]),
      (#""version": 1"#, #""version": "1.2""#, ["version"]),
      (#""version": 1"#, #""version": null"#, []),
      ("FoundationModels.Transcript", "Other", ["type"]),
      (#""role": "user""#, #""role": "developer""#, ["transcript", "entries", "1", "role"]),
      (#""role": "user""#, #""role": 3"#, ["transcript", "entries", "1", "role"]),
      (
        #""id": "p1", "type": "text""#, #""id": "p1", "type": "video""#,
        ["transcript", "entries", "1", "contents", "0", "type"]
      ),
      (#""id": "p1", "#, "", ["transcript", "entries", "1", "contents", "0"]),
      (
        #""type": "jsonSchema""#, #""type": "xml""#,
        ["transcript", "entries", "1", "responseFormat", "type"]
      ),
      (
        #"{\"leaf\": \"oolong\"}"#, #"{\"leaf\": "#,
        ["transcript", "entries", "2", "toolCalls", "0", "arguments"]
      ),
      (
        #""temperature": 0.5"#, #""temperature": "hot""#,
        ["transcript", "entries", "1", "options", "temperature"]
      ),
    ]
    for (old, new, place) in cases {
      let text = TranscriptSamples.document26.replacing(old, with: new, maxReplacements: 1)
      #expect(text != TranscriptSamples.document26)
      let error = #expect(throws: DecodingError.self) { try decode(text) }
      #expect(error?.place == place, "\(new): \(String(describing: error))")
    }
  }

  @Test func `Documents that were changed at random are read or refused, never a trap`() throws {
    var random = SeededGenerator(seed: 2026)
    var texts = [TranscriptSamples.document26, TranscriptSamples.document27]
    texts.append(try encode(TranscriptSamples.everything()).text())
    if let url = SharedSuites.url("suites/apple-documents/transcript.json") {
      texts.append(try String(contentsOf: url, encoding: .utf8))
    }
    let documents = try texts.map { try JSON(parsing: $0) }
    var readable = 0
    let rounds = SharedSuites.rounds(50_000)
    for round in 0..<rounds {
      let document = documents[round % documents.count].mutated(using: &random)
      var bytes = document.bytes()
      if round % 3 == 0, !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = UInt8.random(in: .min ... .max, using: &random)
      }
      do {
        let transcript = try JSONDecoder().decode(Transcript.self, from: Data(bytes))
        readable += 1
        let again = try JSONEncoder().encode(transcript)
        #expect(try JSONDecoder().decode(Transcript.self, from: again) == transcript)
      } catch is DecodingError {
      }
    }
    #expect(readable > rounds / 20)
  }

  @Test func `Documents nested too deeply are refused`() {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    #expect(throws: DecodingError.self) { try decode(deep) }
    #expect(throws: DecodingError.self) {
      try decode(#"{"type":"FoundationModels.Transcript","version":1,"transcript":"# + deep + "}")
    }
  }
}

extension DecodingError {
  /// The way to the place, as texts.
  fileprivate var place: [String] {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .keyNotFound(_, let context), .dataCorrupted(let context):
      context.codingPath.map(\.stringValue)
    @unknown default: []
    }
  }
}

extension JSON {
  /// The value with one change at a random place: something left out, doubled, or replaced.
  fileprivate func mutated(using random: inout SeededGenerator) -> JSON {
    switch self {
    case .array(var elements) where !elements.isEmpty:
      let index = Int.random(in: 0..<elements.count, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: elements.remove(at: index)
      case 1: elements.append(elements[index])
      case 2: elements[index] = Self.any(using: &random)
      default: elements[index] = elements[index].mutated(using: &random)
      }
      return .array(elements)
    case .object(var members) where !members.isEmpty:
      let (key, value) = members[Int.random(in: 0..<members.count, using: &random)]
      switch Int.random(in: 0..<8, using: &random) {
      case 0: members[key] = nil
      case 1: members[key + "x"] = value
      case 2: members[key] = Self.any(using: &random)
      default: members[key] = value.mutated(using: &random)
      }
      return .object(members)
    default: return Self.any(using: &random)
    }
  }

  private static func any(using random: inout SeededGenerator) -> JSON {
    let choices: [JSON] = [
      nil, true, 0, 1, -1, 1.5, 1e300, "", "user", "tool", "response", "text", "1.1", [], [:],
      ["a"], ["type": "text"], .number(JSONNumber(UInt64.max)),
    ]
    return choices.randomElement(using: &random) ?? nil
  }
}
