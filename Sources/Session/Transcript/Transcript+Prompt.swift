import Foundation

extension Transcript {
  /// A prompt, and how it is to be answered.
  public struct Prompt: Sendable, Identifiable, Equatable {
    /// Identifies the entry within the transcript.
    public var id: String
    /// The segments of its content.
    public var segments: [Segment]
    /// How the tokens of the answer are chosen.
    public var options: GenerationOptions
    /// What goes into the model's context besides the conversation.
    public var contextOptions: ContextOptions
    /// Metadata that the application adds.
    public var metadata: [String: GeneratedContent]
    /// The schema that the answer satisfies; `nil` for text.
    public var responseFormat: ResponseFormat?

    /// A prompt with all that version 27 knows of it.
    public init(
      id: String = UUID().uuidString,
      metadata: [String: any ConvertibleToGeneratedContent] = [:], segments: [Segment],
      options: GenerationOptions = GenerationOptions(), responseFormat: ResponseFormat? = nil,
      contextOptions: ContextOptions = ContextOptions()
    ) {
      self.id = id
      self.segments = segments
      self.options = options
      self.contextOptions = contextOptions
      self.responseFormat = responseFormat
      self.metadata = metadata.contents
    }

    /// A prompt.
    public init(
      id: String = UUID().uuidString, segments: [Segment],
      options: GenerationOptions = GenerationOptions(), responseFormat: ResponseFormat? = nil
    ) {
      self.init(
        id: id, metadata: [:], segments: segments, options: options,
        responseFormat: responseFormat)
    }
  }

  /// The schema that an answer satisfies.
  public struct ResponseFormat: Sendable, Equatable {
    /// Which kind of format it is.
    public let kind: Kind

    /// The kinds of formats.
    public enum Kind: Sendable {
      /// A value of a schema.
      case schema(GenerationSchema)
    }

    /// The format of a type's values.
    public init<Content: Generable>(type: Content.Type) {
      self.init(schema: Content.generationSchema)
    }

    /// The format of a schema's values.
    public init(schema: GenerationSchema) { self.init(schema: schema, name: nil) }

    /// The format of a schema's values, with another name than the schema's.
    init(schema: GenerationSchema, name: String?) {
      kind = .schema(schema)
      self.name = name ?? schema.name
    }

    /// The name of the schema.
    public let name: String

    package var schema: GenerationSchema {
      switch kind {
      case .schema(let schema): schema
      }
    }
  }
}

extension Transcript.ResponseFormat.Kind: Equatable {
  /// Whether both schemas have the same document.
  public static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.schema(let a), .schema(let b)): a.json.hasSameValue(as: b.json)
    }
  }
}

extension Transcript.Prompt: CustomStringConvertible {
  /// The text, and the name of the answer's schema.
  public var description: String {
    guard let responseFormat else { return segments.text }
    return "\(segments.text)\nResponse Format: \(responseFormat)"
  }
}

extension Transcript.ResponseFormat: CustomStringConvertible {
  /// The name of the schema.
  public var description: String { name }
}
