/// How a ``RemoteLanguageModel`` talks to its server.
public struct RemoteModelOptions: Sendable, Hashable {
  /// How often a request is sent again when the server cannot be reached or cannot take it now
  /// (status 408, 429, 502, 503, 504).
  ///
  /// Never after the first byte of an answer.
  public var retries = 3
  /// The pause before the first repetition; it doubles with each, and varies by up to a quarter.
  public var firstPause = Duration.milliseconds(500)
  /// The longest pause that a server's `Retry-After` may ask for; a longer one ends the request.
  public var longestPause = Duration.seconds(60)
  /// How long a server may send nothing before the request ends with `LanguageModelError.timeout`.
  public var silence = Duration.seconds(120)
  /// Header fields that go with every request.
  public var headers: [String: String] = [:]
  /// Which field of a request says how long an answer may be.
  public var lengthField = LengthField.automatic
  /// Whether requests name their conversation in a header field `x-session-id`, by which balancers
  /// send it to the replica that has read it before.
  public var namesConversation = true

  /// The usual.
  public init() {}

  /// The field that says how many tokens an answer may have.
  public enum LengthField: Sendable, Hashable {
    /// `max_completion_tokens` for OpenAI's and Azure's own servers, `max_tokens` for all others.
    case automatic
    /// `max_tokens`, the only field that older servers know.
    case maxTokens
    /// `max_completion_tokens`, the only field that OpenAI's reasoning models know.
    case maxCompletionTokens
  }
}
