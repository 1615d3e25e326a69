extension Verb {
  static let score = Verb(
    name: "score",
    summary: "Tells how probable texts are.",
    discussion: """
      The model reads each TEXT and generates nothing. The score of a token is the natural logarithm
      of its probability after all tokens before it. Without TEXT, each line of standard input is a
      text; --file reads a file as one text. If the vocabulary asks for a beginning-of-text token, it
      comes first and is not scored.

        tern score --model stories.gguf "Once upon a time" --logprobs 3
        tern score --model stories.gguf --after "The capital of France is" " Paris" " Rome" --sums
        tern score --model stories.gguf --file book.txt --stride 512 --sums

      Prints a line for each token: log-probability, token id and text as a JSON string. --logprobs N
      adds the N likeliest tokens of each place. The last line of a text has its sum, the number of its
      tokens and its perplexity: e to the power of the mean negative log-probability. --sums prints
      only that line, with the text. A first token with nothing before it has no log-probability.

      A text that is longer than the context is an error, unless --stride N scores it in parts: the
      first part fills the context, each other part has N tokens, after as many as fit before them.

      --json prints {scores: [{tokens, logprob, perplexity, context_tokens}, ...], logprob, tokens,
      perplexity}: each text's tokens as {token, id, bytes, logprob, top}, its sum and its perplexity,
      then those of all texts together and the number of their tokens. With --jsonl each input line is
      a JSON string, or an object with members "text" and, if it has one, "after", and is answered with
      one such score or {"error": ...}.
      """,
    ScoreArguments()
  ) { arguments in
    try await ScoreRequest(arguments).run()
  }
}

/// The options of `tern score`.
struct ScoreArguments: VerbOptions {
  @Operands(.any("TEXT")) var operands
  let engine = EngineArguments(cache: .f32)
  @Option(.json) var printsJSON
  @Option(.jsonLines) var readsJSONLines
  @Option(.value("--after", "TEXT", .text, "what the texts follow: it is read, and not scored"))
  private var givenContext
  @Option(.list("--file", "FILE", .text, "score a file's text ('-' is standard input)")) var files
  @Option(
    .value("--tokens", "1,2,3", .tokens, "the text as token ids, to which nothing is added"))
  var tokens
  @Option(.value("--after-tokens", "1,2,3", .tokens, "with --tokens: what they follow"))
  var contextTokens
  @Option(.logProbabilities) var logProbabilities
  @Option(
    .value(
      "--stride", "N", .int(in: 1...Int(Int32.max)),
      "score texts that are longer than the context, N tokens at a time"))
  var stride
  @Option(.flag("--sums", "only the sum, number of tokens and perplexity of each text"))
  var printsSums
  @Option(.flag("--special", "control tokens written in texts count as such")) var parsesSpecial

  /// What the texts follow.
  var context: String { givenContext ?? "" }

  /// Throws where options do not go together.
  func check() throws(CommandFailure) {
    let sources =
      (operands.isEmpty ? [] : ["TEXT"])
      + [$tokens, $files, $readsJSONLines].given.map(\.description)
    if sources.count > 1 {
      throw .usage("\(sources.joined(separator: " and ")) exclude each other")
    }
    if $contextTokens.isGiven, !$tokens.isGiven {
      throw .usage("\($contextTokens) is for \($tokens): give \($givenContext) with texts")
    }
    if $tokens.isGiven, $givenContext.isGiven {
      throw .usage("\($tokens) and \($givenContext) exclude each other: give \($contextTokens)")
    }
    try [$printsJSON, $readsJSONLines].checkExclusive()
  }
}
