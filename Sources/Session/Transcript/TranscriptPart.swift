/// A segment that stands in a prompt or in instructions as it is.
struct TranscriptPart: PromptAttachment {
  var segment: Transcript.Segment

  var text: String { segment.description }
}

extension Prompt {
  /// A prompt of segments that are kept as they are.
  init(segments: [Transcript.Segment]) {
    self.init(parts: segments.map { .other(TranscriptPart(segment: $0)) })
  }

  /// The prompt as segments of a transcript, with new ids.
  package var segments: [Transcript.Segment] { parts.map(Transcript.Segment.init) }
}

extension Instructions {
  /// Instructions of segments that are kept as they are.
  init(segments: [Transcript.Segment]) {
    self.init(parts: segments.map { .other(TranscriptPart(segment: $0)) })
  }

  /// The instructions as segments of a transcript, with new ids.
  package var segments: [Transcript.Segment] { parts.map(Transcript.Segment.init) }
}

extension Transcript.Segment {
  /// A part of a prompt as a segment with a new id.
  init(_ part: PromptPart) {
    switch part {
    case .text(let text): self = .text(Transcript.TextSegment(content: text))
    case .structure(let content, let name):
      self = .structure(Transcript.StructuredSegment(schemaName: name, content: content))
    case .other(let part as TranscriptPart): self = part.segment
    case .other(let part): self = .text(Transcript.TextSegment(content: part.text))
    }
  }
}
