/// How long a response took: `response.timings`.
public struct ResponseTimings: Sendable, Equatable {
  /// Seconds spent on the prompt.
  public var prefillSeconds: Double
  /// Seconds spent on the generated tokens.
  public var generationSeconds: Double
  /// How many of the generated tokens were forced by a constraint, which costs next to nothing.
  public var forcedTokens: Int
  /// The seed that gives the same answer again.
  public var seed: UInt64

  static let prefillSeconds = "prefillSeconds"
  static let generationSeconds = "generationSeconds"
  static let forcedTokens = "forcedTokens"
  static let seed = "seed"
}
