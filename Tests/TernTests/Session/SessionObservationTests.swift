import Observation
import Tern
import Testing

@Suite(.timeLimit(.minutes(5))) struct SessionObservationTests {
  @Test func `Observers see that a session begins and ends to respond`() async throws {
    let gate = Gate()
    let session = LanguageModelSession(model: ScriptedModel({ _, _ in await gate.pass() }))
    let (began, ended) = (Flag(), Flag())
    withObservationTracking {
      _ = session.isResponding
    } onChange: {
      began.isSet = true
    }
    let stream = session.streamResponse(to: "x")
    #expect(began.isSet)
    withObservationTracking {
      _ = session.isResponding
    } onChange: {
      ended.isSet = true
    }
    #expect(!ended.isSet)
    await gate.open()
    _ = try await stream.collect()
    #expect(await eventually { ended.isSet })
  }

  @Test func `Observers see every entry and every piece of an answer`() async throws {
    let (first, second) = (Gate(), Gate())
    let model = ScriptedModel({ _, channel in
      await channel.send(.response(action: .appendText("a", tokenCount: 1)))
      await first.open()
      await second.pass()
      await channel.send(.response(action: .appendText("b", tokenCount: 1)))
    })
    let session = LanguageModelSession(model: model)
    let flags = [Flag(), Flag()]
    withObservationTracking {
      _ = session.transcript
    } onChange: {
      flags[0].isSet = true
    }
    let stream = session.streamResponse(to: "x")
    #expect(flags[0].isSet)
    await first.pass()
    withObservationTracking {
      _ = session.transcript
    } onChange: {
      flags[1].isSet = true
    }
    await second.open()
    _ = try await stream.collect()
    #expect(flags[1].isSet)
  }

  @Test func `A request that comes too late is not seen`() async throws {
    let session = LanguageModelSession(model: ScriptedModel(Reply.silence))
    let stream = session.streamResponse(to: "x")
    let flag = Flag()
    withObservationTracking {
      _ = (session.isResponding, session.transcript)
    } onChange: {
      flag.isSet = true
    }
    _ = try? await session.respond(to: "y")
    #expect(!flag.isSet)
    _ = consume stream
    #expect(flag.isSet)
  }
}
