extension Verb {
  static let embed = Verb(
    name: "embed",
    summary: "Turns texts into vectors.",
    discussion: """
      Each TEXT, or without any each line of standard input, becomes one vector, printed as one line
      of numbers. Texts with a similar meaning have vectors with a similar direction. Vectors have the
      length 1 unless --no-normalize is given.

        tern embed --model embedder.gguf "a cat" "a dog"
        tern embed --model embedder.gguf --task document --json < passages.txt

      --pooling says how the states of a text's tokens become one vector: mean, cls (the first),
      last, none (one vector for each token, not normalised) or rank (the scores of a ranking head).
      The default is what the file says. Many models were trained with certain words before each
      text: --task query, document, similarity, classification or clustering adds them for models
      whose words are known, and --prefix adds any others.

      With --jsonl each input line is a JSON string, or an object with a member "text", and is
      answered with one line {"embedding": [...], "tokens": N} or {"error": ...}. --json prints one
      document {embeddings, dimensions, tokens}. --binary writes little-endian float32 numbers, as
      --out does into a file.

        tern embed --model embedder.gguf --tokens 101,7592,102 --pooling none --out states.f32
      """,
    EmbedArguments()
  ) { arguments in
    let request = try EmbeddingRequest(arguments)
    if let tokens = arguments.tokens {
      try request.embed(tokens: tokens)
    } else {
      try await request.embedTexts()
    }
  }
}
