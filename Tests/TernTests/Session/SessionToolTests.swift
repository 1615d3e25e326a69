import Synchronization
import Tern
import Testing

@Generable
struct CityArguments {
  let city: String
}

private struct WeatherTool: Tool {
  let name = "getWeather"
  let description = "The weather of a city."

  func call(arguments: CityArguments) async throws -> String { "Sun in \(arguments.city)" }
}

private struct GateTool: Tool {
  let gate: Gate
  let description = "Waits for the other calls."

  func call(arguments: CityArguments) async throws -> String {
    await gate.meet()
    return arguments.city
  }
}

private struct FailingTool: Tool {
  enum Problem: Error, Equatable { case databaseIsEmpty }
  let description = "Fails."

  func call(arguments: CityArguments) async throws -> String { throw Problem.databaseIsEmpty }
}

private struct PatientTool: Tool {
  let description = "Waits until it is cancelled."
  let wasCancelled: Flag

  func call(arguments: CityArguments) async throws -> String {
    defer { wasCancelled.isSet = Task.isCancelled }
    try await Task.sleep(for: .seconds(3600))
    return ""
  }
}

/// A truth value that tasks share.
final class Flag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool {
    get { value.load(ordering: .acquiring) }
    set { value.store(newValue, ordering: .releasing) }
  }
}

