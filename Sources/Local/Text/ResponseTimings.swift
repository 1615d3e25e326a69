/// How long a response took: `response.timings`.
public struct ResponseTimings: Sendable, Equatable {
  /// Seconds spent on the prompt, and on the generated tokens.
  public var prefillSeconds: Double
  /// Seconds spent on the generated tokens.
  public var generationSeconds: Double
  /// How many of the generated tokens left no choice, and so cost next to nothing.
  public var forcedTokens: Int
  /// The seed with which the same answer comes again.
  public var seed: UInt64

  static let prefillSeconds = "prefillSeconds"
  static let generationSeconds = "generationSeconds"
  static let forcedTokens = "forcedTokens"
  static let seed = "seed"
}
