import Synchronization
import TernSession
import TernTesting
import Testing

@Suite("A model that answers by a script")
struct ScriptedLanguageModelTests {
  @Generable
  struct City {
    var name: String
  }

  struct WeatherTool: Tool {
    let name = "weather"
    let description = "Tells the weather of a city."
    func call(arguments: City) async throws -> String { "12 degrees in \(arguments.name)" }
  }

  @Test("answers come in the order of the script, and are recorded with what was asked")
  func order() async throws {
    let model = ScriptedLanguageModel(["First.", "Second."])
    let session = LanguageModelSession(model: model, instructions: "Be short.")
    #expect(try await session.respond(to: "One?").content == "First.")
    #expect(model.unusedAnswerCount == 1)
    let options = GenerationOptions(temperature: 0.5)
    #expect(try await session.respond(to: "Two?", options: options).content == "Second.")
    #expect(model.requests.map(\.prompt) == ["One?", "Two?"])
    #expect(model.requests[1].instructions == "Be short.")
    #expect(model.requests[1].options.temperature == 0.5)
    // Instructions, prompt and answer came before the second prompt.
    #expect(model.requests[1].transcript.count == 4)
    for request in model.requests {
      guard case .answered? = request.outcome else {
        Issue.record("\(String(describing: request.outcome))")
        return
      }
    }
  }