@Suite(.timeLimit(.minutes(5))) struct SessionToolTests {
  private let outputs = { (transcript: Transcript) in
    transcript.compactMap { if case .toolOutput(let output) = $0 { output } else { nil } }
  }

  @Test func `An answer without words beside calls is no entry`() async throws {
    let model = ScriptedModel(
      { request, channel in
        await channel.send(.response(action: .appendText("", tokenCount: 1)))
        try await Reply.calls(("getWeather", #"{"city":"Oslo"}"#))(request, channel)
      }, Reply.text("ok"))
    let session = LanguageModelSession(model: model, tools: [WeatherTool()])
    _ = try await session.respond(to: "x")
    #expect(session.transcript.kinds == ["instructions", "prompt", "calls", "output", "response"])
  }

  @Test func `A called tool runs and the model reads its output`() async throws {
    let model = ScriptedModel(
      Reply.calls(("getWeather", #"{"city": "Oslo"}"#)), Reply.text("It is sunny."))
    let session = LanguageModelSession(
      model: model, tools: [WeatherTool()], instructions: "Help.")
    let response = try await session.respond(to: "Weather in Oslo?")
    #expect(response.content == "It is sunny.")
    #expect(session.transcript.kinds == ["instructions", "prompt", "calls", "output", "response"])
    #expect(response.transcriptEntries.count == 4)
    let output = try #require(outputs(session.transcript).first)
    #expect(output.id == "call-0")
    #expect(output.toolName == "getWeather")
    #expect(output.segments.map(\.description) == ["Sun in Oslo"])
    #expect(model.requests.map(\.transcript.count) == [2, 4])
    #expect(
      model.requests.map { $0.enabledToolDefinitions.map(\.name) } == [
        ["getWeather"], ["getWeather"],
      ])
    guard case .instructions(let instructions) = session.transcript[0] else { return }
    #expect(instructions.toolDefinitions == [Transcript.ToolDefinition(tool: WeatherTool())])
  }

  @Test func `Calls of one turn run at the same time and answer in their order`() async throws {
    let cities = ["a", "b", "c", "d", "e"]
    let model = ScriptedModel(
      Reply.calls(
        ("GateTool", #"{"city":"a"}"#), ("GateTool", #"{"city":"b"}"#),
        ("GateTool", #"{"city":"c"}"#), ("GateTool", #"{"city":"d"}"#),
        ("GateTool", #"{"city":"e"}"#)),
      Reply.text("done"))
    // Each call waits until all five have come: one after the other they would wait for ever.
    let session = LanguageModelSession(model: model, tools: [GateTool(gate: Gate(5))])
    _ = try await session.respond(to: "all")
    #expect(outputs(session.transcript).map { $0.segments.map(\.description).joined() } == cities)
    #expect(outputs(session.transcript).map(\.id) == (0..<5).map { "call-\($0)" })
  }

  @Test func `A model may call tools in several rounds before a typed answer`() async throws {
    let model = ScriptedModel(
      Reply.calls(("getWeather", #"{"city":"Rome"}"#)),
      Reply.calls(("getWeather", #"{"city":"Bonn"}"#)),
      Reply.text(#"{"flavor":"sweet","rating":3,"notes":[]}"#))
    let session = LanguageModelSession(model: model, tools: [WeatherTool()])
    let response = try await session.respond(to: "x", generating: Brew.self)
    #expect(response.content.flavor == "sweet")
    #expect(session.transcript.kinds.filter { $0 == "output" }.count == 2)
    #expect(model.requests.allSatisfy { $0.schema?.name == "Brew" })
  }

  @Test func `An error of a tool names the tool and leaves the session ready`() async throws {
    let model = ScriptedModel(
      Reply.calls(("FailingTool", #"{"city":"x"}"#)), Reply.text("fine"))
    let session = LanguageModelSession(model: model, tools: [FailingTool()])
    let before = session.transcript
    do {
      _ = try await session.respond(to: "x")
      Issue.record("no error")
    } catch let error as LanguageModelSession.ToolCallError {
      #expect(error.tool.name == "FailingTool")
      #expect(error.underlyingError as? FailingTool.Problem == .databaseIsEmpty)
      #expect(error.errorDescription?.contains("FailingTool") == true)
    }
    #expect(session.transcript == before)
    #expect(try await session.respond(to: "again").content == "fine")
  }

  @Test func `When one tool fails the others are cancelled`() async throws {
    let flag = Flag()
    let model = ScriptedModel(
      Reply.calls(("PatientTool", #"{"city":"x"}"#), ("FailingTool", #"{"city":"x"}"#)))
    let session = LanguageModelSession(
      model: model, tools: [PatientTool(wasCancelled: flag), FailingTool()])
    await #expect(throws: LanguageModelSession.ToolCallError.self) {
      try await session.respond(to: "x")
    }
    #expect(flag.isSet)
  }

  @Test func `Arguments that are none of the tool's are an error with the tool`() async {
    for arguments in [#"{"town":"x"}"#, #"{"city":3}"#, "[]"] {
      let model = ScriptedModel(Reply.calls(("getWeather", arguments)))
      let session = LanguageModelSession(model: model, tools: [WeatherTool()])
      await #expect(throws: LanguageModelSession.ToolCallError.self) {
        try await session.respond(to: "x")
      }
    }
  }

  @Test func `Arguments that are no JSON end the request`() async {
    let model = ScriptedModel(Reply.calls(("getWeather", #"{"city":"#)))
    let session = LanguageModelSession(model: model, tools: [WeatherTool()])
    await #expect(throws: GeneratedContent.ParsingError.self) { try await session.respond(to: "x") }
    #expect(!session.isResponding)
  }

  @Test func `An unknown tool is an error, or the model is told`() async throws {
    let model = ScriptedModel(
      Reply.calls(("getTime", "{}"), ("getWeather", #"{"city":"x"}"#)),
      Reply.calls(("getTime", "{}"), ("getWeather", #"{"city":"x"}"#)), Reply.text("ok"))
    let session = LanguageModelSession(model: model, tools: [WeatherTool()])
    await #expect(
      throws: TernSessionError.unknownTool(name: "getTime", available: ["getWeather"])
    ) { try await session.respond(to: "x") }
    session.ternOptions.unknownTools = .tellModel
    #expect(try await session.respond(to: "x").content == "ok")
    #expect(
      outputs(session.transcript).map { $0.segments.map(\.description).joined() } == [
        #"There is no tool named "getTime"."#, "Sun in x",
      ])
  }

  @Test func `A model that calls for ever is made to answer, and stopped if it does not`()
    async throws
  {
    let stubborn = ScriptedModel(Reply.calls(("getWeather", #"{"city":"x"}"#)))
    let session = LanguageModelSession(model: stubborn, tools: [WeatherTool()])
    session.ternOptions.maximumToolRounds = 3
    await #expect(throws: TernSessionError.toolRoundLimitExceeded(rounds: 3)) {
      try await session.respond(to: "x")
    }
    #expect(stubborn.requests.count == 4)
    #expect(
      stubborn.requests.map(\.generationOptions.toolCallingMode) == [
        nil, nil, nil, .disallowed,
      ])
    #expect(stubborn.requests.last?.enabledToolDefinitions.isEmpty == true)

    let polite = ScriptedModel({ request, channel in
      let reply =
        request.enabledToolDefinitions.isEmpty
        ? Reply.text("enough") : Reply.calls(("getWeather", #"{"city":"x"}"#))
      try await reply(request, channel)
    })
    let other = LanguageModelSession(model: polite, tools: [WeatherTool()])
    #expect(try await other.respond(to: "x").content == "enough")
    #expect(polite.requests.count == TernSessionOptions().maximumToolRounds + 1)
  }

  @Test func `Tools may be disallowed or required`() async throws {
    let model = ScriptedModel(
      Reply.text("no tools"), Reply.calls(("getWeather", #"{"city":"x"}"#)), Reply.text("yes"))
    let session = LanguageModelSession(model: model, tools: [WeatherTool()])
    _ = try await session.respond(
      to: "x", options: GenerationOptions(toolCallingMode: .disallowed))
    #expect(model.requests[0].enabledToolDefinitions.isEmpty)
    _ = try await session.respond(to: "x", options: GenerationOptions(toolCallingMode: .required))
    #expect(model.requests[1].generationOptions.toolCallingMode == .required)
    #expect(model.requests[2].generationOptions.toolCallingMode == .allowed)

    let bare = LanguageModelSession(model: model)
    await #expect(throws: TernSessionError.noToolToCall) {
      try await bare.respond(to: "x", options: GenerationOptions(toolCallingMode: .required))
    }
  }

  @Test func `A call that is taken back is not made`() async throws {
    let model = ScriptedModel(
      { _, channel in
        for id in ["a", "b"] {
          await channel.send(
            .toolCalls(
              action: .toolCall(
                id: id, name: "getWeather",
                action: .appendArguments(#"{"city":"\#(id)"}"#, tokenCount: 1))))
        }
        await channel.send(.toolCalls(action: .removeToolCall(id: "a")))
      }, Reply.text("ok"))
    let session = LanguageModelSession(model: model, tools: [WeatherTool()])
    _ = try await session.respond(to: "x")
    #expect(outputs(session.transcript).map(\.id) == ["b"])
  }

  @Test func `A tool that is not in the instructions is still offered`() async throws {
    struct Quiet: Tool {
      let description = "Not listed."
      let includesSchemaInInstructions = false
      func call(arguments: CityArguments) async throws -> [String] { [arguments.city] }
    }
    let model = ScriptedModel(Reply.calls(("Quiet", #"{"city":"x"}"#)), Reply.text("ok"))
    let session = LanguageModelSession(model: model, tools: [Quiet()])
    _ = try await session.respond(to: "x")
    #expect(model.requests[0].enabledToolDefinitions.map(\.name) == ["Quiet"])
    guard case .instructions(let instructions) = session.transcript[0] else { return }
    #expect(instructions.toolDefinitions.isEmpty)
    #expect(outputs(session.transcript)[0].segments.map(\.description) == [#"["x"]"#])
  }

  @Test func `A tool that uses its own session finds it busy`() async throws {
    final class Box: Sendable { let session = Mutex<LanguageModelSession?>(nil) }
    struct Nested: Tool {
      let description = "Asks the session that calls it."
      let box: Box
      func call(arguments: CityArguments) async throws -> String {
        try await box.session.withLock { $0 }?.respond(to: "inner").content ?? ""
      }
    }
    let box = Box()
    let model = ScriptedModel(Reply.calls(("Nested", #"{"city":"x"}"#)))
    let session = LanguageModelSession(model: model, tools: [Nested(box: box)])
    box.session.withLock { $0 = session }
    await #expect {
      try await session.respond(to: "outer")
    } throws: { error in
      (error as? LanguageModelSession.ToolCallError)?.underlyingError
        as? LanguageModelSession.Error == .concurrentRequests
    }
    box.session.withLock { $0 = nil }
  }
}
