import TernModel

/// Tells the tokens of one generation, each with its log-probability where that is asked for.
///
/// The logits that a token was chosen from are at hand. Tokens that came without a choice, because a
/// constraint forced them or because they are a prompt to be scored, wait until a pass of the model
/// has given the logits before them.
struct ChoiceReport {
  private let alternatives: Int
  private let onChoice: (@Sendable (TokenChoice) -> Void)?
  private let keeps: Bool
  /// What was told so far, where it is kept.
  private(set) var choices: [TokenChoice] = []
  /// Tokens that were added and not told yet, with their texts.
  private var waiting: ArraySlice<(token: Int32, text: String)> = []
  /// `nil` where no log-probabilities are asked for.
  private var reader: LogProbabilities?
  /// Whether the reader holds the logits of the next token.
  private var isRead = false
  /// The place in the sequence of the next token to be told.
  private(set) var next: Int
  /// Why a token could not be told.
  private(set) var error: EngineError?

  init(_ options: GenerationOptions, promptTokens: Int) throws(EngineError) {
    if let count = options.logProbabilities, count < 0 {
      throw .badOption(name: "log-probabilities", value: count)
    }
    next = options.scoredFrom ?? promptTokens
    guard (0...promptTokens).contains(next) else {
      throw .badOption(name: "first scored token", value: next)
    }
    alternatives = options.logProbabilities ?? 0
    onChoice = options.onChoice
    keeps = options.keepsChoices
    if options.logProbabilities != nil { reader = LogProbabilities() }
  }

  /// Whether nobody asks for log-probabilities: logits are then not looked at.
  var isSilent: Bool { reader == nil }

  /// Whether all tokens that were added have been told.
  var isComplete: Bool { waiting.isEmpty }

  /// Whether log-probabilities are asked for.
  var readsLogits: Bool { reader != nil }

  /// Whether a token waits for the logits after `position`, or for later ones.
  func wantsLogits(at position: Int) -> Bool {
    position + 1 >= next && position + 1 < next + waiting.count
  }

  /// Takes the logits that the next token is chosen from, before anything changes them.
  mutating func read(_ logits: [Float]) {
    guard reader != nil else { return }
    isRead = reader?.read(logits) == true
    if !isRead { fail() }
  }

  /// Adds a token to the sequence; tells it if its logits are at hand or not asked for.
  mutating func add(_ token: Int32, text: String) {
    defer { isRead = false }
    if reader == nil || next == 0 || isRead, waiting.isEmpty {
      tell(token, text)
    } else {
      waiting.append((token, text))
    }
  }

  /// Takes the logits after `position` of the sequence, and tells the token that waits for them.
  mutating func tell(at position: Int, _ row: some Collection<Float>) {
    guard position + 1 == next, let (token, text) = waiting.popFirst() else { return }
    isRead = reader?.read(row) == true
    if !isRead { fail() }
    tell(token, text)
    isRead = false
  }

  private mutating func tell(_ token: Int32, _ text: String) {
    next += 1
    guard keeps || onChoice != nil else { return }
    var choice = TokenChoice(token: token, text: text)
    if isRead, let value = reader?.value(of: token) {
      choice.logProbability = value
      choice.top = reader?.top(alternatives) ?? []
    } else if isRead {
      fail()
    }
    if keeps { choices.append(choice) }
    onChoice?(choice)
  }

  private mutating func fail() { error = error ?? .model(.notFinite(position: max(0, next - 1))) }
}
