import Foundation
import TernJSON

#if canImport(UniformTypeIdentifiers)
  import UniformTypeIdentifiers
#endif

/// Attachments and entries of bytes as JSON and back; the spelling is Tern's own.
enum AttachmentCoding {
  static func attachment(
    _ attachment: DocumentCursor
  ) throws(DecodingError) -> Transcript.Attachment {
    let type = try attachment.required("type")
    switch try type.string() {
    case "image": return .image(try image(attachment))
    case "data":
      return .data(
        Transcript.DataAttachment(
          contentType: .named(try attachment.required("contentType").string()),
          content: try bytes(attachment.required("content")), metadata: metadata(attachment)))
    case let name: throw type.corrupted("attachments of type \"\(name)\" are not known")
    }
  }

  private static func image(
    _ image: DocumentCursor
  ) throws(DecodingError) -> Transcript.ImageAttachment {
    var orientation: Transcript.ImageAttachment.Orientation?
    if let place = image.member("orientation") {
      orientation = UInt32(exactly: try place.int()).flatMap { .init(rawValue: $0) }
      if orientation == nil { throw place.corrupted("not a number from 1 to 8") }
    }
    if let content = image.member("content") {
      return .init(data: try bytes(content), orientation: orientation)
    }
    let place = try image.required("url")
    guard let url = URL(string: try place.string()) else { throw place.corrupted("not a URL") }
    return .init(imageURL: url, orientation: orientation)
  }

  static func json(_ attachment: Transcript.Attachment) -> JSON {
    var object: JSONObject = [:]
    switch attachment {
    case .image(let image):
      object["type"] = "image"
      if let url = image.url {
        object["url"] = .string(url.absoluteString)
      } else {
        object["content"] = .string(image.data.base64EncodedString())
      }
      if image.orientation != .up {
        object["orientation"] = JSON(Int(image.orientation.rawValue))
      }
    case .data(let data):
      object["type"] = "data"
      add(data.contentType, data.content, data.metadata, to: &object)
    }
    return .object(object)
  }

  static func entry(_ entry: DocumentCursor) throws(DecodingError) -> Transcript.DataEntry {
    Transcript.DataEntry(
      id: try entry.required("id").string(),
      contentType: .named(try entry.required("contentType").string()),
      content: try bytes(entry.required("content")), metadata: metadata(entry))
  }

  static func json(_ entry: Transcript.DataEntry) -> JSON {
    var object: JSONObject = ["id": .string(entry.id), "role": "data"]
    add(entry.contentType, entry.content, entry.metadata, to: &object)
    return .object(object)
  }

  private static func add(
    _ type: UTType, _ content: Data, _ metadata: GeneratedContent, to object: inout JSONObject
  ) {
    object["contentType"] = .string(type.identifier)
    object["content"] = .string(content.base64EncodedString())
    if metadata.json != [:] { object["metadata"] = metadata.json }
  }

  private static func metadata(_ place: DocumentCursor) -> GeneratedContent {
    GeneratedContent(json: place.member("metadata")?.json ?? [:])
  }

  private static func bytes(_ place: DocumentCursor) throws(DecodingError) -> Data {
    guard let data = Data(base64Encoded: try place.string()) else {
      throw place.corrupted("not Base64")
    }
    return data
  }
}
