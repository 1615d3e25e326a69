import Synchronization
import Tern
import Testing

/// A change of the transcript while the session responds stops the work at once.
@Suite(.timeLimit(.minutes(2))) struct TranscriptChangeTests {
  /// A model that says one word, waits, and remembers whether it was cancelled when it goes on.
  private struct Stage {
    let began = Gate()
    let changed = Gate()
    let cancelled = Flag()
    let sent = Sent()
    let session: LanguageModelSession

    final class Sent: Sendable {
      private let number = Atomic(0)
      var count: Int { number.load(ordering: .relaxed) }
      func add() { number.add(1, ordering: .relaxed) }
    }

    init() {
      let (began, changed, cancelled, sent) = (began, changed, cancelled, sent)
      let model = ScriptedModel(
        { _, channel in
          await channel.send(.response(action: .appendText("a", tokenCount: 1)))
          await began.open()
          await changed.pass()
          cancelled.isSet = Task.isCancelled
          while !Task.isCancelled, sent.count < 1000 {
            await channel.send(.response(action: .appendText("b", tokenCount: 1)))
            sent.add()
          }
        }, Reply.text("next"))
      session = LanguageModelSession(model: model)
    }
  }

  @Test(arguments: [false, true])
  func `The model is cancelled before it writes another token`(streams: Bool) async throws {
    let stage = Stage()
    let answer = Task { [session = stage.session] in
      if streams {
        for try await _ in session.streamResponse(to: "x") {}
      } else {
        _ = try await session.respond(to: "x")
      }
    }
    await stage.began.pass()
    stage.session.transcript.removeAll()
    await stage.changed.open()
    await #expect(throws: LanguageModelSession.Error.transcriptMutationWhileResponding) {
      try await answer.value
    }
    #expect(stage.cancelled.isSet)
    #expect(stage.sent.count == 0)
    #expect(!stage.session.isResponding)
    #expect(stage.session.transcript.isEmpty)
    #expect(stage.session.usage.output.totalTokenCount == 1)
    #expect(try await stage.session.respond(to: "y").content == "next")
  }

  @Test func `What the model writes after the change does not count`() async throws {
    let (began, changed) = (Gate(), Gate())
    let session = LanguageModelSession(
      model: ScriptedModel({ _, channel in
        await channel.send(.response(action: .appendText("kept", tokenCount: 1)))
        await began.open()
        await changed.pass()
        await channel.send(.response(action: .appendText(" lost", tokenCount: 1)))
      }))
    session.transcriptErrorHandlingPolicy = .preserveTranscript
    let answer = Task { _ = try await session.respond(to: "x") }
    await began.pass()
    session.transcript.removeAll()
    await changed.open()
    await #expect(throws: LanguageModelSession.Error.transcriptMutationWhileResponding) {
      try await answer.value
    }
    #expect(session.transcript.map(\.description) == ["(Prompt) x", "(Response) kept"])
  }

  @Test
  func `A tool that changes the transcript ends its request, and the model is not asked again`()
    async throws
  {
    struct Changing: Tool {
      let description = "Changes the transcript."
      let change: @Sendable () -> Void
      func call(arguments: CityArguments) async throws -> String {
        change()
        return ""
      }
    }
    let model = ScriptedModel(Reply.calls(("Changing", #"{"city":"x"}"#)), Reply.text("no"))
    let holder = Mutex<LanguageModelSession?>(nil)
    let session = LanguageModelSession(
      model: model,
      tools: [Changing { holder.withLock { $0 }?.transcript.removeAll() }])
    holder.withLock { $0 = session }
    await #expect(throws: LanguageModelSession.Error.transcriptMutationWhileResponding) {
      try await session.respond(to: "x")
    }
    #expect(model.requests.count == 1)
    #expect(session.transcript.kinds == ["instructions"])
    holder.withLock { $0 = nil }
  }

  @Test func `A change that changes nothing disturbs nobody`() async throws {
    let (began, release) = (Gate(), Gate())
    let session = LanguageModelSession(
      model: ScriptedModel({ _, channel in
        await began.open()
        await release.pass()
        await channel.send(.response(action: .appendText("a", tokenCount: 1)))
      }))
    let answer = Task { try await session.respond(to: "x").content }
    await began.pass()
    session.transcript.removeAll { _ in false }
    await release.open()
    #expect(try await answer.value == "a")
  }
}
