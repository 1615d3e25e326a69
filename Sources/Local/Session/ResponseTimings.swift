import TernJSON
import TernSession

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

extension LanguageModelSession.Usage {
  /// What Tern's own models tell of the last request to the model; `nil` for other providers.
  public var timings: ResponseTimings? {
    guard let prefill = metadata[ResponseTimings.prefillSeconds]?.json.double,
      let generation = metadata[ResponseTimings.generationSeconds]?.json.double,
      let forced = metadata[ResponseTimings.forcedTokens]?.json.int,
      let seed = metadata[ResponseTimings.seed]?.json.number?.uint64
    else { return nil }
    return ResponseTimings(
      prefillSeconds: prefill, generationSeconds: generation, forcedTokens: forced, seed: seed)
  }
}
