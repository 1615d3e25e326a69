extension LanguageModelSession {
  /// How many tokens a request or a session has read and written.
  public struct Usage: Sendable {
    /// What was read.
    public var input: Input
    /// What was written.
    public var output: Output
    /// Metadata that the model adds.
    public var metadata: [String: GeneratedContent]

    /// The counts of a request.
    public init(
      input: Input, output: Output, metadata: [String: any ConvertibleToGeneratedContent] = [:]
    ) {
      self.input = input
      self.output = output
      self.metadata = metadata.contents
    }

    /// All tokens, read and written.
    public var totalTokenCount: Int { input.totalTokenCount.adding(output.totalTokenCount) }

    /// Tokens that were read.
    public struct Input: Sendable {
      /// All tokens of the context.
      public var totalTokenCount: Int
      /// Those of them that were known from earlier requests.
      public var cachedTokenCount: Int

      /// The counts of a context.
      public init(totalTokenCount: Int, cachedTokenCount: Int) {
        self.totalTokenCount = totalTokenCount
        self.cachedTokenCount = cachedTokenCount
      }
    }

    /// Tokens that were written.
    public struct Output: Sendable {
      /// All tokens that the model wrote.
      public var totalTokenCount: Int
      /// Those of them that were reasoning.
      public var reasoningTokenCount: Int

      /// The counts of an answer.
      public init(totalTokenCount: Int, reasoningTokenCount: Int) {
        self.totalTokenCount = totalTokenCount
        self.reasoningTokenCount = reasoningTokenCount
      }
    }
  }
}

extension LanguageModelSession.Usage {
  /// No tokens.
  static var none: Self {
    Self(
      input: Input(totalTokenCount: 0, cachedTokenCount: 0),
      output: Output(totalTokenCount: 0, reasoningTokenCount: 0))
  }

  /// Both counts together; of equal keys in the metadata those of `other` count.
  func adding(_ other: Self) -> Self {
    var sum = self
    sum.input.totalTokenCount = input.totalTokenCount.adding(other.input.totalTokenCount)
    sum.input.cachedTokenCount = input.cachedTokenCount.adding(other.input.cachedTokenCount)
    sum.output.totalTokenCount = output.totalTokenCount.adding(other.output.totalTokenCount)
    sum.output.reasoningTokenCount = output.reasoningTokenCount.adding(
      other.output.reasoningTokenCount)
    sum.metadata.merge(other.metadata) { $1 }
    return sum
  }
}

extension Int {
  /// The sum, or the nearest number there is: counts come from providers, and must not trap.
  func adding(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other > 0 ? .max : .min) : sum
  }
  /// The difference, or the nearest number there is.
  func subtracting(_ other: Int) -> Int {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other > 0 ? .min : .max) : difference
  }
}
