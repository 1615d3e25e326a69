extension Transcript {
  /// Content of a type that only some models know.
  public protocol CustomSegment: InstructionsRepresentable, PromptRepresentable,
    CustomStringConvertible, Equatable, Identifiable, Sendable
  {
    /// What the segment holds.
    associatedtype Content: Decodable, Encodable, Equatable, Sendable

    /// Names the segment within the transcript.
    var id: String { get }
    /// What the segment holds.
    var content: Content { get }
  }
}

extension Transcript.CustomSegment {
  /// The segment as part of a prompt.
  public var promptRepresentation: Prompt { Prompt(segments: [Transcript.Segment(custom: self)]) }

  /// The segment as part of instructions.
  public var instructionsRepresentation: Instructions {
    Instructions(segments: [Transcript.Segment(custom: self)])
  }

  /// The content as text.
  public var description: String { "\(content)" }
}

extension Transcript.CustomSegment {
  /// The id; said of the existential, whose `ID` is unknown.
  var textID: String { id }

  /// Whether `other` has the same type and content.
  func isEqual(to other: any Transcript.CustomSegment) -> Bool { self == (other as? Self) }
}
