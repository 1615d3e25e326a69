extension LanguageModelSession {
  /// Prepares the model for a request that will come soon; returns at once, and does nothing while
  /// the session is responding.
  ///
  /// - Parameter promptPrefix: What the next prompt begins with, if that is known.
  public func prewarm(promptPrefix: Prompt? = nil) {
    guard let transcript = read({ $0.turn == nil ? $0.transcript : nil }) else { return }
    let setup = SessionPropertyValues.$current.withValue(properties) { source.setup() }
    var expected = transcript
    if let instructions = setup.instructions { expected.setInstructions(instructions) }
    if let promptPrefix {
      expected.append(.prompt(Transcript.Prompt(segments: promptPrefix.segments)))
    }
    executors.prewarm(setup.model, expected)
  }
}
