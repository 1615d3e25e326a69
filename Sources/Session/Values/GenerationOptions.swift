/// How the model chooses the tokens of an answer.
///
/// For an option that is `nil`, the model decides.
public struct GenerationOptions: Sendable, Equatable {
  /// How the next token is chosen.
  public var samplingMode: SamplingMode?
  /// How much the choice is spread: 0 always takes the likeliest token, 1 the model's own
  /// distribution, more flattens it.
  public var temperature: Double?
  /// Ends an answer after this many tokens; a structured answer is brought to an end before.
  public var maximumResponseTokens: Int?
  /// Whether the model may, must or must not call tools.
  public var toolCallingMode: ToolCallingMode?
  /// What only the models of one provider know; not part of transcripts.
  package var providerOptions = ProviderOptions()

  /// How the next token is chosen; the name that version 26 has for ``samplingMode``.
  public var sampling: SamplingMode? {
    get { samplingMode }
    set { samplingMode = newValue }
  }

  /// Options of which those left out are the model's own.
  public init(
    samplingMode: SamplingMode? = nil, temperature: Double? = nil, maximumResponseTokens: Int? = nil
  ) {
    self.init(
      samplingMode: samplingMode, temperature: temperature,
      maximumResponseTokens: maximumResponseTokens, toolCallingMode: nil)
  }

  /// Options that also say whether the model calls tools.
  public init(
    samplingMode: SamplingMode? = nil, temperature: Double? = nil,
    maximumResponseTokens: Int? = nil, toolCallingMode: ToolCallingMode?
  ) {
    self.samplingMode = samplingMode
    self.temperature = temperature
    self.maximumResponseTokens = maximumResponseTokens
    self.toolCallingMode = toolCallingMode
  }

  /// Options as version 26 writes them.
  public init(
    sampling: SamplingMode?, temperature: Double? = nil, maximumResponseTokens: Int? = nil
  ) {
    self.init(
      samplingMode: sampling, temperature: temperature,
      maximumResponseTokens: maximumResponseTokens)
  }
}

extension GenerationOptions {
  /// How the next token is chosen from the model's distribution.
  public struct SamplingMode: Sendable, Equatable {
    /// Which way of choosing it is, with its numbers.
    public let kind: Kind

    /// The ways of choosing a token.
    public enum Kind: Sendable, Equatable {
      /// Always the likeliest token: the same prompt gives the same answer.
      case greedy
      /// A draw from the likeliest tokens, this many.
      case randomTopK(_: Int, seed: UInt64?)
      /// A draw from the likeliest tokens that together have this probability.
      case randomProbabilityThreshold(_: Double, seed: UInt64?)
    }

    /// Always the likeliest token: the same prompt gives the same answer.
    public static var greedy: SamplingMode { SamplingMode(kind: .greedy) }

    /// A draw from the `k` likeliest tokens; the same seed gives the same answer.
    public static func random(top k: Int, seed: UInt64? = nil) -> SamplingMode {
      SamplingMode(kind: .randomTopK(k, seed: seed))
    }

    /// A draw from the likeliest tokens that together have a probability (top-p); the same seed
    /// gives the same answer.
    public static func random(
      probabilityThreshold: Double, seed: UInt64? = nil
    ) -> SamplingMode {
      SamplingMode(kind: .randomProbabilityThreshold(probabilityThreshold, seed: seed))
    }
  }

  /// Whether the model may, must or must not call tools.
  public struct ToolCallingMode: Sendable, Equatable {
    /// Which of the three it is.
    public var kind: Kind

    /// Whether tools are called.
    public enum Kind: Sendable, Equatable, Hashable {
      /// The model decides.
      case allowed
      /// The model calls at least one tool before it answers.
      case required
      /// The model answers without tools.
      case disallowed
    }

    /// The model decides.
    public static let allowed = ToolCallingMode(kind: .allowed)
    /// The model calls at least one tool before it answers.
    public static let required = ToolCallingMode(kind: .required)
    /// The model answers without tools.
    public static let disallowed = ToolCallingMode(kind: .disallowed)
  }
}
