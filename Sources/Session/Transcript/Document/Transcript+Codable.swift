import TernJSON

extension Transcript: Codable {
  /// Reads a document of FoundationModels 26 or 27.
  ///
  /// - Throws: `DecodingError` for anything else, with the place.
  public init(from decoder: any Decoder) throws {
    let document = DocumentCursor(
      json: try CodableJSON(from: decoder).json, path: decoder.codingPath)
    self = try TranscriptReader.transcript(document).withOrderedAnswers()
  }

  /// Writes the document of FoundationModels: that of version 26, or of 27 where the transcript
  /// holds what 26 does not know.
  public func encode(to encoder: any Encoder) throws {
    try CodableJSON(try TranscriptWriter.document(self)).encode(to: encoder)
  }

  /// Reads a document, and keeps the order of properties in it.
  package init(document: JSON) throws(DecodingError) {
    self = try TranscriptReader.transcript(DocumentCursor(json: document, path: []))
  }

  /// The document of FoundationModels.
  package func document() throws -> JSON { try TranscriptWriter.document(self) }
}
