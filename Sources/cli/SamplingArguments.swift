import TernDecode

extension CommandOption {
  /// What decides how tokens are chosen and when a text ends.
  static let sampling: [CommandOption] = [
    flag("--greedy", "take the most likely token every time"),
    value("--temperature", "X", "spread of the choice; 0 is greedy (default: 0.8)"),
    value("--top-k", "N", "choose among the N most likely tokens; 0: all (default: 40)"),
    value("--top-p", "P", "choose among the most likely tokens that hold P (default: 0.95)"),
    value("--min-p", "P", "drop tokens less than P times as likely as the best (default: 0.05)"),
    value("--repetition-penalty", "X", "divide the logits of recent tokens by X (default: 1)"),
    value("--frequency-penalty", "X", "subtract X for each recent use of a token (default: 0)"),
    value("--presence-penalty", "X", "subtract X from recently used tokens (default: 0)"),
    value("--penalty-window", "N", "recent tokens that penalties see; -1: all (default: 64)"),
    value("--logit-bias", "ID=X", "add X to a token's logit; -inf forbids it", repeats: true),
    value("--seed", "N", "start of the random sequence: same seed, same text"),
    value("--max-tokens", "N", "end after N tokens (default: until the model or context ends)")
      .short("-n"),
    value("--stop", "TEXT", "end the text before TEXT", repeats: true),
    flag("--ignore-eos", "go on past end-of-generation tokens"),
    flag("--show-special", "show control tokens as text"),
  ]
}

extension Arguments {
  func generationOptions() throws(CommandFailure) -> GenerationOptions {
    var options = GenerationOptions()
    options.sampling = try samplingOptions()
    options.maximumTokens = try int("--max-tokens", in: 0...Int.max)
    options.stopStrings = strings("--stop")
    options.ignoresEndOfGeneration = has("--ignore-eos")
    options.showsSpecialTokens = has("--show-special")
    return options
  }

  private func samplingOptions() throws(CommandFailure) -> SamplingOptions {
    var options = SamplingOptions()
    if let value = try float("--temperature") { options.temperature = value }
    if let value = try int("--top-k", in: 0...Int(Int32.max)) { options.topK = value }
    if let value = try float("--top-p") { options.topP = value }
    if let value = try float("--min-p") { options.minP = value }
    if let value = try float("--repetition-penalty") { options.repetitionPenalty = value }
    if let value = try float("--frequency-penalty") { options.frequencyPenalty = value }
    if let value = try float("--presence-penalty") { options.presencePenalty = value }
    if let value = try int("--penalty-window", in: -1...Int(Int32.max)) {
      options.penaltyWindow = value
    }
    if let value = try int("--seed", in: 0...Int.max) { options.seed = UInt64(value) }
    for text in strings("--logit-bias") {
      let parts = text.split(separator: "=")
      guard parts.count == 2, let token = Int32(parts[0]), let bias = Float(parts[1]) else {
        throw .usage("--logit-bias takes ID=X, for example 42=-inf, not '\(text)'")
      }
      options.logitBias[token] = bias
    }
    if has("--greedy") {
      if has("--temperature") { throw .usage("--greedy and --temperature exclude each other") }
      options.temperature = 0
    }
    do { try options.validate() } catch { throw .usage(error.description) }
    return options
  }
}
