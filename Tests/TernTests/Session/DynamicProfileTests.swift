import Synchronization
import Tern
import Testing

private struct TopicKey: SessionPropertyKey {
  static let defaultValue = "coffee"
}

extension SessionPropertyValues {
  @SessionPropertyEntry fileprivate var mood: String = "calm"

  fileprivate var topic: String {
    get { self[TopicKey.self] }
    set { self[TopicKey.self] = newValue }
  }
}

private struct TopicTool: Tool {
  @SessionProperty(\.topic) var topic
  let description = "Changes the topic."
  func call(arguments: CityArguments) async throws -> String {
    topic = arguments.city
    return "The topic is \(topic)."
  }
}

private struct Guide: DynamicInstructions {
  @SessionProperty(\.topic) var topic
  var body: some DynamicInstructions {
    Instructions("Talk about \(topic).")
    if topic == "tea" { EchoTool() }
    ForEach(["one", "two"], id: \.self) { Instructions("Rule \($0).") }
    TopicTool()
  }
}

private struct Mood: LanguageModelSession.DynamicProfile {
  let model: ScriptedModel
  let log: Log
  @SessionProperty(\.topic) var topic
  var body: some DynamicProfile {
    if topic == "tea" {
      Profile { Guide() }.temperature(0.1).onActivate { log.add("tea on") }
        .onDeactivate { log.add("tea off") }.model(model)
    } else {
      Profile { Guide() }.modifier(Warm()).onActivate { log.add("other on") }
        .onDeactivate { log.add("other off") }.model(model)
    }
  }
}

private struct Warm: LanguageModelSession.DynamicProfileModifier {
  func body(content: Content) -> some DynamicProfile {
    content.temperature(0.9).maximumResponseTokens(50)
  }
}

private final class Log: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func add(_ line: String) { lines.withLock { $0.append(line) } }
}

@Suite(.timeLimit(.minutes(5))) struct DynamicProfileTests {
  @Test func `Instructions and tools are found anew for each request to the model`() async throws {
    let model = ScriptedModel(
      Reply.calls(("TopicTool", #"{"city":"tea"}"#)), Reply.text("a"), Reply.text("b"))
    let session = LanguageModelSession(model: model, dynamicInstructions: Guide())
    _ = try await session.respond(to: "x")
    #expect(
      model.requests.map { $0.transcript[0].description.split(separator: "\n")[0] } == [
        "(Instructions) Talk about coffee.", "(Instructions) Talk about tea.",
      ])
    #expect(
      model.requests.map { $0.enabledToolDefinitions.map(\.name) } == [
        ["TopicTool"], ["EchoTool", "TopicTool"],
      ])
    #expect(session.transcript.kinds == ["instructions", "prompt", "calls", "output", "response"])
    #expect(session.transcript[0].description.contains("Rule one.\nRule two."))
    #expect(session.transcript[3].description == "(ToolOutput) TopicTool: The topic is tea.")
    #expect(session.properties.topic == "tea")
    session.properties.topic = "milk"
    _ = try await session.respond(to: "y")
    #expect(session.transcript.kinds.filter { $0 == "instructions" }.count == 1)
    #expect(session.transcript[0].description.contains("milk"))
  }

  @Test func `A profile chooses options, and parts of it become active and cease to be`()
    async throws
  {
    let log = Log()
    let model = ScriptedModel(Reply.text("a"))
    let session = LanguageModelSession(profile: Mood(model: model, log: log))
    _ = try await session.respond(to: "1")
    session.properties.topic = "tea"
    _ = try await session.respond(to: "2")
    _ = try await session.respond(to: "3", options: GenerationOptions(temperature: 0.5))
    #expect(model.requests.map(\.generationOptions.temperature) == [0.9, 0.1, 0.5])
    #expect(model.requests.map(\.generationOptions.maximumResponseTokens) == [50, nil, nil])
    #expect(log.all == ["other on", "other off", "tea on"])
  }

  @Test func `Hooks see what happens, and their errors end the request`() async throws {
    struct Stop: Error {}
    let log = Log()
    let model = ScriptedModel(
      Reply.calls(("EchoTool", #"{"city":"x"}"#)), Reply.text("done"), Reply.text("bad"))
    let profile = LanguageModelSession.Profile { EchoTool() }
      .onPrompt { log.add("prompt \($0)") }
      .onToolCall { log.add("call \($0.toolName)") }
      .onToolOutput { call, output in log.add("output \(call.id == output.id)") }
      .onResponse { response in
        log.add("response \(response)")
        if response.description == "bad" { throw Stop() }
      }
      .onResponse { log.add("answered") }
      .model(model)
    let session = LanguageModelSession(profile: profile)
    _ = try await session.respond(to: "1")
    #expect(log.all == ["prompt 1", "call EchoTool", "output true", "answered", "response done"])
    await #expect(throws: Stop.self) { try await session.respond(to: "2") }
    // The answer was complete: it stays.
    #expect(session.transcript.last?.description == "(Response) bad")
    #expect(!session.isResponding)
  }

  @Test func `The model may see less of the history than the transcript has`() async throws {
    let model = ScriptedModel(Reply.text("a"))
    let profile = LanguageModelSession.Profile { Instructions("i") }
      .historyTransform { Array($0.suffix(1)) }
      .toolCallingMode(.disallowed).reasoningLevel(.light)
      .transcriptErrorHandlingPolicy(.preserveTranscript).model(model)
    let session = LanguageModelSession(
      profile: profile, history: [.prompt(.init(segments: [.text(.init(content: "old"))]))])
    _ = try await session.respond(to: "new")
    #expect(
      model.requests[0].transcript.map(\.description) == [
        "(Instructions) i", "(Prompt) new",
      ])
    #expect(model.requests[0].contextOptions.reasoningLevel == .light)
    #expect(session.transcript.kinds == ["instructions", "prompt", "prompt", "response"])
  }

  @Test func `Hooks may shorten the history while a request is under way`() async throws {
    let model = ScriptedModel(Reply.text("a"))
    struct Short: LanguageModelSession.DynamicProfile {
      @SessionProperty(\.history) var history
      let model: ScriptedModel
      var body: some DynamicProfile {
        let property = _history
        Profile { Instructions("i") }
          .onPrompt { property.wrappedValue = property.wrappedValue.suffix(1) }.model(model)
      }
    }
    let session = LanguageModelSession(profile: Short(model: model))
    _ = try await session.respond(to: "1")
    let response = try await session.respond(to: "2")
    #expect(
      session.transcript.map(\.description) == [
        "(Instructions) i", "(Prompt) 2", "(Response) a",
      ])
    #expect(response.transcriptEntries.count == 2)
  }

  @Test func `Shared values have their defaults outside of a session`() {
    struct Reader { @LanguageModelSession.SessionProperty(\.topic) var topic }
    let reader = Reader()
    reader.topic = "lost"
    #expect(reader.topic == "coffee")
    let values = LanguageModelSession(model: ScriptedModel(Reply.text("a"))).properties
    #expect(values.mood == "calm")
    values.mood = "wild"
    #expect(values.mood == "wild")
  }
}
