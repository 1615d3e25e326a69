import TernDecode
import TernGrammar

extension GenerationOptions {
  /// The options as the engine has them; what is not said is random sampling, as on Apple's systems.
  var engineOptions: TernDecode.GenerationOptions {
    var options = TernDecode.GenerationOptions()
    options.maximumTokens = maximumResponseTokens
    if let local { local.apply(to: &options) }
    if let temperature { options.sampling.temperature = Float(temperature) }
    switch samplingMode?.kind {
    case .greedy: options.sampling.temperature = 0
    case .randomTopK(let count, let seed):
      // Only what was asked for narrows the choice.
      (options.sampling.topK, options.sampling.topP, options.sampling.minP) = (count, 1, 0)
      options.sampling.seed = seed ?? options.sampling.seed
    case .randomProbabilityThreshold(let share, let seed):
      (options.sampling.topK, options.sampling.topP, options.sampling.minP) = (0, Float(share), 0)
      options.sampling.seed = seed ?? options.sampling.seed
    case nil: break
    }
    return options
  }
}

/// What Tern's own models can be told beyond ``GenerationOptions``: `options.local`.
public struct LocalGenerationOptions: Sendable, Equatable {
  /// Chooses among this many of the likeliest tokens; 0 among all.
  public var topK: Int?
  /// Chooses among the likeliest tokens that together have this probability.
  public var topP: Double?
  /// Leaves out tokens that are less than this many times as likely as the likeliest.
  public var minP: Double?
  /// Divides the logits of recent tokens by this; 1 changes nothing.
  public var repetitionPenalty: Double?
  /// Subtracts this for each recent use of a token.
  public var frequencyPenalty: Double?
  /// Subtracts this from tokens that were used recently.
  public var presencePenalty: Double?
  /// How many recent tokens the penalties see; -1 means all.
  public var penaltyWindow: Int?
  /// Added to the logits of tokens; `-.infinity` forbids one.
  public var logitBias: [Int32: Float] = [:]
  /// The answer ends before the first of these; structured answers are never cut.
  public var stopStrings: [String] = []
  /// The start of the random sequence: the same seed gives the same answer.
  public var seed: UInt64?
  /// Whether a prompt that is clearly in a language that the model does not know is refused; `nil`
  /// leaves it to the model: ``SystemLanguageModel`` does so, ``LocalLanguageModel`` where its options
  /// say so.
  public var checksLanguage: Bool?
  /// What the text must be; `nil` leaves it free.
  public var constraint: TextConstraint?
  /// Which tools an answer may call, and how often; for sessions.
  public var toolCalls = ToolCallLimits()
  /// Whether and for how long the model reasons before it answers; for sessions.
  ///
  /// `nil` leaves that to ``ContextOptions/reasoningLevel``.
  public var reasoning: ReasoningOptions?
  /// How JSON is spelled in answers and calls; `nil` as the model's template spells it.
  package var spelling: MachineOptions?
  /// Goes on past the tokens that end answers.
  package var ignoresEndOfGeneration = false
  /// Shows control tokens as text.
  package var showsSpecialTokens = false

  /// Nothing but the defaults.
  public init() {}

  func apply(to options: inout TernDecode.GenerationOptions) {
    if let topK { options.sampling.topK = topK }
    if let topP { options.sampling.topP = Float(topP) }
    if let minP { options.sampling.minP = Float(minP) }
    if let repetitionPenalty { options.sampling.repetitionPenalty = Float(repetitionPenalty) }
    if let frequencyPenalty { options.sampling.frequencyPenalty = Float(frequencyPenalty) }
    if let presencePenalty { options.sampling.presencePenalty = Float(presencePenalty) }
    if let penaltyWindow { options.sampling.penaltyWindow = penaltyWindow }
    options.sampling.logitBias = logitBias
    options.stopStrings = stopStrings
    options.ignoresEndOfGeneration = ignoresEndOfGeneration
    options.showsSpecialTokens = showsSpecialTokens
    if let seed { options.sampling.seed = seed }
  }
}
