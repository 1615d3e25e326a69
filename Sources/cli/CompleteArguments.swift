import Tern

/// The options of `tern complete`.
struct CompleteArguments: VerbOptions {
  let prompt = PromptArguments()
  let engine = EngineArguments(cache: .f16)
  @Option(.json) var printsJSON
  @Option(.value("--tokens", "1,2,3", .tokens, "the prompt as token ids")) private var tokens
  @Option(.flag("--special", "control tokens written in PROMPT and suffix count as such"))
  private var parsesSpecial
  @Option(
    .value(
      "--suffix", "TEXT", .text, "what follows: fill in what is missing ('-' is standard input)"))
  private var suffix
  @Option(
    .value(
      "--fill-order", "ORDER",
      .oneOf(["prefix-first": .prefixFirst, "suffix-first": .suffixFirst]),
      "what is read first before a gap is filled: prefix-first or suffix-first"
    ).defaultText("as the model's family"))
  private var fillOrder: LocalGenerationOptions.FillOrder?
  @Option(.logProbabilities) var logProbabilities
  let sampling = SamplingArguments()
  let verbose = VerboseArguments()
  let constraint = ConstraintArguments()

  func givenPrompt() throws(CommandFailure) -> CompletedPrompt {
    guard let tokens else {
      if suffix == "-", prompt.isStandardInput {
        throw .usage("PROMPT and \($suffix) cannot both be standard input")
      }
      return .text(try prompt.text())
    }
    if prompt.isGiven { throw .usage("give PROMPT or \($tokens), not both") }
    return .tokens(tokens)
  }

  func options() throws(CommandFailure) -> LocalGenerationOptions {
    var options = try sampling.options()
    options.constraint = try constraint.constraint(.generation).map { TextConstraint($0) }
    options.logProbabilities = logProbabilities
    options.parsesSpecialTokens = parsesSpecial
    if fillOrder != nil, suffix == nil { throw .usage("\($fillOrder) is for \($suffix)") }
    options.suffix = suffix == "-" ? try Input.text() : suffix
    options.fillOrder = fillOrder
    return options
  }

  /// One text alone: nothing is kept for a next one.
  var modelOptions: LocalLanguageModel.Options {
    var options = engine.localOptions
    options.keptConversations = 0
    return options
  }
}

/// What `tern complete` continues.
enum CompletedPrompt {
  case text(String)
  case tokens([Int32])

  func complete(
    _ model: LocalLanguageModel, _ options: LocalGenerationOptions
  ) async throws -> LocalLanguageModel.Completion {
    switch self {
    case .text(let text): try await model.complete(text, options: options)
    case .tokens(let tokens): try await model.complete(tokens: tokens, options: options)
    }
  }

  func stream(
    _ model: LocalLanguageModel, _ options: LocalGenerationOptions
  ) -> LocalLanguageModel.GenerationStream<String> {
    switch self {
    case .text(let text): model.stream(text, options: options)
    case .tokens(let tokens): model.stream(tokens: tokens, options: options)
    }
  }

  func events(
    _ model: LocalLanguageModel, _ options: LocalGenerationOptions
  ) -> LocalLanguageModel.GenerationStream<LocalLanguageModel.Event> {
    switch self {
    case .text(let text): model.events(continuing: text, options: options)
    case .tokens(let tokens): model.events(continuing: tokens, options: options)
    }
  }
}
