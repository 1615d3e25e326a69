import Tern
import Testing

@Suite(.timeLimit(.minutes(5))) struct SessionErrorTests {
  private static let overflow = LanguageModelError.contextSizeExceeded(
    .init(contextSize: 4096, tokenCount: 5000, debugDescription: "5000 tokens, but 4096 fit"))

  @Test func `A second request fails and does not disturb the first`() async throws {
    let gate = Gate()
    let model = ScriptedModel({ _, channel in
      await gate.pass()
      await channel.send(.response(action: .appendText("first", tokenCount: 1)))
    })
    let session = LanguageModelSession(model: model)
    async let first = session.respond(to: "1")
    #expect(await eventually { session.isResponding })
    let before = session.transcript
    await #expect(throws: LanguageModelSession.Error.concurrentRequests) {
      try await session.respond(to: "2")
    }
    await #expect(throws: LanguageModelSession.Error.concurrentRequests) {
      for try await _ in session.streamResponse(to: "3") {}
    }
    session.ternOptions.errors = .version26
    await #expect {
      try await session.respond(to: "4", generating: Brew.self)
    } throws: { error in
      if case LanguageModelSession.GenerationError.concurrentRequests = error {
        true
      } else {
        false
      }
    }
    #expect(session.transcript == before)
    await gate.open()
    #expect(try await first.content == "first")
    #expect(session.transcript.kinds == ["prompt", "response"])
    #expect(model.requests.count == 1)
  }

  @Test func `A context that is too small loses nothing`() async throws {
    let model = ScriptedModel(Reply.text("a"), Reply.failure(Self.overflow), Reply.text("b"))
    let session = LanguageModelSession(model: model, instructions: "i")
    _ = try await session.respond(to: "1")
    let before = session.transcript
    await #expect {
      try await session.respond(to: "2")
    } throws: { error in
      guard case LanguageModelError.contextSizeExceeded(let details) = error else { return false }
      return details.tokenCount == 5000 && details.contextSize == 4096
    }
    #expect(session.transcript == before)
    #expect(try await session.respond(to: "3").content == "b")
  }

  @Test func `Errors of version 27 have their forms of version 26`() async throws {
    let errors: [(LanguageModelError, @Sendable (LanguageModelSession.GenerationError) -> Bool)] = [
      (Self.overflow, { if case .exceededContextWindowSize = $0 { true } else { false } }),
      (
        .rateLimited(.init(resetDate: nil, debugDescription: "r")),
        { if case .rateLimited = $0 { true } else { false } }
      ),
      (
        .guardrailViolation(.init(debugDescription: "g")),
        { if case .guardrailViolation = $0 { true } else { false } }
      ),
      (
        .unsupportedGenerationGuide(.init(schemaName: "S", debugDescription: "u")),
        { if case .unsupportedGuide = $0 { true } else { false } }
      ),
      (
        .unsupportedLanguageOrLocale(.init(languageCode: "tlh", debugDescription: "l")),
        { if case .unsupportedLanguageOrLocale = $0 { true } else { false } }
      ),
    ]
    for (error, isRight) in errors {
      let session = LanguageModelSession(model: ScriptedModel(Reply.failure(error)))
      session.ternOptions.errors = .version26
      await #expect {
        try await session.respond(to: "x")
      } throws: { thrown in
        guard let thrown = thrown as? LanguageModelSession.GenerationError else { return false }
        return isRight(thrown) && thrown.failureReason == error.debugDescription
          && thrown.errorDescription != nil && thrown.recoverySuggestion != nil
      }
    }
    let timeout = LanguageModelError.timeout(.init(debugDescription: "t"))
    let session = LanguageModelSession(model: ScriptedModel(Reply.failure(timeout)))
    session.ternOptions.errors = .version26
    await #expect(throws: LanguageModelError.self) { try await session.respond(to: "x") }
  }

  @Test func `A refusal explains itself`() async throws {
    let refusal = LanguageModelError.Refusal(explanation: "I'd rather not.", debugDescription: "r")
    #expect(try await refusal.explanation.content == "I'd rather not.")
    let session = LanguageModelSession(
      model: ScriptedModel(Reply.failure(LanguageModelError.refusal(refusal))))
    session.ternOptions.errors = .version26
    do {
      _ = try await session.respond(to: "x")
      Issue.record("no error")
    } catch LanguageModelSession.GenerationError.refusal(let refusal, _) {
      #expect(try await refusal.explanation.content == "I'd rather not.")
      var texts: [String] = []
      for try await snapshot in refusal.explanationStream { texts.append(snapshot.content) }
      #expect(texts == ["I'd rather not."])
    }
  }

  @Test func `An answer that is no value of the type is an error, and is taken back`() async throws
  {
    for text in ["not JSON", #"{"flavor":"a"}"#, #"{"flavor":"a","rating":1,"notes":["#, ""] {
      let session = LanguageModelSession(model: ScriptedModel(Reply.text(text)))
      await #expect(throws: GeneratedContent.ParsingError.self) {
        try await session.respond(to: "x", generating: Brew.self)
      }
      session.ternOptions.errors = .version26
      await #expect {
        try await session.respond(to: "x", generating: Brew.self)
      } throws: { error in
        if case LanguageModelSession.GenerationError.decodingFailure = error { true } else { false }
      }
      #expect(session.transcript.isEmpty)
    }
  }

  @Test func `The transcript of a failed request can be kept`() async throws {
    struct Broken: Error {}
    let session = LanguageModelSession(
      model: ScriptedModel(
        Reply.calls(("EchoTool", #"{"city":"x"}"#)),
        { _, channel in
          await channel.send(.response(action: .appendText("half", tokenCount: 1)))
          throw Broken()
        }),
      tools: [EchoTool()])
    session.transcriptErrorHandlingPolicy = .preserveTranscript
    await #expect(throws: Broken.self) { try await session.respond(to: "x") }
    #expect(session.transcript.kinds == ["instructions", "prompt", "calls", "output", "response"])
    session.transcriptErrorHandlingPolicy = .revertTranscript
    let before = session.transcript
    await #expect(throws: Broken.self) { try await session.respond(to: "y") }
    #expect(session.transcript == before)
  }

  @Test func `A transcript that is changed while the session responds ends the request`()
    async throws
  {
    let gate = Gate()
    let model = ScriptedModel({ _, _ in await gate.pass() })
    let session = LanguageModelSession(model: model)
    let answer = Task { _ = try await session.respond(to: "x") }
    #expect(await eventually { session.isResponding })
    session.transcript.removeAll()
    #expect(session.transcript.kinds == ["prompt"])
    await gate.open()
    await #expect(throws: LanguageModelSession.Error.transcriptMutationWhileResponding) {
      try await answer.value
    }
    #expect(session.transcript.isEmpty)
  }

  @Test func `A guide that cannot be kept is an error before the model is asked`() async throws {
    let model = ScriptedModel(Reply.text("x"))
    let session = LanguageModelSession(model: model)
    let schema = try GenerationSchema(
      root: DynamicGenerationSchema(
        type: Int.self, guides: [.minimum(3), .maximum(1)]),
      dependencies: [])
    await #expect {
      try await session.respond(to: "x", schema: schema)
    } throws: { error in
      if case LanguageModelError.unsupportedGenerationGuide = error { true } else { false }
    }
    #expect(model.requests.isEmpty)
  }

  @Test func `An executor that cannot be made ends the request`() async {
    struct Broken: Error {}
    struct NoModel: LanguageModel {
      let capabilities = LanguageModelCapabilities([])
      let executorConfiguration = 0
      struct Executor: LanguageModelExecutor {
        init(configuration: Int) throws { throw Broken() }
        func respond(
          to request: LanguageModelExecutorGenerationRequest, model: NoModel,
          streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {}
      }
    }
    let session = LanguageModelSession(model: NoModel())
    session.prewarm()
    await #expect(throws: Broken.self) { try await session.respond(to: "x") }
    #expect(session.transcript.isEmpty)
    #expect(!session.isResponding)
  }
}
