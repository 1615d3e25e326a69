// Forms of the betas of FoundationModels 26 and 27 that published code still has.

/// What a tool of the betas returned; now a tool returns a string or another value itself.
@available(*, deprecated, message: "return a String or a GeneratedContent")
public struct ToolOutput: PromptRepresentable, Sendable {
  private let content: Content

  private enum Content: Sendable {
    case text(String)
    case value(GeneratedContent)
  }

  /// A text.
  public init(_ text: String) { content = .text(text) }

  /// A value.
  public init(_ value: GeneratedContent) { content = .value(value) }

  /// The output as it stands in the transcript.
  public var promptRepresentation: Prompt {
    switch content {
    case .text(let text): text.promptRepresentation
    case .value(let value): value.promptRepresentation
    }
  }
}

extension Transcript {
  /// The entries in order; now the transcript itself is their collection.
  @available(*, deprecated, message: "the transcript is a collection of its entries")
  public var entries: [Entry] { Array(self) }
}

extension Transcript.ToolOutput {
  /// What the tool gave, as text; now it has segments.
  @available(*, deprecated, renamed: "segments")
  public var content: String { segments.text }
}

extension LanguageModelSession {
  /// Answers with text; now the prompt has a label.
  @available(*, deprecated, renamed: "respond(to:options:)")
  @discardableResult
  nonisolated(nonsending)
    public func respond(
      _ prompt: String, options: GenerationOptions = GenerationOptions()
    ) async throws -> Response<String>
  {
    try await respond(to: prompt, options: options)
  }
}

extension InstructionsBuilder: InstructionsRepresentable {
  /// Instructions as a value; now a closure lists them, or ``Instructions`` does.
  @available(*, deprecated, renamed: "Instructions")
  public init(@InstructionsBuilder _ content: () throws -> Instructions) rethrows {
    instructions = try content()
  }

  /// What the builder has listed.
  public var instructionsRepresentation: Instructions { instructions }
}

extension ImageReference {
  /// The image in a transcript; now any sequence of entries will do.
  @available(*, deprecated, renamed: "resolved(in:)")
  public func resolve(in transcript: Transcript) -> Transcript.ImageAttachment? {
    resolved(in: transcript)
  }
}
