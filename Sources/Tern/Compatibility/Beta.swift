// Forms of the betas of FoundationModels 26 that published code still has: sessions on the system's model.

extension LanguageModelSession {
  /// What the model refuses; now a property of the model.
  @available(*, deprecated, renamed: "SystemLanguageModel.Guardrails")
  public typealias Guardrails = SystemLanguageModel.Guardrails

  /// A session with instructions; now they come after the tools.
  @available(*, deprecated, message: "instructions come after the tools")
  @_disfavoredOverload
  public convenience init(
    model: SystemLanguageModel = .default, instructions: String, tools: [any Tool]
  ) {
    self.init(model: model, tools: tools, instructions: instructions)
  }

  /// A session with instructions; now they come after the tools.
  @available(*, deprecated, message: "instructions come after the tools")
  public convenience init(
    model: SystemLanguageModel = .default, instructions: Instructions, tools: [any Tool]
  ) {
    self.init(model: model, tools: tools, instructions: instructions)
  }

  /// A session with instructions that a builder lists; now they come after the tools, as a closure.
  @available(*, deprecated, message: "instructions come after the tools, in a closure")
  public convenience init(
    model: SystemLanguageModel = .default, instructions: InstructionsBuilder, tools: [any Tool] = []
  ) {
    self.init(
      model: model, tools: tools, instructions: instructions.instructionsRepresentation)
  }

  /// A session with guardrails; now they belong to the model.
  @available(*, deprecated, message: "guardrails belong to the model")
  @_disfavoredOverload
  public convenience init(
    model: SystemLanguageModel = .default, guardrails: SystemLanguageModel.Guardrails,
    tools: [any Tool] = [], instructions: String? = nil
  ) {
    self.init(
      model: model.guarded(by: guardrails), tools: tools, instructions: instructions)
  }

  /// A session with guardrails; now they belong to the model.
  @available(*, deprecated, message: "guardrails belong to the model")
  public convenience init(
    model: SystemLanguageModel = .default, guardrails: SystemLanguageModel.Guardrails,
    tools: [any Tool] = [], @InstructionsBuilder instructions: () throws -> Instructions
  ) rethrows {
    try self.init(
      model: model.guarded(by: guardrails), tools: tools, instructions: instructions)
  }

  /// A session with guardrails; now they belong to the model.
  @available(*, deprecated, message: "guardrails belong to the model")
  public convenience init(
    model: SystemLanguageModel = .default, guardrails: SystemLanguageModel.Guardrails,
    tools: [any Tool] = [], transcript: Transcript
  ) {
    self.init(model: model.guarded(by: guardrails), tools: tools, transcript: transcript)
  }
}

extension SystemLanguageModel {
  /// The same model with other guardrails.
  fileprivate func guarded(by guardrails: Guardrails) -> SystemLanguageModel {
    SystemLanguageModel(useCase: useCase, guardrails: guardrails)
  }
}
