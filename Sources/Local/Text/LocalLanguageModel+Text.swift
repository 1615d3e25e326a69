import TernDecode

/// The engine below the sessions: raw text in, tokens out.
extension LocalLanguageModel {
  /// A token of a generated text.
  public struct Token: Sendable {
    /// Its number in the vocabulary.
    public var id: Int32
    /// The text that became certain with it; a character may take several tokens.
    public var text: String
    /// The natural logarithm of the probability that the model gave it.
    public var logProbability: Float?
    /// The likeliest tokens at this place, the likeliest first.
    public var alternatives: [Alternative]

    /// A token that might have come.
    public struct Alternative: Sendable {
      /// Its number in the vocabulary.
      public var id: Int32
      /// Its text by itself.
      public var text: String
      /// The natural logarithm of its probability.
      public var logProbability: Float
    }
  }

  /// Continues a text, without a chat template, token by token.
  ///
  /// Ending the iteration stops the generation.
  /// - Parameters:
  ///   - text: What the model goes on from, with the vocabulary's own beginning before it.
  ///   - maximumTokens: Ends the text; `nil` goes on until the model ends it or the context is full.
  ///   - temperature: 0 always takes the likeliest token.
  ///   - options: What else decides which tokens come.
  ///   - alternatives: How many of the likeliest tokens each one comes with.
  public func tokens(
    continuing text: String, maximumTokens: Int? = nil, temperature: Double? = nil,
    options: LocalGenerationOptions = LocalGenerationOptions(), alternatives: Int = 0
  ) -> AsyncThrowingStream<Token, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          let engine = try await runtime.loaded().engine
          var generation = TernDecode.GenerationOptions()
          options.apply(to: &generation)
          if let temperature { generation.sampling.temperature = Float(temperature) }
          generation.maximumTokens = maximumTokens
          generation.topProbabilities = alternatives
          generation.onChoice = { choice in
            continuation.yield(Token(choice) { engine.tokenizer.text(of: $0) ?? "" })
          }
          let prompt = engine.tokenizer.encode(text, addSpecial: true)
          _ = try await engine.generate(prompt, options: generation)
          continuation.finish()
        } catch let error as EngineError {
          continuation.finish(
            throwing: error.sessionError(contextSize: runtime.contextSize, schemaName: nil))
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

extension LocalLanguageModel.Token {
  fileprivate init(_ choice: TokenChoice, text: (Int32) -> String) {
    self.init(
      id: choice.token, text: choice.text, logProbability: choice.logProbability,
      alternatives: choice.top.map {
        Alternative(id: $0.token, text: text($0.token), logProbability: $0.logProbability)
      })
  }
}
