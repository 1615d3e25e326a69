import TernDecode

/// How ``TextModel`` chooses tokens and when a text ends.
public struct TextOptions: Sendable, Equatable {
  /// How the next token is chosen.
  public enum Sampling: Sendable, Equatable {
    /// The most likely token every time.
    case greedy
    /// A draw from the most likely tokens. Top-k keeps that many (0 keeps all), top-p the most
    /// likely ones that together hold that probability, min-p those at least that many times as
    /// likely as the best; the temperature spreads or narrows the draw.
    case random(temperature: Float = 0.8, topK: Int = 40, topP: Float = 0.95, minP: Float = 0.05)
  }

  /// How the next token is chosen.
  public var sampling = Sampling.random()
  /// The same seed gives the same text; `nil` draws one.
  public var seed: UInt64?
  /// Ends the text after this many tokens; `nil` goes on until the model or the context ends.
  public var maximumTokens: Int?
  /// The text ends before the first of these strings; constrained text is never cut.
  public var stopStrings: [String] = []
  /// What the text must be; `nil` leaves it free.
  public var constraint: TextConstraint?

  /// The defaults of every property.
  public init() {}

  var generation: TernDecode.GenerationOptions {
    var options = TernDecode.GenerationOptions()
    switch sampling {
    case .greedy: options.sampling = .greedy
    case .random(let temperature, let topK, let topP, let minP):
      options.sampling.temperature = temperature
      options.sampling.topK = topK
      options.sampling.topP = topP
      options.sampling.minP = minP
    }
    options.sampling.seed = seed
    options.maximumTokens = maximumTokens
    options.stopStrings = stopStrings
    options.constraint = constraint?.compiled
    return options
  }
}
