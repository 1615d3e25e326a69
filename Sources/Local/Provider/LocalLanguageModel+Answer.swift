import TernChat
import TernDecode
import TernSession

/// Answers and texts as servers want them: as events, with calls that nobody runs.
extension LocalLanguageModel {
  /// Begins to answer a conversation; loads the model.
  ///
  /// The request's transcript need not end with a prompt. A full context ends the answer, and is no
  /// error.
  /// - Throws: As ``LocalLanguageModelExecutor/respond(to:model:streamingInto:)``.
  package func answer(
    _ request: LanguageModelExecutorGenerationRequest
  ) async throws -> ModelAnswer {
    let model = try await runtime.loaded()
    let asked = try model.ask(request, contextSize: contextSize)
    return ModelAnswer(
      model.engine.stream(
        asked.prompt, options: asked.options, countsTokens: true,
        tellsChoices: asked.options.logProbabilities != nil),
      promptTokens: asked.prompt.count, reader: model.reader(of: asked),
      tokenizer: model.engine.tokenizer)
  }

  /// The tokens of the prompt with which the model would answer a conversation; loads the model.
  package func prompt(of request: LanguageModelExecutorGenerationRequest) async throws -> [Int32] {
    try await runtime.loaded().ask(request, contextSize: contextSize).prompt
  }

  /// The tokens that the model reads of a prompt, with the options' suffix.
  package func tokens(
    of prompt: GivenPrompt, options: LocalGenerationOptions
  ) throws(LocalLanguageModelError) -> [Int32] {
    try prompt.tokens(options, runtime.tokenizer)
  }

  /// Begins to continue a text, of which the tokens are given; loads the model.
  ///
  /// - Parameter tellsPrompt: Whether the prompt's tokens are told before those that come after them.
  package func continuation(
    of prompt: [Int32], options: LocalGenerationOptions, tellsPrompt: Bool = false
  ) async throws(LocalLanguageModelError) -> ModelAnswer {
    let engine = try await runtime.engine()
    var engineOptions = TernDecode.GenerationOptions()
    options.apply(to: &engineOptions)
    if options.suffix != nil, !options.ignoresEndOfGeneration {
      engineOptions.stopTokens = engine.tokenizer.fillInEnds
    }
    if tellsPrompt { engineOptions.scoredFrom = 0 }
    return ModelAnswer(
      engine.stream(
        prompt, options: engineOptions, countsTokens: true,
        tellsChoices: tellsPrompt || options.logProbabilities != nil),
      promptTokens: prompt.count, parser: nil, tokenizer: engine.tokenizer)
  }
}

extension LoadedModel {
  /// Reads the answer to a request.
  func reader(of asked: AskedModel) -> AnswerReader {
    AnswerReader(
      parser: ToolCallParser(
        template.dialect, tools: asked.tools, beginsInReasoning: asked.isThinking),
      readsCalls: asked.readsCalls)
  }
}
