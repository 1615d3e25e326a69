extension LanguageModelSession {
  /// A session on the system's model.
  ///
  /// - Parameters:
  ///   - model: What answers.
  ///   - tools: What the model may call.
  ///   - instructions: What the model is told before all prompts.
  @_disfavoredOverload
  public convenience init(
    model: SystemLanguageModel = .default, tools: [any Tool] = [], instructions: String? = nil
  ) {
    self.init(
      model, tools: tools, instructions: instructions.map { Instructions($0) }, errors: .version26)
  }

  /// A session on the system's model, with instructions of several parts.
  public convenience init(
    model: SystemLanguageModel = .default, tools: [any Tool] = [],
    @InstructionsBuilder instructions: () throws -> Instructions
  ) rethrows {
    self.init(model, tools: tools, instructions: try instructions(), errors: .version26)
  }

  /// A session on the system's model.
  public convenience init(
    model: SystemLanguageModel = .default, tools: [any Tool] = [],
    instructions: Instructions? = nil
  ) {
    self.init(model, tools: tools, instructions: instructions, errors: .version26)
  }

  /// A session on the system's model that goes on from a transcript.
  public convenience init(
    model: SystemLanguageModel = .default, tools: [any Tool] = [], transcript: Transcript
  ) {
    self.init(
      source: .fixed(SessionSetup(model: model, tools: tools)), transcript: transcript,
      errors: .version26)
  }

  /// A session on any model, with instructions of several parts.
  public convenience init<Failure: Swift.Error>(
    model: some LanguageModel, tools: [any Tool] = [],
    @InstructionsBuilder instructions: () throws(Failure) -> Instructions
  ) throws(Failure) {
    self.init(model, tools: tools, instructions: try instructions(), errors: .usual(of: model))
  }

  /// A session on any model that goes on from a transcript.
  public convenience init(
    model: some LanguageModel, tools: [any Tool] = [], transcript: Transcript
  ) {
    self.init(
      source: .fixed(SessionSetup(model: model, tools: tools)), transcript: transcript,
      errors: .usual(of: model))
  }

  /// A session on any model.
  public convenience init(
    model: some LanguageModel, tools: [any Tool] = [], instructions: Instructions? = nil
  ) {
    self.init(model, tools: tools, instructions: instructions, errors: .usual(of: model))
  }

  /// A session on any model.
  @_disfavoredOverload
  public convenience init(
    model: some LanguageModel, tools: [any Tool] = [], instructions: String? = nil
  ) {
    self.init(
      model, tools: tools, instructions: instructions.map { Instructions($0) },
      errors: .usual(of: model))
  }

  private convenience init(
    _ model: any LanguageModel, tools: [any Tool], instructions: Instructions?,
    errors: TernSessionOptions.ErrorGeneration
  ) {
    let setup = SessionSetup(model: model, tools: tools)
    var transcript = Transcript()
    if instructions != nil || !tools.isEmpty {
      transcript.append(
        .instructions(
          Transcript.Instructions(
            segments: instructions?.segments ?? [], toolDefinitions: setup.listedDefinitions)))
    }
    self.init(source: .fixed(setup), transcript: transcript, errors: errors)
  }
}
