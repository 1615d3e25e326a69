import Synchronization
import Tern
import Testing

extension SessionPropertyValues {
  @SessionPropertyEntry fileprivate var calls: Int = 0
}

private typealias Profile = LanguageModelSession.Profile

/// What was done, in its order.
private final class Steps: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// Shortens the history before each request, as modifiers of applications do.
private struct Window: LanguageModelSession.DynamicProfileModifier {
  @SessionProperty(\.history) var history
  let size: Int
  let steps: Steps
  func body(content: Content) -> some DynamicProfile {
    let (property, size, steps) = (_history, size, steps)
    content.onPrompt {
      steps.add("\(property.wrappedValue.count) entries, keeps \(size)")
      property.wrappedValue = property.wrappedValue.suffix(size)
    }
  }
}

/// A tool that shortens the history, which only hooks may do.
private struct Forgetful: Tool {
  @SessionProperty(\.history) var history
  let description = "Forgets what was said."
  func call(arguments: CityArguments) async throws -> String {
    history = []
    return "\(history.count) entries"
  }
}

/// Instructions that shorten the history, which only hooks may do.
private struct ForgetfulInstructions: DynamicInstructions {
  @SessionProperty(\.history) var history
  var body: some DynamicInstructions {
    let _ = history = []
    Instructions("i")
  }
}

/// What hooks count on the main actor.
@MainActor private final class Counter { var count = 0 }

