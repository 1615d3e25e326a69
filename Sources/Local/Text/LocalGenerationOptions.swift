import Foundation
import TernDecode
import TernGrammar
import TernJSON

/// How a ``LocalLanguageModel`` chooses tokens and when a text ends.
///
/// ``LocalLanguageModel/complete(_:options:)`` and its relatives take these options; sessions take
/// them in ``GenerationOptions/local``, where ``GenerationOptions`` itself wins if both say
/// something. An option that is `nil` has its default: temperature 0.8, top-k 40, top-p 0.95, min-p
/// 0.05.
///
/// The steps come in this order: logit biases, penalties, top-k, top-p, min-p, temperature, draw.
public struct LocalGenerationOptions: Sendable, Equatable {
  /// Divides the logits before the draw: more than 1 spreads it, less narrows it, 0 always takes the
  /// likeliest token.
  public var temperature: Double?
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
  /// The start of the random sequence: the same seed gives the same answer.
  public var seed: UInt64?
  /// Ends the text after this many tokens; `nil` goes on until the model ends it or the context is
  /// full.
  public var maximumTokens: Int?
  /// The text ends before the first of these; constrained text is never cut.
  public var stopStrings: [String] = []
  /// What follows the text: the model then writes what is missing between the prompt and the suffix.
  ///
  /// Only for texts, and only with a vocabulary that has tokens for it:
  /// ``LocalLanguageModel/canFillIn``. An empty suffix says that nothing follows. The text ends where the
  /// model writes one of these tokens, or one that begins another file, too.
  public var suffix: String?
  /// Which side of the gap the model reads first; `nil`: as its family was trained.
  public var fillOrder: FillOrder?
  /// Whether control tokens that are written in prompt and suffix count as such; only for texts, and
  /// never for text that others wrote.
  public var parsesSpecialTokens = false
  /// What the text must be; `nil` leaves it free.
  ///
  /// In sessions it restricts answers without calls of tools; the reasoning before them stays free.
  public var constraint: TextConstraint?
  /// Reports the log-probability of each token, and of this many of the likeliest tokens in its
  /// place; `nil` reports none, and costs nothing.
  ///
  /// These are the probabilities of the model, before biases, penalties, the constraint and every
  /// other option that changes the choice. Sessions report them when a request is over, in the
  /// usage of its response: ``LanguageModelSession/Usage/tokens``.
  public var logProbabilities: Int?
  /// Whether a session refuses a prompt that is clearly in a language that the model does not know.
  ///
  /// `nil` leaves it to the model: ``SystemLanguageModel`` does so, ``LocalLanguageModel`` where its
  /// options say so.
  public var checksLanguage: Bool?
  /// Which tools an answer may call, and how often; for sessions.
  public var toolCalls = ToolCallLimits()
  /// Whether and for how long the model reasons before it answers; for sessions.
  ///
  /// `nil` leaves that to ``ContextOptions/reasoningLevel``.
  public var reasoning: ReasoningOptions?
  /// How JSON is spelled in answers and calls; `nil` as the model's template spells it.
  package var spelling: MachineOptions?
  /// Further variables of the chat template, such as `enable_thinking`; for sessions.
  package var templateVariables: JSONObject = [:]
  /// Whether the answer goes on with the conversation's last response instead of beginning a new one; for
  /// sessions.
  package var continuesResponse = false
  /// Whether penalties see the tokens of the prompt too, and not only those that were generated.
  package var penalizesPrompt = true
  /// Whether a text with a constraint may stay unfinished where the limits leave no room for the shortest
  /// one; otherwise that is ``LocalLanguageModelError/answerTooLong(tokens:left:)``.
  package var allowsUnfinishedText = false
  /// Whether tokens are drafted: guessed from earlier occurrences in prompt and text, or by the
  /// model's draft head, and then checked several in one pass of the model.
  ///
  /// Drafts change nothing but the speed: a request that runs alone has the same text, seed,
  /// probabilities and kept state with and without them. With other requests at the same time this
  /// holds while a pass has at most 15 tokens of all of them. A larger pass, for example with a
  /// part of another prompt, has no drafts and rounds differently.
  public var drafts = Drafts.automatic
  /// With which requests this one shares the computed state of prompts with the same beginning.
  public var prefixSharing = PrefixSharing.everyone
  /// What the parts of one request have in common that share with nobody else; `nil`: this is the only one.
  package var requestName: String?
  /// Is told how much of the prompt is computed; `nil`: nobody is.
  package var promptListener: PromptListener?
  /// Goes on past the tokens with which the model ends its texts.
  public var ignoresEndOfGeneration = false
  /// Shows control tokens as text; otherwise they have none.
  public var showsSpecialTokens = false

