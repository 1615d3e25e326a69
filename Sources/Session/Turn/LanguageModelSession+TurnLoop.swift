import Foundation

extension LanguageModelSession {
  /// Asks the model, runs the tools that it calls, and asks again until it answers.
  func perform(_ id: TurnID) async throws -> TurnOutcome {
    var rounds = 0
    while true {
      try Task.checkCancellation()
      let setup = try await prepare(id, isFirst: rounds == 0)
      try await ask(id, setup, rounds: rounds)
      try Task.checkCancellation()
      let (calls, outcome) = try await commit(id, setup)
      if let outcome { return outcome }
      let limit = ternOptions.maximumToolRounds
      guard rounds < limit else { throw TernSessionError.toolRoundLimitExceeded(rounds: limit) }
      rounds += 1
      try await runTools(calls, setup, for: id)
    }
  }

  /// Finds out what the session works with, and puts the instructions where they belong.
  private func prepare(_ id: TurnID, isFirst: Bool) async throws -> SessionSetup {
    let setup = await source.activeSetup()
    if let instructions = setup.instructions {
      change { state in
        guard state.turn?.id == id else { return }
        state.setInstructions(instructions)
        state.turn?.errorHandlingPolicy = setup.profile.errorHandlingPolicy
      }
    }
    if isFirst, let request = read({ $0.turn?.id == id ? $0.turn?.request : nil }),
      !request.isContinuation
    {
      try await setup.profile.hooks.prompt(request.prompt)
    }
    return setup
  }

  /// Makes one request to the model; what it writes is in the turn afterwards.
  private func ask(_ id: TurnID, _ setup: SessionSetup, rounds: Int) async throws {
    let (turn, transcript, limit) = read { ($0.turn, $0.transcript, $0.options.maximumToolRounds) }
    guard let turn, turn.id == id else { throw CancellationError() }
    let request = try setup.request(
      turn.request, transcript: transcript, rounds: rounds, limit: limit)
    try await setup.model.checkAttachments(of: request.transcript)
    guard let number = update(id, { $0.ask() }) ?? nil else { throw CancellationError() }
    let channel = LanguageModelExecutorGenerationChannel { [self] event in
      receive(event, of: number, for: id)
    }
    try await executors.respond(to: request, model: setup.model, streamingInto: channel)
    update(id) { $0.endRequest() }
  }

  /// Makes entries of what the model has written: the calls of tools, or the end of the turn.
  private func commit(
    _ id: TurnID, _ setup: SessionSetup
  ) async throws -> (calls: [Transcript.ToolCall], outcome: TurnOutcome?) {
    guard let turn = read(\.turn), turn.id == id else { throw CancellationError() }
    let written = try turn.check()
    try await setup.model.checkData(in: written.entries)
    let outcome: TurnOutcome?? = try change { state in
      try state.update(id) { turn, transcript in
        try turn.commit(written, to: &transcript)
        if case .committed(let outcome) = turn.phase { return outcome }
        return nil
      }
    }
    guard let outcome else { throw CancellationError() }
    turn.feed?.wake()
    try await setup.profile.hooks.written(written.entries)
    return (written.calls, outcome)
  }
}

extension SessionSetup {
  /// The next request to the model, after some rounds of tool calls.
  fileprivate func request(
    _ turn: TurnRequest, transcript: Transcript, rounds: Int, limit: Int
  ) throws -> LanguageModelExecutorGenerationRequest {
    let options = profile.options(turn.prompt.options, rounds: rounds, limit: limit)
    let mode = options.toolCallingMode
    if mode == .required, tools.isEmpty { throw TernSessionError.noToolToCall }
    let enabled = mode == .disallowed ? [] : definitions
    for schema in [turn.schema].compactMap({ $0 }) + enabled.map(\.parameters) {
      guard let problem = schema.unsupportedGuides.first else { continue }
      throw LanguageModelError.unsupportedGenerationGuide(
        .init(schemaName: schema.name, debugDescription: problem))
    }
    return LanguageModelExecutorGenerationRequest(
      id: UUID(), transcript: profile.transform(turn.showingFormat(in: transcript)),
      enabledTools: enabled, schema: turn.schema, generationOptions: options,
      contextOptions: profile.contextOptions(turn.prompt.contextOptions),
      metadata: turn.prompt.metadata)
  }
}

extension TurnRequest {
  /// The transcript with the format of the answer in its last prompt, where the request has none of
  /// its own.
  fileprivate func showingFormat(in transcript: Transcript) -> Transcript {
    guard isContinuation, let format = prompt.responseFormat,
      let last = transcript.lastIndex(where: { if case .prompt = $0 { true } else { false } }),
      case .prompt(var asked) = transcript[last], asked.responseFormat == nil
    else { return transcript }
    var transcript = transcript
    asked.responseFormat = format
    asked.contextOptions.includeSchemaInPrompt = prompt.contextOptions.includeSchemaInPrompt
    transcript[last] = .prompt(asked)
    return transcript
  }
}
