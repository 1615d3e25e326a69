extension LanguageModelSession {
  /// A session whose model, instructions, tools and options a profile finds anew for each request to
  /// a model.
  ///
  /// - Parameters:
  ///   - profile: What says all that.
  ///   - history: What was said before, without instructions.
  @_disfavoredOverload
  public convenience init(
    profile: sending some DynamicProfile, history: some Collection<Transcript.Entry> = []
  ) {
    self.init(profile: profile, history: history, fallback: MissingModel())
  }

  /// A session whose instructions and tools are found anew for each request to the model.
  ///
  /// - Parameters:
  ///   - model: What answers.
  ///   - dynamicInstructions: What says the instructions and the tools.
  ///   - history: What was said before, without instructions.
  @_disfavoredOverload
  public convenience init(
    model: some LanguageModel,
    dynamicInstructions: sending some DynamicInstructions,
    history: some Collection<Transcript.Entry> = []
  ) {
    self.init(
      profile: Profile { dynamicInstructions }, history: history, fallback: model)
  }

  /// A session on a profile; `fallback` answers where the profile names no model.
  package convenience init(
    profile: sending some DynamicProfile, history: some Collection<Transcript.Entry>,
    fallback: any LanguageModel
  ) {
    self.init(
      source: .profile(ProfileSource(profile, fallback: fallback)),
      transcript: Transcript(entries: history), errors: .version27)
  }
}
