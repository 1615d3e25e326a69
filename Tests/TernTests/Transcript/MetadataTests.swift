import Foundation
import Tern
import TernJSON
import Testing

@Suite struct MetadataTests {
  private struct Own: Codable, Equatable, Sendable { var x: Int }

  @Test func `Values of all kinds are metadata, and are read as content`() throws {
    let stored: [String: any ConvertibleToGeneratedContent & Sendable] = ["name": "a", "count": 3]
    let prompt = Transcript.Prompt(metadata: stored, segments: [])
    #expect(try prompt.metadata["name"]?.value(String.self) == "a")
    #expect(try prompt.metadata["count"]?.value(Int.self) == 3)
    let call = Transcript.ToolCall(
      id: "c", metadata: ["tags": ["x", "y"], "of": GeneratedContent(properties: ["b": true])],
      toolName: "t", arguments: GeneratedContent(properties: [:]))
    #expect(try call.metadata["tags"]?.value([String].self) == ["x", "y"])
    #expect(try call.metadata["of"]?.value(Bool.self, forProperty: "b") == true)
    let again = Transcript.Prompt(id: prompt.id, metadata: prompt.metadata, segments: [])
    #expect(again == prompt)
  }

  @Test func `The betas' form becomes content by its JSON form`() throws {
    let prompt = Beta.current.prompt()
    #expect(prompt.metadata.keys.sorted() == ["count", "date", "own"])
    #expect(try prompt.metadata["own"]?.value(Int.self, forProperty: "x") == 2)
    #expect(try prompt.metadata["count"]?.value(Int.self) == 1)
  }

  @Test func `Documents of the betas are read, and written as they were`() throws {
    let document = """
      {"type": "FoundationModels.Transcript", "version": "1.1", "transcript": {"entries": [
        {"id": "1", "role": "response", "contents": [], "assets": [],
         "metadata": {"a": 12345678901234567890, "b": {"y": [1.5, null], "x": "t"}, "c": false}}]}}
      """
    let transcript = try Transcript(document: JSON(parsing: document))
    #expect(try transcript.document().hasSameValue(as: JSON(parsing: document)))
    guard case .response(let response) = transcript[0] else { return }
    #expect(try response.metadata["c"]?.value(Bool.self) == false)
    #expect(try response.metadata["b"]?.value(String.self, forProperty: "x") == "t")
    let data = try JSONEncoder().encode(transcript)
    let decoded = try JSONDecoder().decode(Transcript.self, from: data)
    guard case .response(let same) = decoded[0] else { return }
    #expect(same.metadata["b"] == response.metadata["b"])
  }

  @Test func `Each update of metadata replaces the one before`() async throws {
    let model = ScriptedModel({ _, channel in
      await channel.send(.reasoning(entryID: "r", action: .updateMetadata(["a": 1, "b": 1])))
      await channel.send(.reasoning(entryID: "r", action: .updateMetadata(["b": 2])))
      await channel.send(.response(entryID: "x", action: .updateMetadata(["a": 1])))
      await channel.send(.response(entryID: "x", action: .appendText("t", tokenCount: 1)))
      await channel.send(.response(entryID: "x", action: .updateMetadata(["c": 3])))
    })
    let session = LanguageModelSession(model: model)
    _ = try await session.respond(to: "?")
    guard case .reasoning(let reasoning) = session.transcript[1],
      case .response(let answer) = session.transcript[2]
    else {
      Issue.record("other entries")
      return
    }
    #expect(reasoning.metadata == ["b": 2.generatedContent])
    #expect(answer.metadata == ["c": 3.generatedContent])
  }

  private protocol Making { func prompt() -> Transcript.Prompt }

  // The deprecated form is used on purpose, so what uses it is deprecated as well.
  private struct Beta: Making {
    static var current: any Making { Self() }

    @available(*, deprecated)
    func prompt() -> Transcript.Prompt {
      let metadata: [String: any Sendable & Codable & Equatable] = [
        "own": Own(x: 2), "count": 1, "date": Date(timeIntervalSince1970: 0), "nan": [Double.nan],
      ]
      return Transcript.Prompt(metadata: metadata.filter { $0.key != "nan" }, segments: [])
    }
  }
}
