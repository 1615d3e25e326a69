/// How the next token is chosen from the logits.
///
/// The steps run in this order, each only when it is set: logit bias, penalties, top-k, top-p,
/// min-p, temperature, draw. Temperature 0 (or ``greedy``) takes the most likely token instead.
package struct SamplingOptions: Sendable, Equatable {
  /// Divides the logits before the draw: at least 0 and finite; 0 means greedy.
  package var temperature: Float = 0.8
  /// Keeps the `topK` most likely tokens; 0 keeps all.
  package var topK: Int = 40
  /// Keeps the smallest set of most likely tokens whose probabilities sum to at least this; 1
  /// keeps all.
  ///
  /// Source: Holtzman et al. 2019, "The curious case of neural text degeneration".
  package var topP: Float = 0.95
  /// Keeps tokens at least this many times as likely as the most likely one; 0 keeps all.
  ///
  /// Source: Nguyen et al. 2024, "Turning up the heat: min-p sampling".
  package var minP: Float = 0.05
  /// Divides positive and multiplies negative logits of tokens seen in the window: above 0; 1 is
  /// off.
  ///
  /// Source: Keskar et al. 2019, "CTRL: a conditional transformer language model".
  package var repetitionPenalty: Float = 1
  /// Subtracted from a logit once for every time its token was seen in the window; 0 is off.
  package var frequencyPenalty: Float = 0
  /// Subtracted from the logit of every token seen in the window; 0 is off.
  package var presencePenalty: Float = 0
  /// How many of the last tokens the penalties look at, the prompt's included; −1 for all.
  package var penaltyWindow: Int = 64
  /// Added to the logits of single tokens; −∞ forbids a token.
  package var logitBias: [Int32: Float] = [:]
  /// Start of the random sequence, so that the same seed gives the same text; `nil` draws one.
  package var seed: UInt64?

  package init() {}

  /// The most likely token every time.
  package static var greedy: SamplingOptions {
    var options = SamplingOptions()
    options.temperature = 0
    return options
  }

  /// Throws ``SamplingError`` naming the first value that is out of its range.
  package func validate() throws(SamplingError) {
    func check(_ name: String, _ value: Float, _ range: ClosedRange<Float>) throws(SamplingError) {
      guard value.isFinite, range.contains(value) else {
        throw .outOfRange(option: name, value: value, allowed: range)
      }
    }
    let large = Float.greatestFiniteMagnitude
    try check("temperature", temperature, 0...large)
    try check("top-k", Float(topK), 0...large)
    try check("top-p", topP, 0...1)
    try check("min-p", minP, 0...1)
    try check("repetition penalty", repetitionPenalty, Float.leastNormalMagnitude...large)
    try check("frequency penalty", frequencyPenalty, -large...large)
    try check("presence penalty", presencePenalty, -large...large)
    try check("penalty window", Float(penaltyWindow), -1...large)
    for (token, bias) in logitBias where bias.isNaN || bias == .infinity {
      throw .badBias(token: token, value: bias)
    }
  }
}

/// A sampling option that cannot be used.
package enum SamplingError: Error, Equatable, Sendable, CustomStringConvertible {
  case outOfRange(option: String, value: Float, allowed: ClosedRange<Float>)
  case badBias(token: Int32, value: Float)

  package var description: String {
    switch self {
    case .outOfRange(let option, let value, let allowed):
      let upper =
        allowed.upperBound == .greatestFiniteMagnitude ? "up" : "to \(allowed.upperBound)"
      return "\(option) \(value) is not allowed: it goes from \(allowed.lowerBound) \(upper)"
    case .badBias(let token, let value):
      return "the logit bias \(value) of token \(token) is neither a number nor -infinity"
    }
  }
}
