import Tern
import TernDecode

/// What decides how tokens are chosen and when a text ends.
struct SamplingArguments: SettingOptions {
  private static let standard = SamplingOptions()

  @Option(.flag("--greedy", "take the most likely token every time")) private var isGreedy
  @Option(
    .value(
      "--temperature", "X", .number, "spread of the choice; 0 is greedy",
      default: standard.temperature))
  private var givenTemperature
  @Option(
    .value(
      "--top-k", "N", .int(in: 0...Int(Int32.max)),
      "choose among the N most likely tokens; 0: all", default: standard.topK))
  private var topK
  @Option(
    .value(
      "--top-p", "P", .number, "choose among the most likely tokens that hold P",
      default: standard.topP))
  private var topP
  @Option(
    .value(
      "--min-p", "P", .number, "drop tokens less than P times as likely as the best",
      default: standard.minP))
  private var minP
  @Option(
    .value(
      "--repetition-penalty", "X", .number, "divide the logits of recent tokens by X",
      default: standard.repetitionPenalty))
  private var repetitionPenalty
  @Option(
    .value(
      "--frequency-penalty", "X", .number, "subtract X for each recent use of a token",
      default: standard.frequencyPenalty))
  private var frequencyPenalty
  @Option(
    .value(
      "--presence-penalty", "X", .number, "subtract X from recently used tokens",
      default: standard.presencePenalty))
  private var presencePenalty
  @Option(
    .value(
      "--penalty-window", "N", .int(in: -1...Int(Int32.max)),
      "recent tokens that penalties see; -1: all", default: standard.penaltyWindow))
  private var penaltyWindow
  @Option(.list("--logit-bias", "ID=X", .bias, "add X to a token's logit; -inf forbids it"))
  private var biases
  @Option(
    .value(
      "--seed", "N", .int(in: 0...Int.max),
      "start of the random sequence: same seed, same text"))
  private var seed
  @Option(
    .value("--max-tokens", "N", .int(in: 0...Int.max), "end after N tokens").short("-n")
      .defaultText("until the model or context ends"))
  var maximumTokens
  @Option(.list("--stop", "TEXT", .text, "end the text before TEXT")) private var stopStrings
  @Option(
    .value(
      "--draft", "N", .drafts,
      """
      draft at most N tokens a pass; off: none, auto: as many as pay, suffix: only those that \
      occurred before, nextn: only those that the model's own head guesses
      """,
      default: .automatic, "auto"))
  private var drafts
  @Option(.flag("--ignore-eos", "go on past end-of-generation tokens")) private var ignoresEnd
  @Option(.flag("--show-special", "show control tokens as text")) private var showsSpecial

  /// Whether the likeliest token is taken every time: a temperature of the command line wins over a
  /// default.
  var takesLikeliest: Bool { isGreedy && ($isGreedy.isGiven || !$givenTemperature.isGiven) }

  /// The temperature, where anybody says one.
  var temperature: Double? { $givenTemperature.isSet ? Double(givenTemperature) : nil }

  /// The options as texts and sessions take them.
  func options() throws(CommandFailure) -> LocalGenerationOptions {
    try [$isGreedy, $givenTemperature].checkExclusive()
    var options = LocalGenerationOptions()
    options.temperature = takesLikeliest ? 0 : Double(givenTemperature)
    options.topK = topK
    options.topP = Double(topP)
    options.minP = Double(minP)
    options.repetitionPenalty = Double(repetitionPenalty)
    options.frequencyPenalty = Double(frequencyPenalty)
    options.presencePenalty = Double(presencePenalty)
    options.penaltyWindow = penaltyWindow
    for (token, bias) in biases { options.logitBias[token] = bias }
    options.seed = seed.map { UInt64($0) }
    options.maximumTokens = maximumTokens
    options.stopStrings = stopStrings
    options.drafts = drafts
    options.ignoresEndOfGeneration = ignoresEnd
    options.showsSpecialTokens = showsSpecial
    do { try options.validate() } catch { throw .usage(error.description) }
    return options
  }
}

extension ValueFormat where Value == (Int32, Float) {
  /// A token and what is added to its logit.
  fileprivate static var bias: Self {
    Self(refusal: .takes("ID=X, for example 42=-inf")) { word in
      let parts = word.split(separator: "=")
      guard parts.count == 2, let token = Int32(parts[0]), let bias = Float(parts[1]) else {
        return .unfit(word)
      }
      return .value((token, bias))
    }
  }
}

extension ValueFormat where Value == LocalGenerationOptions.Drafts {
  /// Whether tokens are drafted, and how many.
  fileprivate static var drafts: Self {
    Self(
      refusal: .takes("off, auto, suffix, nextn or a number of tokens from 1 on"), kind: .either
    ) { word in
      switch word {
      case "off": return .value(.off)
      case "auto": return .value(.automatic)
      case "suffix": return .value(.suffix)
      case "nextn": return .value(.nextn)
      default:
        guard let count = Int(word), count > 0 else { return .unfit(word) }
        return .value(.atMost(count))
      }
    }
  }
}
