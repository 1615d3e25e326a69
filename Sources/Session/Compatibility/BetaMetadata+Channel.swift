// Events with metadata as betas 3 and 4 of FoundationModels 27 had it.

extension LanguageModelExecutorGenerationChannel.Usage {
  /// Counts with metadata of any type.
  @available(*, deprecated, message: "values are ConvertibleToGeneratedContent")
  @_disfavoredOverload
  public init(
    input: Input, output: Output, metadata: [String: any Sendable & Codable & Equatable]?
  ) {
    self.init(input: input, output: output, metadata: metadata.contents)
  }
}

extension LanguageModelExecutorGenerationChannel.Response.Action {
  /// Sets metadata of the answer, of any type.
  @available(*, deprecated, message: "values are ConvertibleToGeneratedContent")
  @_disfavoredOverload
  public static func updateMetadata(
    _ values: [String: any Sendable & Codable & Equatable]?
  ) -> Self {
    updateMetadata(values.contents)
  }

  /// The counts of the request so far, with metadata of any type.
  @available(*, deprecated, message: "values are ConvertibleToGeneratedContent")
  @_disfavoredOverload
  public static func updateUsage(
    input: LanguageModelExecutorGenerationChannel.Usage.Input,
    output: LanguageModelExecutorGenerationChannel.Usage.Output,
    metadata: [String: any Sendable & Codable & Equatable]?
  ) -> Self {
    updateUsage(input: input, output: output, metadata: metadata.contents)
  }
}

extension LanguageModelExecutorGenerationChannel.Reasoning.Action {
  /// Sets metadata of the reasoning, of any type.
  @available(*, deprecated, message: "values are ConvertibleToGeneratedContent")
  @_disfavoredOverload
  public static func updateMetadata(
    _ values: [String: any Sendable & Codable & Equatable]?
  ) -> Self {
    updateMetadata(values.contents)
  }

  /// The counts of the request so far, with metadata of any type.
  @available(*, deprecated, message: "values are ConvertibleToGeneratedContent")
  @_disfavoredOverload
  public static func updateUsage(
    input: LanguageModelExecutorGenerationChannel.Usage.Input,
    output: LanguageModelExecutorGenerationChannel.Usage.Output,
    metadata: [String: any Sendable & Codable & Equatable]?
  ) -> Self {
    updateUsage(input: input, output: output, metadata: metadata.contents)
  }
}

extension LanguageModelExecutorGenerationChannel.ToolCalls.Action {
  /// Sets metadata of the calls, of any type.
  @available(*, deprecated, message: "values are ConvertibleToGeneratedContent")
  @_disfavoredOverload
  public static func updateMetadata(
    _ values: [String: any Sendable & Codable & Equatable]?
  ) -> Self {
    updateMetadata(values.contents)
  }

  /// The counts of the request so far, with metadata of any type.
  @available(*, deprecated, message: "values are ConvertibleToGeneratedContent")
  @_disfavoredOverload
  public static func updateUsage(
    input: LanguageModelExecutorGenerationChannel.Usage.Input,
    output: LanguageModelExecutorGenerationChannel.Usage.Output,
    metadata: [String: any Sendable & Codable & Equatable]?
  ) -> Self {
    updateUsage(input: input, output: output, metadata: metadata.contents)
  }
}

extension LanguageModelExecutorGenerationChannel.ToolCalls.ToolCall.Action {
  /// Sets metadata of the call, of any type.
  @available(*, deprecated, message: "values are ConvertibleToGeneratedContent")
  @_disfavoredOverload
  public static func updateMetadata(
    _ values: [String: any Sendable & Codable & Equatable]?
  ) -> Self {
    updateMetadata(values.contents)
  }
}
