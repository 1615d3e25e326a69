extension LanguageModelSession {
  /// A session whose model, instructions, tools and options a profile finds anew for each request to
  /// a model.
  ///
  /// - Parameters:
  ///   - profile: What says all that.
  ///   - history: What was said before, without instructions.
  public convenience init(
    profile: sending some DynamicProfile, history: some Collection<Transcript.Entry> = []
  ) {
    self.init(
      source: .profile(ProfileSource(profile)), transcript: Transcript(entries: history),
      errors: .version27)
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
    let profile = Profile { dynamicInstructions }.model(model)
    self.init(
      source: .profile(ProfileSource(profile)), transcript: Transcript(entries: history),
      errors: .version27)
  }
}
