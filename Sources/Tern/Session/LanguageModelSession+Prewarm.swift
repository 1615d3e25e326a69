extension LanguageModelSession {
  /// Gets the model ready for a request that comes soon; returns at once.
  ///
  /// - Parameter promptPrefix: What the next prompt begins with, if that is known.
  public func prewarm(promptPrefix: Prompt? = nil) {
    guard let setup = try? source.setup() else { return }
    var transcript = read(\.transcript)
    if let promptPrefix {
      transcript.append(.prompt(Transcript.Prompt(segments: promptPrefix.segments)))
    }
    executors.prewarm(setup.model, transcript)
  }
}
