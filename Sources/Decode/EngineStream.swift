/// What a streamed generation gives: pieces of text, then the whole.
package enum GenerationEvent: Sendable {
  case text(String)
  case finished(Completion)
}

extension Engine {
  /// ``generate(_:options:onText:)`` as a stream.
  ///
  /// Ending the iteration early or cancelling its task stops the generation within one token.
  package nonisolated func stream(
    _ prompt: [Int32], options: GenerationOptions = GenerationOptions()
  ) -> AsyncThrowingStream<GenerationEvent, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
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