/// In which order the modifiers of a profile take effect, and what may change the history.
@Suite(.timeLimit(.minutes(5))) struct DynamicProfileOrderTests {
  @Test func `The innermost value wins, and nothing is no value`() async throws {
    let (inner, outer) = (ScriptedModel(Reply.text("in")), ScriptedModel(Reply.text("out")))
    let profile = Profile { Instructions("i") }
      .temperature(nil).samplingMode(.greedy).maximumResponseTokens(5).model(inner)
      .temperature(0.3).maximumResponseTokens(nil).samplingMode(nil).model(outer)
      .temperature(0.7).maximumResponseTokens(9)
    let session = LanguageModelSession(profile: profile)
    #expect(try await session.respond(to: "x").content == "in")
    let options = try #require(inner.requests.first?.generationOptions)
    #expect(options.temperature == 0.3)
    #expect(options.samplingMode == .greedy)
    #expect(options.maximumResponseTokens == 5)
    #expect(outer.requests.isEmpty)
  }

  @Test func `Hooks of all levels run, the outermost first`() async throws {
    let steps = Steps()
    struct Inner: LanguageModelSession.DynamicProfile {
      let steps: Steps
      var body: some DynamicProfile {
        Profile { EchoTool() }
          .onPrompt { steps.add("prompt 1") }.onToolCall { steps.add("call 1") }
          .onToolOutput { steps.add("output 1") }.onReasoning { steps.add("reasoning 1") }
          .onResponse { steps.add("response 1") }.onActivate { steps.add("on 1") }
      }
    }
    let model = ScriptedModel(Reply.calls(("EchoTool", #"{"city":"x"}"#)), Reply.text("a"))
    let profile = Inner(steps: steps)
      .onPrompt { steps.add("prompt 2") }.onToolCall { steps.add("call 2") }
      .onToolOutput { steps.add("output 2") }.onResponse { steps.add("response 2") }
      .onActivate { steps.add("on 2") }.model(model)
    _ = try await LanguageModelSession(profile: profile).respond(to: "x")
    #expect(
      steps.all == [
        "on 2", "on 1", "prompt 2", "prompt 1", "call 2", "call 1", "output 2", "output 1",
        "response 2", "response 1",
      ])
  }

  @Test func `Modifiers that shorten the history take effect from the outside in`() async throws {
    let steps = Steps()
    let model = ScriptedModel(Reply.text("a"))
    let profile = Profile { Instructions("i") }
      .modifier(Window(size: 1, steps: steps)).modifier(Window(size: 3, steps: steps))
      .model(model)
    let entries = (1...6).map {
      Transcript.Entry.prompt(.init(segments: [.text(.init(content: "old \($0)"))]))
    }
    let session = LanguageModelSession(profile: profile, history: entries)
    _ = try await session.respond(to: "new")
    #expect(steps.all == ["7 entries, keeps 3", "3 entries, keeps 1"])
    #expect(
      session.transcript.map(\.description) == [
        "(Instructions) i", "(Prompt) new", "(Response) a",
      ])
  }

  @Test func `Changes of the history are made from the outside in, without the instructions`()
    async throws
  {
    let steps = Steps()
    let model = ScriptedModel(Reply.text("a"))
    let profile = Profile { Instructions("i") }
      .historyTransform { entries in
        steps.add("inner \(entries.count)")
        return Array(entries.suffix(1))
      }
      .historyTransform { entries in
        steps.add("outer \(entries.map(\.description))")
        return Array(entries.suffix(2))
      }
      .model(model)
    let session = LanguageModelSession(profile: profile)
    _ = try await session.respond(to: "1")
    _ = try await session.respond(to: "2")
    #expect(
      steps.all == [
        #"outer ["(Prompt) 1"]"#, "inner 1",
        #"outer ["(Prompt) 1", "(Response) a", "(Prompt) 2"]"#, "inner 2",
      ])
    #expect(
      model.requests.last?.transcript.map(\.description) == ["(Instructions) i", "(Prompt) 2"])
    #expect(session.transcript.count == 5)
  }

  @Test func `Tools and instructions may read the history, but not change it`() async throws {
    let model = ScriptedModel(
      Reply.calls(("Forgetful", #"{"city":"x"}"#)), Reply.text("a"))
    let session = LanguageModelSession(
      profile: Profile {
        ForgetfulInstructions()
        Forgetful()
      }.model(model))
    _ = try await session.respond(to: "x")
    #expect(session.transcript.kinds == ["instructions", "prompt", "calls", "output", "response"])
    #expect(session.transcript[3].description == "(ToolOutput) Forgetful: 2 entries")
    session.properties.history = []
    #expect(session.transcript.kinds == ["instructions"])
  }

  @Test func `A session within a tool changes its own history`() async throws {
    struct Helper: Tool {
      let steps: Steps
      let description = "Asks another session."
      func call(arguments: CityArguments) async throws -> String {
        let profile = Profile { Instructions("i") }
          .modifier(Window(size: 1, steps: steps)).model(ScriptedModel(Reply.text("inner")))
        let session = LanguageModelSession(profile: profile)
        _ = try await session.respond(to: "1")
        _ = try await session.respond(to: "2")
        return session.transcript.kinds.joined(separator: " ")
      }
    }
    let model = ScriptedModel(Reply.calls(("Helper", #"{"city":"x"}"#)), Reply.text("a"))
    let session = LanguageModelSession(
      profile: Profile { Helper(steps: Steps()) }.model(model))
    _ = try await session.respond(to: "x")
    #expect(
      session.transcript[3].description == "(ToolOutput) Helper: instructions prompt response")
  }

  @Test func `A profile says for each request whether tools must be called`() async throws {
    struct Thrice: LanguageModelSession.DynamicProfile {
      @SessionProperty(\.calls) var calls
      let model: ScriptedModel
      var body: some DynamicProfile {
        let property = _calls
        Profile { EchoTool() }.toolCallingMode(calls < 2 ? .required : .allowed)
          .onToolCall { property.wrappedValue += 1 }.model(model)
      }
    }
    let call = Reply.calls(("EchoTool", #"{"city":"x"}"#))
    let model = ScriptedModel(call, call, Reply.text("a"))
    let session = LanguageModelSession(profile: Thrice(model: model))
    _ = try await session.respond(to: "x")
    #expect(
      model.requests.map(\.generationOptions.toolCallingMode) == [.required, .required, .allowed])
  }

  @Test func `Hooks run on the actor that they name`() async throws {
    let counter = Counter()
    let profile = Profile { Instructions("i") }
      .onPrompt { @MainActor in counter.count += 1 }
      .onResponse { @MainActor response in counter.count += response.description.count }
      .onActivate { @MainActor in counter.count += 100 }
      .model(ScriptedModel(Reply.text("four")))
    let session = LanguageModelSession(profile: profile)
    _ = try await session.respond(to: "x")
    #expect(await counter.count == 105)
  }
}
