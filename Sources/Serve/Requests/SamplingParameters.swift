import TernJSON
import TernLocal

/// What a request says of the choice of tokens and of the end of the text.
struct SamplingParameters: Sendable {
  /// The options of the first choice; of further choices the seed differs.
  private(set) var options = LocalGenerationOptions()
  /// How many answers are asked for.
  private(set) var choices = 1

  /// The most answers to one request.
  private static let mostChoices = 128
  /// Bytes of a salt, which is kept with what was computed.
  private static let longestSalt = 1024

  /// Reads the parameters that all of OpenAI's endpoints have, and those by the names of vLLM.
  ///
  /// - Parameters:
  ///   - limits: The names of the parameters that limit the answer; the first one that is given counts.
  ///   - recommended: What the model recommends where the request says nothing.
  init(
    _ parameters: Parameters, limits: [String], leastTokens: Int = 1, defaultLimit: Int? = nil,
    recommended: LocalGenerationOptions = LocalGenerationOptions()
  ) throws(ServerError) {
    options.temperature =
      try parameters.number("temperature", in: 0...100) ?? recommended.temperature ?? 1
    options.topP = try parameters.number("top_p", in: 0...1) ?? recommended.topP ?? 1
    options.minP = try parameters.number("min_p", in: 0...1) ?? recommended.minP ?? 0
    // vLLM's clients say -1 where all tokens may come.
    let topK = try parameters.int("top_k", in: -1...Int(Int32.max))
    options.topK = max(0, topK ?? recommended.topK ?? 0)
    options.frequencyPenalty = try parameters.number("frequency_penalty", in: -2...2)
    options.presencePenalty = try parameters.number("presence_penalty", in: -2...2)
    let repetition = try parameters.number("repetition_penalty", in: 0.01...100)
    options.repetitionPenalty = repetition ?? recommended.repetitionPenalty
    // OpenAI's penalties are about what the model has written; repetition is that of the prompt too.
    options.penalizesPrompt = options.repetitionPenalty != nil
    options.penaltyWindow = -1
    options.logitBias = try Self.bias(parameters)
    options.seed = try parameters.int("seed", in: .min...(.max)).map {
      UInt64(bitPattern: Int64($0))
    }
    options.ignoresEndOfGeneration = try parameters.bool("ignore_eos") ?? false
    options.allowsUnfinishedText = true
    options.stopStrings = try parameters.strings("stop")?.filter { !$0.isEmpty } ?? []
    options.maximumTokens = defaultLimit
    for name in limits.reversed() {
      if let limit = try parameters.int(name, in: leastTokens...Int(Int32.max)) {
        options.maximumTokens = limit
      }
    }
    choices = try parameters.int("n", in: 1...Self.mostChoices) ?? 1
    try readSharing(parameters)
  }

  /// Reads who may use what is computed of the prompt: all, those who know a word, or the choices alone.
  private mutating func readSharing(_ parameters: Parameters) throws(ServerError) {
    if let salt = try parameters.string("cache_salt") {
      guard (1...Self.longestSalt).contains(salt.utf8.count) else {
        throw parameters.wrong("cache_salt", "a string of 1 to \(Self.longestSalt) bytes")
      }
      options.prefixSharing = .group(salt)
    }
    guard let name = parameters.loneRequest else { return }
    (options.prefixSharing, options.requestName) = (.none, name)
  }

  /// Asks for the text that is missing before another one; control tokens count in the prompt, which its
  /// writer has made for this model.
  mutating func setSuffix(_ suffix: String?) {
    options.suffix = suffix
    options.parsesSpecialTokens = true
  }

  /// Puts another list in the place of the stop strings.
  mutating func stop(at texts: [String]) { options.stopStrings = texts.filter { !$0.isEmpty } }

  /// Asks for log-probabilities, with this many of the likeliest tokens.
  mutating func tellProbabilities(_ count: Int?) { options.logProbabilities = count }

  mutating func hold(to constraint: TextConstraint?) { options.constraint = constraint }

  /// The options of one choice.
  func options(choice: Int) -> LocalGenerationOptions {
    var options = options
    options.seed = options.seed.map { $0 &+ UInt64(choice) }
    return options
  }

  /// What is added to the logits of tokens: from -100, which forbids a token, to 100.
  private static func bias(_ parameters: Parameters) throws(ServerError) -> [Int32: Float] {
    guard let members = try parameters.object("logit_bias") else { return [:] }
    var bias: [Int32: Float] = [:]
    for (key, value) in members.object {
      guard let token = Int32(key), token >= 0, let number = value.double,
        (-100...100).contains(number)
      else {
        throw parameters.wrong(
          "logit_bias", "an object of token ids and numbers from -100 to 100")
      }
      bias[token] = number <= -100 ? -.infinity : Float(number)
    }
    return bias
  }
}
