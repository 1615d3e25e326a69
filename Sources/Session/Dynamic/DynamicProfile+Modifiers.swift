extension LanguageModelSession.DynamicProfile {
  /// The profile with another model.
  public func model(_ model: any LanguageModel) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self) { $0.model = model }
  }

  /// The profile with another model.
  public func model(_ model: some LanguageModel) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self) { $0.model = model }
  }

  /// The profile with a temperature.
  public func temperature(_ temperature: Double?) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self, \.temperature, temperature)
  }

  /// The profile with a sampling mode.
  public func samplingMode(
    _ samplingMode: GenerationOptions.SamplingMode?
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self, \.samplingMode, samplingMode)
  }

  /// The profile with a limit for the tokens of an answer.
  public func maximumResponseTokens(
    _ maximumResponseTokens: Int?
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self, \.maximumResponseTokens, maximumResponseTokens)
  }

  /// The profile with a reasoning level.
  public func reasoningLevel(
    _ reasoningLevel: ContextOptions.ReasoningLevel?
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self, \.reasoningLevel, reasoningLevel)
  }

  /// The profile with a tool calling mode.
  ///
  /// It holds for every request to the model: with ``GenerationOptions/ToolCallingMode/required`` the
  /// model calls tools until the profile says otherwise, a tool or a hook throws, or the session's
  /// limit of rounds is reached.
  public func toolCallingMode(
    _ toolCallingMode: GenerationOptions.ToolCallingMode?
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self, \.toolCallingMode, toolCallingMode)
  }

  /// The profile with a policy for the entries of requests that fail; that of the session wins.
  public func transcriptErrorHandlingPolicy(
    _ transcriptErrorHandlingPolicy: TranscriptErrorHandlingPolicy?
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self, \.errorHandlingPolicy, transcriptErrorHandlingPolicy)
  }

  /// The profile with a change of what the model sees of the history; the transcript stays as it is.
  ///
  /// The history is what follows the instructions. Of several changes the outermost comes first.
  public func historyTransform(
    _ transform: @escaping ([Transcript.Entry]) -> [Transcript.Entry]
  ) -> some LanguageModelSession.DynamicProfile {
    SetProfile(content: self) { $0.settings.transforms.append(HistoryTransform(run: transform)) }
  }
}

/// A profile with something set before what is further inside, which may set it otherwise.
struct SetProfile<Content: LanguageModelSession.DynamicProfile>:
  LanguageModelSession.DynamicProfile, ResolvableProfile
{
  private let content: Content
  private let change: (inout ResolvedProfile) -> Void

  init(content: Content, change: @escaping (inout ResolvedProfile) -> Void) {
    self.content = content
    self.change = change
  }

  init<Value>(
    content: Content, _ property: WritableKeyPath<ProfileSettings, Value?>, _ value: Value?
  ) {
    self.init(content: content) { resolved in
      if let value { resolved.settings[keyPath: property] = value }
    }
  }

  var body: Never { noBody(of: Self.self) }

  func resolve(into resolved: inout ResolvedProfile) {
    change(&resolved)
    resolved.add(content)
  }
}
