/// What a streamed generation gives: pieces of text, then the whole.
package enum GenerationEvent: Sendable {
  /// The request is taken, and nothing of the prompt is computed; where tokens are counted.
  case taken
  /// The tokens so far, where they are asked for; comes before the text of the last one.
  case counts(TokenCounts)
  /// A token, where they are asked for: as ``GenerationOptions/onChoice`` gets it.
  case choice(TokenChoice)
  case text(String)
  case finished(Completion)
}

extension Engine {
  /// ``generate(_:options:onText:)`` as a stream.
  ///
  /// Ending the iteration early or cancelling its task stops the generation within one token.
  /// - Parameters:
  ///   - countsTokens: Whether the tokens are counted as they come.
  ///   - tellsChoices: Whether each token is told by itself.
  package nonisolated func stream(
    _ prompt: [Int32], options: GenerationOptions = GenerationOptions(), countsTokens: Bool = false,
    tellsChoices: Bool = false
  ) -> AsyncThrowingStream<GenerationEvent, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        var options = options
        if countsTokens {
          options.onTaken = { continuation.yield(.taken) }
          options.onCount = { continuation.yield(.counts($0)) }
        }
        if tellsChoices { options.onChoice = { continuation.yield(.choice($0)) } }
        do {
          let completion = try await generate(prompt, options: options) { text in
            continuation.yield(.text(text))
          }
          continuation.yield(.finished(completion))
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
