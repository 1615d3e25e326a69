import TernDecode

/// The engine below the sessions: raw text in, text and tokens out, without a chat template.
///
/// Prompts are given as text, which gets the vocabulary's own beginning, or as tokens, which are taken
/// as they are; before a suffix, as what comes before the gap. Requests of any number of tasks run side by side.
extension LocalLanguageModel {
  /// The tokens of `text`, as the model's vocabulary splits it.
  ///
  /// - Parameters:
  ///   - addsSpecialTokens: Whether the tokens are added that the vocabulary puts before and after a
  ///     text, as is done with prompts.
  ///   - parsesSpecialTokens: Whether control tokens that are written in the text count as such; never
  ///     for text that others wrote.
  public func tokenize(
    _ text: String, addsSpecialTokens: Bool = false, parsesSpecialTokens: Bool = false
  ) -> [Int32] {
    runtime.tokenizer.encode(
      text, addSpecial: addsSpecialTokens, parseSpecial: parsesSpecialTokens)
  }

  /// The text of `tokens`; control tokens give none.
  ///
  /// - Throws: ``LocalLanguageModelError/badOption(_:)`` for a number outside the vocabulary.
  public func detokenize(_ tokens: [Int32]) throws(LocalLanguageModelError) -> String {
    do { return try runtime.tokenizer.decode(tokens) } catch {
      throw .badOption(error.description)
    }
  }

  /// The bytes of one token by itself: those that it adds to a text, or its spelling where it is a
  /// control token.
  package func bytes(of token: Int32) -> [UInt8] { runtime.tokenizer.piece(of: token) }

  /// Continues a text; with a ``LocalGenerationOptions/suffix``, writes what is missing before it.
  ///
  /// - Throws: ``LocalLanguageModelError/cancelled`` within one token after the task is cancelled;
  ///   ``LocalLanguageModelError/contextExceeded(tokens:limit:)`` for a prompt that does not fit;
  ///   ``LocalLanguageModelError/answerTooLong(tokens:left:)`` where not even the shortest text that
  ///   satisfies the constraint fits; ``LocalLanguageModelError/badOption(_:)`` for options out of
  ///   range; ``LocalLanguageModelError/tooManyRequests(limit:)`` where too many wait;
  ///   ``LocalLanguageModelError/cannotFillIn`` for a suffix where the vocabulary has no tokens for it.
  public func complete(
    _ prompt: String, options: LocalGenerationOptions = LocalGenerationOptions()
  ) async throws(LocalLanguageModelError) -> Completion {
    try await generate(.text(prompt), options)
  }

  /// Continues a text that is given by its tokens.
  public func complete(
    tokens prompt: [Int32], options: LocalGenerationOptions = LocalGenerationOptions()
  ) async throws(LocalLanguageModelError) -> Completion {
    try await generate(.tokens(prompt), options)
  }

  /// Continues a text and gives the new text piece by piece, whole characters each.
  public func stream(
    _ prompt: String, options: LocalGenerationOptions = LocalGenerationOptions()
  ) -> GenerationStream<String> {
    stream(.text(prompt), options)
  }

  /// Continues a text that is given by its tokens, and gives the new text piece by piece.
  public func stream(
    tokens prompt: [Int32], options: LocalGenerationOptions = LocalGenerationOptions()
  ) -> GenerationStream<String> {
    stream(.tokens(prompt), options)
  }

  /// Continues a text token by token.
  ///
  /// ```swift
  /// var options = LocalGenerationOptions.greedy
  /// options.logProbabilities = 3
  /// for try await token in model.tokens(continuing: "Espresso is", options: options) {
  ///   print(token.text, token.logProbability ?? 0, token.alternatives.map(\.text))
  /// }
  /// ```
  public func tokens(
    continuing prompt: String, options: LocalGenerationOptions = LocalGenerationOptions()
  ) -> GenerationStream<Token> {
    tokens(.text(prompt), options)
  }

  /// Continues a text that is given by its tokens, token by token.
  public func tokens(
    continuing prompt: [Int32], options: LocalGenerationOptions = LocalGenerationOptions()
  ) -> GenerationStream<Token> {
    tokens(.tokens(prompt), options)
  }

  /// Continues a text, and gives all events: tokens, text and, at the end, the whole result.
  public func events(
    continuing prompt: String, options: LocalGenerationOptions = LocalGenerationOptions()
  ) -> GenerationStream<Event> {
    events(.text(prompt), options)
  }

  /// Continues a text that is given by its tokens, and gives all events.
  public func events(
    continuing prompt: [Int32], options: LocalGenerationOptions = LocalGenerationOptions()
  ) -> GenerationStream<Event> {
    events(.tokens(prompt), options)
  }

}

extension LocalLanguageModel {
  private func stream(
    _ prompt: GivenPrompt, _ options: LocalGenerationOptions
  ) -> GenerationStream<String> {
    GenerationStream { yield throws(LocalLanguageModelError) in
      _ = try await generate(prompt, options, keepsTokens: false, onText: yield)
    }
  }

  private func tokens(
    _ prompt: GivenPrompt, _ options: LocalGenerationOptions
  ) -> GenerationStream<Token> {
    GenerationStream { yield throws(LocalLanguageModelError) in
      _ = try await generate(prompt, options, keepsTokens: false, onToken: yield)
    }
  }

  private func events(
    _ prompt: GivenPrompt, _ options: LocalGenerationOptions
  ) -> GenerationStream<Event> {
    GenerationStream { yield throws(LocalLanguageModelError) in
      let completion = try await generate(
        prompt, options, onToken: { yield(.token($0)) },
        onText: { yield(.text($0)) })
      yield(.finished(completion))
    }
  }

  /// - Parameter keepsTokens: Whether the completion has the tokens; a stream of them needs none kept.
  private func generate(
    _ prompt: GivenPrompt, _ options: LocalGenerationOptions, keepsTokens: Bool = true,
    onToken: (@Sendable (Token) -> Void)? = nil,
    onText: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws(LocalLanguageModelError) -> Completion {
    let prompt = try prompt.tokens(options, runtime.tokenizer)
    let engine = try await runtime.engine()
    let tokenizer = engine.tokenizer
    var engineOptions = TernDecode.GenerationOptions()
    options.apply(to: &engineOptions)
    engineOptions.keepsChoices = keepsTokens
    if options.suffix != nil, !options.ignoresEndOfGeneration {
      engineOptions.stopTokens = tokenizer.fillInEnds
    }
    if let onToken { engineOptions.onChoice = { onToken(Token($0, tokenizer)) } }
    do {
      return Completion(
        try await engine.generate(prompt, options: engineOptions, onText: onText), tokenizer)
    } catch {
      throw LocalLanguageModelError(error)
    }
  }
}
