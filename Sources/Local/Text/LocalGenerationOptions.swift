import Foundation
import TernDecode
import TernGrammar
import TernJSON

/// How a ``LocalLanguageModel`` chooses tokens and when a text ends.
///
/// ``LocalLanguageModel/complete(_:options:)`` and its relatives take these options; sessions take
/// them in ``GenerationOptions/local``, where ``GenerationOptions`` itself decides what both say.
/// What is `nil` has its default: a draw with temperature 0.8 from the 40 likeliest tokens, of these
/// from those that hold 95 % and are at least 0.05 times as likely as the likeliest.
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
  /// In sessions it is what an answer must be that calls no tools; the reasoning before it stays free.
  public var constraint: TextConstraint?
  /// Tells the logarithm of the probability of each token, and those of this many of the likeliest
  /// tokens in its place; `nil` tells none, and costs nothing.
  ///
  /// The probabilities are the model's own: before biases, penalties, the constraint and every other
  /// option that changes the choice. Sessions tell them when a request is over, in the usage of its
  /// response: ``LanguageModelSession/Usage/tokens``.
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
  /// Whether tokens are drafted: guessed from what occurred before in prompt and text, or by the model's
  /// own head for drafts, and checked several in one pass of the model.
  ///
  /// Drafts change the speed and nothing else: text, seed and probabilities of a request that runs alone
  /// are those without them, and so is all that is kept for the next one. So it is beside other requests
  /// while all together have at most 15 tokens in a pass. A pass with more, such as one with a piece of
  /// another request's prompt, has no drafts, and rounds differently, with drafts and without.
  public var drafts = Drafts.automatic
  /// With which requests this one shares what is computed of prompts that begin alike.
  public var prefixSharing = PrefixSharing.everyone
  /// What the parts of one request have in common that share with nobody else; `nil`: this is the only one.
  package var requestName: String?
  /// Goes on past the tokens with which the model ends its texts.
  public var ignoresEndOfGeneration = false
  /// Shows control tokens as text; otherwise they have none.
  public var showsSpecialTokens = false

  /// Nothing but the defaults.
  public init() {}

  /// How many tokens are drafted, and what they are guessed from.
  ///
  /// Texts that repeat what was said become faster by them: quotations, results of tools, edited files,
  /// lists of records. Where the file has a head that was trained to guess the token after the next one
  /// (`nextn`, multi-token prediction), any text does. A pass takes as many as pay, by what passes of the
  /// model and guesses of the head were measured to cost and by how many drafted tokens have stood; where
  /// none pay, there are none. Heads are known in files of these architectures: `qwen35`, `qwen35moe`,
  /// `qwen3next`, `glm4moe`, `deepseek2` and `hy_v3`; in others they are left out.
  ///
  /// The head keeps keys and values of one more layer. It is read into memory with the model, whatever
  /// requests ask for.
  public enum Drafts: Sendable, Hashable {
    /// As many as pay, from whatever promises more.
    case automatic
    /// None.
    case off
    /// As many as pay, and at most this many in a pass; more than 14 are never taken.
    case atMost(Int)
    /// As many as pay, from what occurred before alone.
    case suffix
    /// As many as pay, from the head for drafts alone; none where the file has no such head.
    case nextn
  }

  /// Which requests use what was computed of each other's prompts.
  ///
  /// How soon a prompt is computed tells whether another one began alike. Where requests of different
  /// people must not tell that, each has the name of its group, or shares nothing.
  public enum PrefixSharing: Sendable, Hashable {
    /// With all requests of the model that say nothing else.
    case everyone
    /// With those of the same name.
    case group(String)
    /// With none: nothing is taken from other requests, and nothing of this one is kept. The next turn
    /// of a session is computed from its beginning.
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
    options.ignoresEndOfGeneration = ignoresEndOfGeneration
    options.showsSpecialTokens = showsSpecialTokens
  }
}
