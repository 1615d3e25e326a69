import Tern
import Testing

/// An answer that is complete stays, whatever happens between that moment and the end of its request.
@Suite(.timeLimit(.minutes(2))) struct CommittedTurnTests {
  /// What happens to a request while its hook runs.
  enum Ending: CaseIterable {
    /// The loop over the stream is left.
    case loopLeft
    /// The stream is dropped without having been read.
    case streamDropped
    /// The task that reads the stream is cancelled.
    case readerCancelled
    /// The task that waits in `respond` is cancelled.
    case responderCancelled
    /// The hook throws, in a stream.
    case hookFailsInStream
    /// The hook throws, in `respond`.
    case hookFails
    /// The transcript is changed.
    case transcriptChanged
  }

  struct HookError: Error {}

  /// A session whose hook `onResponse` tells that it runs, and waits until it is let go or cancelled.
  private struct Stage {
    let entered = Gate()
    let release = Gate()
    let session: LanguageModelSession

    init(tools: Bool, fails: Bool, ignoresCancellation: Bool) {
      let answer: ScriptedModel.Reply = { _, channel in
        await channel.send(.reasoning(action: .appendText("thought", tokenCount: 2)))
        await channel.send(.response(action: .appendText("answer", tokenCount: 3)))
      }
      let next = Reply.text("next")
      let model =
        tools
        ? ScriptedModel(Reply.calls(("EchoTool", #"{"city":"x"}"#)), answer, next)
        : ScriptedModel(answer, next)
      let (entered, release) = (entered, release)
      let profile = LanguageModelSession.Profile { EchoTool() }
        .onResponse { response in
          guard response.description == "answer" else { return }
          await entered.open()
          if fails { throw HookError() }
          if ignoresCancellation { return await release.pass() }
          try await Task.sleep(for: .seconds(3600))
        }
        .model(model)
      session = LanguageModelSession(profile: profile)
    }

    /// Lets a request end in one way while the hook runs.
    func run(_ ending: Ending) async throws {
      switch ending {
      case .loopLeft:
        for try await _ in session.streamResponse(to: "x") {
          await entered.pass()
          break
        }
      case .streamDropped:
        let stream = session.streamResponse(to: "x")
        await entered.pass()
        _ = consume stream
      case .readerCancelled, .responderCancelled:
        let task = Task { [session] in
          if ending == .responderCancelled {
            _ = try await session.respond(to: "x")
          } else {
            for try await _ in session.streamResponse(to: "x") {}
          }
        }
        await entered.pass()
        task.cancel()
        if ending == .responderCancelled { await release.open() }
        _ = await task.result
      case .hookFailsInStream:
        let stream = session.streamResponse(to: "x")
        await #expect(throws: HookError.self) { for try await _ in stream {} }
      case .hookFails:
        await #expect(throws: HookError.self) { try await session.respond(to: "x") }
      case .transcriptChanged:
        let task = Task { [session] in _ = try await session.respond(to: "x") }
        await entered.pass()
        session.transcript.removeAll()
        await release.open()
        await #expect(throws: LanguageModelSession.Error.transcriptMutationWhileResponding) {
          try await task.value
        }
      }
    }
  }

  @Test(arguments: Ending.allCases, [false, true])
  func `A complete answer stays, with its entries and its tokens`(
    ending: Ending, tools: Bool
  ) async throws {
    for ignoresCancellation in [false, true] {
      let stage = Stage(
        tools: tools, fails: ending == .hookFails || ending == .hookFailsInStream,
        ignoresCancellation: ignoresCancellation)
      try await stage.run(ending)
      #expect(!stage.session.isResponding)
      let calls =
        tools ? ["instructions", "prompt", "calls", "output"] : ["instructions", "prompt"]
      #expect(stage.session.transcript.kinds == calls + ["reasoning", "response"])
      #expect(stage.session.usage.output.totalTokenCount == (tools ? 7 : 5))
      #expect(stage.session.usage.output.reasoningTokenCount == 2)
      await stage.release.open()
      #expect(try await stage.session.respond(to: "y").content == "next")
      #expect(stage.session.usage.output.totalTokenCount == (tools ? 8 : 6))
    }
  }

  @Test func `What a left stream collects is the complete answer`() async throws {
    let stage = Stage(tools: true, fails: false, ignoresCancellation: true)
    let stream = stage.session.streamResponse(to: "x")
    for try await _ in stream {
      await stage.entered.pass()
      break
    }
    let response = try await stream.collect()
    await stage.release.open()
    #expect(response.content == "answer")
    #expect(
      Transcript(entries: response.transcriptEntries).kinds
        == ["prompt", "calls", "output", "reasoning", "response"])
    #expect(response.usage.output.totalTokenCount == 7)
  }

  /// Where a reader can leave between the model's first text and its answer.
  enum Window: CaseIterable { case responseHook, callHook, tool, outputHook, activation }

  private struct WaitingTool: Tool {
    let name = "wait"
    let description = "Waits."
    let wait: @Sendable () async -> Void
    func call(arguments: CityArguments) async throws -> String {
      await wait()
      return "done"
    }
  }

  @Test(arguments: Window.allCases)
  func `What was written before tools ran stays when the loop is left`(
    window: Window
  ) async throws {
    let (entered, release) = (Gate(), Gate())
    @Sendable func wait(_ own: Window) async {
      guard own == window else { return }
      await entered.open()
      await release.pass()
    }
    let model = ScriptedModel(
      { request, channel in
        await channel.send(.response(action: .appendText("Let me see.", tokenCount: 4)))
        try await Reply.calls(("wait", #"{"city":"x"}"#))(request, channel)
      },
      { request, channel in
        await wait(.activation)
        try await Reply.text("next")(request, channel)
      }, Reply.text("next"))
    let profile = LanguageModelSession.Profile { WaitingTool { await wait(.tool) } }
      .onResponse { if $0.description != "next" { await wait(.responseHook) } }
      .onToolCall { await wait(.callHook) }
      .onToolOutput { await wait(.outputHook) }
      .model(model)
    let session = LanguageModelSession(profile: profile)
    for try await _ in session.streamResponse(to: "x") {
      await entered.pass()
      break
    }
    #expect(!session.isResponding)
    #expect(session.transcript.kinds == ["instructions", "prompt", "response"])
    #expect(session.transcript.last?.description == "(Response) Let me see.")
    #expect(session.usage.output.totalTokenCount == 6)
    await release.open()
    #expect(try await session.respond(to: "y").content == "next")
  }
}
