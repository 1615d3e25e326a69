extension LanguageModelSession {
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
    self.init(model, tools: tools, transcript: transcript, errors: .usual(of: model))
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

  /// A session that goes on from a transcript, with the errors that it begins with.
  package convenience init(
    _ model: any LanguageModel, tools: [any Tool], transcript: Transcript,
    errors: TernSessionOptions.ErrorGeneration
  ) {
    self.init(
      source: .fixed(SessionSetup(model: model, tools: tools)), transcript: transcript,
      errors: errors)
  }

  /// A session with the errors that it begins with.
  package convenience init(
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
