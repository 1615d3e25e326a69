import Tern
import Testing

@Suite(.timeLimit(.minutes(5))) struct SessionStoppingTests {
  @Test func `A loop that is left stops the answer and keeps what was written`() async throws {
    let model = ScriptedModel(Reply.endless(), Reply.text("next"))
    let session = LanguageModelSession(model: model)
    for try await _ in session.streamResponse(to: "x") { break }
    #expect(!session.isResponding)
    #expect(session.transcript.kinds == ["prompt", "response"])
    #expect(try await session.respond(to: "y").content == "next")
    #expect(session.transcript.kinds == ["prompt", "response", "prompt", "response"])
  }

  @Test func `A stream that is kept stops too when its loop is left`() async throws {
    let session = LanguageModelSession(model: ScriptedModel(Reply.endless("w"), Reply.text("next")))
    let stream = session.streamResponse(to: "x")
    for try await snapshot in stream where snapshot.content.count > 3 { break }
    #expect(!session.isResponding)
    #expect(try await stream.collect().content.hasPrefix("wwww"))
    #expect(try await session.respond(to: "y").content == "next")
  }

  @Test func `Half a value stays in the transcript as far as it is known`() async throws {
    let session = LanguageModelSession(
      model: ScriptedModel({ _, channel in
        await channel.send(.response(action: .appendText(#"{"flavor":"nut"#, tokenCount: 1)))
        try await Task.sleep(for: .seconds(3600))
      }))
    let stream = session.streamResponse(to: "x", generating: Brew.self)
    for try await _ in stream { break }
    #expect(session.transcript.last?.description == #"(Response) {"flavor": "nut"}"#)
    await #expect(throws: GeneratedContent.ParsingError.self) { try await stream.collect() }
  }

  @Test func `A stream that is dropped leaves no trace`() async throws {
    // The stream may be dropped before its request reaches the model, or after.
    let model = ScriptedModel({ request, channel in
      let isFirst = request.transcript.last?.description == "(Prompt) x"
      try await (isFirst ? Reply.silence : Reply.text("next"))(request, channel)
    })
    let session = LanguageModelSession(model: model)
    _ = session.streamResponse(to: "x")
    #expect(!session.isResponding)
    #expect(session.transcript.isEmpty)
    #expect(try await session.respond(to: "y").content == "next")
  }

  @Test func `A cancelled task ends the request and takes its entries back`() async throws {
    for isStream in [false, true] {
      let session = LanguageModelSession(model: ScriptedModel(Reply.endless(), Reply.text("next")))
      let task = Task {
        if isStream {
          for try await _ in session.streamResponse(to: "x") {}
        } else {
          _ = try await session.respond(to: "x")
        }
      }
      #expect(await eventually { session.transcript.count == 2 })
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(!session.isResponding)
      #expect(session.transcript.isEmpty)
      #expect(try await session.respond(to: "y").content == "next")
    }
  }

  @Test func `A task that is cancelled already asks nothing`() async {
    let model = ScriptedModel(Reply.text("a"))
    let session = LanguageModelSession(model: model)
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      _ = try await session.respond(to: "x")
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(model.requests.isEmpty)
    #expect(session.transcript.isEmpty)
  }

  @Test func `A cancelled request cancels the tools that run`() async throws {
    struct Slow: Tool {
      let description = "Waits until it is cancelled."
      let started: Gate
      let flag: Flag
      func call(arguments: CityArguments) async throws -> String {
        await started.open()
        do { try await Task.sleep(for: .seconds(3600)) } catch { flag.isSet = true }
        return "late"
      }
    }
    let (started, flag) = (Gate(), Flag())
    let session = LanguageModelSession(
      model: ScriptedModel(Reply.calls(("Slow", #"{"city":"x"}"#)), Reply.text("no")),
      tools: [Slow(started: started, flag: flag)])
    let task = Task { try await session.respond(to: "x") }
    await started.pass()
    #expect(session.transcript.kinds == ["instructions", "prompt", "calls"])
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(flag.isSet)
    #expect(session.transcript.kinds == ["instructions"])
  }

  @Test func `What a stopped model still says does not count`() async throws {
    let (first, second) = (Gate(), Gate())
    let model = ScriptedModel(
      { _, channel in
        await channel.send(.response(action: .appendText("old", tokenCount: 1)))
        await first.pass()
        await channel.send(.response(action: .appendText(" ghost", tokenCount: 1)))
        await second.open()
      }, Reply.text("new"))
    let session = LanguageModelSession(model: model)
    for try await _ in session.streamResponse(to: "x") { break }
    let transcript = session.transcript
    await first.open()
    await second.pass()
    #expect(session.transcript == transcript)
    #expect(session.transcript.last?.description == "(Response) old")
    #expect(try await session.respond(to: "y").content == "new")
  }

  @Test func `What comes after the end of its request does not count`() async throws {
    let (first, second) = (Gate(), Gate())
    let model = ScriptedModel(
      { request, channel in
        Task {
          await first.pass()
          await channel.send(.response(action: .appendText("ghost", tokenCount: 1)))
          await second.open()
        }
        try await Reply.calls(("EchoTool", #"{"city":"x"}"#))(request, channel)
      },
      { request, channel in
        await first.open()
        await second.pass()
        try await Reply.text("answer")(request, channel)
      })
    let session = LanguageModelSession(model: model, tools: [EchoTool()])
    #expect(try await session.respond(to: "x").content == "answer")
  }

  @Test func `A session lives no longer than it is used`() async throws {
    weak var session: LanguageModelSession?
    do {
      let own = LanguageModelSession(model: ScriptedModel(Reply.endless()))
      _ = own.properties
      for try await _ in own.streamResponse(to: "x") { break }
      session = own
    }
    #expect(await eventually { session == nil })
  }
}
