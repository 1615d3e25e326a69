#if !canImport(UniformTypeIdentifiers)
  import Foundation

  /// What bytes are, by the name of a type; it stands for Apple's type of this name.
  ///
  /// The types that Apple's systems declare are known as far as they are properties here. A type of
  /// an application's own is made by ``init(exportedAs:conformingTo:)``.
  public struct UTType: Sendable {
    /// The name, such as `public.json`.
    public let identifier: String
    /// The MIME type, such as `application/json`; `nil` where none is known.
    public let preferredMIMEType: String?
    /// What file names end with, such as `json`; `nil` where nothing is known.
    public let preferredFilenameExtension: String?
    /// The names of the types that the type is a kind of.
    private let ancestors: Set<String>

    private init(_ identifier: String, mime: String?, suffix: String?, parents: [UTType]) {
      self.identifier = identifier
      preferredMIMEType = mime
      preferredFilenameExtension = suffix
      ancestors = parents.reduce(into: []) { names, parent in
        names.formUnion(parent.ancestors)
        names.insert(parent.identifier)
      }
    }

    /// A type of the application's own.
    public init(exportedAs identifier: String, conformingTo parent: UTType? = nil) {
      self.init(identifier, mime: nil, suffix: nil, parents: [parent ?? .data])
    }

    /// A type of another application.
    public init(importedAs identifier: String, conformingTo parent: UTType? = nil) {
      self.init(exportedAs: identifier, conformingTo: parent)
    }

    /// The type of a name; `nil` for a name that is not known.
    public init?(_ identifier: String) {
      guard let type = Self.known.first(where: { $0.identifier == identifier }) else { return nil }
      self = type
    }

    /// The type of a MIME type; `nil` for one that is not known.
    public init?(mimeType: String) {
      let name = mimeType.lowercased()
      guard let type = Self.known.first(where: { $0.preferredMIMEType == name }) else { return nil }
      self = type
    }

    /// The type of what file names end with; `nil` for an end that is not known.
    public init?(filenameExtension: String) {
      let suffix = filenameExtension.lowercased()
      let name = ["jpg": "jpeg", "htm": "html", "tif": "tiff"][suffix] ?? suffix
      guard let type = Self.known.first(where: { $0.preferredFilenameExtension == name })
      else { return nil }
      self = type
    }

    /// Whether the type is another one, or a kind of it.
    public func conforms(to type: UTType) -> Bool {
      identifier == type.identifier || ancestors.contains(type.identifier)
    }

    /// The type of a name, also of one that only the writer of a document knew.
    static func named(_ identifier: String) -> UTType {
      UTType(identifier) ?? UTType(importedAs: identifier)
    }
  }

  extension UTType: Hashable, CustomStringConvertible, Codable {
    /// Whether both have the same name.
    public static func == (a: UTType, b: UTType) -> Bool { a.identifier == b.identifier }

    /// Feeds the name to a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

    /// The name.
    public var description: String { identifier }

    /// Reads a name.
    public init(from decoder: any Decoder) throws {
      self = .named(try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the name.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(identifier)
    }
  }

  extension UTType {
    /// Anything.
    public static let item = UTType(
      "public.item", mime: nil, suffix: nil, parents: [])
    /// Anything that people read, see or hear.
    public static let content = UTType(
      "public.content", mime: nil, suffix: nil, parents: [])
    /// Bytes of any kind.
    public static let data = UTType(
      "public.data", mime: "application/octet-stream", suffix: nil, parents: [.item])
    /// Text of any kind.
    public static let text = UTType(
      "public.text", mime: nil, suffix: nil, parents: [.data, .content])
    /// Text alone.
    public static let plainText = UTType(
      "public.plain-text", mime: "text/plain", suffix: "txt", parents: [.text])
    /// A page of the web.
    public static let html = UTType(
      "public.html", mime: "text/html", suffix: "html", parents: [.text])
    /// XML.
    public static let xml = UTType(
      "public.xml", mime: "application/xml", suffix: "xml", parents: [.text])
    /// JSON.
    public static let json = UTType(
      "public.json", mime: "application/json", suffix: "json", parents: [.text])
    /// A table, with commas between the columns.
    public static let commaSeparatedText = UTType(
      "public.comma-separated-values-text", mime: "text/csv", suffix: "csv", parents: [.plainText])
    /// A document of printed pages.
    public static let pdf = UTType(
      "com.adobe.pdf", mime: "application/pdf", suffix: "pdf", parents: [.data, .content])
    /// An image.
    public static let image = UTType(
      "public.image", mime: nil, suffix: nil, parents: [.data, .content])
    /// An image in the format PNG.
    public static let png = UTType(
      "public.png", mime: "image/png", suffix: "png", parents: [.image])
    /// An image in the format JPEG.
    public static let jpeg = UTType(
      "public.jpeg", mime: "image/jpeg", suffix: "jpeg", parents: [.image])
    /// An image in the format GIF.
    public static let gif = UTType(
      "com.compuserve.gif", mime: "image/gif", suffix: "gif", parents: [.image])
    /// An image in the format WebP.
    public static let webP = UTType(
      "org.webmproject.webp", mime: "image/webp", suffix: "webp", parents: [.image])
    /// An image in the format HEIC.
    public static let heic = UTType(
      "public.heic", mime: "image/heic", suffix: "heic", parents: [.image])
    /// An image in the format TIFF.
    public static let tiff = UTType(
      "public.tiff", mime: "image/tiff", suffix: "tiff", parents: [.image])
    /// An image in the format BMP.
    public static let bmp = UTType(
      "com.microsoft.bmp", mime: "image/bmp", suffix: "bmp", parents: [.image])
    /// Sound or moving images.
    public static let audiovisualContent = UTType(
      "public.audiovisual-content", mime: nil, suffix: nil, parents: [.data, .content])
    /// Sound.
    public static let audio = UTType(
      "public.audio", mime: nil, suffix: nil, parents: [.audiovisualContent])
    /// Sound in the format MP3.
    public static let mp3 = UTType(
      "public.mp3", mime: "audio/mpeg", suffix: "mp3", parents: [.audio])
    /// Sound in the format WAVE.
    public static let wav = UTType(
      "com.microsoft.waveform-audio", mime: "audio/wav", suffix: "wav", parents: [.audio])
    /// Sound in the format MPEG-4.
    public static let mpeg4Audio = UTType(
      "public.mpeg-4-audio", mime: "audio/mp4", suffix: "m4a", parents: [.audio])
    /// Moving images, with or without sound.
    public static let movie = UTType(
      "public.movie", mime: nil, suffix: nil, parents: [.audiovisualContent])
    /// Moving images in the format MPEG-4.
    public static let mpeg4Movie = UTType(
      "public.mpeg-4", mime: "video/mp4", suffix: "mp4", parents: [.movie])
    /// Moving images in the format QuickTime.
    public static let quickTimeMovie = UTType(
      "com.apple.quicktime-movie", mime: "video/quicktime", suffix: "mov", parents: [.movie])
    /// An archive in the format ZIP.
    public static let zip = UTType(
      "public.zip-archive", mime: "application/zip", suffix: "zip", parents: [.data])

    /// The types that can be found by a name.
    private static let known: [UTType] = [
      item, content, data, text, plainText, html, xml, json, commaSeparatedText, pdf, image, png,
      jpeg, gif, webP, heic, tiff, bmp, audiovisualContent, audio, mp3, wav, mpeg4Audio, movie,
      mpeg4Movie, quickTimeMovie, zip,
    ]
  }
#else
  import UniformTypeIdentifiers

  extension UTType {
    /// The type of a name, also of one that only the writer of a document knew.
    static func named(_ identifier: String) -> UTType {
      UTType(identifier) ?? UTType(importedAs: identifier)
    }
  }
#endif
