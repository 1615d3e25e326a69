import Foundation
import TernJSON

/// Segments as JSON and back.
///
/// The spelling of text and structures is FoundationModels'; those of attachments and custom segments
/// are Tern's own.
enum SegmentCoding {
  static func segment(_ segment: DocumentCursor) throws(DecodingError) -> Transcript.Segment {
    let id = try segment.required("id").string()
    let type = try segment.required("type")
    switch try type.string() {
    case "text":
      return .text(.init(id: id, content: try segment.required("text").string()))
    case "structure":
      let structure = try segment.required("structure")
      guard let content = structure.json["content"] else {
        return try unreadable(structure, "content")
      }
      let name = try structure.required("source").string()
      return .structure(
        .init(id: id, schemaName: name, content: GeneratedContent(json: content)))
    case "attachment": return try attachment(segment, id)
    case "custom":
      let custom = try segment.required("custom")
      guard let content = custom.json["content"] else { return try unreadable(custom, "content") }
      return .custom(
        UnknownSegment(
          id: id, typeName: try custom.required("type").string(),
          content: CodableJSON(content)))
    case let name: throw type.corrupted("segments of type \"\(name)\" are not known")
    }
  }

  /// The error of a key that is missing although its value may be null.
  private static func unreadable(
    _ place: DocumentCursor, _ key: String
  ) throws(DecodingError) -> Transcript.Segment {
    _ = try place.required(key)
    throw place.corrupted("no value for the key \"\(key)\"")
  }

  private static func attachment(
    _ segment: DocumentCursor, _ id: String
  ) throws(DecodingError) -> Transcript.Segment {
    return .attachment(
      .init(
        id: id, content: try AttachmentCoding.attachment(segment.required("attachment")),
        label: try segment.member("label")?.string()))
  }

  static func json(_ segment: Transcript.Segment) throws -> JSON {
    switch segment {
    case .text(let text):
      return ["type": "text", "id": .string(text.id), "text": .string(text.content)]
    case .structure(let structure):
      return [
        "type": "structure", "id": .string(structure.id),
        "structure": [
          "source": .string(structure.schemaName), "content": structure.content.json,
        ],
      ]
    case .attachment(let attachment):
      var object: JSONObject = ["type": "attachment", "id": .string(attachment.id)]
      object["attachment"] = AttachmentCoding.json(attachment.content)
      object["label"] = attachment.label.map(JSON.string)
      return .object(object)
    case .custom(let custom):
      return [
        "type": "custom", "id": .string(custom.textID),
        "custom": ["type": .string(custom.typeName), "content": try custom.contentJSON()],
      ]
    }
  }
}

/// A custom segment from a document, which does not say what its type is made of.
struct UnknownSegment: Transcript.ProviderSegment {
  var id: String
  /// The name of the type that it had when it was written.
  var typeName: String
  var content: CodableJSON

  var description: String { content.json.text(.spaced) }
}

extension Transcript.ProviderSegment {
  fileprivate var typeName: String {
    (self as? UnknownSegment)?.typeName ?? unqualifiedName(of: Self.self)
  }

  fileprivate func contentJSON() throws -> JSON { try JSONCoding.json(content) }
}
