import Foundation
import Tern
import Testing

/// Code as applications write it: it only has to compile, and hardly to run.
@Suite struct SessionSurfaceTests {
  /// All forms of requests, with the arguments that may be left out left out and given.
  private func requests(_ session: LanguageModelSession, _ schema: GenerationSchema) async throws {
    let options = GenerationOptions(temperature: 0.5)
    let context = ContextOptions(includeSchemaInPrompt: false)
    let prompt = Prompt("p")
    _ = try await session.respond(to: "p")
    _ = try await session.respond(to: prompt)
    _ = try await session.respond(to: "p", options: options)
    _ = try await session.respond(to: prompt, options: options, contextOptions: context)
    _ = try await session.respond(to: "p", options: options, metadata: ["k": 1])
    _ = try await session.respond { "p" }
    _ = try await session.respond(options: options) { "p" }
    _ = try await session.respond(contextOptions: context) { "p" }
    _ = try await session.respond(to: "p", schema: schema)
    _ = try await session.respond(to: prompt, schema: schema, includeSchemaInPrompt: false)
    _ = try await session.respond(to: prompt, schema: schema, contextOptions: context)
    _ = try await session.respond(schema: schema) { "p" }
    _ = try await session.respond(schema: schema, options: options) { "p" }
    _ = try await session.respond(to: "p", generating: Brew.self)
    _ = try await session.respond(to: prompt, generating: Brew.self)
    _ = try await session.respond(to: prompt, generating: [Brew].self, options: options)
    _ = try await session.respond(to: "p", generating: Brew.self, includeSchemaInPrompt: false)
    _ = try await session.respond(to: "p", generating: Brew.self, contextOptions: context)
    let brew: Brew = try await session.respond(to: "p").content
    _ = try await session.respond(generating: Brew.self) { "p \(brew.rating)" }
    _ = try await session.respond(
      generating: Brew.self, includeSchemaInPrompt: true, options: options
    ) {
      "p"
      brew
    }
    _ = try await session.respond(generating: Brew.self, contextOptions: context) { "p" }
    try await session.respond(to: "the result need not be used")
  }

  private func streams(_ session: LanguageModelSession, _ schema: GenerationSchema) async throws {
    let options = GenerationOptions(temperature: 0.5)
    _ = session.streamResponse(to: "p")
    _ = session.streamResponse(to: Prompt("p"), options: options)
    _ = session.streamResponse { "p" }
    _ = session.streamResponse(to: "p", options: options, contextOptions: ContextOptions())
    _ = session.streamResponse(to: "p", schema: schema)
    _ = session.streamResponse(schema: schema, includeSchemaInPrompt: false) { "p" }
    _ = session.streamResponse(to: "p", generating: Brew.self)
    _ = session.streamResponse(to: Prompt("p"), generating: Brew.self, options: options)
    let stream = session.streamResponse(
      generating: Brew.self, includeSchemaInPrompt: false, options: options
    ) { "p" }
    for try await partial in stream {
      let flavor: String? = partial.content.flavor
      _ = (flavor, partial.rawContent.isComplete, partial.transcriptEntries, partial.usage)
    }
    var iterator = stream.makeAsyncIterator()
    _ = try await iterator.next()
    let response: LanguageModelSession.Response<Brew> = try await stream.collect()
    _ = response.content.rating
  }

  @MainActor
  private func onMainActor(_ session: LanguageModelSession) async throws -> String {
    for try await snapshot in session.streamResponse(to: "p") { _ = snapshot.content }
    return try await session.respond(to: "p").content
  }

  @Test func `Sessions are made in all forms`() throws {
    let model = ScriptedModel(Reply.text("x"))
    let sessions = [
      LanguageModelSession(),
      LanguageModelSession(instructions: "i"),
      LanguageModelSession(tools: [EchoTool()]),
      LanguageModelSession(tools: [EchoTool()], instructions: "i"),
      LanguageModelSession(model: .default, tools: [EchoTool()], instructions: Instructions("i")),
      LanguageModelSession(tools: [EchoTool()]) { "i" },
      LanguageModelSession { "i" },
      LanguageModelSession(instructions: Instructions { ["a", "b"] }),
      LanguageModelSession(model: SystemLanguageModel(useCase: .contentTagging)),
      LanguageModelSession(
        model: SystemLanguageModel(guardrails: .permissiveContentTransformations)),
      LanguageModelSession(transcript: Transcript()),
      LanguageModelSession(tools: [EchoTool()], transcript: Transcript()),
      LanguageModelSession(model: model), LanguageModelSession(model: model, instructions: "i"),
      LanguageModelSession(model: model, tools: [EchoTool()]) { "i" },
      LanguageModelSession(model: model, transcript: Transcript()),
      LanguageModelSession(dynamicInstructions: Instructions("i")),
      LanguageModelSession(profile: LanguageModelSession.Profile { Instructions("i") }),
    ]
    #expect(
      sessions.map(\.transcript.count) == [
        0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0,
      ])
    #expect(sessions[0].ternOptions.errors == .version26)
    #expect(sessions[12].ternOptions.errors == .version27)
  }

  @Test func `Options are the same in the words of both versions`() {
    let old = GenerationOptions(
      sampling: .random(top: 5, seed: 1), temperature: 0.5, maximumResponseTokens: 10)
    var new = GenerationOptions(
      samplingMode: .random(top: 5, seed: 1), temperature: 0.5, maximumResponseTokens: 10)
    #expect(old == new)
    new.sampling = .greedy
    #expect(new.samplingMode?.kind == .greedy)
    #expect(GenerationOptions() == GenerationOptions(toolCallingMode: nil))
    #expect(
      GenerationOptions.SamplingMode.random(probabilityThreshold: 0.5).kind
        == .randomProbabilityThreshold(0.5, seed: nil))
    #expect(LanguageModelCapabilities([.vision]).contains(.vision))
    #expect(!LanguageModelCapabilities([.vision]).contains(.reasoning))
  }

  @Test func `The system's model is the embedded one, and says what it is`() async throws {
    let model = SystemLanguageModel.default
    #expect(model.availability == .available && model.isAvailable)
    #expect(model.unavailabilityDescription == nil)
    #expect(model.contextSize == 2048)
    #expect(model.supportsLocale(Locale(identifier: "en_US")))
    #expect(model.supportedLanguages.contains(Locale.Language(identifier: "en-US")))
    #expect(try await model.tokenCount(for: "x") > 0)
  }

  @Test func `A channel gives what was sent, in order`() async throws {
    let channel = LanguageModelExecutorGenerationChannel()
    let model = ScriptedModel(Reply.text("a", "b"))
    let request = LanguageModelExecutorGenerationRequest(
      id: UUID(), transcript: Transcript(), enabledTools: [],
      generationOptions: GenerationOptions(), contextOptions: ContextOptions(), metadata: [:])
    try await ScriptedModel.Executor(configuration: model.script)
      .respond(to: request, model: model, streamingInto: channel)
    channel.finish()
    var number = 0
    for try await _ in channel { number += 1 }
    #expect(number == 2)
  }
}
