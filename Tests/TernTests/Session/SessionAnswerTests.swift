import Foundation
import Synchronization
import Tern
import Testing

@Generable
struct Brew: Equatable {
  let flavor: String
  @Guide(.range(1...5))
  let rating: Int
  let notes: [String]
}

@Suite struct SessionAnswerTests {
  @Test func `An answer is the text of all fragments`() async throws {
    let model = ScriptedModel(Reply.text("Good ", "morning", "."))
    let session = LanguageModelSession(model: model, instructions: "Be kind.")
    let response = try await session.respond(to: "Hello")
    #expect(response.content == "Good morning.")
    #expect(response.rawContent == GeneratedContent("Good morning."))
    #expect(session.transcript.kinds == ["instructions", "prompt", "response"])
    #expect(Array(response.transcriptEntries) == Array(session.transcript[1...]))
    #expect(!session.isResponding)
  }

  @Test func `The model sees the whole conversation`() async throws {
    let model = ScriptedModel(Reply.text("one"), Reply.text("two"))
    let session = LanguageModelSession(model: model, instructions: Instructions("Count."))
    let options = GenerationOptions(sampling: .greedy, temperature: 0.5, maximumResponseTokens: 9)
    _ = try await session.respond(to: "First")
    _ = try await session.respond(to: Prompt("Second"), options: options)
    let request = try #require(model.requests.last)
    #expect(request.transcript.kinds == ["instructions", "prompt", "response", "prompt"])
    #expect(
      request.transcript.map(\.description) == [
        "(Instructions) Count.", "(Prompt) First", "(Response) one", "(Prompt) Second",
      ])
    #expect(request.generationOptions == options)
    #expect(request.schema == nil)
    #expect(model.script.executorCount == 1)
  }

  @Test func `A typed answer is read from JSON and stands in the transcript as a value`()
    async throws
  {
    let json = #"{"flavor": "nutty", "rating": 4, "notes": ["a", "b"]}"#
    let model = ScriptedModel(Reply.characters(json))
    let session = LanguageModelSession(model: model)
    let response = try await session.respond(to: "Taste it", generating: Brew.self)
    #expect(response.content == Brew(flavor: "nutty", rating: 4, notes: ["a", "b"]))
    let request = try #require(model.requests.first)
    #expect(request.schema?.name == "Brew")
    #expect(request.contextOptions.includeSchemaInPrompt == true)
    guard case .response(let entry)? = session.transcript.last,
      case .structure(let structure)? = entry.segments.first
    else {
      Issue.record("no value in the transcript")
      return
    }
    #expect(structure.schemaName == "Brew")
    #expect(structure.content.jsonString == json)
    guard case .prompt(let prompt) = session.transcript[0] else { return }
    #expect(prompt.responseFormat?.name == "Brew")
  }

  @Test func `Arrays, numbers, truth values and strings can be asked for`() async throws {
    let model = ScriptedModel(
      Reply.text("[1, 2", "]"), Reply.text("4", "2"), Reply.text("true"), Reply.text("plain"))
    let session = LanguageModelSession(model: model)
    #expect(try await session.respond(to: "a", generating: [Int].self).content == [1, 2])
    #expect(try await session.respond(to: "b", generating: Int.self).content == 42)
    #expect(try await session.respond(to: "c", generating: Bool.self).content)
    #expect(try await session.respond(to: "d", generating: String.self).content == "plain")
    #expect(model.requests.map { $0.schema != nil } == [true, true, true, false])
  }

  @Test func `A schema made at run time gives generated content`() async throws {
    let schema = try GenerationSchema(
      root: DynamicGenerationSchema(
        name: "Riddle",
        properties: [.init(name: "question", schema: DynamicGenerationSchema(type: String.self))]),
      dependencies: [])
    let model = ScriptedModel(Reply.text(#"{"question":"why?"}"#))
    let session = LanguageModelSession(model: model)
    let response = try await session.respond(
      to: "Ask", schema: schema, includeSchemaInPrompt: false)
    #expect(try response.content.value(String.self, forProperty: "question") == "why?")
    #expect(model.requests.first?.contextOptions.includeSchemaInPrompt == false)
  }

  @Test func `Builders, metadata and context options reach the model`() async throws {
    let model = ScriptedModel(Reply.text("yes"))
    let session = LanguageModelSession(model: model) {
      "You are terse."
      if true { "Very." }
    }
    _ = try await session.respond(
      contextOptions: ContextOptions(reasoningLevel: .deep), metadata: ["run": 7]
    ) {
      "Is it"
      "raining?"
    }
    let request = try #require(model.requests.first)
    #expect(request.contextOptions.reasoningLevel == .deep)
    #expect(try request.metadata["run"]?.value(Int.self) == 7)
    #expect(
      request.transcript.map(\.description) == [
        "(Instructions) You are terse.\nVery.", "(Prompt) Is it\nraining?",
      ])
  }

  @Test func `An empty answer is an answer`() async throws {
    let session = LanguageModelSession(model: ScriptedModel({ _, _ in }))
    #expect(try await session.respond(to: "Say nothing").content.isEmpty)
    #expect(session.transcript.kinds == ["prompt", "response"])
  }

  @Test func `Tokens are those that the model reports, or those of its fragments`() async throws {
    let counted: ScriptedModel.Reply = { _, channel in
      await channel.send(.response(action: .appendText("a", tokenCount: 2)))
      await channel.send(
        .response(
          action: .updateUsage(
            input: .init(totalTokenCount: 10, cachedTokenCount: 4),
            output: .init(totalTokenCount: 3, reasoningTokenCount: 1))))
    }
    let session = LanguageModelSession(
      model: ScriptedModel(counted, Reply.text("a", "b"), counted))
    #expect(try await session.respond(to: "1").usage.totalTokenCount == 13)
    #expect(try await session.respond(to: "2").usage.output.totalTokenCount == 2)
    _ = try await session.respond(to: "3")
    #expect(session.usage.input.totalTokenCount == 20)
    #expect(session.usage.input.cachedTokenCount == 8)
    #expect(session.usage.output.totalTokenCount == 8)
    #expect(session.usage.output.reasoningTokenCount == 2)
    #expect(session.transcript.kinds.count(where: { $0 == "response" }) == 3)
  }

  @Test func `Thoughts stand before the answer and are no part of it`() async throws {
    let model = ScriptedModel({ _, channel in
      await channel.send(.reasoning(action: .appendText("hm", tokenCount: 1)))
      await channel.send(.reasoning(action: .updateSignature(Data([7]), tokenCount: 0)))
      await channel.send(.response(action: .appendText("Yes", tokenCount: 1)))
      await channel.send(.response(action: .updateMetadata(["score": 0.5])))
      await channel.send(.response(action: .replaceTextSegment("No", tokenCount: 1)))
    })
    let session = LanguageModelSession(model: model)
    let response = try await session.respond(to: "?")
    #expect(response.content == "No")
    #expect(response.usage.output.reasoningTokenCount == 1)
    #expect(session.transcript.kinds == ["prompt", "reasoning", "response"])
    guard case .reasoning(let reasoning) = session.transcript[1],
      case .response(let answer) = session.transcript[2]
    else { return }
    #expect(reasoning.signature == Data([7]))
    #expect(try answer.metadata["score"]?.value(Double.self) == 0.5)
  }

  @Test func `Prewarming shows the transcript and the beginning of the prompt`() {
    let model = ScriptedModel(Reply.text(""))
    let session = LanguageModelSession(model: model, instructions: "Go.")
    session.prewarm()
    session.prewarm(promptPrefix: Prompt("Dear"))
    #expect(model.prewarmed.map(\.kinds) == [["instructions"], ["instructions", "prompt"]])
    #expect(session.transcript.kinds == ["instructions"])
  }

  @Test func `A session goes on from a transcript as it is`() async throws {
    let model = ScriptedModel(Reply.text("first"), Reply.text("second"))
    let session = LanguageModelSession(model: model, instructions: "x")
    _ = try await session.respond(to: "1")
    let next = LanguageModelSession(model: model, transcript: session.transcript)
    #expect(next.transcript == session.transcript)
    _ = try await next.respond(to: "2")
    #expect(model.requests.last?.transcript.count == 4)
    #expect(session.transcript.count == 3)
  }

  @Test func `The transcript of a resting session can be changed`() async throws {
    let session = LanguageModelSession(model: ScriptedModel(Reply.text("a")))
    _ = try await session.respond(to: "1")
    session.transcript.removeLast()
    #expect(session.transcript.kinds == ["prompt"])
    session.transcript = Transcript()
    #expect(session.transcript.isEmpty)
  }
}
