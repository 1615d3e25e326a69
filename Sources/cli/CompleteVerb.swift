import TernDecode
import TernJSON
import TernModel
import TernTokens

extension Verb {
  static let complete = Verb(
    name: "complete", operands: "[PROMPT]",
    summary: "Continues a text, without a chat template.",
    discussion: """
      Streams the continuation to standard output. PROMPT '-' reads the prompt from standard
      input; --tokens gives it as token ids instead. A beginning-of-text token is added where the
      vocabulary asks for one.

        tern complete --model stories.gguf "Once upon a time" --greedy --max-tokens 100

      --schema, --regex and --choice say what the continuation must be; it is then that, complete,
      even where --max-tokens or the context leaves little room.

      --logprobs N prints, below the text, a line for each generated token: the natural logarithm of
      its probability, its id and its text as a JSON string, then the same of the N likeliest tokens in
      its place. The probabilities are the model's own, before the constraint and every option that
      changes the choice.

      --json prints {text, tokens, forced_tokens, prompt_tokens, pp_per_s, tg_per_s, finish, seed}:
      the generated text and ids, how many of these left no choice, and tokens per second of the
      prompt (pp) and of the generation (tg). With --logprobs there is also logprobs: for each token
      {token, id, bytes, logprob, top: [{token, id, bytes, logprob}, ...]}.
      """,
    options: [
      .model, .prompt, .threads, .context, .cache(default: "f16"), .json,
      .value("--tokens", "1,2,3", "the prompt as token ids"),
      .flag("--special", "control tokens written in PROMPT count as such"), .logProbabilities,
    ] + CommandOption.sampling + CommandOption.constraint
  ) { arguments in
    var options = try arguments.generationOptions()
    options.constraint = try arguments.constraint(.generation)
    options.logProbabilities = try arguments.logProbabilities()
    options.keepsChoices = options.logProbabilities != nil
    let engineOptions = try arguments.engineOptions()
    let given = try givenPrompt(arguments)
    let engine = try await openEngine(arguments.modelPath(), engineOptions)
    let prompt =
      switch given {
      case .tokens(let tokens): tokens
      case .text(let text):
        engine.tokenizer.encode(text, addSpecial: true, parseSpecial: arguments.has("--special"))
      }
    let tokens = options.keepsChoices ? TokenReport(tokenizer: engine.tokenizer) : nil
    if arguments.has("--json") {
      let completion = try await engine.generate(prompt, options: options)
      let document = report(completion)
      let extra: JSON = tokens.map { ["logprobs": $0.json(completion.choices)] } ?? [:]
      try Output.write(document.merging(extra))
    } else {
      var choices: [TokenChoice] = []
      for try await event in engine.stream(prompt, options: options) {
        if case .text(let text) = event { try Output.write(text) }
        if case .finished(let completion) = event { choices = completion.choices }
      }
      try Output.write("\n")
      if let tokens { try Output.write(tokens.lines(choices)) }
    }
  }

  private enum GivenPrompt {
    case text(String)
    case tokens([Int32])
  }

  private static func givenPrompt(_ arguments: Arguments) throws -> GivenPrompt {
    if let tokens = try arguments.tokens("--tokens") {
      guard !arguments.hasPrompt else {
        throw CommandFailure.usage("give PROMPT or --tokens, not both")
      }
      return .tokens(tokens)
    }
    return .text(try arguments.prompt())
  }

  static func openEngine(_ path: String, _ options: EngineOptions) async throws -> Engine {
    let bar = ProgressBar("loading")
    defer { bar.finish() }
    return try await Engine.open(path: path, options: options) { share in
      bar.show(share)
      return true
    }
  }

  static func report(_ completion: Completion) -> JSON {
    [
      "text": .string(completion.text),
      "tokens": .array(completion.tokens.map { JSON(Int($0)) }),
      "forced_tokens": JSON(completion.forcedTokens),
      "prompt_tokens": JSON(completion.promptTokens),
      "pp_per_s": JSON(completion.prefillRate) ?? .null,
      "tg_per_s": JSON(completion.generationRate) ?? .null,
      "finish": .string(completion.finish.name),
      "seed": JSON(completion.seed),
    ]
  }
}
