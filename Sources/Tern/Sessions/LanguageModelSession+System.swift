import Foundation

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
    self.init(model, tools: tools, transcript: transcript, errors: .version26)
  }

  /// A session whose model, instructions, tools and options a profile finds anew for each request to
  /// a model; the system's model answers where the profile names none.
  ///
  /// - Parameters:
  ///   - profile: What says all that.
  ///   - history: What was said before, without instructions.
  public convenience init(
    profile: sending some DynamicProfile, history: some Collection<Transcript.Entry> = []
  ) {
    self.init(profile: profile, history: history, fallback: SystemLanguageModel.default)
  }

  /// A session whose instructions and tools are found anew for each request to the model.
  ///
  /// - Parameters:
  ///   - model: What answers.
  ///   - dynamicInstructions: What says the instructions and the tools.
  ///   - history: What was said before, without instructions.
  public convenience init(
    model: some LanguageModel = SystemLanguageModel.default,
    dynamicInstructions: sending some DynamicInstructions,
    history: some Collection<Transcript.Entry> = []
  ) {
    self.init(
      profile: Profile { dynamicInstructions }, history: history, fallback: model)
  }
}

extension LanguageModelSession {
  /// A session on the system's model from a file that ``save(to:)`` wrote with it.
  public convenience init(
    restoring url: URL, model: SystemLanguageModel = .default, tools: [any Tool] = []
  ) async throws {
    let transcript = try await model.engine.model().restoredTranscript(from: url)
    self.init(model: model, tools: tools, transcript: transcript)
  }
}