  @Test("a request after the last answer throws an error that names it")
  func exhausted() async throws {
    let model = ScriptedLanguageModel(["Only."])
    let session = LanguageModelSession(model: model)
    _ = try await session.respond(to: "One?")
    await #expect(throws: ScriptedLanguageModelError.noAnswerLeft(request: 1, prompt: "Two?")) {
      try await session.respond(to: "Two?")
    }
    model.append("More.")
    #expect(try await session.respond(to: "Three?").content == "More.")
  }

  @Test("tools are called with the script's arguments, and their outputs are seen")
  func tools() async throws {
    let model = ScriptedLanguageModel([
      [
        .reasoning("Two cities."),
        .call("weather", City(name: "Oslo")),
        .call("weather", json: #"{"name": "Rome"}"#, pieces: 4),
      ],
      "Cold and warm.",
    ])
    let session = LanguageModelSession(model: model, tools: [WeatherTool()])
    #expect(try await session.respond(to: "Weather?").content == "Cold and warm.")
    #expect(model.requests[0].toolNames == ["weather"])
    #expect(model.requests[0].toolOutputs == [])
    #expect(model.requests[1].toolOutputs == ["12 degrees in Oslo", "12 degrees in Rome"])
    guard case .toolCalls(let calls) = session.transcript[session.transcript.endIndex - 4] else {
      Issue.record("\(session.transcript)")
      return
    }
    #expect(calls.map(\.id) == ["call-0-0", "call-0-1"])
  }

  @Test("a stream shows every piece, while gates hold the model where the test wants it")
  func stream() async throws {
    let gate = ScriptedGate()
    let model = ScriptedLanguageModel([[.text("Half "), .wait(for: gate), .text("done.")]])
    let session = LanguageModelSession(model: model)
    var iterator = session.streamResponse(to: "Go on.").makeAsyncIterator()
    #expect(try await iterator.next()?.content == "Half ")
    await gate.reached()
    #expect(session.isResponding)
    #expect(model.requests[0].outcome == nil)
    gate.open()
    #expect(try await iterator.next()?.content == "Half done.")
    #expect(try await iterator.next() == nil)
    #expect(!session.isResponding)
  }

  @Test("values of a type come as it reads them, in as many pieces as the script has")
  func content() async throws {
    let model = ScriptedLanguageModel([
      [.content(City(name: "Bergen"))],
      ScriptedAnswer(ScriptedStep.text(#"{"name": "Turku"}"#, pieces: 5)),
    ])
    let session = LanguageModelSession(model: model)
    #expect(
      try await session.respond(to: "A city?", generating: City.self).content.name == "Bergen")
    #expect(model.requests[0].schema != nil)
    var names: [String?] = []
    for try await partial in session.streamResponse(to: "Another?", generating: City.self) {
      names.append(partial.content.name)
    }
    #expect(names.last == "Turku")
    #expect(names.count > 1)
  }

  @Test(
    "errors of the script end the request; what a decoder cannot read is an error of the session")
  func failures() async throws {
    struct Broken: Error, Equatable {}
    let model = ScriptedLanguageModel([[.text("Some"), .failure(Broken())], "no JSON"])
    let session = LanguageModelSession(model: model)
    await #expect(throws: Broken.self) { try await session.respond(to: "One?") }
    guard case .failed(let error)? = model.requests[0].outcome else {
      Issue.record("\(String(describing: model.requests[0].outcome))")
      return
    }
    #expect(error is Broken)
    await #expect(throws: (any Error).self) {
      try await session.respond(to: "Two?", generating: City.self)
    }
  }

  @Test("a cancelled request is recorded as one")
  func cancellation() async throws {
    let gate = ScriptedGate()
    let model = ScriptedLanguageModel([[.wait(for: gate)]])
    let session = LanguageModelSession(model: model)
    let task = Task { try await session.respond(to: "Wait.") }
    await gate.reached()
    #expect(await model.request(0).prompt == "Wait.")
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
    guard case .cancelled? = model.requests[0].outcome else {
      Issue.record("\(String(describing: model.requests[0].outcome))")
      return
    }
  }

  @Test("delays are measured by the clock that the test gives")
  func delay() async throws {
    let clock = CountingClock()
    let model = ScriptedLanguageModel([[.delay(.seconds(3600)), .text("Late.")]], clock: clock)
    let session = LanguageModelSession(model: model)
    #expect(try await session.respond(to: "When?").content == "Late.")
    #expect(clock.slept == [.seconds(3600)])
  }

  @Test("words count as tokens, unless the script counts itself")
  func usage() async throws {
    let model = ScriptedLanguageModel([
      "three small words",
      [.text("Counted."), .usage(input: 70, cached: 60, output: 5, reasoning: 2)],
    ])
    let session = LanguageModelSession(model: model)
    _ = try await session.respond(to: "Say three words")
    #expect(session.usage.input.totalTokenCount == 3)
    #expect(session.usage.output.totalTokenCount == 3)
    _ = try await session.respond(to: "Again")
    #expect(session.usage.input.totalTokenCount == 73)
    #expect(session.usage.input.cachedTokenCount == 60)
    #expect(session.usage.output.totalTokenCount == 8)
  }

  @Test("answers can depend on what is asked, also with many sessions at once")
  func answering() async throws {
    let model = ScriptedLanguageModel { request in
      ScriptedAnswer([.text("You said: \(request.prompt)")])
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          let session = LanguageModelSession(model: model)
          let answer = try await session.respond(to: "number \(number)").content
          #expect(answer == "You said: number \(number)")
        }
      }
      try await group.waitForAll()
    }
    #expect(Set(model.requests.map(\.prompt)).count == 20)
    #expect(model.requests.map(\.index) == Array(0..<20))
  }

  @Test("a transcript that is to be read in advance is recorded")
  func prewarm() async throws {
    let model = ScriptedLanguageModel()
    let session = LanguageModelSession(model: model, instructions: "Be short.")
    session.prewarm(promptPrefix: Prompt("Tell me"))
    while model.prewarmedTranscripts.isEmpty { await Task.yield() }
    #expect(model.prewarmedTranscripts.count == 1)
  }
}

/// A clock on which no time passes; it notes for how long it was to sleep.
final class CountingClock: Clock {
  struct Instant: InstantProtocol {
    var offset = Duration.zero
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private let sleeps = Mutex<[Duration]>([])
  var slept: [Duration] { sleeps.withLock { $0 } }
  var now: Instant { Instant() }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    sleeps.withLock { $0.append(deadline.offset) }
  }
}
