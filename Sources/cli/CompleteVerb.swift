import Tern
import TernJSON

extension Verb {
  static let complete = Verb(
    name: "complete",
    summary: "Continues a text, without a chat template.",
    discussion: """
      Streams the continuation to standard output. PROMPT '-' reads the prompt from standard
      input; --tokens gives it as token ids instead. A beginning-of-text token is added where the
      vocabulary asks for one.

        tern complete --model stories.gguf "Once upon a time" --greedy --max-tokens 100

      --schema, --regex, --grammar and --choice restrict the continuation. It then satisfies them and
      is complete, even if --max-tokens or the context leaves little room. A grammar is a file in GBNF
      (llama.cpp), Lark (as in llguidance) or JSON (a structural tag).

      --suffix gives a text that comes after the gap: the model writes what is missing between PROMPT
      and it. This needs a vocabulary with tokens for it, which 'tern inspect' shows, and a model that
      was trained with them.

        tern complete --model coder.gguf "def add(a, b):" --suffix "    return sum"

      --logprobs N prints, below the text, a line for each generated token: the natural logarithm of
      its probability, its id and its text as a JSON string, then the same of the N likeliest tokens in
      its place. The probabilities are the model's own, before the constraint and every option that
      changes the choice.

      --json prints {text, tokens, forced_tokens, prompt_tokens, pp_per_s, tg_per_s, finish, seed}:
      the generated text and ids, how many of these left no choice, and tokens per second of the
      prompt (pp) and of the generation (tg). With --logprobs there is also logprobs: for each token
      {token, id, bytes, logprob, top: [{token, id, bytes, logprob}, ...]}. With --verbose there are
      also figures and model: what was reused, read, forced, drafted and written, and how the model
      runs.
      """,
    CompleteArguments()
  ) { arguments in
    var options = try arguments.options()
    let prompt = try arguments.givenPrompt()
    let (model, figures) = try await arguments.engine.openModel(
      arguments.modelOptions, isVerbose: arguments.verbose.isVerbose)
    let line = PromptLine()
    defer { line.finish() }
    options.promptListener = line.listener
    let report = arguments.logProbabilities.map { _ in TokenReport(model: model) }
    if arguments.printsJSON {
      let completion = try await prompt.complete(model, options)
      let extra: JSON = report.map { ["logprobs": $0.json(completion.tokens)] } ?? [:]
      return try Output.write(
        completion.document.merging(extra).merging(figures.document(completion.figures)))
    }
    figures.tellLoad()
    guard report != nil || arguments.verbose.isVerbose else {
      for try await text in prompt.stream(model, options) { try Output.write(text) }
      return try Output.write("\n")
    }
    for try await event in prompt.events(model, options) {
      switch event {
      case .token: break
      case .text(let text): try Output.write(text)
      case .finished(let completion):
        try Output.write("\n" + (report?.lines(completion.tokens) ?? ""))
        figures.tell(completion.figures)
      }
    }
  }
}

extension LocalLanguageModel.Completion {
  /// The completion as the command line prints it.
  fileprivate var document: JSON {
    [
      "text": .string(text),
      "tokens": .array(tokens.map { JSON(Int($0.id)) }),
      "forced_tokens": JSON(timings.forcedTokens),
      "prompt_tokens": JSON(promptTokens),
      "pp_per_s": Self.rate(promptTokens - reusedTokens, timings.prefillSeconds),
      "tg_per_s": Self.rate(tokens.count, timings.generationSeconds),
      "finish": .string(finishReason.name),
      "seed": JSON(timings.seed),
    ]
  }

  /// Tokens a second; 0 where there are none.
  private static func rate(_ tokens: Int, _ seconds: Double) -> JSON {
    JSON(seconds > 0 && tokens > 0 ? Double(tokens) / seconds : 0) ?? .null
  }
}
