import Foundation
import Tern
import Testing

private func output(of call: Transcript.ToolCall, _ text: String) -> Transcript.Entry {
  .toolOutput(
    .init(id: call.id, toolName: call.toolName, segments: [.text(.init(content: text))]))
}

/// Sessions that return the calls which the model makes.
@Suite(.timeLimit(.minutes(5))) struct ReturnedCallsTests {
  private static let weather = DeclaredTool(
    Transcript.ToolDefinition(
      name: "getWeather", description: "The weather of a city.",
      parameters: CityArguments.generationSchema))

  private func session(_ replies: ScriptedModel.Reply...) -> (LanguageModelSession, ScriptedModel) {
    var model = ScriptedModel()
    switch replies.count {
    case 1: model = ScriptedModel(replies[0])
    default: model = ScriptedModel(replies[0], replies[1])
    }
    let session = LanguageModelSession(model: model, tools: [Self.weather], instructions: "Help.")
    session.ternOptions.toolExecution = .returned
    return (session, model)
  }

  private let twoCalls = Reply.calls(
    ("getWeather", #"{"city": "Oslo"}"#), ("getWeather", #"{"city": "Rome"}"#))

  @Test func `a request ends with the calls, and the session goes on with their outputs`()
    async throws
  {
    let (session, model) = session(twoCalls, Reply.text("Sun in both."))
    let response = try await session.respond(to: "Weather?")
    #expect(response.content == "" && response.toolCalls.count == 2)
    #expect(session.transcript.kinds == ["instructions", "prompt", "calls"])
    #expect(response.transcriptEntries.count == 2 && !session.isResponding)
    for call in response.toolCalls {
      session.transcript.append(output(of: call, try call.arguments.value(forProperty: "city")))
    }
    let answer = try await session.continueResponse()
    #expect(answer.content == "Sun in both." && answer.toolCalls.isEmpty)
    #expect(answer.transcriptEntries.count == 1)
    #expect(
      session.transcript.kinds == [
        "instructions", "prompt", "calls", "output", "output", "response",
      ])
    #expect(model.requests.count == 2)
    #expect(model.requests[1].transcript.kinds.suffix(2) == ["output", "output"])
  }

  @Test func `text beside calls is the content, and calls stand last`() async throws {
    let calls = twoCalls
    let (session, _) = session(
      { request, channel in
        try await Reply.text("I look.")(request, channel)
        try await calls(request, channel)
        await channel.send(
          .response(entryID: "late", action: .appendText(" Wait.", tokenCount: 1)))
      })
    let response = try await session.respond(to: "Weather?")
    #expect(response.toolCalls.count == 2)
    #expect(
      session.transcript.kinds == ["instructions", "prompt", "response", "response", "calls"])
  }

  @Test func `a value that is asked for gives way to calls as an error with the calls`()
    async throws
  {
    let (session, _) = session(twoCalls, Reply.text(#"{"city":"Oslo"}"#))
    let error = try await #require(throws: TernSessionError.self) {
      try await session.respond(to: "Weather?", generating: CityArguments.self)
    }
    guard case .toolCallsReturned(let calls) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(calls.map(\.toolName) == ["getWeather", "getWeather"])
    #expect(session.transcript.kinds == ["instructions", "prompt", "calls"])
    for call in calls { session.transcript.append(output(of: call, "sun")) }
    let answer = try await session.continueResponse(generating: CityArguments.self)
    #expect(answer.content.city == "Oslo")
    #expect(session.transcript.kinds.last == "response")
  }

  @Test func `a stream shows calls while they are written`() async throws {
    let (session, _) = session(twoCalls)
    let stream = session.streamResponse(to: "Weather?")
    var seen: [[LanguageModelSession.ToolCallProgress]] = []
    for try await snapshot in stream {
      #expect(snapshot.content == "")
      for (earlier, later) in zip(seen.last ?? [], snapshot.toolCalls) {
        #expect(earlier.id == later.id && later.arguments.hasPrefix(earlier.arguments))
      }
      seen.append(snapshot.toolCalls)
    }
    #expect(seen.map(\.count) == [1, 1, 2, 2])
    #expect(seen.last?.map(\.arguments) == [#"{"city": "Oslo"}"#, #"{"city": "Rome"}"#])
    #expect(try await stream.collect().toolCalls.map(\.id) == ["call-0", "call-1"])
  }

  @Test func `a stream of values shows calls, and ends with them as an error`() async throws {
    let (session, _) = session(twoCalls)
    let stream = session.streamResponse(to: "x", generating: CityArguments.self)
    var last: [LanguageModelSession.ToolCallProgress] = []
    for try await snapshot in stream { last = snapshot.toolCalls }
    #expect(last.count == 2)
    await #expect(throws: TernSessionError.self) { try await stream.collect() }
    #expect(session.transcript.kinds.last == "calls" && !session.isResponding)
  }

  @Test func `only a prompt or an output can be gone on with`() async throws {
    let (session, model) = session(Reply.text("a"))
    await #expect(throws: TernSessionError.nothingToAnswer) {
      try await session.continueResponse()
    }
    _ = try await session.respond(to: "x")
    await #expect(throws: TernSessionError.nothingToAnswer) {
      for try await _ in session.streamContinuation() {}
    }
    session.transcript.append(.prompt(.init(segments: [.text(.init(content: "more"))])))
    var content = ""
    for try await snapshot in session.streamContinuation() { content = snapshot.content }
    #expect(content == "a" && session.transcript.count == 5)
    #expect(model.requests.count == 2)
  }

  @Test func `an error takes back what came after the outputs, and nothing else`() async throws {
    struct Problem: Error {}
    let (session, _) = session(twoCalls, Reply.failure(Problem()))
    let calls = try await session.respond(to: "x").toolCalls
    for call in calls { session.transcript.append(output(of: call, "sun")) }
    let before = session.transcript
    await #expect(throws: Problem.self) { try await session.continueResponse() }
    #expect(session.transcript == before)
  }

  @Test func `the format of an answer stands in the last prompt of the request`() async throws {
    let (session, model) = session(twoCalls, Reply.text(#"{"city":"Oslo"}"#))
    let calls = try await session.respond(to: "x").toolCalls
    for call in calls { session.transcript.append(output(of: call, "sun")) }
    let before = session.transcript
    _ = try await session.continueResponse(generating: CityArguments.self)
    let formats = model.requests[1].transcript.compactMap { entry in
      if case .prompt(let prompt) = entry { prompt.responseFormat?.name } else { nil }
    }
    #expect(formats == ["CityArguments"])
    #expect(session.transcript.prefix(before.count).elementsEqual(before))
  }

  @Test func `a declared tool cannot be run`() async throws {
    let (session, _) = session(twoCalls)
    session.ternOptions.toolExecution = .automatic
    let error = try await #require(throws: LanguageModelSession.ToolCallError.self) {
      try await session.respond(to: "x")
    }
    #expect(
      error.underlyingError as? TernSessionError == .toolIsOnlyDeclared(name: "getWeather"))
  }
}
