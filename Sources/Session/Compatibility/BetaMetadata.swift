// Metadata as betas 3 and 4 of FoundationModels 27 had it: values of any type that has a JSON form.
// What is optional here gives way to the final form where a literal would fit both.

import Foundation
import TernJSON

extension [String: any Sendable & Codable & Equatable]? {
  /// The values as metadata holds them; those without a JSON form are left out.
  var contents: [String: GeneratedContent] { self?.compactMapValues(Self.content) ?? [:] }

  private static func content(_ value: any Sendable & Codable & Equatable) -> GeneratedContent? {
    if let value = value as? any ConvertibleToGeneratedContent { return value.generatedContent }
    return (try? JSONCoding.json(value)).map { GeneratedContent(json: $0) }
  }
}

extension Transcript.Prompt {
  /// A prompt with metadata of any type.
  @available(*, deprecated, message: "values are ConvertibleToGeneratedContent")
  @_disfavoredOverload
  public init(
    id: String = UUID().uuidString, metadata: [String: any Sendable & Codable & Equatable]?,
    segments: [Transcript.Segment], options: GenerationOptions = GenerationOptions(),
    responseFormat: Transcript.ResponseFormat? = nil,
    contextOptions: ContextOptions = ContextOptions()
  ) {
    self.init(
      id: id, metadata: metadata.contents, segments: segments, options: options,
      responseFormat: responseFormat, contextOptions: contextOptions)
  }
}

extension Transcript.Response {
  /// An answer with metadata of any type.
  @available(*, deprecated, message: "values are ConvertibleToGeneratedContent")
  @_disfavoredOverload
  public init(
    id: String = UUID().uuidString, metadata: [String: any Sendable & Codable & Equatable]?,
    segments: [Transcript.Segment]
  ) {
    self.init(id: id, metadata: metadata.contents, segments: segments)
  }
}

extension Transcript.Reasoning {
  /// Reasoning with metadata of any type.
  @available(*, deprecated, message: "values are ConvertibleToGeneratedContent")
  @_disfavoredOverload
  public init(
    id: String = UUID().uuidString, metadata: [String: any Sendable & Codable & Equatable]?,
    segments: [Transcript.Segment], signature: Data? = nil
  ) {
    self.init(id: id, metadata: metadata.contents, segments: segments, signature: signature)
  }
}

extension Transcript.ToolCall {
  /// A call with metadata of any type.
  @available(*, deprecated, message: "values are ConvertibleToGeneratedContent")
  @_disfavoredOverload
  public init(
    id: String, metadata: [String: any Sendable & Codable & Equatable]?, toolName: String,
    arguments: GeneratedContent
  ) {
    self.init(id: id, metadata: metadata.contents, toolName: toolName, arguments: arguments)
  }
}

extension LanguageModelSession.Usage {
  /// Counts with metadata of any type.
  @available(*, deprecated, message: "values are ConvertibleToGeneratedContent")
  @_disfavoredOverload
  public init(
    input: Input, output: Output, metadata: [String: any Sendable & Codable & Equatable]?
  ) {
    self.init(input: input, output: output, metadata: metadata.contents)
  }
}

extension LanguageModelExecutorGenerationRequest {
  /// A request with metadata of any type.
  @available(*, deprecated, message: "values are ConvertibleToGeneratedContent")
  @_disfavoredOverload
  public init(
    id: UUID, transcript: Transcript, enabledTools: [Transcript.ToolDefinition],
    schema: GenerationSchema? = nil, generationOptions: GenerationOptions,
    contextOptions: ContextOptions, metadata: [String: any Sendable & Codable & Equatable]?
  ) {
    self.init(
      id: id, transcript: transcript, enabledTools: enabledTools, schema: schema,
      generationOptions: generationOptions, contextOptions: contextOptions,
      metadata: metadata.contents)
  }
}