  /// All defaults.
  public init() {}

  /// How many tokens are drafted, and what they are guessed from.
  ///
  /// They speed up texts that repeat earlier text: quotations, results of tools, edited files,
  /// lists of records. If the file has a head that was trained to guess the token after the next
  /// one (`nextn`, multi-token prediction), they speed up any text. The number of drafted tokens
  /// follows from measurements: the cost of passes and of the head's guesses, and the share of
  /// drafted tokens that were right. If drafts do not save time, none are made. Heads are used in
  /// files of these architectures: `qwen35`, `qwen35moe`, `qwen3next`, `glm4moe`, `deepseek2` and
  /// `hy_v3`; in others they are ignored.
  ///
  /// The head keeps keys and values of one more layer. It is read into memory with the model, whatever
  /// requests ask for.
  public enum Drafts: Sendable, Hashable {
    /// As many as save time, from the better of both sources.
    case automatic
    /// None.
    case off
    /// As many as save time, and at most this many in a pass; never more than 14.
    case atMost(Int)
    /// As many as save time, from earlier occurrences only.
    case suffix
    /// As many as save time, from the draft head only; none if the file has no such head.
    case nextn
  }

  /// Which requests use what was computed of each other's prompts.
  ///
  /// The time that a prompt takes reveals whether another prompt had the same beginning. If
  /// requests of different people must not reveal that, give each a group, or let it share nothing.
  public enum PrefixSharing: Sendable, Hashable {
    /// With all requests of the model that have this value, the default.
    case everyone
    /// With requests of the same group.
    case group(String)
    /// With none: nothing is taken from other requests, and nothing of this one is kept. The next
    /// turn of a session computes the whole conversation again.
    case none
  }

  /// Which side of a gap a model reads first, before it fills the gap.
  public enum FillOrder: Sendable, Hashable {
    /// What is before the gap, and then ``LocalGenerationOptions/suffix``.
    case prefixFirst
    /// ``LocalGenerationOptions/suffix``, and then what is before the gap.
    case suffixFirst
  }

  /// The likeliest token every time.
  public static var greedy: LocalGenerationOptions {
    var options = LocalGenerationOptions()
    options.temperature = 0
    return options
  }

  /// Throws ``LocalLanguageModelError/badOption(_:)`` for a value that is out of range.
  package func validate() throws(LocalLanguageModelError) {
    var options = TernDecode.GenerationOptions()
    apply(to: &options)
    if case .atMost(let count) = drafts, count < 1 {
      throw .badOption("at most \(count) drafted tokens in a pass: it takes 1 or more, or none")
    }
    do { try options.sampling.validate() } catch { throw .badOption(error.description) }
  }

  func apply(to options: inout TernDecode.GenerationOptions) {
    if let temperature { options.sampling.temperature = Float(temperature) }
    if let topK { options.sampling.topK = topK }
    if let topP { options.sampling.topP = Float(topP) }
    if let minP { options.sampling.minP = Float(minP) }
    if let repetitionPenalty { options.sampling.repetitionPenalty = Float(repetitionPenalty) }
    if let frequencyPenalty { options.sampling.frequencyPenalty = Float(frequencyPenalty) }
    if let presencePenalty { options.sampling.presencePenalty = Float(presencePenalty) }
    if let penaltyWindow { options.sampling.penaltyWindow = penaltyWindow }
    options.sampling.logitBias = logitBias
    if let seed { options.sampling.seed = seed }
    options.maximumTokens = maximumTokens
    options.stopStrings = stopStrings
    options.constraint = constraint?.compiled
    options.allowsUnfinishedText = allowsUnfinishedText
    options.penalizesPrompt = penalizesPrompt
    options.logProbabilities = logProbabilities
    switch drafts {
    case .automatic: options.drafts = .automatic
    case .off: options.drafts = .off
    case .atMost(let count): options.drafts = .both(limit: count)
    case .suffix: options.drafts = .suffix(limit: DraftOptions.largest)
    case .nextn: options.drafts = .nextn(limit: DraftOptions.largest)
    }
    switch prefixSharing {
    case .everyone: options.sharing = .everyone
    case .group(let name): options.sharing = .group(name)
    case .none: options.sharing = .request(requestName ?? UUID().uuidString)
    }
    options.onPrompt = promptListener?.tell
    options.ignoresEndOfGeneration = ignoresEndOfGeneration
    options.showsSpecialTokens = showsSpecialTokens
  }
}
