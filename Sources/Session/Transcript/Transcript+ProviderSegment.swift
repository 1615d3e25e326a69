extension Transcript {
  /// The name that the betas of version 27 have for ``ProviderSegment``.
  @available(*, deprecated, message: "use an attachment, a data entry or metadata")
  public typealias CustomSegment = ProviderSegment

  /// Content of a type that only some models know, as the betas of version 27 have it.
  public protocol ProviderSegment: InstructionsRepresentable, PromptRepresentable,
    CustomStringConvertible, Equatable, Identifiable, Sendable
  {
    /// What the segment holds.
    associatedtype Content: Decodable, Encodable, Equatable, Sendable

    /// Identifies the segment within the transcript.
    var id: String { get }
    /// What the segment holds.
    var content: Content { get }
  }
}

extension Transcript.ProviderSegment {
  /// The segment as part of a prompt.
  public var promptRepresentation: Prompt { Prompt(segments: [Transcript.Segment(custom: self)]) }

  /// The segment as part of instructions.
  public var instructionsRepresentation: Instructions {
    Instructions(segments: [Transcript.Segment(custom: self)])
  }

  /// The content as text.
  public var description: String { "\(content)" }
}

extension Transcript.ProviderSegment {
  /// The id; said of the existential, whose `ID` is unknown.
  var textID: String { id }

  /// Whether `other` has the same type and content.
  func isEqual(to other: any Transcript.ProviderSegment) -> Bool { self == (other as? Self) }
}
